"""An answer as a skill of a Kakao channel says it (skill response 2.0): the states of the page in words, within its limits."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _

from chat.presenters.notes import notes_of
from chat.presenters.shapes import AnswerView, SentenceView
from verification.citations.states import SentenceOutcome

Skill = dict[str, Any]
# What the messenger takes: characters of a text, of a card and of a button, buttons beneath the field.
_LONGEST, _LONGEST_CARD, _LONGEST_LABEL, _MOST_REPLIES = 1000, 230, 14, 3
_LONGEST_QUOTE = 300


def text_reply(text: str) -> Skill:
    """A sentence and nothing else."""
    return _skill([{"simpleText": {"text": text[:_LONGEST]}}])


def later_reply(text: str, *, address: str) -> Skill:
    """A sentence with the page where the answer will stand."""
    return _skill([_card(text, _("답변 보기"), address)])


def callback_reply(text: str) -> Skill:
    """That the answer follows at the callback address; the text is what the block shows meanwhile."""
    return {"version": "2.0", "useCallback": True, "data": {"text": text}}


def answer_reply(view: AnswerView, *, address: str) -> Skill:
    """An answer with its states, the page that shows all of it, and what can be asked next."""
    said = _cut(list(_paragraphs(view)))
    outputs: list[Skill] = [{"simpleText": {"text": said}}]
    if address:
        outputs.append(_card(view.state_line or view.status_label, _("조문과 함께 보기"), address))
    replies = [
        {"label": _label(one), "action": "message", "messageText": one}
        for one in view.related_questions[:_MOST_REPLIES]
    ]
    return _skill(outputs, replies)


def _paragraphs(view: AnswerView) -> Iterator[str]:
    yield from (note.sentence for note in notes_of(view))
    if not view.sentences or view.is_refusal:
        yield view.status_sentence
    else:
        yield from (_sentence(one) for one in view.sentences)
    if view.crisis and view.contact:
        yield f"{view.contact.name} {view.contact.phone}".strip()
    for place in view.near:
        yield f"{place.label}\n“{_short(place.quote)}”"
    if view.composer_label:
        yield view.composer_label


def _sentence(sentence: SentenceView) -> str:
    if sentence.outcome == SentenceOutcome.WITHDRAWN:
        return f"[{sentence.outcome_label}] {_('이 문장을 거두었습니다.')}"
    if sentence.outcome in (SentenceOutcome.CONFIRMED, SentenceOutcome.NO_CLAIM):
        marks = "".join(f"\n[{one.status_label}] {one.label}" for one in sentence.citations)
        proviso = f"\n“{_short(sentence.proviso)}”" if sentence.proviso else ""
        return f"{sentence.text}{proviso}{marks}"
    cited = ", ".join(one.label for one in sentence.citations)
    mark = f"\n[{sentence.outcome_label}] {cited}".rstrip()
    if sentence.outcome == SentenceOutcome.DIFFERS or not sentence.quote:
        return f"{sentence.text}{mark}"
    return f"{sentence.text}{mark}\n“{_short(sentence.quote)}”"


def _cut(paragraphs: list[str]) -> str:
    """As many whole paragraphs as fit; what is left out is said."""
    more = _("… 나머지는 아래에서 볼 수 있습니다.")
    kept: list[str] = []
    for number, one in enumerate(paragraphs):
        rest = 0 if number == len(paragraphs) - 1 else len(more) + 2
        if len("\n\n".join([*kept, one])) + rest > _LONGEST:
            return "\n\n".join([*kept, more])
        kept.append(one)
    return "\n\n".join(kept)


def _card(text: str, label: str, address: str) -> Skill:
    button = {"action": "webLink", "label": _label(label), "webLinkUrl": address}
    return {"textCard": {"description": text[:_LONGEST_CARD], "buttons": [button]}}


def _skill(outputs: list[Skill], replies: list[Skill] | None = None) -> Skill:
    template: Skill = {"outputs": outputs}
    if replies:
        template["quickReplies"] = replies
    return {"version": "2.0", "template": template}


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST_QUOTE else f"{text[:_LONGEST_QUOTE]} …"


def _label(text: str) -> str:
    return text if len(text) <= _LONGEST_LABEL else f"{text[: _LONGEST_LABEL - 1]}…"
