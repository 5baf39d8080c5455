"""The sentence that a student reads for each state of an answer, and the line that says who wrote it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, datetime, timedelta
from typing import Any

from django.utils.formats import date_format
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from chat.composing import BROKE_OFF, BUDGET_USED
from chat.composing.named import NamedTruth
from chat.models import Answer
from chat.presenters.shapes import SentenceCounts, SentenceView
from portal.privacy.masking import PersonalData
from regulations.reading.labels import stored_label
from regulations.search.retrieval import SearchOutcome
from regulations.search.retrieval.wording import speaks_of_dying
from regulations.text.particles import fitting_particle
from verification.citations.states import CitationStatus
from verification.models import Review

Status = Answer.Status

_ANSWERING = (Status.ANSWERED, Status.PARTIAL, Status.CORRECTED)
_LONG_WAIT = timedelta(seconds=15)


def status_sentence(status: Answer.Status) -> str:
    """What happened, what is kept, what happens next."""
    return {
        Status.PENDING: _("질문을 받았습니다. 곧 규정을 찾기 시작합니다."),
        Status.COMPOSING: _("규정을 찾아 답변을 작성하고 있습니다."),
        Status.ANSWERED: _("답변을 마쳤습니다."),
        Status.PARTIAL: _("질문의 일부만 규정에서 찾았습니다."),
        Status.NEAR: _("이 조문에 답이 있을 수 있습니다."),
        Status.UNANSWERABLE_OUT_OF_SCOPE: _(
            "제공된 규정에서 해당 정보를 찾을 수 없습니다. 선택한 범위의 규정으로만 답합니다."
        ),
        Status.UNANSWERABLE_NO_SOURCE: _("제공된 규정에서 해당 정보를 찾을 수 없습니다."),
        Status.UNANSWERABLE_NO_PROVISION: _("질문에 적힌 조문은 시행 중인 규정에 없습니다."),
        Status.UNANSWERABLE_UNSUPPORTED: _("제공된 규정에서 해당 정보를 찾을 수 없습니다."),
        Status.UNANSWERABLE_DECLINED: _("제공된 규정에서 해당 정보를 찾을 수 없습니다."),
        Status.ERROR_PROVIDER: _(
            "모델 서버가 응답하지 않아 답변하지 못했습니다. 질문은 저장되었습니다. 잠시 뒤 다시 물어보십시오."
        ),
        Status.ERROR_TIMEOUT: _(
            "제한 시간 안에 답변하지 못했습니다. 질문은 저장되었습니다. 잠시 뒤 다시 물어보십시오."
        ),
        Status.ERROR_INTERNAL: _(
            "내부 오류로 답변하지 못했습니다. 질문은 저장되었고 담당자가 볼 수 있습니다."
        ),
        Status.WITHDRAWN: _("담당자가 이 답변을 철회했습니다."),
        Status.CORRECTED: _("담당자가 이 답변을 고쳤습니다."),
        Status.STOPPED: _("여기에서 멈췄습니다. 멈추기 전에 확인된 문장만 남아 있습니다."),
    }[status]


def shown_outcome(status: Answer.Status, searched: str) -> str:
    """What of the search's outcome is told: what was shown; empty where nothing was searched.

    A rule that leaves open what is asked answers although no provision gives it; where a named provision does not hold,
    nothing is answered whatever else was found.
    """
    if not searched or status.is_error:
        return searched
    if status.is_refusal:
        return SearchOutcome.NONE.value
    return SearchOutcome.ANSWER.value if status in _ANSWERING else searched


def near_note(searched: Mapping[str, Any]) -> str:
    """That an answer was written from provisions that the search found near, no more; empty where it is not so."""
    # What is left open to somebody is sure.
    if searched.get("outcome") != SearchOutcome.NEAR.value or "left_open" in searched:
        return ""
    return _(
        "물은 내용과 가까운 조문에서 찾은 답입니다. 근거를 열어 물은 것을 다루는 조문인지 확인하십시오."
    )


def shown_sentence(status: Answer.Status, sentences: Sequence[SentenceView]) -> str:
    """The sentence of a state; of a part of an answer whether the rule's own words stand for the rest, of a stopped one whether anything stands."""
    if status == Status.PARTIAL and any(one.is_excerpt for one in sentences):
        return _("확인된 문장만 남기고, 나머지는 규정 원문을 그대로 보입니다.")
    if status == Status.STOPPED and not sentences:
        return _("여기에서 멈췄습니다. 멈추기 전에 확인된 문장이 없습니다.")
    return status_sentence(status)


