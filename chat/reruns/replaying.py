"""Retrieval of a stored answer made once more: the same sources, or what has changed since and explains the difference."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import cast

from django.utils import timezone

from chat.models import Answer
from regulations.models import RegulationVersion, ThesaurusEntry
from regulations.reading.selectors import versions_on
from regulations.search.retrieval import SearchMode, SecondLook, search_passages
from regulations.search.retrieval.record import (
    RecordedPassage,
    SearchRecord,
    scope_from_json,
    search_record,
)

_SETUP = {
    "embedding_model": "임베딩 모델",
    "tokenizer": "형태소 분석",
    "thesaurus": "동의어",
    "weights": "순위 가중치",
    "reranker": "재순위 모델",
    "rewriter": "질문을 고쳐 쓴 모델",
}

_MOST_SYNONYMS = 5


class NotRecordedError(Exception):
    """The answer has no record of its search: it is older than the record, or was never retrieved for."""


@dataclass(frozen=True)
class Replay:
    """Both searches, and why they differ: causes for which there is proof, empty where the sources are the same."""

    before: SearchRecord
    now: SearchRecord
    causes: tuple[str, ...]

    @property
    def is_same(self) -> bool:
        """Whether the same provisions, word for word, came in the same order."""
        return [_identity(row) for row in self.before.results] == [
            _identity(row) for row in self.now.results
        ]

    @property
    def lost(self) -> tuple[RecordedPassage, ...]:
        """What was found then and is not found now."""
        places = {row.place for row in self.now.results}
        return tuple(row for row in self.before.results if row.place not in places)

    @property
    def gained(self) -> tuple[RecordedPassage, ...]:
        """What is found now and was not found then."""
        places = {row.place for row in self.before.results}
        return tuple(row for row in self.now.results if row.place not in places)


def answer_replay(*, answer: Answer, on: date | None = None) -> Replay:
    """Search again as it was searched for the answer, on the same day or another; raises NotRecordedError.

    Nothing is stored.
    """
    if not answer.retrieval:
        raise NotRecordedError("이 답변에는 검색 기록이 없습니다.")
    day = on or answer.as_of
    before = SearchRecord.from_json(answer.retrieval)
    scope = scope_from_json(before.scope)
    mode = cast(SearchMode, before.mode)
    result = search_passages(
        answer.question,
        as_of=day,
        scope=scope,
        limit=before.limit,
        mode=mode,
        history=before.history,
        second_look=SecondLook(reworded=bool(before.reworded)),
    )
    now = search_record(result, mode=mode, limit=before.limit, scope=scope, history=before.history)
    causes = tuple(_causes(before, now, of=answer, as_of=day))
    return Replay(before=before, now=now, causes=causes)


def _identity(row: RecordedPassage) -> tuple[int, str, str]:
    return (row.version_id, row.locator_key, row.content_hash)


def _causes(before: SearchRecord, now: SearchRecord, *, of: Answer, as_of: date) -> Iterator[str]:
    if before.query != now.query:
        yield f"찾은 질문이 다릅니다: ‘{before.query}’ → ‘{now.query}’"
    if before.reworded != now.reworded:
        yield f"규정의 말로 고쳐 찾은 질문이 다릅니다: ‘{before.reworded}’ → ‘{now.reworded or '없음'}’"
    old, new = before.setup.as_json(), now.setup.as_json()
    for name, label in _SETUP.items():
        if old[name] != new[name]:
            yield f"{label}: {old[name] or '없음'} → {new[name] or '없음'}"
    if old["thesaurus"] != new["thesaurus"]:
        yield from _synonyms(since=of.created_at)
    for name, value in before.thresholds.items():
        if now.thresholds.get(name) != value:
            yield f"설정 {name}: {value:g} → {now.thresholds.get(name, 0):g}"
    yield from (f"그때: {note}" for note in before.notes)
    yield from (f"지금: {note}" for note in now.notes)
    yield from _left_scope(before)
    yield from _amendments(before.results, now.results, of=of, as_of=as_of)


def _synonyms(*, since: datetime) -> Iterator[str]:
    """The lines that came, changed or were switched off; a line that was deleted leaves no trace."""
    changed = ThesaurusEntry.objects.filter(changed_at__gt=since).order_by("-changed_at", "line")
    for entry in changed[:_MOST_SYNONYMS]:
        yield f"  {entry.line}" if entry.is_enabled else f"  껐음: {entry.line}"
    if (more := changed.count() - _MOST_SYNONYMS) > 0:
        yield f"  그 밖에 {more}개"


def _left_scope(before: SearchRecord) -> Iterator[str]:
    scope = scope_from_json(before.scope)
    if not scope.is_narrow:
        return
    for regulation_id, title in dict.fromkeys(
        (row.regulation_id, row.regulation) for row in before.results
    ):
        if not scope.holds(regulation_id):
            yield f"「{title}」은(는) 이제 그 범위에 들지 않습니다."


def _amendments(
    before: Sequence[RecordedPassage],
    now: Sequence[RecordedPassage],
    *,
    of: Answer,
    as_of: date,
) -> Iterator[str]:
    wanted = [row.version_id for row in (*before, *now)]
    in_force = versions_on(day=as_of).select_related("regulation")
    valid = {version.pk: version for version in in_force.filter(pk__in=wanted)}
    by_regulation = {version.regulation_id: version for version in valid.values()}
    for regulation_id, title, version_id in dict.fromkeys(
        (row.regulation_id, row.regulation, row.version_id) for row in before
    ):
        if version_id in valid:
            continue
        if not RegulationVersion.objects.filter(pk=version_id).exists():
            yield f"「{title}」의 그 판은 이제 없습니다."
            continue
        follower = by_regulation.get(regulation_id)
        instead = f" 지금은 {follower.number}판입니다." if follower else ""
        yield f"「{title}」의 그 판은 이제 {as_of:%Y. %-m. %-d.}에 시행 중인 판이 아닙니다.{instead}"
    known = {row.version_id for row in before}
    for row in {row.version_id: row for row in now if row.version_id not in known}.values():
        if row.regulation_id in {one.regulation_id for one in before}:
            continue
        version = valid[row.version_id]
        # What was there already was only not among the best; why it is now, another cause says.
        if version.published_at and version.published_at > of.created_at:
            published = timezone.localdate(version.published_at)
            yield f"「{row.regulation}」이(가) 새로 들어왔습니다 ({published:%Y. %-m. %-d.} 게시)."
        elif version.enforcement_date and version.enforcement_date > of.as_of:
            yield f"「{row.regulation}」이(가) {version.enforcement_date:%Y. %-m. %-d.}부터 시행되었습니다."
    hashes = {(row.version_id, row.locator_key): row.content_hash for row in now}
    for row in before:
        same = hashes.get((row.version_id, row.locator_key), row.content_hash)
        if same != row.content_hash:
            yield f"「{row.regulation}」 {row.locator_key}의 글이 다시 색인되며 달라졌습니다."
