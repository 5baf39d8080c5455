#!/usr/bin/env python3
"""Django's command line. It works by itself after `make install`: embedded services start when they are needed."""

from __future__ import annotations

import os
import sys
from pathlib import Path

VENV = Path(__file__).resolve().parent / ".venv"
# makemigrations looks at the database only to compare histories; it must not start a server for that.
WITHOUT_DATABASE = {"makemigrations"}


def main() -> None:
    """Run the command with the settings of a development machine unless others are named."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "portal.settings.base")
    if len(sys.argv) > 1 and sys.argv[1] in WITHOUT_DATABASE:
        os.environ.setdefault("PORTAL_WITHOUT_DATABASE", "1")
    try:
        from django.core.management import execute_from_command_line  # noqa: PLC0415
    except ModuleNotFoundError:
        sys.exit(
            f"Django is not installed for {sys.executable}.\n"
            f"Run `make install` first, then use `{VENV / 'bin' / 'python'} manage.py …`."
        )
    from portal.embedded import EmbeddedServiceError  # noqa: PLC0415

    try:
        execute_from_command_line(sys.argv)
    except Exception as error:
        if isinstance(error.__cause__, EmbeddedServiceError):
            sys.exit(str(error))
        raise


if __name__ == "__main__":
    main()
