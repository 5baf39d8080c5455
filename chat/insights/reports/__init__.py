"""The report of a month for people who run a university and not a portal: stored figures, plain words, a page and a PDF."""

from __future__ import annotations