def crisis_sentence(question: str) -> str:
    """Whom to call at once, where a question speaks of not wanting to live; empty for all others."""
    if not speaks_of_dying(question):
        return ""
    return _(
        "많이 힘드시군요. 지금 이야기할 사람이 필요하면 자살예방 상담전화 109에 하루 언제든지 전화할 수 있습니다. 학교의 상담 부서도 이야기를 듣습니다."
    )


def with_particle(word: str, particle: str) -> str:
    """A word with the particle that suits its last syllable; only in Korean there is one."""
    if not (get_language() or "ko").startswith("ko"):
        return word
    return f"{word}{fitting_particle(word, particle)}"


def named_sentence(truth: NamedTruth) -> str:
    """What is so of a provision that a question names and that does not hold."""
    provision = stored_label(truth.provision)
    said = {
        "regulation": truth.regulation,
        "provision": provision,
        "topic": with_particle(provision, "은"),
        "subject": with_particle(provision, "이"),
        "title": with_particle(f"「{truth.regulation}」", "은"),
    }
    if truth.day:
        said["day"] = date_format(date.fromisoformat(truth.day))
    if truth.status == CitationStatus.DELETED:
        if truth.day:
            return _("「%(regulation)s」 %(topic)s %(day)s 삭제되었습니다.") % said
        return _("「%(regulation)s」 %(topic)s 삭제되었습니다.") % said
    if truth.status == CitationStatus.NOT_IN_FORCE:
        if truth.day:
            return _("%(title)s %(day)s 폐지되었습니다.") % said
        return _("「%(regulation)s」 %(topic)s 이 날에 시행 중이 아닙니다.") % said
    return _missing_sentence(said, truth.existing)


def _missing_sentence(said: dict[str, str], existing: str) -> str:
    """That there is no such provision, and which ones there are; `existing` is as the lookup writes it, `제1조–제82조`."""
    said["first"], said["last"] = map(stored_label, existing.partition("–")[::2])
    if not said["first"]:
        return _("「%(regulation)s」에는 %(subject)s 없습니다.") % said
    if said["last"] in ("", said["first"]):
        return _("「%(regulation)s」에는 %(subject)s 없습니다. %(first)s만 있습니다.") % said
    return (
        _("「%(regulation)s」에는 %(subject)s 없습니다. %(first)s부터 %(last)s까지 있습니다.")
        % said
    )


def left_open_sentence(left_open: Mapping[str, str] | None, place: str) -> str:
    """That the rules do not give what was asked, and who does; empty where they do."""
    if not left_open:
        return ""
    said = {"who": with_particle(left_open["who"], "이"), "place": place}
    if left_open["matter"] == "amount":
        if left_open["who"]:
            return _("규정은 금액을 정하지 않고 %(who)s 정하도록 합니다 (%(place)s).") % said
        return _("규정은 금액을 정하지 않고 따로 정하도록 합니다 (%(place)s).") % said
    if left_open["who"]:
        return _("규정은 날짜를 정하지 않고 %(who)s 정하도록 합니다 (%(place)s).") % said
    return _("규정은 날짜를 정하지 않고 따로 정하도록 합니다 (%(place)s).") % said


def waiting_sentence(answer: Answer, now: datetime) -> str:
    """Why an answer takes longer than usual; empty while it does not."""
    if answer.status == Status.PENDING and answer.attempts:
        return _(
            "모델 서버가 응답하지 않아 곧 다시 시도합니다. 질문은 저장되었으니 창을 닫아도 됩니다."
        )
    if answer.status == Status.PENDING and now - answer.created_at > _LONG_WAIT:
        return _(
            "답변할 차례를 기다리고 있습니다. 질문은 저장되었으니 창을 닫았다가 나중에 와도 됩니다."
        )
    return ""


