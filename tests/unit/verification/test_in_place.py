"""A sentence that is repeated but for one word is not proved; the same words said politely, or in other words for them, are."""

from __future__ import annotations

import pytest

from tests.unit.verification.departing import confirming
from verification.grounding.guards import departs_from
from verification.grounding.proof import Outcome, ProofKind, prove

CHANGED = [
    pytest.param(
        "동아리의 과목을 달성하기 위하여 고문을 둡니다.",
        "동아리의 목적을 달성하기 위하여 고문을 둔다.",
        id="another noun",
    ),
    pytest.param(
        "회사는 유급 또는 학습자의 학습휴가를 줄 수 있습니다.",
        "회사는 유급 또는 무급의 학습휴가를 줄 수 있다.",
        id="another item",
    ),
    pytest.param(
        "학과의 지원이 교수법에 대한 교수를 요청하는 경우 교수법을 지원하여야 합니다.",
        "학과의 교수가 교수법에 대한 지원을 요청하는 경우 교수법을 지원하여야 한다.",
        id="two nouns exchanged",
    ),
    pytest.param(
        "중간시험과 시험은 대면 기말시험을 원칙으로 합니다.",
        "중간시험과 기말시험은 대면 시험을 원칙으로 한다.",
        id="two names exchanged",
    ),
    pytest.param(
        "가중과 감경의 사유가 함께 있으면 감경을 먼저 적용합니다.",
        "가중과 감경의 사유가 함께 있으면 가중을 먼저 적용한다.",
        id="the other of two",
    ),
    pytest.param(
        "추가 학기는 최대 2개 학기까지도 등록이 가능합니다.",
        "추가 학기는 최대 2개 학기까지만 등록이 가능하다.",
        id="also for only",
    ),
    pytest.param(
        "논문의 주제는 전공의 이론과 관련된 것으로만 하여야 합니다.",
        "논문의 주제는 전공의 이론과 관련된 것으로 하여야 한다.",
        id="only added",
    ),
    pytest.param(
        "학생지원처장은 교무지원처장 총장의 승인을 받아 학생을 다른 대학에서 배우게 할 수 있습니다.",
        "학생지원처장은 교무지원처장 또는 입학지원처장의 요청이 있는 때에는 총장의 승인을 받아 학생을 다른 대학에서 배우게 할 수 있다.",
        id="condition left out",
    ),
]
# What the proof leaves open, and the verifier took for right.
WIDER_OR_NARROWER = [
    pytest.param(
        "누구나 편입학 전형은 신입학 전형에 준하여 실시합니다.",
        "편입학 전형은 신입학 전형에 준하여 실시한다.",
        id="everybody",
    ),
    pytest.param(
        "예외 없이 동아리의 운영에 필요한 사항은 위원장이 따로 정합니다.",
        "동아리의 운영에 필요한 사항은 위원장이 따로 정한다.",
        id="without exception",
    ),
    pytest.param(
        "부득이한 사유가 있는 때에만 동아리의 운영에 필요한 사항은 위원장이 따로 정합니다.",
        "동아리의 운영에 필요한 사항은 위원장이 따로 정한다.",
        id="only in a case",
    ),
    pytest.param(
        "실습에 관한 사항을 심의하기 위해 실습위원회만 둡니다.",
        "실습에 관한 사항을 심의하기 위해 실습위원회를 둔다.",
        id="only one",
    ),
    pytest.param(
        "재입학 허가로 자리가 생길 때에는 수업일수 4분의 1선부터 신청할 수 있습니다.",
        "재입학 허가로 자리가 생길 때에는 수업일수 4분의 1선까지 신청할 수 있다.",
        id="from for up to",
    ),
    pytest.param(
        "뛰어난 공적이 없는 학생에게 총장상을 줄 수 있습니다.",
        "뛰어난 공적이 있는 학생에게 총장상을 줄 수 있다.",
        id="the opposite case",
    ),
    pytest.param(
        "장학 규정에서 따로 정하지 않은 경우에는 예외로 할 수 있습니다.",
        "장학 규정에서 따로 정한 경우에는 예외로 할 수 있다.",
        id="the case denied",
    ),
    pytest.param(
        "전공 결정은 공통 과정이 끝나기 전 실시하며, 일정은 따로 정합니다.",
        "전공 결정은 공통 과정이 끝난 후 실시하며, 일정은 따로 정한다.",
        id="before for after",
    ),
]
KEPT = [
    pytest.param(
        "휴학한 사람은 매 학기 정해진 과목을 신청해야 합니다.",
        "휴학한 자는 매 학기 정해진 교과목을 신청하여야 한다.",
        id="another word for it",
    ),
    pytest.param(
        "휴학은 통산하여 3년까지만 신청할 수 있습니다.",
        "휴학은 통산하여 3년까지 신청할 수 있다.",
        id="only with a limit",
    ),
    pytest.param(
        "매 학기 장학생을 장학위원회가 선발합니다.",
        "장학위원회가 매 학기 장학생을 선발한다.",
        id="another order",
    ),
    pytest.param(
        "이 경우 학생은 사유서를 결석일부터 10일 이내에 내야 합니다.",
        "이 경우 학생은 사유서를 결석일부터 10일 이내에 내야 한다.",
        id="politely",
    ),
    pytest.param(
        "대학원생의 신청서는 대학원 교학팀에 내야 합니다.",
        "학부생의 신청서는 학부 교학팀에 내야 한다.\n대학원생의 신청서는 대학원 교학팀에 내야 한다.",
        id="the nearer of two sentences",
    ),
]


@pytest.mark.parametrize(("claim", "provision"), CHANGED)
def test_a_repeated_sentence_with_another_word_is_not_proved(claim: str, provision: str) -> None:
    assert prove(claim, [provision]).outcome is not Outcome.PROVED
    assert prove(provision, [provision]).outcome is Outcome.PROVED


@pytest.mark.parametrize(("claim", "provision"), [*CHANGED, *WIDER_OR_NARROWER])
def test_neither_gate_nor_check_confirms_it(claim: str, provision: str) -> None:
    assert departs_from(claim, provision, known="")
    assert departs_from(claim, provision, known=f"어떻게 하나요? {claim} 문의해 주세요.")
    assert confirming(claim, provision) == []


@pytest.mark.parametrize(("claim", "provision"), KEPT)
def test_the_same_in_an_answers_words_stays_proved(claim: str, provision: str) -> None:
    assert prove(claim, [provision]).outcome is Outcome.PROVED
    assert not departs_from(claim, provision, known="")


def test_a_case_that_the_question_names_may_be_left_out() -> None:
    claim, provision = CHANGED[-1].values

    assert not departs_from(
        str(claim),
        str(provision),
        known="입학지원처장이 요청하면 다른 대학에서 배우게 할 수 있나요?",
    )


def test_the_two_words_are_named() -> None:
    [reason] = prove(
        "논문의 주제는 전공의 이론과 관련된 것으로만 하여야 합니다.",
        ["논문의 주제는 전공의 이론과 관련된 것으로 하여야 한다."],
    ).reasons

    assert (reason.kind, reason.claim_span, reason.evidence_span) == (
        ProofKind.EXCLUSIVE_WORDS,
        "것으로만",
        "것으로",
    )
