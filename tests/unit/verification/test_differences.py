"""Which words of a claim and of its provision differ: what the staff sees marked in both."""

from __future__ import annotations

import pytest

from verification.grounding.differences import differences
from verification.review.comparing import compare

LEAVE = "② 휴학기간은 통산하여 3년(6학기)을 초과할 수 없다."
CAPPED = f"{LEAVE} 다만, 병역 의무를 위한 휴학기간은 이에 산입하지 아니한다."
MOVING = """④ 다음 각 호의 어느 하나에 해당하는 경우에는 전과를 허가하지 아니한다.
  1. 간호학과로 전과하려는 경우
  2. 휴학기간이 끝나지 아니한 사람"""
PARTS = "등록금은 4회 이내로 나누어 납부할 수 있다."
PERMISSION = "휴학하려는 학생은 휴학원을 제출하여 총장의 허가를 받아야 한다."


@pytest.mark.parametrize(
    ("claim", "evidence", "kind", "claimed", "given"),
    [
        ("휴학기간은 통산하여 5년(6학기)을 초과할 수 없습니다.", LEAVE, "number", "5년", "3년"),
        (
            "등록금은 4회 이상으로 나누어 낼 수 있습니다.",
            PARTS,
            "comparator",
            "4회 이상으로",
            "4회 이내로",
        ),
        ("개시일 전 14주까지 냅니다.", "개시일 전 14일까지 낸다.", "unit", "14주", "14일"),
        (
            "휴학하려는 학생은 총장의 허가를 받지 않아도 됩니다.",
            PERMISSION,
            "modality",
            "받지 않아도 됩니다",
            "받아야 한다",
        ),
        ("학장이 허가합니다.", "총장이 허가한다.", "subject", "학장", "총장"),
        (
            "군 휴학은 휴학기간에 포함합니다.",
            "군 휴학은 이에 포함하지 아니한다.",
            "polarity",
            "포함합니다",
            "포함하지 아니한다",
        ),
    ],
)
def test_words_of_the_differing_fact_are_told_on_both_sides(
    claim: str, evidence: str, kind: str, claimed: str, given: str
) -> None:
    [found] = differences(claim, evidence)

    assert found.claimed is not None
    assert found.given is not None
    assert (found.kind, found.claimed.text, found.given.text) == (kind, claimed, given)
    assert claim[found.claimed.start : found.claimed.end] == claimed
    assert evidence[found.given.start : found.given.end] == given


@pytest.mark.parametrize("claim", [LEAVE, "휴학기간은 통산하여 3년을 초과할 수 없습니다.", ""])
def test_what_says_the_same_differs_in_nothing(claim: str) -> None:
    assert differences(claim, LEAVE) == ()


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        ("휴학기간은 통산하여 3년(6학기)을 초과할 수 없습니다.", CAPPED),
        ("간호학과로는 전과할 수 없습니다.", MOVING),
        (
            "신입생은 첫 학기에 휴학할 수 없습니다.",
            f"{PERMISSION} 신입생은 첫 학기에 휴학할 수 없다.",
        ),
        ("장학금은 학기마다 신청할 수 없습니다.", PERMISSION),
    ],
)
def test_a_predicate_is_compared_with_that_of_the_sentence_that_speaks_of_the_matter(
    claim: str, evidence: str
) -> None:
    assert differences(claim, evidence) == ()


@pytest.mark.parametrize(
    ("claim", "evidence", "given"),
    [
        ("간호학과로 전과할 수 있습니다.", MOVING, "허가하지 아니한다"),
        ("휴학기간은 3년을 초과할 수 있습니다.", CAPPED, "수 없다"),
        ("병역 의무를 위한 휴학기간은 산입합니다.", CAPPED, "산입하지 아니한다"),
    ],
)
def test_the_predicate_that_differs_is_told_where_it_stands(
    claim: str, evidence: str, given: str
) -> None:
    [found] = differences(claim, evidence)

    assert found.given is not None
    assert found.given.text == given
    assert evidence[found.given.start : found.given.end] == given


def test_a_number_without_a_counterpart_is_marked_in_the_claim_alone() -> None:
    compared = compare("휴학원은 7일 전에 제출합니다.", PERMISSION)

    assert [(run.text, run.label) for run in compared.claim if run.label] == [("7일", "수치")]
    assert not [run for run in compared.evidence if run.label]


def test_runs_put_together_are_the_texts_that_were_compared() -> None:
    claim = "학장은 등록금을 9회까지 나누어 내게 하여야 합니다."
    compared = compare(claim, PARTS)

    assert "".join(run.text for run in compared.claim) == claim
    assert "".join(run.text for run in compared.evidence) == PARTS
    assert len(compared.facts) >= 2
