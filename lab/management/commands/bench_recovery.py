"""`bench_recovery`: kill web, Valkey, PostgreSQL and workers while people ask, and measure until all is well again."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from dataclasses import asdict
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from lab.benchmarks.recovery import measure_recovery


class Command(BaseCommand):
    """Measures on an installation of its own, which is thrown away; takes about ten minutes."""

    help = "Measure how long the portal needs after a part was killed, and that nothing is lost or doubled."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the options."""
        parser.add_argument("--json", action="store_true")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print a row of a table for every fault."""
        found = []
        for recovery in measure_recovery(say=self.stderr.write):
            found.append(recovery)
            if options["json"]:
                self.stdout.write(json.dumps(asdict(recovery), ensure_ascii=False))
        if not options["json"]:
            self.stdout.write(
                "| fault | measured | seconds | lost | doubled |\n| --- | --- | --- | --- | --- |"
            )
            for row in found:
                self.stdout.write(
                    f"| {row.fault} | {row.what} | {row.seconds:.1f} | {row.lost} | {row.doubled} |"
                )
        if any(row.lost or row.doubled for row in found):
            raise CommandError("something was lost or doubled")
