"""The project: settings, addresses, and what every application needs."""

from __future__ import annotations

import gc

# Importing makes a hundred thousand objects that stay: with the default of 700 a seventh of every start goes into looking at
# them again and again.
gc.set_threshold(50_000, 20, 20)
