"""Is each sentence what the provision says? Invented provisions, everyday claims."""

from __future__ import annotations

import pytest

from verification.grounding import GroundingLabel, GroundingProvision, ReasonKind, check_claim
from verification.grounding.facts.roles import conflicting_office_holder

LEAVE = GroundingProvision(
    "가람대학교 학칙",
    31,
    None,
    None,
    "제31조(휴학) ① 휴학하려는 학생은 학기 시작 후 20일 이내에 학과장의 확인을 받아 휴학원을 "
    "총장에게 제출하여야 한다. <개정 2019. 3. 1.>\n"
    "② 휴학 기간은 통산하여 6학기를 초과할 수 없다. 다만, 병역으로 인한 휴학 기간은 이에 "
    "산입하지 아니한다.\n"
    "③ 신입생은 첫 학기에 휴학할 수 없다. 다만, 질병으로 인한 경우에는 그러하지 아니하다.",
)
LIBRARY = GroundingProvision(
    "가람대학교 도서관규정",
    12,
    2,
    None,
    "제12조의2(대출) 학부생은 10권을 14일 동안 대출할 수 있다.\n"
    "다음 각 호의 자료는 대출하지 아니한다.\n1. 귀중본\n2. 참고도서\n3. 연속간행물",
)
CONTEXT = [LIBRARY, LEAVE]


@pytest.mark.parametrize(
    "claim",
    [
        "휴학 기간은 통산하여 6학기를 초과할 수 없습니다.",
        "휴학 기간은 통산하여 여섯 학기를 초과하지 못합니다.",
        "학부생은 10권을 2주 동안 대출할 수 있습니다.",
        "「가람대학교 학칙」 제31조제2항에 따르면 휴학 기간은 통산하여 6학기를 초과할 수 없습니다.",
    ],
)
def test_faithful(claim: str) -> None:
    result = check_claim(claim, CONTEXT)
    assert result.label is GroundingLabel.SUPPORTED
    assert result.score > 0.5
    assert result.reasons == ()


@pytest.mark.parametrize(
    ("claim", "kind"),
    [
        ("휴학 기간은 통산하여 8학기를 초과할 수 없습니다.", ReasonKind.NUMBER),
        ("휴학 기간은 통산하여 6년을 초과할 수 없습니다.", ReasonKind.UNIT),
        ("휴학 기간은 통산하여 6학기를 초과할 수 있습니다.", ReasonKind.POLARITY),
        ("학부생은 10권을 14일 동안 대출할 수 없습니다.", ReasonKind.POLARITY),
        ("학부생은 10권을 14일 동안 대출하여야 합니다.", ReasonKind.MODALITY),
        ("병역으로 인한 휴학 기간은 이에 산입합니다.", ReasonKind.POLARITY),
        ("학부생은 10권을 14일 동안 대출할 수 없습니다. [참조: 제12조의2]", ReasonKind.POLARITY),
    ],
)
def test_a_change_in_a_copied_sentence_is_named(claim: str, kind: ReasonKind) -> None:
    result = check_claim(claim, CONTEXT)
    assert result.label is GroundingLabel.CONTRADICTED
    assert kind in {reason.kind for reason in result.reasons}


@pytest.mark.parametrize(
    ("claim", "asked", "named"),
    [
        ("25일이 지났다면 휴학원을 낼 수 없습니다.", "개강한 지 25일 됐는데 휴학돼요?", False),
        ("25일이 지났다면 휴학원을 낼 수 없습니다.", "휴학은 언제까지 되나요?", True),
        ("휴학원은 25일 이내에 내면 됩니다.", "개강한 지 25일 됐는데 휴학돼요?", True),
    ],
)
def test_a_number_of_the_question_speaks_of_the_asker(claim: str, asked: str, named: bool) -> None:
    reasons = check_claim(claim, CONTEXT, question=asked).reasons
    assert (ReasonKind.NUMBER in {reason.kind for reason in reasons}) is named


