"""An invented context and answers to it, shared by the tests of the three-layer verifier."""

from __future__ import annotations

REFUND = {
    "section_title": "제3조(환불)",
    "section_content": "① 환불은 결제 후 7일 이내에 신청할 수 있다.\n② 이용을 시작한 뒤에는 환불하지 아니한다.\n"
    "③ 제9조에 따라 정지된 자는 환불을 신청할 수 없다.",
}
BRANCH = {
    "section_title": "「가람대학교 학칙」 제25조의2(보통휴학)",
    "section_content": "보통휴학은 1년 이내로 하며, 신청은 학사지원팀(02-123-4567, leave@garam.example)에서 받는다.",
}
GUIDE = {
    "section_title": "휴학·복학 절차 안내",
    "section_content": "휴학 신청서는 학기 시작 전에 제출한다. 분실한 서류는 일반적으로 다시 발급하지 아니한다.",
}
CONTEXT = [REFUND, BRANCH, GUIDE]

QUESTION = "환불은 며칠 안에 신청하나요?"
GOOD = "환불은 결제 후 7일 이내에 신청할 수 있습니다. [참조: 제3조]"
REFUSAL = "제공된 규정에서 해당 정보를 찾을 수 없습니다. 관련 부서에 문의해 주시기 바랍니다."
REFUSALS = (
    REFUSAL,
    "해당 정보는 제공된 출처에서 확인되지 않습니다.",
    "제공된 자료에서는 해당 내용을 찾을 수 없습니다.",
)
HEDGES = ("일반적으로", "보통", "아마도", "통상적으로", "추측컨대", "제 생각에는")


def answer_with(*, signals: int, valid: bool) -> str:
    """An answer with so many signals, and with a citation that is or is not of the context."""
    return " ".join((*HEDGES[:signals], GOOD if valid else GOOD.replace("제3조", "제4조")))
