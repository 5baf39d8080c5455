"""Runs a keeper: `python -m portal.embedded postgres FOLDER`."""

from __future__ import annotations

from portal.embedded.keeper import main

main()
