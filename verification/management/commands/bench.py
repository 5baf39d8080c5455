"""`bench citations`: the time that the citations of an answer take, against 5,000 and 200,000 articles.

`bench streams`: 200 pages that follow an answer on one web process, with its memory.
`bench load`: so many people who ask, follow the answer and read, for so many seconds.
"""

from __future__ import annotations

import json
from argparse import ArgumentParser
from dataclasses import asdict
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from verification.evaluation.load import measure_load
from verification.evaluation.speed import CITATIONS, measure_citations
from verification.evaluation.streams import measure_streams

# Articles of the corpus → the p95 that is aimed at, in milliseconds.
TARGETS = {5_000: 10.0, 200_000: 20.0}


class Command(BaseCommand):
    """Measures speed on a synthetic corpus that leaves nothing behind."""

    help = "Measure how fast the citations of an answer are resolved."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the options."""
        parser.add_argument("subject", choices=["citations", "streams", "load"])
        parser.add_argument("--streams", type=int, default=200)
        parser.add_argument("--users", type=int, default=20)
        parser.add_argument("--seconds", type=float, default=20.0)
        parser.add_argument("--articles", type=int, nargs="+", default=list(TARGETS))
        parser.add_argument("--answers", type=int, default=200)
        parser.add_argument("--json", action="store_true")

    def handle(self, *args: Any, **options: Any) -> None:
        """Measure each size and print a row of the table."""
        if options["subject"] == "streams":
            self._streams(options["streams"], as_json=options["json"])
            return
        if options["subject"] == "load":
            self._load(options["users"], options["seconds"], as_json=options["json"])
            return
        if not options["json"]:
            self.stdout.write(
                f"{CITATIONS} citations an answer; milliseconds p50 / p95\n"
                f"{'articles':>9} {'queries':>8} {'resolution':>17} {'extraction':>17} {'target p95':>11}"
            )
        for articles in options["articles"]:
            speed = measure_citations(articles=articles, answers=options["answers"])
            if options["json"]:
                self.stdout.write(json.dumps(asdict(speed)))
                continue
            target = TARGETS.get(articles)
            self.stdout.write(
                f"{speed.articles:>9,} {speed.queries:>8} {_pair(speed.resolution):>17} "
                f"{_pair(speed.extraction):>17} {f'{target:g}' if target else '-':>11}"
            )

    def _streams(self, streams: int, *, as_json: bool) -> None:
        load = measure_streams(streams=streams)
        if as_json:
            self.stdout.write(json.dumps(asdict(load)))
        else:
            self.stdout.write(
                f"{load.streams} streams of {load.events} events, {load.errors} errors; "
                f"an event arrives after {load.delay[0]:.0f} ms (p50) / {load.delay[1]:.0f} ms (p95); "
                f"web process {load.memory_before:.0f} MB before, {load.memory_during:.0f} MB during"
            )
        if load.errors:
            raise CommandError(f"{load.errors} streams broke")

    def _load(self, users: int, seconds: float, *, as_json: bool) -> None:
        load = measure_load(users=users, seconds=seconds)
        if as_json:
            self.stdout.write(json.dumps(asdict(load)))
        else:
            self.stdout.write(
                f"{load.users} people for {load.seconds:.0f} s; milliseconds\n"
                f"{'page':<22} {'requests':>8} {'errors':>6} {'p50':>8} {'p95':>8}"
            )
            for page in load.pages:
                self.stdout.write(
                    f"{page.page:<22} {page.requests:>8} {page.errors:>6} {page.p50:>8.0f} {page.p95:>8.0f}"
                )
            self.stdout.write(f"the last answer ended {load.drain_seconds:.1f} s after the load")
        if load.errors:
            raise CommandError(f"{load.errors} requests failed")


def _pair(values: tuple[float, float]) -> str:
    return f"{values[0]:.2f} / {values[1]:.2f}"
