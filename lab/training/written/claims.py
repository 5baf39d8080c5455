"""Claims written by hand about invented provisions (`claims.txt`, `universities/`), as lines of a labelled file.

A block is a head (`regulation | name of the article`), the provision, and claims: `=` for a faithful one,
`! fault:` for one that goes against the provision, `? fault:` for one of which it does not speak. Those of the universities are
sentences as language models write them; in front of them stand questions that the provision answers (`q:`) and one that it
seems to answer and does not (`n:`).

    python -m lab.training.written.claims > FILE

writes those that are kept apart, for `manage.py evaluate grounding FILE`.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lab.training.fit_grounding import fold

OWN = Path(__file__).parents[1] / "texts" / "claims.txt"
UNIVERSITIES = Path(__file__).parents[1] / "texts" / "universities"
# Whole universities of which nothing is learned, neither claims nor questions.
KEPT_APART = frozenset({"onnuri"})
_CLAIM = re.compile(r"(?:(?P<faithful>=)|(?P<mark>[!?]) (?P<fault>[a-z_]+):) (?P<claim>.+)")
_ASKED = re.compile(r"(?P<kind>[qn]): (?P<question>.+)")
_PREFIX = "own-"
_LABELS = {"=": "supported", "!": "contradicted", "?": "not_in_context"}


@dataclass(frozen=True, slots=True)
class WrittenBlock:
    """A provision with what was written about it; the questions of ``unanswered`` it only seems to answer."""

    number: int
    regulation: str
    name: str
    provision: str
    claims: tuple[re.Match[str], ...]
    answered: tuple[str, ...]
    unanswered: tuple[str, ...]


def written_blocks(path: Path) -> Iterator[WrittenBlock]:
    """The blocks of a file; raises ValueError for a line that looks like a claim and is none."""
    for number, block in enumerate(path.read_text(encoding="utf-8").strip().split("\n\n"), 1):
        head, *lines = block.split("\n")
        regulation, name = head.split(" | ")
        claims = [match for line in lines if (match := _CLAIM.fullmatch(line))]
        asked = [match for line in lines if (match := _ASKED.fullmatch(line))]
        known = {match.string for match in (*claims, *asked)}
        said = [line for line in lines if line not in known]
        if wrong := [line for line in said if line.startswith(tuple(_LABELS))]:
            raise ValueError(f"{path.name}: {wrong[0]!r} is no claim")
        yield WrittenBlock(
            number,
            regulation,
            name,
            "\n".join(said),
            tuple(claims),
            tuple(one["question"] for one in asked if one["kind"] == "q"),
            tuple(one["question"] for one in asked if one["kind"] == "n"),
        )


def own_claims(path: Path = OWN) -> Iterator[dict[str, Any]]:
    """The claims with their provision as context; single articles are kept apart, not whole regulations."""
    for block in written_blocks(path):
        name = f"{block.regulation} | {block.name}"
        yield from _rows(block, f"{_PREFIX}{block.number}", {"apart_by": name})


def university_claims(folder: Path = UNIVERSITIES) -> Iterator[dict[str, Any]]:
    """Likewise those of whole universities: what is learned of one is all of it."""
    for path in sorted(folder.glob("*.txt")):
        for block in written_blocks(path):
            apart = {"apart": path.stem in KEPT_APART}
            yield from _rows(block, f"{_PREFIX}{path.stem}-{block.number}", apart)


def _rows(block: WrittenBlock, prefix: str, apart: dict[str, Any]) -> Iterator[dict[str, Any]]:
    text = f"제{block.number}조({block.name}) {block.provision}"
    context = {
        "regulation": block.regulation,
        "article": block.number,
        "paragraph": None,
        "text": text,
    }
    for order, match in enumerate(block.claims, 1):
        yield {
            "id": f"{prefix}-{order}",
            "context": [context],
            "claim": match["claim"],
            "label": _LABELS[match["faithful"] or match["mark"]],
            "fault": match["fault"] or "none",
            **apart,
        }


def is_own(identifier: str) -> bool:
    """Whether a line is one of ours."""
    return identifier.startswith(_PREFIX)


def main() -> None:
    """Write the claims that are kept apart, a line each."""
    for row in own_claims():
        if fold(row) == 0:
            sys.stdout.write(json.dumps(row, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
