"""`bench citations` and `bench search`: how long citations and searches take, against corpora of several sizes.

`bench streams`: 200 pages that follow an answer on one web process, with its memory.
`bench statutes`: importing, searching and citing invented statutes by the thousand.
`bench first`: when the first confirmed sentence is there, with a model of so many tokens a second.
`bench publishing`: publishing a whole volume, until its words and its meaning are found, with real workers.
`bench memory`: what each process of the running portal holds, after so many questions.
`bench load`: so many people who ask, follow the answer and read, for so long; locust runs lab/locustfile.py.
"""

from __future__ import annotations

import json
from argparse import ArgumentParser
from dataclasses import asdict
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from lab.benchmarks.citation_speed import CITATIONS, measure_citations
from lab.benchmarks.first_sentence import measure_first_sentence
from lab.benchmarks.load import LoadFailed, LoadPlan, run_load
from lab.benchmarks.memory import (
    NothingListensError,
    memory_measure,
    memory_table,
    sample_questions_ask,
)
from lab.benchmarks.publishing import measure_publishing
from lab.benchmarks.search_speed import measure_search
from lab.benchmarks.statutes import NotEmptyError, statutes_grow, statutes_measure
from lab.benchmarks.streams import measure_streams
from lab.benchmarks.table import machine, section, write_sections

# Articles of the corpus → the p95 that is aimed at, in milliseconds.
TARGETS = {5_000: 10.0, 200_000: 20.0}


