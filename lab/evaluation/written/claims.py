"""The sentences of labelled answers as claims, each with the sources that its label names: what `evaluate grounding` reads."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from lab.evaluation.registry import Row

_LABELS = {"right": "supported", "wrong": "contradicted"}
# Of what these say their sources are silent.
_SILENT = re.compile(r"added|outside|wrong_article|invent")
_MARKS = re.compile(r"\[†[^\]]*\]|[*#`]")


def claims_of(rows: Sequence[Row]) -> list[Row]:
    """The claims of a file of answers; other rows as they are.

    What claims nothing, or of which the label names no source, is left out.
    """
    if not rows or "answers" not in rows[0]:
        return list(rows)
    return [claim for row in rows for claim in _claims(row)]


def _claims(row: Row) -> Iterator[Row]:
    sources = {source["number"]: source for source in row["sources"]}
    for answer in row["answers"]:
        for place, sentence in enumerate(answer["sentences"], start=1):
            named = [
                sources[number] for number in sentence.get("sources") or () if number in sources
            ]
            if sentence["label"] not in _LABELS or not named:
                continue
            fault = sentence.get("fault") or "faithful"
            yield {
                "id": f"{row['id']}-{answer['writer']}-{place}",
                "claim": _MARKS.sub("", sentence["text"]).strip(" -•·"),
                "question": row["question"],
                "label": "not_in_context" if _SILENT.search(fault) else _LABELS[sentence["label"]],
                "fault": fault,
                "source": answer["writer"],
                "context": [_provision(source) for source in named],
            }


def _provision(source: Mapping[str, Any]) -> Mapping[str, Any]:
    heading = f"제{source['article']}조({source['title']}) " if source["article"] else ""
    return {
        "regulation": source["regulation"],
        "article": source["article"] or 1,
        "paragraph": None,
        "text": f"{heading}{source['text']}",
    }
