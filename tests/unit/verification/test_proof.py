"""The proof by alignment: what is proved, refuted by a fact, and left open."""

from __future__ import annotations

import pytest

from verification.grounding.proof import Outcome, ProofKind, prove

PROVED = [
    ("허가를 받은 경우에만 할 수 있습니다.", "허가를 받지 아니하고는 할 수 없다."),
    ("총장의 허가를 받아야 휴학할 수 있습니다.", "총장의 허가를 받지 아니하고는 휴학할 수 없다."),
    ("휴학은 통산 3년까지만 할 수 있습니다.", "휴학은 통산하여 3년을 초과할 수 없다."),
    ("재수강은 8과목까지 신청할 수 있습니다.", "재수강은 8과목을 초과하여 신청할 수 없다."),
    ("17학점은 신청할 수 있습니다.", "18학점 이하를 신청할 수 있다."),
    ("위원 세 명 이상이 출석해야 합니다.", "위원 3명 이상이 출석하여야 한다."),
    ("실습지원비는 실습기관이 매월 말일까지 학생에게 직접 지급해야 합니다.", "실습기관은 실습지원비를 매월 말일까지 학생에게 직접 지급하여야 한다."),
    ("장학금은 다달이 지급합니다.", "장학금은 매월 지급한다."),
    ("호실 변경은 학기마다 한 번 할 수 있습니다.", "호실 변경은 매학기 1회 할 수 있다."),
    ("정원의 90%까지 선발합니다.", "정원의 100분의 90까지 선발한다."),
    ("휴학 중인 사람은 등록하지 않습니다.", "휴학 중인 사람은 등록하지 아니한다."),
    ("질병 휴학은 시기의 제한을 받지 않습니다.", "질병 및 육아로 인한 휴학은 시기의 제한을 받지 아니한다."),
    ("교외장학금은 등록금을 넘어서 받을 수 있습니다.", "교외장학금은 등록금을 초과하여 수혜할 수 있다."),
    ("졸업논문은 자격 취득으로 대체할 수 있어요.", "졸업논문은 자격 취득으로 갈음할 수 있다."),
    ("동승자를 태워서는 안 됩니다.", "동승자를 태우거나 화물을 싣고 운행하여서는 아니 된다."),
    ("등록금은 4회까지 나누어 납부할 수 있습니다.", '등록금은 4회(이하 "분납"이라 한다)까지 분할납부할 수 있다.'),
]  # fmt: skip
REFUTED = [
    ("재입학을 지원할 수 없다고 정하고 있습니다.", "재입학을 지원할 수 있다.", ProofKind.POLARITY),
    ("휴학원은 수업일수 3분의 1까지 제출하여야 합니다.", "휴학원은 수업일수 3분의 2까지 제출하여야 한다.", ProofKind.NUMBER),
    ("휴학은 3개월까지 할 수 있습니다.", "휴학은 3년까지 할 수 있다.", ProofKind.UNIT),
    ("총장은 징계를 해제하여야 합니다.", "총장은 징계를 해제할 수 있다.", ProofKind.MODALITY),
    ("성적증명서 또는 추천서를 제출하여야 합니다.", "성적증명서 및 추천서를 제출하여야 한다.", ProofKind.AND_OR),
    ("휴학은 학장이 허가합니다.", "휴학은 총장이 허가한다.", ProofKind.SUBJECT),
    ("사감은 학생을 총장에게 추천합니다.", "총장은 학생을 사감에게 추천한다.", ProofKind.SUBJECT),
    ("신청은 시험 7일 후에 하여야 합니다.", "신청은 시험 7일 전에 하여야 한다.", ProofKind.TIME_ORDER),
]  # fmt: skip
OPEN = [
    ("휴학생은 도서관을 이용할 수 없습니다.", "도서관은 재학생이 이용할 수 있다."),
    ("휴학하면 벌금을 냅니다.", "휴학하고자 하는 학생은 휴학원을 제출하여야 한다."),
    ("장학금을 받을 수 있습니다.", "평점평균이 3.0 이상인 학생은 장학금을 받을 수 있다."),
    ("모든 학생은 어떤 경우에도 휴학할 수 없습니다.", "신입생은 첫 학기에 휴학할 수 없다."),
    ("기숙사에만 신청할 수 있습니다.", "기숙사에 신청할 수 있다."),
    ("위원회는 분쟁을 중재하거나 조정하여 해결합니다.", "위원회는 분쟁의 해결을 주선할 수 있다."),
    ("신청서는 A 또는 B를 거쳐 제출합니다.", "신청서를 제출한다."),
    ("총장이 휴학을 허가할 수 있다는 내용은 제12조에 나와 있습니다.", "총장은 휴학을 허가할 수 있다."),
]  # fmt: skip


@pytest.mark.parametrize(("claim", "evidence"), PROVED)
def test_what_the_evidence_says_is_proved(claim: str, evidence: str) -> None:
    found = prove(claim, [evidence])
    assert found.outcome is Outcome.PROVED, found
    assert found.evidence_index == 0


@pytest.mark.parametrize(("claim", "evidence", "kind"), REFUTED)
def test_a_fact_refutes(claim: str, evidence: str, kind: ProofKind) -> None:
    found = prove(claim, [evidence])
    assert found.outcome is Outcome.REFUTED, found
    assert kind in {reason.kind for reason in found.reasons}


@pytest.mark.parametrize(("claim", "evidence"), OPEN)
def test_what_is_not_explained_is_open(claim: str, evidence: str) -> None:
    assert prove(claim, [evidence]).outcome is Outcome.OPEN


