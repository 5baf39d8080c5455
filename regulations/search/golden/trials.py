"""A change of the thesaurus, tried before it goes live: on the golden sets, and on what people really asked lately.

The trial makes every search twice, as it is and with the change inside a transaction that is taken back. Nobody else
searches with it, and nothing but the trial's own row stays. Applying it is another step, and a person's.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from portal.accounts.models import User
from regulations.models import GoldenSet, ThesaurusEntry, ThesaurusTrial
from regulations.search.golden import runs_compare
from regulations.search.golden.metrics import asked, figures
from regulations.search.golden.questions import golden_row
from regulations.search.golden.running import run_result
from regulations.search.golden.searching import SearchedQuestion, search_all
from regulations.search.retrieval import SearchOutcome, search_passages
from regulations.signals import recent_questions_requested
from regulations.text.thesaurus import InvalidEntryError, parse_entry

State = ThesaurusTrial.State

# So many of the latest questions of people, and of each golden set, are searched for.
REAL_QUESTIONS = 50
GOLDEN_QUESTIONS = 300
_SOURCES = 5
_REMOVAL_PREFIX = "-"


class InvalidTrialError(ValueError):
    """The lines cannot be tried; the message tells a person which and why."""


@dataclass(frozen=True, slots=True)
class ThesaurusChange:
    """What is done to the thesaurus: lines that come in, and lines that are there and go."""

    added: tuple[str, ...]
    removed: tuple[str, ...]


def change_parse(text: str) -> ThesaurusChange:
    """Read a change as it is typed, a line an entry, `- ` before one that goes; raises InvalidTrialError."""
    added: list[str] = []
    removed: list[str] = []
    for number, line in enumerate(text.splitlines(), 1):
        wanted = " ".join(line.removeprefix("\ufeff").split())
        if not wanted or wanted.startswith("#"):
            continue
        if wanted.startswith(_REMOVAL_PREFIX):
            removed.append(_known(wanted.removeprefix(_REMOVAL_PREFIX).strip(), number))
            continue
        added.append(_entry_line(wanted, number))
    if not added and not removed:
        raise InvalidTrialError(_("바꿀 동의어를 한 줄에 하나씩 적어 주십시오."))
    return ThesaurusChange(tuple(dict.fromkeys(added)), tuple(dict.fromkeys(removed)))


def trial_start(*, text: str, asked_by: User | None = None) -> ThesaurusTrial:
    """Store a trial that is to be made; raises InvalidTrialError."""
    change_parse(text)
    return ThesaurusTrial.objects.create(lines=text, asked_by=asked_by)


def lease_trial(*, trial_id: int, now: datetime) -> ThesaurusTrial | None:
    """Lease a trial; None if it was begun."""
    return ThesaurusTrial.lease(now=now, pk=trial_id)


def trial_execute(*, trial: ThesaurusTrial, now: datetime) -> ThesaurusTrial:
    """Search before and with the change, and keep what differs; a trial that was begun is not made twice."""
    leased = lease_trial(trial_id=trial.pk, now=now)
    trial.refresh_from_db()
    if leased is None:
        return trial
    try:
        change = change_parse(trial.lines)
        golden = [_golden_compared(one, change, now) for one in _golden_sets()]
        questions = questions_asked(REAL_QUESTIONS)
        real = list(_real_compared(questions, change, now))
    except Exception as error:
        trial.fail(f"{type(error).__name__}: {error}", state=State.FAILED, finished_at=now)
        raise
    trial.finish(
        state=State.DONE,
        golden=golden,
        real=real,
        real_count=len(questions),
        finished_at=timezone.now(),
    )
    trial.refresh_from_db()
    return trial


@transaction.atomic
def trial_apply(*, trial: ThesaurusTrial, now: datetime) -> bool:
    """Let searches use the change from now on; False where somebody has applied it already."""
    locked = ThesaurusTrial.objects.select_for_update().get(pk=trial.pk)
    if locked.applied_at is not None:
        return False
    change_apply(change_parse(locked.lines))
    locked.applied_at = now
    locked.save(update_fields=["applied_at"])
    return True


def is_measured() -> bool:
    """Whether there is a golden set, so that a change can be shown before it goes live."""
    return GoldenSet.objects.exists()


def change_apply(change: ThesaurusChange) -> None:
    """Bring the lines in and switch the others off; nothing is deleted, so that whatever turns out wrong can come back."""
    for entry in ThesaurusEntry.objects.filter(line__in=change.removed):
        entry.is_enabled = False
        entry.save(update_fields=["is_enabled", "changed_at"])
    for line in change.added:
        ThesaurusEntry.objects.update_or_create(line=line, defaults={"is_enabled": True})


def questions_asked(limit: int) -> list[tuple[str, tuple[str, ...]]]:
    """What people asked lately, each question with those before it."""
    answers: Sequence[tuple[object, Any]] = recent_questions_requested.send(
        sender=ThesaurusTrial, limit=limit
    )
    return [question for _receiver, found in answers for question in found][:limit]


def _entry_line(line: str, number: int) -> str:
    try:
        read = parse_entry(line).line
    except InvalidEntryError as error:
        raise InvalidTrialError(
            _("%(number)d행은 ‘낱말 = 규정의 낱말’ 꼴이 아닙니다.") % {"number": number}
        ) from error
    if len(read) > ThesaurusEntry.MAX_LENGTH:
        raise InvalidTrialError(
            _("%(number)d행이 %(limit)d자를 넘습니다.")
            % {"number": number, "limit": ThesaurusEntry.MAX_LENGTH}
        )
    return read


def _known(line: str, number: int) -> str:
    if not ThesaurusEntry.objects.filter(line=line).exists():
        raise InvalidTrialError(
            _("%(number)d행의 동의어는 없습니다: %(line)s") % {"number": number, "line": line}
        )
    return line


def _golden_sets() -> list[GoldenSet]:
    return list(GoldenSet.objects.order_by("name"))


def _golden_compared(
    golden_set: GoldenSet, change: ThesaurusChange, now: datetime
) -> dict[str, Any]:
    rows = golden_set.questions.order_by("key", "pk")[:GOLDEN_QUESTIONS]
    questions = [asked(golden_row(row)) for row in rows]
    as_of = golden_set.as_of or timezone.localdate(now)
    before = search_all(questions, as_of=as_of, mode="hybrid")
    with _changed(change):
        after = search_all(questions, as_of=as_of, mode="hybrid")
    compared = runs_compare(
        [run_result(one) for one in before],
        [run_result(one) for one in after],
        figures_before=_figures(before),
        figures_now=_figures(after),
    )
    return {
        "name": golden_set.name,
        "questions": len(questions),
        "changes": {name: list(pair) for name, pair in compared.changes.items()},
        "lowered": list(compared.lowered),
        "regressions": [asdict(one) for one in compared.regressions],
        "improvements": [asdict(one) for one in compared.improvements],
    }


def _figures(searched: Sequence[SearchedQuestion]) -> dict[str, float]:
    """Without the times: the second search finds the question's vector in the cache."""
    values = figures([(one.asked, one.found) for one in searched])
    return {name: value for name, value in values.items() if not name.endswith(" ms")}


def _real_compared(
    questions: Sequence[tuple[str, tuple[str, ...]]], change: ThesaurusChange, now: datetime
) -> Iterator[dict[str, Any]]:
    before = list(_sources(questions, now))
    with _changed(change):
        after = list(_sources(questions, now))
    for (question, _history), was, becomes in zip(questions, before, after, strict=True):
        if was != becomes:
            yield {"question": question, "before": was, "now": becomes}


def _sources(
    questions: Iterable[tuple[str, tuple[str, ...]]], now: datetime
) -> Iterator[list[str]]:
    """The titles of what each question would be answered from, best first; none where it would not be answered."""
    for question, history in questions:
        result = search_passages(
            question, as_of=timezone.localdate(now), limit=_SOURCES, history=history
        )
        sources = result.sources if result.outcome is SearchOutcome.ANSWER else ()
        yield [one.passage.title for one in sources]


@contextmanager
def _changed(change: ThesaurusChange) -> Iterator[None]:
    """Let this process search with the change for the time of the block; nobody else ever sees it."""
    with transaction.atomic():
        try:
            change_apply(change)
            yield
        finally:
            transaction.set_rollback(True)