@pytest.mark.parametrize(
    "claim",
    [
        "휴학 문의는 학생지원팀(051-000-1234)으로 하시면 됩니다.",
        "「가람대학교 학칙」 제77조에 따르면 휴학은 두 번까지 연장됩니다.",
        "휴학생에게는 도서관 사물함이 무료로 배정됩니다.",
    ],
)
def test_what_the_provisions_do_not_say(claim: str) -> None:
    result = check_claim(claim, CONTEXT)
    assert result.label is not GroundingLabel.SUPPORTED
    assert result.reasons


def test_a_sentence_of_another_article_is_not_supported() -> None:
    result = check_claim("휴학 기간은 통산하여 6학기를 초과할 수 없습니다.", [LIBRARY])
    assert result.label is GroundingLabel.NOT_IN_CONTEXT


def test_the_evidence_is_a_span_of_the_provision() -> None:
    result = check_claim("휴학 기간은 통산하여 6학기를 초과할 수 없습니다.", CONTEXT)
    (evidence,) = result.evidence
    assert CONTEXT[evidence.provision].text[evidence.start : evidence.end] == evidence.text
    assert evidence.locator == "「가람대학교 학칙」 제31조"
    assert "6학기" in evidence.text


def test_amendment_notes_are_no_evidence() -> None:
    result = check_claim("휴학에 관한 조항은 2019년 3월 1일에 개정되었습니다.", CONTEXT)
    assert result.label is not GroundingLabel.SUPPORTED


def test_no_provision_is_never_support() -> None:
    result = check_claim("휴학은 1년입니다.", [])
    assert (result.label, result.score) == (GroundingLabel.NOT_IN_CONTEXT, 0.0)
    assert [reason.kind for reason in result.reasons] == [ReasonKind.NO_CONTEXT]


def test_a_right_refusal_is_supported_and_a_wrong_one_is_not() -> None:
    right = check_claim(
        "제공된 규정에서는 등록금의 금액을 찾을 수 없습니다.",
        CONTEXT,
        question="등록금이 얼마인가요?",
    )
    wrong = check_claim(
        "제공된 규정에서는 휴학 기간을 찾을 수 없습니다.",
        CONTEXT,
        question="휴학 기간은 통산 몇 학기인가요?",
    )
    assert right.label is GroundingLabel.SUPPORTED
    assert wrong.label is GroundingLabel.CONTRADICTED


def test_a_refusal_without_provisions_is_right() -> None:
    assert check_claim("제공된 규정에서 찾을 수 없습니다.", []).label is GroundingLabel.SUPPORTED


def test_the_same_claim_gets_the_same_result() -> None:
    claim = "휴학하려면 학기가 시작되고 20일 안에 휴학원을 내야 합니다."
    assert check_claim(claim, CONTEXT) == check_claim(claim, CONTEXT)


@pytest.mark.parametrize("claim", ["", " ", "…", "제31조", "1", "🙂" * 20, "가" * 3000])
def test_odd_claims_are_answered_and_not_supported(claim: str) -> None:
    assert check_claim(claim, CONTEXT).label is not GroundingLabel.SUPPORTED


@pytest.mark.parametrize(
    "claim",
    [
        "휴학기간에는 제한이 없습니다.",
        "휴학은 횟수 제한 없이 할 수 있습니다.",
        "휴학기간은 무제한입니다.",
    ],
)
def test_no_limit_is_claimed_only_where_the_provision_says_so(claim: str) -> None:
    limited = GroundingProvision("학칙", 25, None, 2, "휴학기간은 통산하여 3년을 초과할 수 없다.")
    free = GroundingProvision("학칙", 25, None, 2, "휴학기간과 휴학 횟수에는 제한이 없다.")

    assert not check_claim(claim, [limited]).supported
    assert "제한이 없다는 말이 조문에 없습니다." in {
        reason.text for reason in check_claim(claim, [limited]).reasons
    }
    assert check_claim("휴학기간에는 제한이 없습니다.", [free]).supported


