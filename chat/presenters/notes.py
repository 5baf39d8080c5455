"""What stands beside an answer and is no sentence of it: one list for page, API, assistants, widget and messenger.

Somebody who reads the sentences alone would miss what corrects the question or limits the answer.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from chat.presenters.shapes import AnswerView


class NoteKind(StrEnum):
    """Of what a note speaks."""

    CRISIS = "crisis"
    DECIDED = "decided"
    AMENDED = "amended"
    UNOFFICIAL = "unofficial"
    WITHOUT_MODEL = "without_model"
    BROKEN_OFF = "broken_off"
    COURSE = "course"
    FROM_NEAR = "from_near"
    TRANSITIONAL = "transitional"
    NAMED = "named"
    LEFT_OPEN = "left_open"


@dataclass(frozen=True)
class NoteView:
    """A note in a sentence, with (label, address) of what can be read about it."""

    kind: NoteKind
    sentence: str
    links: tuple[tuple[str, str], ...] = ()


def notes_of(view: AnswerView) -> tuple[NoteView, ...]:
    """The notes of an answer in the order of its page."""
    return () if view.is_pending else tuple(_notes(view))


def _notes(view: AnswerView) -> Iterator[NoteView]:
    if view.crisis and view.crisis != view.status_sentence:
        yield NoteView(NoteKind.CRISIS, view.crisis)
    yield from _since(view)
    if view.translated_into and not view.is_refusal:
        yield NoteView(NoteKind.UNOFFICIAL, _("비공식 번역입니다. 한국어 조문이 우선합니다."))
    if view.model_notice and view.sentences and not view.is_error:
        kind = NoteKind.BROKEN_OFF if view.is_broken_off else NoteKind.WITHOUT_MODEL
        yield NoteView(kind, view.model_notice)
    if view.asks_course:
        yield NoteView(NoteKind.COURSE, _("학부와 대학원의 규정이 다릅니다."))
    if view.near_note:
        yield NoteView(NoteKind.FROM_NEAR, view.near_note)
    for rule in view.transitional if not view.is_refusal else ():
        former = ((rule.former_label, rule.former_url),) if rule.former_url else ()
        links = ((rule.addenda, rule.addenda_url), *former)
        yield NoteView(NoteKind.TRANSITIONAL, rule.sentence, links)
    for truth in view.named:
        yield NoteView(NoteKind.NAMED, truth.sentence, truth.links)
    if view.left_open:
        yield NoteView(NoteKind.LEFT_OPEN, view.left_open)


def _since(view: AnswerView) -> Iterator[NoteView]:
    """What became of it after it was given: decided by the staff, its provisions amended."""
    if view.decision:
        said = f"{view.decision.sentence} {view.decision.reason}".strip()
        yield NoteView(NoteKind.DECIDED, said)
    for one in view.amendments:
        since = f" ({_('%(day)s 시행') % {'day': date_format(one.day)}})" if one.day else ""
        yield NoteView(
            NoteKind.AMENDED, f"{one.state.label}{since} · {one.label}", ((one.label, one.url),)
        )
