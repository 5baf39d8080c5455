"""The order of the queue: harm times reach, and urgent is what stands out."""

from __future__ import annotations

import pytest

from verification.models import Flag
from verification.review.ranking import CasePriority, harm_of, priorities_of, rank_of

Reason = Flag.Reason


def test_a_mark_on_everything_ranks_nothing() -> None:
    harm = harm_of([Reason.LOW_FAITHFULNESS])
    found = priorities_of([(harm, rank_of(harm=harm, asked=1))] * 28)

    assert found.count(CasePriority.HIGH) == 7
    assert priorities_of([(harm_of([Reason.SAMPLED]), 1.0)]) == [CasePriority.LOW]


@pytest.mark.parametrize(
    ("first", "then"),
    [
        (([Reason.LOW_FAITHFULNESS], 1), ([Reason.CITATION_NOT_VERIFIED], 1)),
        (([Reason.THUMBS_DOWN], 8), ([Reason.LOW_FAITHFULNESS], 1)),
        (([Reason.HANDED_OVER], 1), ([Reason.SAMPLED], 30)),
        (([Reason.THUMBS_DOWN, Reason.DISAGREEMENT], 1), ([Reason.DISAGREEMENT], 1)),
    ],
)
def test_what_harms_more_or_reaches_more_comes_first(
    first: tuple[list[str], int], then: tuple[list[str], int]
) -> None:
    assert rank_of(harm=harm_of(first[0]), asked=first[1]) > rank_of(
        harm=harm_of(then[0]), asked=then[1]
    )