@pytest.mark.parametrize(
    ("question", "answer", "outcome"),
    [
        ("간호학과로 전과할 수 있어요?", "네, 가능합니다[†1].", Outcome.REFUTED),
        ("간호학과로 전과할 수 있어요?", "아니요, 할 수 없습니다.", Outcome.PROVED),
        ("간호학과로 전과할 수 있나요?", "네.", Outcome.REFUTED),
        ("간호학과로 전과할 수 없나요?", "네.", Outcome.PROVED),
        ("간호학과로 전과할 수 없나요?", "할 수 있습니다.", Outcome.REFUTED),
        ("", "네, 가능합니다.", Outcome.OPEN),
        ("전과는 언제 신청하나요?", "네, 가능합니다.", Outcome.OPEN),
    ],
)
def test_a_short_answer_is_the_question_as_a_statement(
    question: str, answer: str, outcome: Outcome
) -> None:
    evidence = ["간호학과로는 전과할 수 없다."]
    assert prove(answer, evidence, question=question).outcome is outcome


def test_a_list_item_is_stated_by_its_introduction() -> None:
    evidence = (
        "다음 각 호의 어느 하나에 해당하는 자는 입사할 수 없다.\n1. 휴학 중인 자\n2. 감염병 환자"
    )
    assert prove("휴학 중인 사람은 입사할 수 없습니다.", [evidence]).outcome is Outcome.PROVED
    assert prove("휴학 중인 사람은 입사할 수 있습니다.", [evidence]).outcome is Outcome.REFUTED


@pytest.mark.parametrize(
    ("claim", "outcome"),
    [
        ("제과기능사를 딴 학생은 80,000원을 받습니다.", Outcome.OPEN),
        ("한식기능사에게는 지급하지 않습니다.", Outcome.PROVED),
        ("한식기능사에게는 지급합니다.", Outcome.REFUTED),
    ],
)
def test_a_sentence_behind_an_item_speaks_for_itself(claim: str, outcome: Outcome) -> None:
    listed = (
        "다음 각 호의 학생에게는 자격별로 1회 지급한다.\n"
        "1. 제과기능사를 딴 학생: 80,000원. 한식기능사에게는 지급하지 아니한다.\n"
        "2. 응급처치 자격을 딴 학생: 50,000원"
    )
    assert prove(claim, [listed]).outcome is outcome


@pytest.mark.parametrize(
    ("claim", "outcome"),
    [
        ("재심은 통지를 받은 날부터 12일 이내에 청구하여야 합니다.", Outcome.OPEN),
        ("재심은 통지를 받은 날부터 12일 이내에 반드시 청구하여야 합니다.", Outcome.REFUTED),
        ("재심은 통지를 받은 날부터 12일 이내에 청구할 수 있습니다.", Outcome.PROVED),
    ],
)
def test_within_a_time_one_has_to_ask_for_what_one_may_ask_for(
    claim: str, outcome: Outcome
) -> None:
    rule = "재심은 통지를 받은 날부터 12일 이내에 청구할 수 있다."
    assert prove(claim, [rule]).outcome is outcome


def test_a_row_is_stated_by_its_header() -> None:
    table = "| 신청학점 | 등록금 |\n| 4학점 이상 6학점 이하 | 등록금의 3분의 1 |\n| 7학점 이상 9학점 이하 | 등록금의 2분의 1 |"
    assert prove("5학점을 신청하면 등록금의 3분의 1입니다.", [table]).outcome is not Outcome.REFUTED
    assert prove("5학점을 신청하면 등록금의 2분의 1입니다.", [table]).outcome is not Outcome.PROVED


def test_the_evidence_that_proves_is_named() -> None:
    found = prove(
        "휴학 중인 사람은 등록하지 않습니다.",
        ["복학은 학기 초에 한다.", "휴학 중인 사람은 등록하지 아니한다."],
    )
    assert found.evidence_index == 1


def test_a_circumstance_of_the_question_need_not_be_said_again() -> None:
    evidence = ["장애학생은 전화 또는 구두로 수강신청을 할 수 있다."]
    claim = "전화로 수강신청을 할 수 있습니다."
    assert prove(claim, evidence).outcome is Outcome.OPEN
    asked = prove(claim, evidence, question="장애학생인데 수강신청을 전화로 해도 되나요?")
    assert asked.outcome is Outcome.PROVED


def test_the_references_of_a_provision_are_its_own() -> None:
    evidence = ["제1항의 기간에는 휴학할 수 없다."]
    assert prove("제1항의 기간에는 휴학할 수 없습니다.", evidence).outcome is Outcome.PROVED
    assert prove("제2항의 기간에는 휴학할 수 없습니다.", evidence).outcome is not Outcome.PROVED


@pytest.mark.parametrize(
    "claim", ["네, 알겠습니다.", "", "†", "자세한 절차가 궁금하시면 더 물어봐 주세요!"]
)
def test_what_states_nothing_is_open(claim: str) -> None:
    assert prove(claim, ["총장은 휴학을 허가할 수 있다."]).outcome is Outcome.OPEN


def test_a_denied_limit_is_no_limit() -> None:
    claim = "성적은 2회를 초과할 수 없는 것은 아닙니다."
    assert prove(claim, ["성적은 2회를 초과할 수 없다."]).outcome is not Outcome.PROVED


def test_without_evidence_nothing_is_proved() -> None:
    assert prove("휴학할 수 있습니다.", []).outcome is Outcome.OPEN
