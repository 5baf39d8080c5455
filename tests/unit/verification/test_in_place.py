"""A sentence that is repeated but for one word is not proved; the same words said politely, or in other words for them, are."""

from __future__ import annotations

import pytest

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
]


@pytest.mark.parametrize(("claim", "provision"), CHANGED)
def test_a_repeated_sentence_with_another_word_is_not_proved(claim: str, provision: str) -> None:
    assert prove(claim, [provision]).outcome is not Outcome.PROVED
    assert prove(provision, [provision]).outcome is Outcome.PROVED


@pytest.mark.parametrize(("claim", "provision"), KEPT)
def test_the_same_in_an_answers_words_stays_proved(claim: str, provision: str) -> None:
    assert prove(claim, [provision]).outcome is Outcome.PROVED


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