class Command(BaseCommand):
    """Measures speed on synthetic corpora that are removed at the end."""

    help = "Measure how fast citations are resolved and how fast provisions are found."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the options."""
        subjects = parser.add_subparsers(dest="subject", required=True)
        citations = subjects.add_parser("citations")
        citations.add_argument("--articles", type=int, nargs="+", default=list(TARGETS))
        citations.add_argument("--answers", type=int, default=200)
        search = subjects.add_parser("search")
        search.add_argument("--passages", type=int, nargs="+", default=[20_000])
        search.add_argument("--questions", type=int, default=200)
        search.add_argument("--keep", action="store_true", help="keep the corpus for a later run")
        search.add_argument("--write", type=Path, help="put the tables into this document")
        streams = subjects.add_parser("streams")
        streams.add_argument("--streams", type=int, default=200)
        statutes = subjects.add_parser("statutes")
        statutes.add_argument("--statutes", type=int, default=5_000)
        statutes.add_argument("--articles", type=int, default=50, help="of each statute")
        statutes.add_argument("--step", type=int, default=500, help="statutes imported at once")
        statutes.add_argument("--questions", type=int, default=200)
        first = subjects.add_parser("first")
        first.add_argument("--answers", type=int, default=40)
        first.add_argument("--tokens", type=float, default=40.0, help="tokens a second")
        publishing = subjects.add_parser("publishing")
        publishing.add_argument("volume", type=Path, help="file or folder of regulations")
        publishing.add_argument(
            "--at-once", action="store_true", help="publish before the words of drafts are prepared"
        )
        publishing.add_argument("--vector-seconds", type=float, default=600.0)
        memory = subjects.add_parser("memory")
        memory.add_argument("--address", default="http://127.0.0.1:8000")
        memory.add_argument("--questions", type=int, default=50)
        for subject in (citations, search, streams, first, publishing):
            subject.add_argument("--json", action="store_true")
        _load_arguments(subjects.add_parser("load"))

    def handle(self, *args: Any, **options: Any) -> None:
        """Measure each size and print its figures."""
        if options["subject"] == "search":
            self._search(options)
        elif options["subject"] == "streams":
            self._streams(options["streams"], as_json=options["json"])
        elif options["subject"] == "statutes":
            self._statutes(options)
        elif options["subject"] == "first":
            self._first(options["answers"], options["tokens"], as_json=options["json"])
        elif options["subject"] == "publishing":
            self._publishing(options)
        elif options["subject"] == "memory":
            self._memory(options["address"], options["questions"])
        elif options["subject"] == "load":
            self._load(options)
        else:
            self._citations(options)

    def _search(self, options: dict[str, Any]) -> None:
        for passages in options["passages"]:
            measured = measure_search(
                passages=passages,
                questions=options["questions"],
                keep=options["keep"],
                say=self.stderr.write,
            )
            if options["json"]:
                self.stdout.write(json.dumps(asdict(measured), ensure_ascii=False))
            else:
                self.stdout.write(section(measured) + "\n")
            if options["write"]:
                before = f"Machine: {machine()}."
                write_sections(options["write"], [section(measured)], before=before)

    def _citations(self, options: dict[str, Any]) -> None:
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

    def _statutes(self, options: dict[str, Any]) -> None:
        wanted = {name: options[name] for name in ("statutes", "articles", "step")}
        try:
            for step in statutes_grow(**wanted, say=self.stderr.write):
                self.stdout.write(
                    f"{step.statutes:>6,} statutes, {step.articles:>8,} articles: "
                    f"import {step.import_seconds:6.1f} s, words {step.index_seconds:6.1f} s"
                )
        except NotEmptyError as error:
            raise CommandError("only for a database of its own: set PORTAL_DATA_DIR") from error
        speed = statutes_measure(questions=options["questions"])
        self.stdout.write(
            f"names {speed.names_seconds:.1f} s; references {speed.resolved:,} of {speed.references:,} resolved; "
            f"milliseconds p50 / p95: search {_pair(speed.search_own)}, search in statutes {_pair(speed.search_statutes)}, "
            f"15 citations read {_pair(speed.extraction)} and resolved {_pair(speed.resolution)}; {machine()}"
        )

    def _first(self, answers: int, tokens: float, *, as_json: bool) -> None:
        first = measure_first_sentence(answers=answers, tokens_a_second=tokens)
        if as_json:
            self.stdout.write(json.dumps(asdict(first)))
            return
        self.stdout.write(
            f"{first.answers} answers of a model of {tokens:g} tokens a second: first confirmed sentence "
            f"{first.seconds[0]:.2f} s (p50) / {first.seconds[1]:.2f} s (p95) after the first token, "
            f"{first.own_seconds[0]:.2f} / {first.own_seconds[1]:.2f} s after its own last; {first.without} without one"
        )

    def _publishing(self, options: dict[str, Any]) -> None:
        speed = measure_publishing(
            volume=options["volume"],
            at_once=options["at_once"],
            vector_seconds=options["vector_seconds"],
            say=self.stderr.write,
        )
        if options["json"]:
            self.stdout.write(json.dumps(asdict(speed)))
            return
        self.stdout.write(
            f"{speed.regulations} regulations, prepared in {speed.prepared:.0f} s and published in {speed.published:.0f} s; "
            f"words of the first found after "
            f"{speed.first_words:.1f} s, of half {speed.half_words:.0f} s, of all {speed.all_words:.0f} s, when "
            f"{speed.vectors_at_all_words:,} of {speed.passages:,} passages had their vector; "
            f"{speed.vectors:,} after {speed.seconds:.0f} s; {machine()}"
        )

    def _memory(self, address: str, questions: int) -> None:
        try:
            sample_questions_ask(address, questions)
            self.stdout.write(memory_table(memory_measure(address)))
        except (NothingListensError, OSError) as error:
            raise CommandError(f"{address}: {error}") from error

    def _load(self, options: dict[str, Any]) -> None:
        plan = LoadPlan(
            users=options["users"],
            run_time=options["run_time"],
            think_seconds=options["think"],
            questions=options["questions"],
            web=options["web"],
            answers=options["answers"],
            checks=options["checks"],
        )
        try:
            drained = run_load(plan, say=self.stderr.write)
        except LoadFailed as error:
            raise CommandError(str(error)) from error
        self.stdout.write(
            f"{machine()}; everything was answered and checked {drained:.1f} s after the last click"
        )


def _load_arguments(load: ArgumentParser) -> None:
    load.add_argument("--users", type=int, default=500)
    load.add_argument("--run-time", default="10m", help="as locust writes it: 30s, 10m, 1h")
    load.add_argument("--think", type=float, default=40.0, help="mean pause in seconds")
    load.add_argument("--questions", type=Path, help="JSONL with `question`")
    load.add_argument("--web", type=int, default=2, help="web processes")
    load.add_argument("--answers", type=int, default=2, help="processes for answers")
    load.add_argument("--checks", type=int, default=1, help="processes for checks")


def _pair(values: tuple[float, float]) -> str:
    return f"{values[0]:.2f} / {values[1]:.2f}"
