"""Claims written by hand about invented provisions of a university (`claims.txt`), as lines of a labelled file.

A block is a head (`regulation | name of the article`), the provision, and claims: `=` for a faithful one,
`! fault:` for one that goes against the provision, `? fault:` for one of which it does not speak.

    python -m lab.training.claims_written > FILE

writes those that are kept apart, for `manage.py evaluate grounding FILE`.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from lab.training.fit_grounding import fold

OWN = Path(__file__).with_name("claims.txt")
_CLAIM = re.compile(r"(?:(?P<faithful>=)|(?P<mark>[!?]) (?P<fault>[a-z_]+):) (?P<claim>.+)")
_PREFIX = "own-"
_LABELS = {"=": "supported", "!": "contradicted", "?": "not_in_context"}


def own_claims(path: Path = OWN) -> Iterator[dict[str, Any]]:
    """The claims with their provision as context; single articles are kept apart, not whole regulations.

    Raises ValueError for a line that looks like a claim and is none.
    """
    for number, block in enumerate(path.read_text(encoding="utf-8").strip().split("\n\n"), 1):
        head, *lines = block.split("\n")
        regulation, name = head.split(" | ")
        found = [(line, _CLAIM.fullmatch(line)) for line in lines]
        said = [line for line, match in found if match is None]
        if wrong := [line for line in said if line.startswith(tuple(_LABELS))]:
            raise ValueError(f"{path.name}: {wrong[0]!r} is no claim")
        provision = "\n".join(said)
        text = f"제{number}조({name}) {provision}"
        context = {"regulation": regulation, "article": number, "paragraph": None, "text": text}
        for order, match in enumerate((match for _, match in found if match), 1):
            yield {
                "id": f"{_PREFIX}{number}-{order}",
                "context": [context],
                "claim": match["claim"],
                "label": _LABELS[match["faithful"] or match["mark"]],
                "fault": match["fault"] or "none",
                "apart_by": head,
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
