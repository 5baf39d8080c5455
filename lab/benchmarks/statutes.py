"""Statutes by the thousand: laws with their decrees and rules, invented, imported as `import_statutes` does, then searched and cited.

They go into the database that is configured, which has to be empty of everything else; a second run goes on where the first
one stopped.
"""

from __future__ import annotations

import random
import re
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeVar

from django.conf import settings
from django.utils import timezone

from regulations.importing.statutes import statutes_import
from regulations.models import Article, CrossReference, Regulation
from regulations.reading.names import names_load
from regulations.search.index.foreground import versions_index
from regulations.search.retrieval import Scope, search_passages
from regulations.text.citations import extract_citations
from verification.citations.resolution import resolve_citations

_Asked = TypeVar("_Asked")
AS_OF = date(2026, 3, 2)
_SEED = 20260302
_KINDS = (("", "법률"), (" 시행령", "대통령령"), (" 시행규칙", "부령"))
_CITATIONS = 15
_HANGUL = re.compile(r"[가-힣]{2,4}")
_HEAD = """---
제목: {title}
법령구분: {kind}
공포일자: 2023-01-01
시행일자: 2023-07-01
상태: 시행
---

# {title}
"""


class NotEmptyError(Exception):
    """The database holds more than invented statutes."""


@dataclass(frozen=True, slots=True)
class StatuteStep:
    """So many statutes more: the seconds of storing and citing, and of indexing their words."""

    statutes: int
    articles: int
    import_seconds: float
    index_seconds: float


@dataclass(frozen=True, slots=True)
class StatuteSpeed:
    """Milliseconds p50 and p95 with all statutes there, and how many of their citations resolved."""

    names_seconds: float
    references: int
    resolved: int
    search_own: tuple[float, float]
    search_statutes: tuple[float, float]
    extraction: tuple[float, float]
    resolution: tuple[float, float]


def statutes_grow(
    *, statutes: int, articles: int, step: int, say: Callable[[str], None]
) -> Iterator[StatuteStep]:
    """Import so many statutes in steps; raises NotEmptyError."""
    if Regulation.objects.exclude(title__startswith="표본").exists():
        raise NotEmptyError
    words = _words()
    there = Regulation.objects.count()
    for first in range(there, statutes, step):
        count = min(step, statutes - first)
        with TemporaryDirectory() as folder:
            for number in range(first, first + count):
                text = statute_text(number, articles=articles, among=statutes, words=words)
                (Path(folder) / f"{number}.md").write_text(text, encoding="utf-8")
            started = time.perf_counter()
            done = statutes_import(
                paths=[Path(folder)], now=timezone.now(), report_progress=lambda _line: None
            )
        imported = time.perf_counter()
        versions_index(versions=done.versions, embed=False, report_progress=lambda _line: None)
        ended = time.perf_counter()
        say(f"{first + count} statutes")
        yield StatuteStep(
            statutes=first + count,
            articles=Article.objects.count(),
            import_seconds=imported - started,
            index_seconds=ended - imported,
        )


def statutes_measure(*, questions: int) -> StatuteSpeed:
    """Search and resolve among what is there."""
    chance = random.Random(_SEED)  # noqa: S311 - a sample, no secret
    started = time.perf_counter()
    names = names_load()
    names_seconds = time.perf_counter() - started
    words, count = _words(), Regulation.objects.count()
    asked = [
        f"{' '.join(chance.sample(words, 3))}은 언제까지 하여야 합니까?" for _ in range(questions)
    ]
    texts = [_cited(chance, count) for _ in range(questions)]
    found = [extract_citations(text, names=names.extraction_index) for text in texts]
    references = CrossReference.objects.all()
    return StatuteSpeed(
        names_seconds=names_seconds,
        references=references.count(),
        resolved=references.filter(state=CrossReference.State.RESOLVED).count(),
        search_own=_timed(lambda one: search_passages(one, as_of=AS_OF, mode="keyword"), asked),
        search_statutes=_timed(
            lambda one: search_passages(
                one, as_of=AS_OF, mode="keyword", scope=Scope(collection="statutes")
            ),
            asked,
        ),
        extraction=_timed(
            lambda text: extract_citations(text, names=names.extraction_index), texts
        ),
        resolution=_timed(
            lambda citations: resolve_citations(citations, as_of=AS_OF, names=names), found
        ),
    )


def statute_text(number: int, *, articles: int, among: int, words: Sequence[str]) -> str:
    """A statute as the state publishes it, of so many articles that cite each other, their law and other laws."""
    chance = random.Random(number)  # noqa: S311 - a sample, no secret
    suffix, kind = _KINDS[number % len(_KINDS)]
    title = f"{_law(number)}{suffix}"
    lines = [_HEAD.format(title=title, kind=kind)]
    for article in range(1, articles + 1):
        one, two, three = chance.sample(words, 3)
        place = chance.randint(1, articles)
        other = _law(chance.randrange(max(1, among)))
        cited = chance.choice(
            (
                f"제{place}조",
                f"「{other}」 제{place}조",
                f"「{other}」 제{place}조 및 같은 법 시행령 제{place}조",
            )
            if suffix == ""
            else (f"법 제{place}조", f"「{other}」 제{place}조제1항", f"제{place}조")
        )
        lines.append(
            f"##### 제{article}조 ({one}의 {two})\n\n"
            f"**①** {cited}에 따라 {one}을 하려는 자는 {two}을 {chance.randint(2, 90)}일 이내에 제출하여야 한다.\n\n"
            f"**②** {two}의 {three}에 필요한 사항은 {chance.randint(2, 9)}년마다 정한다.\n"
        )
    return "\n".join(lines)


def _law(number: int) -> str:
    return f"표본 {number // len(_KINDS)} 법"


def _words() -> list[str]:
    folder = Path(settings.BASE_DIR) / "samples" / "regulations"
    texts = (path.read_text(encoding="utf-8") for path in sorted(folder.iterdir()))
    return sorted({word for text in texts for word in _HANGUL.findall(text)})


def _cited(chance: random.Random, statutes: int) -> str:
    return " ".join(
        f"「{_law(chance.randrange(statutes))}{chance.choice(_KINDS)[0]}」 제{chance.randint(1, 50)}조에 따릅니다."
        for _ in range(_CITATIONS)
    )


def _timed(act: Callable[[_Asked], object], asked: Sequence[_Asked]) -> tuple[float, float]:
    times = []
    for one in asked:
        started = time.perf_counter()
        act(one)
        times.append((time.perf_counter() - started) * 1000)
    return (
        round(statistics.median(times), 1),
        round(statistics.quantiles(times, n=20, method="inclusive")[-1], 1),
    )
