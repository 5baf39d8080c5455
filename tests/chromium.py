"""The browser of the tests and of the pictures: Debian's Chromium, by preference the one that never has a window."""

from __future__ import annotations

import shutil

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def chromium_program() -> str | None:
    """Where it is, None where none is installed (`scripts/chromium-install`)."""
    return next(filter(None, map(shutil.which, NAMES)), None)
