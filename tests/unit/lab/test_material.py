"""What is kept apart is only measured: nothing that is learned stands beside it, and what is kept is of the material in hand."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

from lab.training.fit_grounding import fold
from lab.training.material import accompanied_pairs, cached_pairs, misplaced_pairs
from lab.training.written.claims import KEPT_APART, university_claims


def row(number: int) -> dict[str, Any]:
    """A true claim about an article of one regulation; by the article it is learned or kept apart."""
    text = f"제{number}조(대출) 학생은 책을 {number}권까지 빌릴 수 있다."
    context = {"regulation": "도서관 규정", "article": number, "paragraph": None, "text": text}
    return {
        "id": str(number),
        "context": [context],
        "claim": f"책은 {number}권까지 빌립니다.",
        "label": "supported",
        "fault": "none",
        "apart_by": f"도서관 규정 | {number}",
    }


def test_a_misplaced_claim_stands_beside_articles_of_its_own_side_only() -> None:
    rows = [row(number) for number in range(1, 81)]
    apart = {f"{one['id']}권" for one in rows if fold(one) == 0}
    assert len(apart) > 2

    pairs = list(misplaced_pairs(rows, Random(1)))

    assert {pair.apart for pair in pairs} == {True, False}
    for pair in pairs:
        said = {word.removesuffix("까지") for word in pair.premise.split() if "권까지" in word}
        assert said
        assert all((word in apart) is pair.apart for word in said)


def test_kept_pairs_are_those_of_the_material_in_hand(tmp_path: Path) -> None:
    file, kept = tmp_path / "support_1.jsonl", tmp_path / "kept"
    kept.mkdir()

    def claims() -> set[str]:
        pairs = cached_pairs(tmp_path, 1, kept, own=False, varied=False)
        return {pair.claim for pair in pairs if pair.origin == "written"}

    for number in (3, 4):
        file.write_text(json.dumps(row(number), ensure_ascii=False) + "\n", encoding="utf-8")
        assert claims() == {f"책은 {number}권까지 빌립니다."} == claims()
    assert len(list(kept.iterdir())) == 2


def test_an_accompanied_claim_has_its_own_provision_and_others_of_its_side() -> None:
    rows = [row(number) for number in range(1, 81)]
    apart = {f"{one['id']}권" for one in rows if fold(one) == 0}

    pairs = list(accompanied_pairs(rows, Random(1)))

    assert len(pairs) == len(rows)
    for pair in pairs:
        said = {word.removesuffix("까지") for word in pair.premise.split() if "권까지" in word}
        assert pair.label == 0
        assert {word.removesuffix("까지") for word in pair.claim.split() if "권까지" in word} < said
        assert all((word in apart) is pair.apart for word in said)


def test_a_whole_university_is_learned_or_kept_apart() -> None:
    sides: dict[str, set[bool]] = {}
    for one in university_claims():
        sides.setdefault(one["id"].split("-")[1], set()).add(fold(one) == 0)

    assert len(sides) > len(KEPT_APART)
    assert {name for name, side in sides.items() if side == {True}} == KEPT_APART
    assert all(len(side) == 1 for side in sides.values())
