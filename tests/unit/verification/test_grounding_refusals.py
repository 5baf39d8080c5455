"""Refusals are told from rules that say "not", in Korean and English; what is claimed beside one is held against the text."""

from __future__ import annotations

import pytest

from verification.grounding import GroundingLabel, GroundingProvision, check_claim, is_refusal
from verification.grounding.results import EntailmentScores, ReasonKind

LEAVE = GroundingProvision("학칙", 25, None, 2, "② 휴학기간은 통산하여 3년을 초과할 수 없다.")


@pytest.mark.parametrize(
    "text",
    [
        "제공된 규정에서 해당 정보를 찾을 수 없습니다.",
        "해당 정보는 제공된 출처에서 확인되지 않습니다.",
        "제공된 자료에서는 해당 내용을 찾을 수 없습니다.",
        "장학금 자격에 대한 정보는 제공된 컨텍스트에 포함되어 있지 않습니다.",
        "위 컨텍스트에 따라, 휴직 적용 기준을 자세히 설명할 수 없습니다.",
        "셔틀버스 운행 시간은 규정에서 다루지 않는 내용입니다.",
        "해당 질문은 규정에 없는 내용이라 답변드리기 곤란합니다.",
        "구체적인 금액은 명시되어 있지 않습니다.",
        "이 규정은 재입학 횟수를 정하고 있지 않습니다.",
        "교환학생 선발 시기에 대한 정보가 제공되지 않았습니다.",
        "The provided regulations do not specify the deadline.",
        "This information is not included in the provided context.",
        "The exact amount isn't stated.",
        "提供的规定中没有相关内容。",
    ],
)
def test_refusals_are_recognized(text: str) -> None:
    assert is_refusal(text)


@pytest.mark.parametrize(
    "text",
    [
        "이 규정에 정하지 않은 사항은 학칙에 따릅니다.",
        "규정에 없는 사항은 총장이 정합니다.",
        "군휴학 기간은 통산 휴학 기간에 포함되지 않습니다.",
        "구체적인 심사 기준이나 절차는 해당 규정에서 확인할 수 있습니다.",
        "연구 실적에 대한 정보는 심사위원 외에는 제공되지 않습니다.",
        "서류에 주소가 명시되지 않은 경우 접수하지 않습니다.",
        "위원이 아닌 사람은 회의 내용을 알 수 없습니다.",
        "신입생은 첫 학기에 휴학할 수 없습니다.",
        "Leave is not included in the maximum period of study.",
        "Students cannot take leave in the first semester.",
    ],
)
def test_rules_that_say_not_are_no_refusals(text: str) -> None:
    assert not is_refusal(text)


def test_a_claim_beside_a_refusal_is_held_against_the_text() -> None:
    question = "기숙사 점호는 몇 시인가요?"
    rest = "기숙사 점호 시간은 제공된 규정에서 찾을 수 없습니다."

    true = check_claim(
        f"휴학기간은 통산하여 3년을 초과할 수 없으며, {rest}", [LEAVE], question=question
    )
    false = check_claim(f"휴학기간은 5년까지 가능하며, {rest}", [LEAVE], question=question)
    advice = check_claim(
        f"질문하신 내용을 살펴보았으나, {rest} 생활관에 문의해 주시기 바랍니다.",
        [LEAVE],
        question=question,
    )

    assert true.supported
    assert false.label is GroundingLabel.CONTRADICTED
    assert advice.supported


@pytest.mark.parametrize(
    ("claim", "label", "kind"),
    [
        ("Leave may not exceed three years.", GroundingLabel.NOT_IN_CONTEXT, ReasonKind.LANGUAGE),
        ("Leave may not exceed 5 years.", GroundingLabel.CONTRADICTED, ReasonKind.NUMBER),
        ("Leave may not exceed 3 semesters.", GroundingLabel.CONTRADICTED, ReasonKind.UNIT),
    ],
)
def test_a_claim_in_english_is_never_supported_without_evidence(
    claim: str, label: GroundingLabel, kind: ReasonKind
) -> None:
    result = check_claim(claim, [LEAVE])

    assert result.label is label
    kinds = {reason.kind for reason in result.reasons}
    assert kind in kinds
    # Whether it could be compared at all.
    assert (ReasonKind.LANGUAGE in kinds) == (kind is ReasonKind.LANGUAGE)


def test_a_model_decides_where_no_fact_does_and_never_against_one() -> None:
    def believes(_claim: str, _texts: object) -> EntailmentScores:
        return EntailmentScores(0.99, 0.005, 0.005)

    agreed = check_claim("Leave may not exceed three years.", [LEAVE], entailment=believes)
    vetoed = check_claim("쉬는 기간은 모두 더해 5년을 넘지 못합니다.", [LEAVE], entailment=believes)
    copied = check_claim(
        "휴학기간은 통산하여 3년을 초과할 수 있습니다.", [LEAVE], entailment=believes
    )

    assert agreed.supported
    assert not vetoed.supported
    assert copied.label is GroundingLabel.CONTRADICTED


def test_the_number_of_a_list_item_is_no_number_of_the_claim() -> None:
    result = check_claim("2. **휴학**기간은 통산하여 3년을 초과할 수 없습니다.", [LEAVE])

    assert result.supported


def test_two_numbers_that_change_places_are_seen() -> None:
    provision = GroundingProvision(
        "학칙", 31, None, None, "근속기간이 3년 초과 5년 이하인 사람에게는 휴가 10일을 준다."
    )

    result = check_claim(
        "근속기간이 5년 초과 3년 이하인 사람에게는 휴가 10일을 줍니다.", [provision]
    )

    assert result.label is GroundingLabel.CONTRADICTED


def test_more_than_is_not_at_least_where_it_is_said_in_the_words_of_law() -> None:
    provision = GroundingProvision(
        "학칙", 32, None, None, "네 학기 이상 다닌 사람은 현장실습에 참여할 수 있다."
    )

    strict = check_claim(
        "4개 학기를 초과하여 다닌 학생은 현장실습에 참여할 수 있습니다.", [provision]
    )
    plain = check_claim("4개 학기 이상 다닌 사람은 현장실습에 참여할 수 있습니다.", [provision])

    assert not strict.supported
    assert plain.supported
