"""Sentences that were written to be learned from: every one has a provision, a label and a fault that the measuring knows."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from lab.training.written.answers import (
    ANSWERED,
    answered_pairs,
    drafted_claims,
    paragraphs,
)
from verification.grounding.decision import LABELS

FAULTS = {
    "faithful", "number", "unit", "date", "condition_dropped", "proviso_dropped", "and_or", "subject", "object", "modality",
    "polarity", "overgeneralised", "added_fact", "wrong_article", "time_order", "scope", "wrong_row",
}  # fmt: skip


def test_every_draft_has_its_provision_and_a_fault_where_it_is_wrong() -> None:
    claims = list(drafted_claims())

    assert len({claim["id"] for claim in claims}) == len(claims)
    assert all(claim["context"] and claim["claim"] for claim in claims)
    assert {claim["fault"] for claim in claims} == FAULTS
    assert all((one["label"] == "supported") == (one["fault"] == "faithful") for one in claims)
    wrong = Counter(one["fault"] for one in claims if one["fault"] != "faithful")
    # Of no kind so many that the others are not learned.
    assert max(wrong.values()) < 3 * min(wrong.values())


def test_a_source_that_is_nowhere_is_an_error(tmp_path: Path) -> None:
    row = {"id": "x", "question": "?", "sources": [["haram/학칙", "제999조"]], "answers": []}
    (tmp_path / "x.jsonl").write_text(json.dumps(row))

    with pytest.raises(KeyError, match="제999조"):
        list(drafted_claims(tmp_path))


def test_a_claim_is_read_beside_the_paragraphs_of_its_article(tmp_path: Path) -> None:
    said = ["휴학은 **한 번**에 한 학기씩 됩니다.", "wrong", "scope", [1]]
    row = {
        "id": "x",
        "question": "휴학은요?",
        "sources": [["haram/학칙", "제13조"]],
        "answers": [{"writer": "fluent", "sentences": [said, ["네.", "no_claim", None, []]]}],
    }
    (tmp_path / "x.jsonl").write_text(json.dumps(row))
    (claim,) = drafted_claims(tmp_path)

    assert claim["claim"] == "휴학은 한 번에 한 학기씩 됩니다."
    provisions = list(paragraphs(claim["context"][0]))
    assert [one.title for one in provisions] == ["재입학"] * 3
    pairs = list(answered_pairs([claim]))
    assert pairs[0].origin == ANSWERED
    assert {pair.label for pair in pairs} == {LABELS.index("contradicted")}
    assert all(pair.premise for pair in pairs)
