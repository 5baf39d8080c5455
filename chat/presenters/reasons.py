"""Why an answer is not confirmed, in words, and that no model wrote it to its end: what a program that reads the answer is told beside the states."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _

from chat.models import Answer
from chat.presenters.shapes import SentenceCounts, SentenceView
from chat.presenters.wording import is_broken_off, status_sentence
from verification.checking.hallucinations.context import read_rows
from verification.checking.hallucinations.signals import find_hallucination_signals
from verification.citations.reasons import translated_reason
from verification.models import Verification

State = Verification.CheckState
_LONGEST = 80


def unconfirmed_reasons(
    answer: Answer,
    status: Answer.Status,
    sentences: Sequence[SentenceView],
    verification: Verification | None,
) -> tuple[str, ...]:
    """The reasons, a sentence each; none for an answer that was confirmed as a whole or is still being made."""
    if status in (Answer.Status.PENDING, Answer.Status.COMPOSING):
        return ()
    if status.is_refusal or status.is_error:
        said = filter(None, [answer.get_fallback_reason_display(), _of_error(status)])
        return tuple(said) or (status_sentence(status),)
    found = [
        *_of_sentences(sentences),
        *_of_signals(answer, verification),
        *_of_check(verification),
    ]
    if not found and not SentenceCounts.of(sentences).is_all_confirmed:
        found = [status_sentence(status)]
    return tuple(dict.fromkeys(found))


def model_notes(answer: Answer) -> list[str]:
    """Why the answer is an excerpt although there is a model, or ends before its end."""
    if is_broken_off(answer.composer, answer.error):
        return [f"model_broke_off: {answer.error.split(':')[1].strip()}"]
    is_excerpt = answer.composer == Answer.Composer.EXTRACTIVE and answer.error
    return [f"model_failed: {answer.error.partition(':')[0]}"] if is_excerpt else []


def _of_error(status: Answer.Status) -> str:
    return str(status.label) if status.is_error else ""


def _of_sentences(sentences: Sequence[SentenceView]) -> Iterator[str]:
    said = {
        "BESIDE_SOURCE": _("확인하지 못한 문장: %(text)s"),
        "DIFFERS": _("규정과 달라 원문으로 바꾼 문장이 있습니다."),
        "WITHDRAWN": _("거둔 문장: %(text)s"),
        "NOT_CHECKED": _("확인하지 않은 문장: %(text)s"),
    }
    for one in sentences:
        if one.outcome in said:
            text = said[one.outcome] % {"text": (one.text or one.withdrawn_text)[:_LONGEST]}
            why = translated_reason(one.reason.partition("\n")[0])
            if not why and one.outcome == "BESIDE_SOURCE":
                why = _("조문에서 뒷받침하는 문장을 찾지 못했습니다.")
            yield " ".join(filter(None, [text, why]))


def _of_signals(answer: Answer, verification: Verification | None) -> Iterator[str]:
    """Hedges and contacts that no source has, in what was composed: also those of sentences that nobody sees."""
    if verification is None or answer.composer != Answer.Composer.GENERATIVE:
        return
    rows = [
        {"section_title": row.title, "section_content": row.text} for row in answer.passages.all()
    ]
    given = read_rows(rows, question=answer.question)
    for signal in find_hallucination_signals(verification.original_text, given):
        yield translated_reason(signal.text)


def _of_check(verification: Verification | None) -> Iterator[str]:
    state = verification.shown_check_state if verification else ""
    if verification is None or state == State.NOT_NEEDED:
        return
    if state == State.FAILED:
        yield _("두 번째 확인을 실행하지 못했습니다.")
    elif state != State.DONE:
        yield _("두 번째 확인이 아직 끝나지 않았습니다.")
    elif verification.faithfulness == Verification.Faithfulness.NOT_CHECKED:
        yield _("두 번째 확인에서 판정한 주장이 없습니다.")
    elif verification.faithfulness != Verification.Faithfulness.FAITHFUL:
        yield _("두 번째 확인: %(result)s") % {"result": verification.get_faithfulness_display()}
    if verification.lacks_pairs:
        yield _("인용별 확인을 실행하지 못했습니다.")
