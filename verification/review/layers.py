"""The reasoning line of an answer of our own: what each layer of its check found, and which did not run."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from django.db.models import TextChoices
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from verification.checking.hallucinations.context import read_rows
from verification.checking.hallucinations.signals import find_hallucination_signals
from verification.citations.states import CitationStatus, SentenceOutcome
from verification.models import CitationCheck, Verification

State = Verification.CheckState
Faithfulness = Verification.Faithfulness
_MOST_NAMED = 3


class LayerState(TextChoices):
    """What a layer found; never by its sign alone."""

    PASSED = "PASSED", gettext_lazy("통과")
    FAILED = "FAILED", gettext_lazy("걸림")
    NOT_RUN = "NOT_RUN", gettext_lazy("실행 안 함")

    @property
    def sign(self) -> str:
        """✓, ✗ or ⚠."""
        return {"PASSED": "✓", "FAILED": "✗", "NOT_RUN": "⚠"}[self.value]


@dataclass(frozen=True)
class LayerLine:
    """One layer with what it found, in words."""

    name: str
    state: LayerState
    said: str


class LayerSentence(Protocol):
    """A sentence of the answer as the staff sees it."""

    @property
    def outcome(self) -> str: ...

    @property
    def shown_text(self) -> str: ...


class LayerSource(Protocol):
    """A source as it was handed to the composer."""

    title: str
    text: str


def layer_lines(
    *,
    question: str,
    sentences: Sequence[LayerSentence],
    checks: Sequence[CitationCheck],
    sources: Sequence[LayerSource],
    verification: Verification | None,
) -> tuple[LayerLine, ...]:
    """The layers in the order in which they run."""
    return (
        _citations(checks),
        _sentences(sentences),
        _signals(question, sentences, sources),
        _second_reading(verification),
    )


def _citations(checks: Sequence[CitationCheck]) -> LayerLine:
    name = _("인용")
    if not checks:
        return LayerLine(name, LayerState.NOT_RUN, _("확인할 인용이 없습니다."))
    wrong = [one for one in checks if one.status != CitationStatus.VERIFIED]
    if wrong:
        named = [f"{one.citation_text} {one.get_status_display()}" for one in wrong]
        said = ngettext(
            "인용 %(count)d개가 확인되지 않았습니다: %(named)s",
            "인용 %(count)d개가 확인되지 않았습니다: %(named)s",
            len(wrong),
        )
        return LayerLine(name, LayerState.FAILED, said % _counted(named))
    said = ngettext(
        "인용 %(count)d개가 모두 있는 조문이고 문장의 내용과 맞습니다.",
        "인용 %(count)d개가 모두 있는 조문이고 문장의 내용과 맞습니다.",
        len(checks),
    )
    return LayerLine(name, LayerState.PASSED, said % {"count": len(checks)})


def _sentences(sentences: Sequence[LayerSentence]) -> LayerLine:
    name = _("문장과 조문의 대조")
    claims = [one for one in sentences if one.outcome in _CLAIMS]
    if not claims:
        return LayerLine(name, LayerState.NOT_RUN, _("대조할 문장이 없습니다."))
    confirmed = sum(one.outcome == SentenceOutcome.CONFIRMED for one in claims)
    state = LayerState.PASSED if confirmed == len(claims) else LayerState.FAILED
    said = _("문장 %(total)d개 중 %(count)d개 확인")
    return LayerLine(name, state, said % {"total": len(claims), "count": confirmed})


# A stored sentence that was withdrawn since was a claim, too.
_CLAIMS = (*(one for one in SentenceOutcome if one.is_claim), SentenceOutcome.WITHDRAWN)


def _signals(
    question: str, sentences: Sequence[LayerSentence], sources: Sequence[LayerSource]
) -> LayerLine:
    name = _("불확실한 표현과 연락처")
    text = "\n".join(filter(None, (one.shown_text for one in sentences)))
    if not text or not sources:
        return LayerLine(name, LayerState.NOT_RUN, _("살펴볼 글이 없습니다."))
    rows = [{"section_title": one.title, "section_content": one.text} for one in sources]
    signals = find_hallucination_signals(text, read_rows(rows, question=question))
    if not signals:
        said = _("불확실한 표현이나 근거에 없는 연락처가 없습니다.")
        return LayerLine(name, LayerState.PASSED, said)
    return LayerLine(name, LayerState.FAILED, _listed([signal.text for signal in signals]))


def _second_reading(verification: Verification | None) -> LayerLine:
    name = _("두 번째 읽기")
    if verification is None or verification.check_state == State.NOT_NEEDED:
        return LayerLine(name, LayerState.NOT_RUN, _("확인할 주장이 없습니다."))
    if verification.check_state == State.FAILED:
        said = _("실행하지 못했습니다: %(error)s") % {"error": verification.error}
        return LayerLine(name, LayerState.NOT_RUN, said)
    if verification.check_state != State.DONE:
        return LayerLine(name, LayerState.NOT_RUN, _("아직 끝나지 않았습니다."))
    by = f"{verification.get_faithfulness_display()} ({verification.get_method_display()})"
    if verification.faithfulness == Faithfulness.NOT_CHECKED:
        return LayerLine(name, LayerState.NOT_RUN, _("판정한 주장이 없습니다."))
    if verification.pairs_error:
        said = _("%(result)s. 인용별 확인은 실행하지 못했습니다: %(error)s")
        return LayerLine(
            name, LayerState.NOT_RUN, said % {"result": by, "error": verification.pairs_error}
        )
    is_passed = verification.faithfulness == Faithfulness.FAITHFUL
    return LayerLine(name, LayerState.PASSED if is_passed else LayerState.FAILED, by)


def _counted(named: Sequence[str]) -> dict[str, object]:
    return {"count": len(named), "named": _listed(named)}


def _listed(texts: Sequence[str]) -> str:
    rest = len(texts) - _MOST_NAMED
    more = _(" 외 %(count)d개") % {"count": rest} if rest > 0 else ""
    return "; ".join(texts[:_MOST_NAMED]) + more
