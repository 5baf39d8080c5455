"""`bench_recovery [WORK…]`: kill parts in the middle of asking, checking, importing or publishing; measure until all is well."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from dataclasses import asdict
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from lab.benchmarks.killed_work import CHECKING, IMPORTING, PUBLISHING
from lab.benchmarks.recovery import ASKING, measure_recovery

_FAULTS = {
    "asking": ASKING,
    "checking": CHECKING,
    "importing": IMPORTING,
    "publishing": PUBLISHING,
}


class Command(BaseCommand):
    """Measures on an installation of its own, which is thrown away; takes about half an hour, or less where only some work is named."""

    help = "Measure how long the portal needs after a part was killed, and that nothing is lost, half done or doubled."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the options."""
        parser.add_argument(
            "work", nargs="*", choices=list(_FAULTS), default=list(_FAULTS), metavar="WORK"
        )
        parser.add_argument("--json", action="store_true")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print a row of a table for every fault."""
        found = []
        faults = [fault for work in options["work"] for fault in _FAULTS[work]]
        for recovery in measure_recovery(faults, say=self.stderr.write):
            found.append(recovery)
            if options["json"]:
                self.stdout.write(json.dumps(asdict(recovery), ensure_ascii=False))
        if not options["json"]:
            self.stdout.write(
                "| fault | measured | seconds | pieces | lost | half done | doubled |\n"
                "| --- | --- | --- | --- | --- | --- | --- |"
            )
            for row in found:
                self.stdout.write(
                    f"| {row.fault} | {row.what} | {row.seconds:.1f} | {row.pieces} | {row.lost} | "
                    f"{row.half} | {row.doubled} |"
                )
        if any(row.lost or row.half or row.doubled for row in found):
            raise CommandError("something was lost, half done or doubled")
