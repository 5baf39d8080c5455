"""What `evaluate grounding` says of the gate: precision and recall of confirmed, right ones called contradicted."""

from __future__ import annotations

from typing import Any

import pytest

from lab.evaluation.judges import GatedExample, by_gate, gate_figures, gate_rows, sure_rows
from lab.evaluation.written.claims import claims_of
from verification.citations.states import Verdict

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


def test_scores_are_counted_where_the_verifier_was_heard() -> None:
    gated = [
        GatedExample(is_faithful, "", "", Verdict.NOT_IN_CONTEXT, score)
        for is_faithful, score in ((True, 0.94), (True, 0.5), (False, 0.92), (True, None))
    ]
    rows = {row[0]: row[1:] for row in sure_rows(gated)}
    assert (rows["0.00"], rows["0.92"], rows["0.93"]) == ((2, 1), (1, 1), (1, 0))


def test_the_sentences_of_answers_are_claims_with_the_sources_of_their_labels() -> None:
    said = [
        {"text": "- **한도**: 3년까지 [†2]", "label": "right", "sources": [2]},
        {"text": "4년까지입니다.", "label": "wrong", "fault": "number", "sources": [2]},
        {
            "text": "학과 사무실이 정합니다.",
            "label": "wrong",
            "fault": "added_fact",
            "sources": [2],
        },
        {"text": "안녕하세요!", "label": "no_claim", "sources": []},
    ]
    source = {"number": 2, "regulation": "학칙", "article": 25, "title": "기간", "text": _TEXT}
    row = {
        "id": "a1",
        "question": "며칠까지?",
        "sources": [source],
        "answers": [{"writer": "w", "sentences": said}],
    }

    claims = claims_of([row])

    assert [one["claim"] for one in claims] == [
        "한도: 3년까지",
        "4년까지입니다.",
        "학과 사무실이 정합니다.",
    ]
    assert [one["label"] for one in claims] == ["supported", "contradicted", "not_in_context"]
    assert claims[0]["context"][0]["text"] == f"제25조(기간) {_TEXT}"
    assert claims_of([{"claim": "x"}]) == [{"claim": "x"}]
