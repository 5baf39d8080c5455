"""Limits said the other way round, counted lists and permissions without which nothing may be done."""

from __future__ import annotations

import pytest

from verification.grounding.proof import Outcome, ProofKind, prove

FOUR = (
    "학생은 다음 각 호의 서류를 제출하여야 한다.\n1. 입사신청서\n2. 건강진단서\n3. 서약서\n4. 사진"
)
CHOICE = "다음 각 호의 어느 하나에 해당하는 서류를 제출하여야 한다.\n1. 입사신청서\n2. 건강진단서"
KINDS = "징계의 종류는 다음 각 호와 같다.\n1. 근신\n2. 정학\n3. 퇴학"
LINE = "징계는 근신, 정학, 퇴학으로 구분한다."
MOST = "매 학기 18학점 이하를 신청할 수 있다."
ONLY = "학장의 허가를 받은 경우에만 출입할 수 있다."
P, R, LEFT = Outcome.PROVED, Outcome.REFUTED, Outcome.OPEN
SAYINGS = [
    ("휴학은 3년까지 할 수 있다.", "휴학은 3년을 초과할 수 없다.", P, None),
    ("휴학은 4년까지 할 수 있다.", "휴학은 3년을 초과할 수 없다.", R, ProofKind.NUMBER),
    ("휴학은 4년까지 가능합니다.", "휴학은 3년을 초과하지 못한다.", R, ProofKind.NUMBER),
    ("휴학은 4년을 넘을 수 없습니다.", "휴학은 3년까지 할 수 있다.", R, ProofKind.NUMBER),
    ("휴학은 3년을 초과할 수 있습니다.", "휴학은 3년을 초과할 수 없다.", R, ProofKind.LIMIT),
    ("휴학은 3년을 초과할 수 없습니다.", "휴학은 3년을 초과할 수 있다.", R, ProofKind.LIMIT),
    ("휴학은 통산 4년까지 할 수 있다.", "휴학은 1회에 3년을 초과할 수 없다.", LEFT, None),
    ("17학점은 신청할 수 없습니다.", MOST, R, ProofKind.THRESHOLD),
    ("19학점은 신청할 수 없습니다.", MOST, LEFT, None),
    ("14세는 참가할 수 없습니다.", "15세 미만은 참가할 수 있다.", R, ProofKind.THRESHOLD),
    ("14세는 참가할 수 있습니다.", "15세 미만은 참가할 수 없다.", R, ProofKind.THRESHOLD),
    ("16세는 참가할 수 없습니다.", "15세 미만은 참가할 수 있다.", LEFT, None),
    ("13학점은 신청할 수 없습니다.", "12학점 이상을 신청하여야 한다.", LEFT, None),
    ("네 가지 서류를 제출해야 합니다.", FOUR, P, None),
    ("제출할 서류는 모두 네 가지입니다.", FOUR, P, None),
    ("다섯 가지 서류를 제출해야 합니다.", FOUR, R, ProofKind.NUMBER),
    ("두 가지 서류를 제출해야 합니다.", CHOICE, LEFT, None),
    ("징계의 종류는 세 가지입니다.", KINDS, P, None),
    ("징계의 종류는 네 가지입니다.", KINDS, R, ProofKind.NUMBER),
    ("징계는 세 가지로 구분됩니다.", LINE, P, None),
    ("징계는 근신, 정학, 퇴학의 세 가지입니다.", LINE, P, None),
    ("징계는 근신, 정학, 제명의 세 가지입니다.", LINE, LEFT, None),
    ("학장의 허가 없이는 출입할 수 없습니다.", ONLY, P, None),
    ("학장의 허가를 받은 사람만 출입할 수 있습니다.", ONLY, P, None),
    ("학장의 허가 없이는 출입할 수 없습니다.", "학장의 허가를 받아야 출입할 수 있다.", P, None),
    ("학장의 허가를 받은 경우에만 출입할 수 있습니다.", "학장의 허가 없이 출입할 수 없다.", P, None),
    ("평점이 3.0 이상인 학생에게만 지급합니다.", "평점이 3.0 이상인 학생에게 지급한다.", LEFT, None),
    ("평점이 3.0 이상인 학생만 신청할 수 있습니다.", "평점이 3.0 이상인 학생은 신청할 수 있다.", LEFT, None),
    ("허가를 받은 학생만 출입할 수 있습니다.", "허가를 받은 학생은 출입할 수 있다.", LEFT, None),
    ("학장의 허가 없이도 출입할 수 있습니다.", ONLY, LEFT, None),
    ("학장의 허가 없이는 출입할 수 있습니다.", ONLY, LEFT, None),
    ("총장의 허가 없이는 출입할 수 없습니다.", ONLY, R, ProofKind.SUBJECT),
    ("허가 없이는 퇴장할 수 없습니다.", ONLY, LEFT, None),
]  # fmt: skip


@pytest.mark.parametrize(("claim", "evidence", "outcome", "kind"), SAYINGS)
def test_it_is_said_the_other_way_round(
    claim: str, evidence: str, outcome: Outcome, kind: ProofKind | None
) -> None:
    found = prove(claim, [evidence])
    assert found.outcome is outcome, found
    assert kind is None or kind in {reason.kind for reason in found.reasons}


TABLE = "이수하여야 하는 전공 학점은 다음과 같다.\n| 구분 | 단일전공 | 복수전공자의 제1전공 |\n|---|---|---|\n| 미술학부 | 60학점 | 42학점 |\n| 음악학부 | 72학점 | 48학점 |"


@pytest.mark.parametrize(
    ("claim", "question", "outcome"),
    [
        ("음악학부의 제1전공은 48학점입니다.", "", Outcome.PROVED),
        ("제1전공은 48학점입니다.", "음악학부인데 복수전공하면 몇 학점이에요?", Outcome.PROVED),
        ("제1전공은 48학점입니다.", "복수전공하면 몇 학점이에요?", Outcome.OPEN),
        ("제1전공은 48학점입니다.", "미술학부인데 복수전공하면 몇 학점이에요?", Outcome.REFUTED),
    ],
)
def test_whose_row_it_is_has_to_be_said_or_asked(
    claim: str, question: str, outcome: Outcome
) -> None:
    assert prove(claim, [TABLE], question=question).outcome is outcome


REFUND = "반환을 받으려는 학생은 휴학 신청 때 반환을 선택하여야 한다."


@pytest.mark.parametrize(
    ("claim", "outcome"),
    [
        ("반환을 받으려면 휴학을 신청할 때 반환을 선택하여야 합니다.", P),
        ("반환을 받으려면 복학을 신청할 때 반환을 선택하여야 합니다.", LEFT),
    ],
)
def test_a_title_with_both_of_two_opposites_does_not_exchange_them(
    claim: str, outcome: Outcome
) -> None:
    assert prove(claim, [REFUND], title=["휴학생·복학생의 등록금"]).outcome is outcome