COMMITTEE = [
    GroundingProvision(
        "장학위원회 규정",
        3,
        None,
        None,
        "제3조(구성) 위원회는 교무처장, 학생처장 및 각 대학의 부학장으로 구성하며, 간사는 장학팀장이 된다.",
    ),
    GroundingProvision(
        "장학위원회 규정", 4, None, None, "제4조(위원장) ① 위원장은 학생처장으로 한다."
    ),
]


@pytest.mark.parametrize(
    ("claim", "supported"),
    [
        ("위원장은 학생처장입니다.", True),
        ("위원장은 장학팀장이 맡습니다.", False),
        ("장학위원회는 교무처장이 위원장을 맡습니다.", False),
        ("간사는 학생처장이 됩니다.", False),
    ],
)
def test_who_holds_a_post_is_a_fact(claim: str, *, supported: bool) -> None:
    result = check_claim(claim, COMMITTEE)

    assert result.supported is supported
    assert supported or any("이(가) 조문과 다릅니다" in reason.text for reason in result.reasons)


@pytest.mark.parametrize(
    ("claim", "provision"),
    [
        ("위원장은 총장이 되는 것이 아니라 교무처장이 됩니다.", "위원장은 교무처장이 된다."),
        ("총장이 의장을 맡습니다.", "의장은 위원장이 된다. 위원장은 총장이 된다."),
        (
            "교무처장이 위원장을 맡습니다.",
            "위원장은 입학처장과 교무처장이 공동으로 맡는다. 소위원회 위원장은 입학팀장이 된다.",
        ),
        ("위원장은 대학원장이 됩니다.", "위원장은 일반대학원장이 된다."),
    ],
)
def test_no_post_is_said_to_differ_where_the_provisions_give_it_so(
    claim: str, provision: str
) -> None:
    assert conflicting_office_holder(claim, [provision]) is None


def test_the_head_of_an_office_is_not_its_deputy() -> None:
    assert (
        conflicting_office_holder("위원장은 총장이 됩니다.", ["위원장은 부총장이 된다."])
        is not None
    )


def test_midnight_may_be_either_end_of_a_day_but_0_and_24_are_a_day_apart() -> None:
    given = GroundingProvision(
        "입학 규정", 3, None, None, "제3조(접수) 원서 접수는 2월 10일 24시까지로 한다."
    )

    assert not check_claim("원서 접수는 2월 10일 0시까지로 합니다.", [given]).supported
    assert check_claim("원서 접수는 2월 10일 자정까지로 합니다.", [given]).supported


def test_who_appoints_somebody_does_not_hold_the_post() -> None:
    appointed = GroundingProvision(
        "장학위원회 규정", 4, None, None, "제4조(위원장) 위원장은 총장이 임명한다."
    )

    result = check_claim("위원장은 학생처장이 됩니다.", [appointed])

    assert not any("총장" in reason.text for reason in result.reasons)


EXAM = GroundingProvision(
    "원격수업 규정",
    13,
    None,
    None,
    "제13조(시험) ① 기말시험은 오프라인 시험을 원칙으로 하되 과제물로 대체할 수 있다.\n"
    "② 자퇴한 학기의 성적은 무효로 한다.",
)


@pytest.mark.parametrize(
    ("claim", "named"),
    [
        ("기말시험은 온라인 시험을 원칙으로 하되 과제물로 대체할 수 있습니다.", "온라인"),
        ("자퇴한 학기의 성적은 유효합니다.", "유효"),
        ("자퇴한 학기의 성적은 유효하지 않습니다.", ""),
        ("기말시험은 온라인이 아니라 오프라인 시험이 원칙입니다.", ""),
        ("자퇴한 학기의 성적은 유효하다고 볼 수 없습니다.", ""),
    ],
)
def test_the_opposite_of_what_a_provision_says_is_named(claim: str, named: str) -> None:
    reasons = [reason.text for reason in check_claim(claim, [EXAM]).reasons]

    said = [text for text in reasons if text.startswith("조문과 반대되는 말입니다")]
    assert bool(said) is bool(named)
    assert all(f"답변 “{named}”" in text for text in said)
