"""Labelled questions that cannot be read are told by their name, before anything is searched."""

from __future__ import annotations

from typing import Any

import pytest

from lab.evaluation.registry import NotMeasurableError
from lab.evaluation.retrieval import measure

PLACE = {"regulation": "학칙", "article": 25, "branch": None, "paragraph": 2}


@pytest.mark.parametrize(
    "row",
    [
        pytest.param(
            {"question": "휴학?", "gold": [PLACE], "alternatives": [[PLACE]]}, id="nested"
        ),
        pytest.param({"question": "휴학?", "gold": [{"article": 25}]}, id="no regulation"),
        pytest.param({"gold": [PLACE]}, id="no question"),
    ],
)
def test_a_question_that_cannot_be_read_is_named(row: dict[str, Any]) -> None:
    with pytest.raises(NotMeasurableError, match="question 'q48': it needs"):
        measure([{"id": "q48", **row}], {})
