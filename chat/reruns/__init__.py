"""What the staff does with a case beside deciding: search again as it was or is, compose again, look at questions like it."""

from __future__ import annotations