def composer_label(
    composer: str,
    status: Answer.Status,
    sentences: Sequence[SentenceView] = (),
    *,
    is_taken_back: bool = False,
) -> str:
    """Who wrote the answer: quoted text, a model, a person; of a model's answer whether parts of it are the rule's own words.

    `sentences` are those that are shown: a correction counts as confirmed where all that it cites was. `is_taken_back` where the
    staff confirm no more what they had.
    """
    if status == Status.WITHDRAWN:
        return ""
    if status == Status.CORRECTED:
        citations = [citation for one in sentences for citation in one.citations]
        if citations and all(one.status == CitationStatus.VERIFIED for one in citations):
            return _("담당자가 확인한 답변입니다.")
        return _("담당자가 고친 답변입니다.")
    excerpts = sum(one.is_excerpt for one in sentences)
    if excerpts and excerpts == len(sentences):
        return _("발췌 답변 · 규정 원문에서 그대로 옮겼습니다.")
    if excerpts:
        return _("AI가 작성하고 조문과 대조한 답변입니다. 나머지는 규정 원문입니다.")
    labels: dict[str, str] = {
        Answer.Composer.EXTRACTIVE: _("발췌 답변 · 규정 원문에서 그대로 옮겼습니다."),
        Answer.Composer.GENERATIVE: _("AI가 작성하고 조문과 대조한 답변입니다."),
        Answer.Composer.STAFF: _("담당자가 확인을 거둔 답변입니다.")
        if is_taken_back
        else _("담당자가 확인한 답변입니다."),
    }
    return labels.get(composer, "")


def status_label(status: Answer.Status, counts: SentenceCounts) -> str:
    """The state in a word or two; of an answer that there is no confirmed sentence in it, where that is so."""
    if status in (Status.ANSWERED, Status.PARTIAL) and counts.total and not counts.confirmed:
        return _("%(status)s · 확인된 문장 없음") % {"status": status.label}
    return str(status.label)


def state_line(counts: SentenceCounts) -> str:
    """What became of the sentences of an answer, in one line; empty where none claims anything."""
    if not counts.total:
        return ""
    parts = [
        _("문장 %(total)d개 중 %(count)d개 확인")
        % {"total": counts.total, "count": counts.confirmed}
    ]
    others = (
        (counts.beside, _("%(count)d개는 원문과 함께")),
        (counts.replaced, _("%(count)d개는 규정 원문으로 바꿈")),
        (counts.withdrawn, _("%(count)d개 거둠")),
        (counts.unchecked, _("%(count)d개 확인 안 됨")),
    )
    parts += [text % {"count": count} for count, text in others if count]
    return ", ".join(parts)


def model_notice(composer: str, error: str) -> str:
    """Why an excerpt stands where a model should have written, or that what it wrote broke off; empty where neither is so."""
    if is_broken_off(composer, error):
        return _(
            "답변이 다 쓰이기 전에 끊겼습니다. 뒤에 이어질 내용이나 예외가 빠졌을 수 있습니다."
        )
    if composer != Answer.Composer.EXTRACTIVE or not error:
        return ""
    if error.startswith(BUDGET_USED):
        return _("이번 달 언어 모델 사용 한도를 다 써서 규정 원문을 발췌했습니다.")
    if error.startswith("Timeout"):
        return _("언어 모델이 제때 답하지 않아 규정 원문을 발췌했습니다.")
    if error.startswith("Malformed"):
        return _("언어 모델이 읽을 수 있는 답을 내지 않아 규정 원문을 발췌했습니다.")
    return _("언어 모델을 쓸 수 없어 규정 원문을 발췌했습니다.")


def is_broken_off(composer: str, error: str) -> bool:
    """Whether a model began an answer and did not end it."""
    return composer == Answer.Composer.GENERATIVE and error.startswith(BROKE_OFF)


def decided_status(status: Answer.Status, review: Review | None) -> Answer.Status:
    """The state that is shown after the latest decision."""
    if review is None:
        return status
    if review.decision == Review.Decision.WITHDRAWN:
        return Status.WITHDRAWN
    if review.decision == Review.Decision.CORRECTED:
        return Status.CORRECTED
    return status


def masked_notice(kinds: Sequence[str]) -> str:
    """Which personal data was masked in a question; empty where there was none."""
    if not kinds:
        return ""
    labels = ", ".join(str(PersonalData(kind).label) for kind in kinds)
    return _("개인정보로 보이는 부분을 가리고 저장했습니다: %(kinds)s") % {"kinds": labels}
