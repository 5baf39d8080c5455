"""How dates are written in Vietnamese."""

from __future__ import annotations

DATE_FORMAT = "d/m/Y"
DATETIME_FORMAT = "d/m/Y H:i"
