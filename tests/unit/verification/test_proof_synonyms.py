"""Words that are near to each other and are not the same in a regulation: none may stand for the other."""

from __future__ import annotations

import pytest

from verification.grounding.proof import Outcome, prove
from verification.grounding.proof.reading.lexicon import same

# A frame, and words of which one may never prove the other in it.
APART = [
    ("휴학은 위원회가 {}합니다.", "승인 심의 의결 추천 허가"),
    ("등록금은 {}할 수 있습니다.", "면제 감면 유예 환불"),
    ("과정을 {}한 사람은 신청할 수 있습니다.", "수료 졸업 이수 자퇴"),
    ("학생은 학기 초에 {}을 신청할 수 있습니다.", "재입학 복학 편입학 전과"),
    ("{}은 총장이 임명합니다.", "위원 위원장 간사"),
    ("위원회는 재적위원 과반수의 {}으로 의결합니다.", "출석 찬성"),
    ("{}은 신청할 수 있습니다.", "교수 교원 직원 교직원 조교"),
    ("총장은 학생을 {}에 처합니다.", "정학 휴학 퇴학 제적 근신"),
    ("학생은 서류를 {}하여야 합니다.", "신청 제출 보관 확인 접수"),
    ("총장은 위원을 {}합니다.", "임명 위촉 해임 해촉 선출"),
    ("총장은 계획을 {}합니다.", "공고 보고 신고 통지"),
    ("위원회는 사안을 {}합니다.", "조사 검사 감사 협의"),
    ("총장은 비용을 {}합니다.", "부담 지급 부과 정산"),
    ("학생은 {}를 내야 합니다.", "수수료 사용료 실습비 심사료"),
    ("총장은 결정을 {}할 수 있습니다.", "취소 철회 해지 정지"),
    ("처분에 불복하면 {}을 할 수 있습니다.", "이의신청 재심청구 청원"),
    ("{}은 1년으로 합니다.", "임기 휴학기간 재학연한"),
    ("학생은 시험을 {}합니다.", "실시 응시 채점"),
    ("위원회는 위원장을 {}합니다.", "호선 지명 추천"),
]  # fmt: skip
PAIRS = [
    (frame, one, other)
    for frame, words in APART
    for one in words.split()
    for other in words.split()
    if one < other
]
# A claim and evidence that differ in more than one word, or in which of two sides acts.
FALSE = [
    ("학생은 책을 빌려줄 수 있습니다.", "학생은 책을 빌릴 수 있다."),
    ("학생은 책을 빌릴 수 있습니다.", "학생은 책을 빌려줄 수 있다."),
    ("학생은 도서를 빌려줄 수 있습니다.", "학생은 도서를 대출할 수 있다."),
    ("총장은 장학금을 받습니다.", "총장은 장학금을 지급한다."),
    ("총장은 등록금을 돌려받습니다.", "총장은 등록금을 반환한다."),
    ("학생에게 장학금을 받습니다.", "학생에게 장학금을 지급한다."),
    ("총장은 심의를 받아야 합니다.", "총장은 심의하여야 한다."),
    ("위원장은 선출됩니다.", "위원장은 부위원장을 선출한다."),
    ("장학금을 지급한 학생은 보고합니다.", "장학금을 받은 학생은 보고한다."),
    ("기준에 미치는 사람은 제적합니다.", "기준에 미달하는 자는 제적한다."),
    ("과반수의 찬성으로 의결합니다.", "과반수의 출석으로 의결한다."),
    ("절반의 찬성으로 의결합니다.", "과반수의 찬성으로 의결한다."),
    ("즉시 보고하여야 합니다.", "지체 없이 보고하여야 한다."),
    ("매년 계획을 세웁니다.", "연간 계획을 세운다."),
    ("총장은 신청 기간을 정합니다.", "총장은 신청 방법을 정한다."),
    ("총장은 반환 등급을 지급합니다.", "총장은 반환 금액을 지급한다."),
    ("총장은 신청 절차를 면제합니다.", "총장은 신청을 면제한다."),
    ("실습생은 학생을 시작하기 전에 교육을 이수하여야 합니다.", "실습생은 실습을 시작하기 전에 교육을 이수하여야 한다."),
    ("총장은 방송·정보통신 여부를 활용하는 수업을 개설할 수 있습니다.", "총장은 방송·정보통신 매체를 활용하는 수업을 개설할 수 있다."),
    ("학생은 학생처에 신청하여야 합니다.", "학생은 교무처에 신청하여야 한다."),
    ("직원은 교육을 받아야 합니다.", "직원은 교육을 실시하여야 한다."),
    ("학생은 휴학한 다음 학기에 복학합니다.", "학생은 휴학한 학기 후에 복학한다."),
    ("위원은 10명을 넘어야 하는 것은 아닙니다.", "위원은 10명을 넘지 아니하여야 한다."),
]  # fmt: skip
ALIKE = [
    ("장학생은 장학금을 받습니다.", "장학생에게 장학금을 지급한다."),
    ("장학금은 학생이 받습니다.", "장학금은 학생에게 지급한다."),
    ("휴학은 총장의 허가를 받아야 합니다.", "휴학은 총장이 허가하여야 한다."),
    ("학생은 휴학 기간을 연장할 수 있습니다.", "학생은 휴학을 연장할 수 있다."),
    ("승인을 받은 다음 게시합니다.", "승인을 받은 후 게시한다."),
    ("기숙사에서는 취식할 수 없습니다.", "생활관에서는 취식할 수 없다."),
    ("책은 매월 빌릴 수 있습니다.", "도서는 매월 대출할 수 있다."),
]  # fmt: skip


def test_there_are_enough_pairs() -> None:
    assert len(PAIRS) >= 40


@pytest.mark.parametrize(("frame", "one", "other"), PAIRS)
def test_terms_of_art_do_not_stand_for_each_other(frame: str, one: str, other: str) -> None:
    assert not same(one, other)
    for said, given in ((one, other), (other, one)):
        found = prove(frame.format(said), [frame.format(given)])
        assert found.outcome is not Outcome.PROVED, found


@pytest.mark.parametrize(("claim", "evidence"), FALSE)
def test_another_side_or_matter_is_not_proved(claim: str, evidence: str) -> None:
    assert prove(claim, [evidence]).outcome is not Outcome.PROVED


@pytest.mark.parametrize(("claim", "evidence"), ALIKE)
def test_the_same_in_other_words_is_proved(claim: str, evidence: str) -> None:
    found = prove(claim, [evidence])
    assert found.outcome is Outcome.PROVED, found
