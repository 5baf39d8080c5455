"""Retrieval for a case made once more, today or as of the answer's day, beside what the answer was given."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from datetime import date
from typing import Any, cast

from django.conf import settings
from django.utils.translation import gettext_lazy as _

from chat.conversations.selectors import conversation_scope, earlier_questions
from chat.models import Answer, AnswerPassage, Rerun
from chat.reruns.replaying import answer_replay
from regulations.models import Passage
from regulations.reading.links import provision_url
from regulations.search.retrieval import SearchMode, search_passages
from regulations.search.retrieval.record import RecordedPassage, search_record
from regulations.text.locators import Locator, provision_key

SAME, CHANGED, NEW, GONE = "SAME", "CHANGED", "NEW", "GONE"
STANDINGS = {
    SAME: _("그대로"),
    CHANGED: _("내용이 바뀜"),
    NEW: _("새로 찾음"),
    GONE: _("이제 찾지 못함"),
}
_SPARE = 3


@dataclass(frozen=True)
class RepeatedSource:
    """A source before and now. `passage_id` is 0 where the passage is no longer there; ranks are 0 where it was not found."""

    passage_id: int
    label: str
    title: str
    url: str
    text: str
    standing: str
    rank_before: int
    rank_now: int
    relevance: float
    was_cited: bool
    is_relevant: bool

    @property
    def standing_label(self) -> str:
        """What became of it, in words."""
        return str(STANDINGS[self.standing])


@dataclass(frozen=True)
class RepeatedSearch:
    """The sources before and now, and why they differ, as far as there is proof."""

    rows: tuple[RepeatedSource, ...]
    causes: tuple[str, ...]
    best_relevance: float

    @classmethod
    def of(cls, rerun: Rerun) -> RepeatedSearch:
        """Read what `repeat_search` gave."""
        rows = tuple(RepeatedSource(**row) for row in rerun.result.get("rows", ()))
        causes = tuple(rerun.result.get("causes", ()))
        return cls(rows, causes, rerun.result.get("best_relevance", 0.0))

    def as_json(self) -> dict[str, Any]:
        """In the form in which it is stored."""
        return asdict(self)

    def count(self, standing: str) -> int:
        """How many sources have become so."""
        return sum(row.standing == standing for row in self.rows)

    @property
    def counts(self) -> list[tuple[str, int]]:
        """What became of the sources, in words with numbers."""
        return [(str(label), self.count(name)) for name, label in STANDINGS.items()]


def repeat_search(*, answer: Answer, day: date) -> RepeatedSearch:
    """Search as it was searched for the answer, on a day, and compare. Nothing is stored."""
    causes: tuple[str, ...] = ()
    if answer.retrieval:
        replay = answer_replay(answer=answer, on=day)
        results, causes = replay.now.results, replay.causes
    else:
        # A verified answer was not searched for.
        results = _searched(answer, day)
    before = list(answer.passages.select_related("version__regulation").order_by("rank"))
    rows = (*_now(results, before), *_gone(results, before))
    best = max((row.relevance for row in results), default=0.0)
    return RepeatedSearch(rows, causes, best)


def sources_before(answer: Answer) -> tuple[RepeatedSource, ...]:
    """What the answer was given, to choose from before anything was searched again."""
    rows = answer.passages.select_related("version__regulation").order_by("rank")
    return tuple(
        _as_before(row, SAME, is_relevant=row.relevance >= settings.MIN_RELEVANCE) for row in rows
    )


def _searched(answer: Answer, day: date) -> tuple[RecordedPassage, ...]:
    mode, limit = cast(SearchMode, answer.mode), settings.MAX_SOURCES + _SPARE
    scope = conversation_scope(conversation=answer.message.conversation)
    history = earlier_questions(answer=answer)
    result = search_passages(
        answer.question, as_of=day, scope=scope, limit=limit, mode=mode, history=history
    )
    return search_record(result, mode=mode, limit=limit, scope=scope, history=history).results


def _now(
    results: Sequence[RecordedPassage], before: Sequence[AnswerPassage]
) -> Iterator[RepeatedSource]:
    passages = _passages((row.version_id, row.locator_key) for row in results)
    earlier = {_place(row): row for row in before}
    for row in results:
        passage = passages.get((row.version_id, row.locator_key))
        if passage is None:  # pragma: no cover - indexed again between the search and this look
            continue
        known = earlier.get((row.regulation_id, provision_key(row.locator_key)))
        standing = NEW
        if known is not None:
            standing = SAME if known.text == passage.text else CHANGED
        yield RepeatedSource(
            passage_id=passage.pk,
            label=passage.locator.cited_in(row.regulation),
            title=passage.title,
            url=_url(passage.version.regulation.slug, passage.version.number, row.locator_key),
            text=passage.text,
            standing=standing,
            rank_before=known.rank if known else 0,
            rank_now=row.rank,
            relevance=row.relevance,
            was_cited=bool(known and known.used),
            is_relevant=row.rank <= settings.MAX_SOURCES
            and row.relevance >= settings.MIN_RELEVANCE,
        )


def _gone(
    results: Sequence[RecordedPassage], before: Sequence[AnswerPassage]
) -> Iterator[RepeatedSource]:
    found = {(row.regulation_id, provision_key(row.locator_key)) for row in results}
    for row in before:
        if _place(row) not in found:
            yield _as_before(row, GONE, is_relevant=False)


def _as_before(row: AnswerPassage, standing: str, *, is_relevant: bool) -> RepeatedSource:
    """A source as the answer had it."""
    version = row.version
    place = Locator.of_passage(row.locator_key)
    return RepeatedSource(
        passage_id=row.passage_id or 0,
        label=place.cited_in(row.regulation_title),
        title=row.title,
        url=_url(version.regulation.slug, version.number, row.locator_key) if version else "",
        text=row.text,
        standing=standing,
        rank_before=row.rank,
        rank_now=0,
        relevance=row.relevance,
        was_cited=row.used,
        is_relevant=is_relevant,
    )


def _place(row: AnswerPassage) -> tuple[int, str]:
    return (row.version.regulation_id if row.version else 0, provision_key(row.locator_key))


def _passages(wanted: Iterable[tuple[int, str]]) -> dict[tuple[int, str], Passage]:
    keys = set(wanted)
    found = Passage.objects.filter(
        version__in={version for version, _key in keys}, locator_key__in={key for _v, key in keys}
    ).select_related("version__regulation")
    return {(passage.version_id, passage.locator_key): passage for passage in found}


def _url(slug: str, number: int, locator_key: str) -> str:
    key = provision_key(locator_key)
    return provision_url(slug=slug, version_number=number, locator_key=key)
