"""The reasons that checks leave in the log, said in the language of the reader.

A reason is stored as the Korean sentence of the day on which the check ran, and a record is not rewritten. What the portal
itself said is known again by its pattern and said in the language of the page, with the same words quoted; what a model or a
person wrote stays as it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from django.utils.translation import get_language, gettext, override
from django.utils.translation import gettext_noop as _

from regulations.reading.labels import stored_label
from verification.citations.states import CitationStatus, Verdict

_JOIN = "; "
# A slot of this name holds another reason.
_REASON = "reason"
# Slots of these names hold labels of provisions.
_LABELS = frozenset({"provision", "provisions", "candidates", "range"})
_BETWEEN_LABELS = re.compile(r"(, |–)")
_SLOT = re.compile(r"%\\\((\w+)\\\)s")

_PATTERNS = (
    # What a citation names
    _("이 규정에 있는 것: %(range)s"),
    _("해당할 수 있는 조문: %(candidates)s"),
    _("주어진 근거가 없습니다."),
    _("근거는 %(range)s뿐입니다."),
    _("규정 원문 안의 인용입니다."),
    _("%(provision)s의 제목은 ‘%(title)s’입니다."),
    _("출처 번호만으로는 어느 조문인지 알 수 없습니다."),
    _("규정 이름만 있고 조문 번호가 없습니다."),
    _("이름만 적힌 이 규정은 문장과 대조한 근거에 들어 있지 않습니다."),
    _("어느 조문에서 하는 말인지 없어 무엇을 가리키는지 알 수 없습니다."),
    # What was done with it
    _("근거 조문의 글이 잘못되어 정정되었습니다."),
    _("확신(%(confidence)s)이 기준(%(threshold)s)보다 낮습니다."),
    _("가리키기만 한 문장을 조문의 내용으로 바꾸었습니다."),
    _("문장을 뒷받침하는 조문을 찾아 붙였습니다."),
    _("문장을 뒷받침하는 조문을 찾아 적었습니다."),
    _("%(reason)s 문장을 뒷받침하는 조문을 찾아 적었습니다."),
    _("조문과 대조할 주장이 없는 문장입니다."),
    _("규정에 없다고 말하는 문장이어서 조문과 대조하지 않았습니다."),
    _("가리키기만 하고 내용을 말하지 않는 문장입니다."),
    _("문장이 짧아 대조하지 않았습니다."),
    # Quotations
    _("규정 원문과 글자 그대로 같습니다."),
    _("규정 원문과 글자 그대로 같지 않습니다."),
    _("수치가 조문과 다릅니다."),
    _("수치가 조문과 다릅니다: 답변 %(claimed)s, 조문 %(given)s"),
    _("조문에 있는 수치와 맞지 않습니다."),
    _("이상·이하·초과·미만·전·후의 한계가 조문과 다릅니다."),
    _("긍정과 부정이 조문과 반대입니다."),
    _("할 수 있는지(재량)가 조문과 다릅니다."),
    _("하여야 하는지(의무)가 조문과 다릅니다."),
    # Numbers, days and limits
    _("단위가 다릅니다: 답변 “%(claimed)s”, 조문 “%(given)s”"),
    _("수치가 다릅니다: 답변 “%(claimed)s”, 조문 “%(given)s”"),
    _("조문에 없는 수치입니다: “%(claimed)s”"),
    _("“%(claimed)s”의 앞뒤(전·후)가 조문과 다릅니다."),
    _("“%(claimed)s”의 한계가 다릅니다: 답변은 %(claimed_limit)s, 조문은 %(given_limit)s"),
    _("제한이 없다는 말이 조문에 없습니다."),
    _("기간을 세기 시작하는 날이 조문과 다릅니다."),
    _("수치가 조문에서는 다른 대상에 붙어 있습니다."),
    # Yes and no, duty and permission
    _("같은 내용을 조문과 반대로(긍정·부정) 말합니다."),
    _("조문과 반대되는 말입니다: 답변 “%(claimed)s”, 조문 “%(given)s”"),
    _("“%(word)s”에 대해 답변은 %(claimed_side)s하고 조문은 %(given_side)s합니다."),
    _("답변은 “%(claimed)s”, 조문은 “%(given)s”로 끝납니다."),
    _("긍정과 부정이 조문과 반대인 것으로 보입니다: 조문은 “%(opposite)s”에 더 가깝습니다."),
    _("의무인지 재량인지가 조문과 다른 것으로 보입니다: 조문은 “%(opposite)s”에 더 가깝습니다."),
    # Scope, persons and what was added
    _("답변은 예외 없이 말하지만 조문은 그렇지 않습니다."),
    _("답변이 전부라고 한 것 밖에 조문에 더 있습니다."),
    _("조문이 정한 조건이 답변에 빠졌거나 없다고 합니다."),
    _("조문의 단서(다만 …)와 맞지 않을 수 있습니다."),
    _("해당 조문에 “%(agent)s”이(가) 없습니다."),
    _("“%(post)s”이(가) 조문과 다릅니다: 답변 “%(claimed)s”, 조문 “%(given)s”"),
    _("조문에 없는 연락처입니다."),
    _("조문에 없는 연락 방법이나 창구가 들어 있습니다."),
    _("조문에서 찾을 수 없는 내용입니다: %(words)s"),
    _("인용한 조문이 제공된 조문 가운데 없습니다."),
    _("인용한 조문이 아니라 다른 조문에 있는 내용입니다."),
    # The comparison as a whole
    _("대조할 조문이 없습니다."),
    _("조문이 정한 것과 맞지 않는 것으로 보입니다."),
    _("조문에서 뒷받침하는 문장을 찾지 못했습니다."),
    _("목록의 한 항목이어서, 조문이 그 앞에 적은 말 없이는 확인하지 못합니다."),
    _("한국어 문장이 아니어서 조문과 대조하지 못했습니다."),
    _("제공된 조문에 물음에 답하는 내용이 있는 것으로 보입니다."),
    _("뜻을 비교한 모델은 이 조문이 문장을 뒷받침할 확률을 %(share)s로 봅니다."),
    # A proof
    _("날짜나 시기가 조문과 다릅니다."),
    _("단위가 조문과 다릅니다."),
    _("한계(이상·이하·초과·미만·까지)가 조문과 다릅니다."),
    _("조문의 기준을 지키지 않는 값입니다."),
    _("의무인지 할 수 있는 일인지가 조문과 다릅니다."),
    _("‘및’과 ‘또는’이 조문과 다릅니다."),
    _("주체가 조문과 다릅니다."),
    _("대상이 조문과 다릅니다."),
    _("조문과 함께 맞을 수 없는 말입니다."),
    _("조문의 목록에 없습니다."),
    _("조건이 조문과 다릅니다."),
    _("앞뒤의 순서가 조문과 다릅니다."),
    _("‘만’이나 ‘도’가 조문과 다릅니다."),
    _("조문에 있는 말이 빠졌습니다."),
    _("조문의 말로 설명되지 않는 부분이 있습니다."),
    _("조문의 말로 확인하지 못한 부분이 있습니다: %(words)s"),
    _("조문에 있는 말이 문장에 없습니다: %(words)s"),
    _("조문의 단서가 물은 경우를 따로 정합니다: %(words)s"),
    _("조문이 다른 말로 바꾸어 읽게 한 곳이 있습니다: %(words)s"),
    _("조문은 기간을 다른 날부터 셉니다: %(words)s"),
    _("조문의 말과 한 곳이 다릅니다: %(words)s"),
    _("조문은 다음 대상에 대하여 정합니다: %(words)s"),
    _("%(reason)s (답변 ‘%(claimed)s’, 조문 ‘%(given)s’)"),
    _("%(reason)s (답변 ‘%(claimed)s’)"),
    _("%(reason)s (조문 ‘%(given)s’)"),
    _("이 내용은 %(provision)s에 있습니다."),
    _("불확실한 표현: ‘%(words)s’"),
    _("다른 학교에 관한 말: ‘%(words)s’"),
    _("문맥에 없는 %(kind)s: ‘%(words)s’"),
    # Judges
    _("판정에 적힌 근거 문장이 근거에 없습니다."),
    _("판정의 확신이 낮습니다(%(confidence)s)."),
    _("판정의 확신이 낮습니다(%(confidence)s). %(reason)s"),
    _("여러 번 판정한 결과가 서로 달라 정하지 못했습니다."),
    _("모델이 이 쌍을 판정하지 않았습니다."),
    _("모델이 이 문장을 판정하지 않았습니다."),
    _("한 답변의 인용은 %(most)s개까지 확인합니다. 나머지는 확인하지 않았습니다."),
    _("모델이 이 쌍을 서로 다르게 판정했습니다."),
    # Why a person looks
    _("%(provisions)s 개정됨 (%(day)s 시행)"),
    _("%(provisions)s 폐지됨 (%(day)s 시행)"),
    _("%(provisions)s 폐지됨 (날짜를 알 수 없음)"),
    _("찾아본 곳: %(places)s"),
)
# Words of ours in a slot; everything else in one is quoted from the answer or the provision.
_WORDS = frozenset(
    {
        _("이상"),
        _("초과"),
        _("이하"),
        _("미만"),
        _("긍정"),
        _("부정"),
        _("전화번호"),
        _("이메일 주소"),
        _("인터넷 주소"),
        _("부서"),
        _("주소"),
        _("위치"),
    }
)


def translated_reason(text: str) -> str:
    """Return a stored reason, or several of them, a line or a part each, in the language of the page."""
    if not text or get_language() == "ko":
        return text
    if "\n" in text:
        return "\n".join(map(translated_reason, text.split("\n")))
    whole = _said(text)
    if whole is not None:
        return whole
    parts = text.split(_JOIN)
    # A full stop stands only at the end of all; a pattern has its own.
    last = len(parts) - 1
    return _JOIN.join(_part_said(part, is_last=at == last) for at, part in enumerate(parts))


def translated_detail(text: str) -> str:
    """Return what a flag says of citations and claims, a line each: "what: its state. the reason"."""
    if not text or get_language() == "ko":
        return text
    return "\n".join(_line_said(line) for line in text.split("\n"))


def _line_said(line: str) -> str:
    match = _lines().fullmatch(line)
    if match is None:
        return translated_reason(line)
    what, state, between, reason = match.groups()
    return f"{what}: {gettext(state)}{between}{translated_reason(reason)}"


def _part_said(part: str, *, is_last: bool) -> str:
    said = _said(part)
    if said is None and not part.endswith("."):
        said = _said(f"{part}.")
    if said is None:
        return part
    return said if is_last else said.rstrip(".。")


def _said(text: str) -> str | None:
    """One reason in the language of the page, None where it is not of the portal's own."""
    for pattern, form in _forms():
        match = form.fullmatch(text)
        if match is None or any(_JOIN in held for held in _quoted(match)):
            continue
        held = {name: _slot_said(name, value) for name, value in match.groupdict().items()}
        return gettext(pattern) % held
    return None


def _quoted(match: re.Match[str]) -> Iterator[str]:
    return (value for name, value in match.groupdict().items() if name != _REASON)


def _slot_said(name: str, value: str) -> str:
    if name == _REASON:
        return translated_reason(value)
    if name in _LABELS:
        return "".join(map(stored_label, _BETWEEN_LABELS.split(value)))
    return gettext(value) if value in _WORDS else value


@cache
def _lines() -> re.Pattern[str]:
    with override("ko"):
        states = {str(one.label) for one in (*CitationStatus, *Verdict)}
    # The longer first: one may begin another.
    either = "|".join(map(re.escape, sorted(states, key=len, reverse=True)))
    return re.compile(rf"(.+?): ({either})([.,]? ?)(.*)")


@cache
def _forms() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """The patterns as expressions, those that hold another reason last."""
    ordered = sorted(_PATTERNS, key=lambda pattern: f"%({_REASON})s" in pattern)
    return tuple(
        (pattern, re.compile(_SLOT.sub(r"(?P<\1>.+?)", re.escape(pattern)))) for pattern in ordered
    )
