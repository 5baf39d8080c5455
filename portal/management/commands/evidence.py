"""`evidence`: what is checked live in this installation, for the papers of an office; an exit status where something is wrong."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from dataclasses import asdict
from itertools import chain
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone, translation

from portal.health.evidence import EvidenceState, evidence_rows
from portal.health.evidence.site import site_rows


class Command(BaseCommand):
    """Looks, and writes nothing."""

    help = "Look at settings, doors, encryption, accounts, backups and models of this installation."
    # It shows what the checks find itself, and everything else as well.
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--site", default="", help="public address of the running portal")
        parser.add_argument("--json", action="store_true", help="as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        with translation.override("en"):
            rows = list(chain(evidence_rows(), site_rows(options["site"])))
        if options["json"]:
            found = {"at": timezone.now().isoformat(), "rows": [asdict(row) for row in rows]}
            self.stdout.write(json.dumps(found, ensure_ascii=False, indent=1))
        else:
            self.stdout.write(f"{timezone.localtime():%Y-%m-%d %H:%M %Z}")
            for row in rows:
                self.stdout.write(f"{row.state:<12}{row.area}: {row.subject}: {row.said}")
        wrong = sum(row.state is EvidenceState.WRONG for row in rows)
        unknown = sum(row.state is EvidenceState.NOT_CHECKED for row in rows)
        if wrong:
            raise CommandError(f"{wrong} wrong, {unknown} not checked, of {len(rows)}")
        self.stderr.write(f"nothing wrong, {unknown} not checked, of {len(rows)}")
