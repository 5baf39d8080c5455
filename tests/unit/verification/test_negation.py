"""A free paraphrase with one quietly turned "not" or "may": its opposite fits the provision better, and that is the reason given."""

from __future__ import annotations

import pytest

from verification.grounding import GroundingLabel, GroundingProvision, ReasonKind, check_claim

PROVISION = GroundingProvision(
    "학칙",
    40,
    None,
    None,
    "제40조(재입학) ① 제적된 사람은 제적된 날부터 1년이 지난 뒤에 한 차례 재입학을 신청할 수 있다.\n"
    "② 징계로 제적된 사람은 재입학을 신청할 수 없다.\n"
    "③ 재입학한 사람은 제적되기 전의 학년 이하로 등록하여야 한다.",
)


@pytest.mark.parametrize(
    ("claim", "kinds"),
    [
        (
            "징계를 받아 학교에서 제적된 학생이라도 다시 입학을 신청할 수 있습니다.",
            {ReasonKind.POLARITY},
        ),
        (
            "다시 입학한 학생은 제적되기 전 학년이나 그 아래로 등록할 수 있습니다.",
            {ReasonKind.MODALITY, ReasonKind.POLARITY},
        ),
    ],
)
def test_a_turned_paraphrase_is_contradicted(claim: str, kinds: set[ReasonKind]) -> None:
    result = check_claim(claim, [PROVISION])

    assert result.label is not GroundingLabel.SUPPORTED
    assert kinds & {reason.kind for reason in result.reasons}


@pytest.mark.parametrize(
    "claim",
    [
        "징계로 제적된 사람은 다시 입학을 신청할 수 없습니다.",
        "제적되고 1년이 지나면 한 번 재입학을 신청할 수 있습니다.",
        "다시 입학하면 제적되기 전 학년 이하로 등록해야 합니다.",
    ],
)
def test_the_true_paraphrase_is_supported(claim: str) -> None:
    assert check_claim(claim, [PROVISION]).supported
