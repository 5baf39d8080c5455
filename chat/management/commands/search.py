"""`search "질의"`: ranked provisions with their relevance and why; `--jsonl` answers a file of questions."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from collections.abc import Callable
from datetime import date
from functools import partial
from typing import Any, cast

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from chat.asking.scopes import SCOPE_HELP, UnknownScopeError, scope_read
from regulations.search.retrieval import (
    SEARCH_MODES,
    RankedPassage,
    SearchMode,
    SearchOutcome,
    SearchResult,
    SecondLook,
    search_passages,
)
from regulations.search.retrieval.record import scope_from_json

_JSONL_LIMIT = 10


class Command(BaseCommand):
    help = "Finds the provisions that answer a question."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("query", nargs="?", default="")
        parser.add_argument("--limit", type=int, default=5)
        parser.add_argument("--as-of", type=date.fromisoformat, default=None)
        parser.add_argument("--mode", choices=SEARCH_MODES, default="hybrid")
        parser.add_argument("--scope", default="", help=SCOPE_HELP)
        parser.add_argument("--json", action="store_true", help="One JSON object instead of text.")
        parser.add_argument(
            "--jsonl", action="store_true", help="Reads questions, one JSON object a line."
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            scope = scope_from_json(scope_read(options["scope"]))
        except UnknownScopeError as error:
            raise CommandError(str(error)) from error
        find = partial(
            search_passages,
            as_of=options["as_of"] or timezone.localdate(),
            mode=cast(SearchMode, options["mode"]),
            scope=scope,
        )
        if options["jsonl"]:
            for line in filter(str.strip, sys.stdin):
                self._answer_line(line, find)
            return
        if not options["query"].strip():
            raise CommandError('질의를 적어 주십시오: search "휴학은 몇 년까지 되나요?"')
        result = find(
            options["query"], limit=options["limit"], second_look=SecondLook(outside=True)
        )
        if options["json"]:
            self.stdout.write(json.dumps(_full(result), ensure_ascii=False, indent=2))
        else:
            self._print(result)

    def _answer_line(self, line: str, find: Callable[..., SearchResult]) -> None:
        try:
            asked = json.loads(line)
            question, history = asked["question"], asked.get("history") or ()
        except (ValueError, KeyError, TypeError) as error:
            raise CommandError(f"not a question in JSON: {line.strip()[:80]}") from error
        result = find(question, limit=_JSONL_LIMIT, history=history)
        answer = {
            "id": asked.get("id"),
            "outcome": result.outcome.value,
            "abstained": result.abstained,
            "results": [_place(ranked) for ranked in result.passages],
        }
        self.stdout.write(json.dumps(answer, ensure_ascii=False))
        self.stdout.flush()

    def _print(self, result: SearchResult) -> None:
        if not result.passages:
            self.stdout.write("그날 그 범위에 시행 중인 규정이 없거나 아직 색인되지 않았습니다.")
        elif result.outcome is not SearchOutcome.ANSWER:
            said = "답이 있을 수 있습니다" if result.near else "답이 되는 조문을 찾지 못했습니다"
            self.stdout.write(
                f"{said} (가장 높은 관련도 {result.best_relevance:.2f}). 가까운 조문:"
            )
        if result.outside:
            self.stdout.write(f"범위 밖에서는 「{result.outside.title}」에 관련 조문이 있습니다.")
        for ranked in result.passages:
            passage = ranked.passage
            self.stdout.write(f"{ranked.rank}. [{ranked.relevance:.2f}] {passage.title}")
            self.stdout.write(f"   {_excerpt(passage.text)}")
            self.stdout.write(f"   {' · '.join(ranked.why)}")
        self.stdout.write(f"{sum(result.timings.values()):.0f} ms {dict(result.timings)}")


def _place(ranked: RankedPassage) -> dict[str, Any]:
    locator = ranked.passage.locator
    return {
        "regulation": ranked.passage.version.regulation.title,
        "article": locator.article,
        "branch": locator.branch,
        "paragraph": locator.paragraph,
        # 부칙 제2조 is another provision than 제2조.
        "addenda": locator.addenda,
        "locator": locator.key,
        "relevance": round(ranked.relevance, 4),
    }


def _full(result: SearchResult) -> dict[str, Any]:
    return {
        "query": result.query,
        "outcome": result.outcome.value,
        "abstained": result.abstained,
        "best_relevance": round(result.best_relevance, 4),
        "timings": dict(result.timings),
        "setup": result.setup.as_json(),
        "notes": list(result.notes),
        "outside": result.outside.title if result.outside else None,
        "results": [
            _place(ranked)
            | {
                "rank": ranked.rank,
                "score": round(ranked.score, 4),
                "title": ranked.passage.title,
                "text": ranked.passage.text,
                "why": list(ranked.why),
                "via": ranked.via,
            }
            for ranked in result.passages
        ],
    }


def _excerpt(text: str, length: int = 160) -> str:
    line = " ".join(text.split())
    return line if len(line) <= length else f"{line[:length]}…"
