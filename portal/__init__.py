"""The project: settings, addresses, and what every application needs."""

from __future__ import annotations

import gc
import os

# Importing makes a hundred thousand objects that stay: with the default of 700 a seventh of every start goes into looking at
# them again and again.
gc.set_threshold(50_000, 20, 20)
# Unless this stands here before it is imported, onnxruntime tells its maker over the internet how it is used, under a number
# of the machine that it keeps in the home folder.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"
