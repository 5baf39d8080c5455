"""`evaluate privacy [FILE]`: what of personal data is masked, kind by kind, and which texts without any are touched.

A line is `{"text": …}` with each piece in 〔kind:…〕. Without a file the invented set of the project is measured.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.conf import settings

from lab.evaluation.registry import EvaluationKind, EvaluationReport, EvaluationTable, Row
from portal.privacy.masking import MASK, personal_data_mask

_PIECE = re.compile(r"〔(?P<kind>\w+):(?P<piece>[^〕]*)〕")
# A title behind a name is no secret.
_NAME_ALONE = re.compile(r"[가-힣]{3}|[A-Za-z]+(?: [A-Za-z]+)*")
# The day of birth and the first digit of a masked number may be known; what is a star already needs no mask.
_OPEN = frozenset("*Xx")


@dataclass(frozen=True)
class AnnotatedText:
    """A text without its marks, and where its pieces stand."""

    text: str
    pieces: tuple[tuple[str, int, int], ...]


def measure(rows: Sequence[Row], options: Mapping[str, Any]) -> EvaluationReport:
    """Measure the mask on marked texts."""
    wanted: Counter[str] = Counter()
    found: Counter[str] = Counter()
    clean = touched = 0
    misses = []
    for row in rows or list(_own_rows()):
        marked = read_marks(str(row["text"]))
        masked = personal_data_mask(marked.text).text
        if not marked.pieces:
            clean += 1
            touched += masked != marked.text
        if not marked.pieces and masked != marked.text:
            misses.append(f"touched: {marked.text}\n      → {masked}")
        for kind, start, end in marked.pieces:
            wanted[kind] += 1
            hidden = _is_hidden(marked.text[start:end], masked[start:end], kind)
            found[kind] += hidden
            if not hidden:
                misses.append(f"{kind}: {marked.text}\n      → {masked}")
    return EvaluationReport(
        kind="privacy",
        count=wanted.total() + clean,
        figures={
            "recall": found.total() / wanted.total() if wanted else 0.0,
            "touched without need": touched / clean if clean else 0.0,
        },
        tables=(
            EvaluationTable(
                "By kind",
                ("kind", "pieces", "masked", "recall"),
                tuple(
                    (kind, count, found[kind], found[kind] / count)
                    for kind, count in sorted(wanted.items())
                ),
            ),
        ),
        misses=tuple(misses),
    )


def read_marks(text: str) -> AnnotatedText:
    """Take the marks out of a text."""
    plain, position = "", 0
    pieces = []
    for match in _PIECE.finditer(text):
        plain += text[position : match.start()]
        pieces.append((match["kind"], len(plain), len(plain) + len(match["piece"])))
        plain += match["piece"]
        position = match.end()
    return AnnotatedText(plain + text[position:], tuple(pieces))


def _is_hidden(piece: str, masked: str, kind: str) -> bool:
    if kind == "name" and (name := _NAME_ALONE.match(piece)):
        piece, masked = piece[: name.end()], masked[: name.end()]
    pairs = zip(piece, masked, strict=True)
    return all(new == MASK for old, new in pairs if old.isalnum() and old not in _OPEN)


def _own_rows() -> Iterator[Row]:
    path = settings.BASE_DIR / "samples" / "privacy.jsonl"
    for line in path.read_text(encoding="utf-8").splitlines():
        yield json.loads(line)


KIND = EvaluationKind(
    name="privacy",
    help="개인정보 가리기: 놓친 것과 잘못 가린 것",
    measure=measure,
    needs_file=False,
)
