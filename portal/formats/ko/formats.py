"""How dates are written in Korean."""

from __future__ import annotations

DATE_FORMAT = "Y. n. j."
DATETIME_FORMAT = "Y. n. j. H:i"
