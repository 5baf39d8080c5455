"""How dates are written in English."""

from __future__ import annotations

DATE_FORMAT = "M j, Y"
DATETIME_FORMAT = "M j, Y H:i"
