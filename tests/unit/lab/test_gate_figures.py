"""What `evaluate grounding` says of the gate: precision and recall of confirmed, right ones called contradicted."""

from __future__ import annotations

from typing import Any

import pytest

from lab.evaluation.grounding import gate_figures, gate_rows
from lab.evaluation.judges import by_gate

_TEXT = "휴학기간은 통산하여 3년을 초과할 수 없다."


def _row(claim: str, label: str, fault: str, source: str = "a") -> dict[str, Any]:
    context = [{"regulation": "학칙", "article": 25, "text": _TEXT}]
    return {"claim": claim, "label": label, "fault": fault, "source": source, "context": context}


ROWS = [
    _row("휴학기간은 통산하여 3년을 초과할 수 없습니다.", "supported", "none"),
    _row("휴학을 오래 하려면 미리 알아보는 것이 좋습니다.", "supported", "none", "b"),
    _row("휴학기간은 통산하여 5년을 초과할 수 없습니다.", "supported", "none"),
    _row("휴학기간은 통산하여 4년을 초과할 수 없습니다.", "contradicted", "number"),
    _row("휴학기간은 통산하여 3년까지입니다.", "not_in_context", "added_fact", "b"),
    _row("제공된 조문으로는 알 수 없습니다.", "supported", "none") | {"claim_is_refusal": True},
]


def test_the_gate_is_measured_on_what_states_something() -> None:
    figures = gate_figures(by_gate(ROWS))
    assert figures == pytest.approx(
        {
            "confirmed: precision": 1 / 2,
            "confirmed: recall": 1 / 3,
            "right ones called contradicted": 1 / 3,
        }
    )


def test_its_figures_are_told_by_source_and_fault() -> None:
    rows = {row[0]: row[1:] for row in gate_rows(by_gate(ROWS))}
    assert rows["all"][:4] == (3, 1, 2, 1)
    assert rows["source: b"] == (1, 0, 1, 1, 0, 0, 0)
    assert rows["fault: number"][:4] == (0, 0, 1, 0)
    assert list(rows)[-3:] == ["fault: added_fact", "fault: faithful", "fault: number"]


def test_without_claims_there_are_no_shares() -> None:
    assert set(gate_figures([]).values()) == {0}
