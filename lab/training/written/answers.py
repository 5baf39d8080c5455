"""Labelled sentences of answers, as language models write them: what a verifier learns from that everything else made for it is not.

Two kinds of files. `lab/universities/NAME/answers.jsonl` are those that `evaluate written` plays. `texts/answers/*.jsonl` were
written to be learned from: lines of a question, its `sources` as [file, place] (a regulation of a university, `haram/학칙` and
`제13조`, or a block of `texts/universities` and its head), and answers as [sentence, label, fault, numbers of its sources].
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from lab.evaluation.registry import Row
from lab.evaluation.written.claims import claims_of
from lab.training.fit_grounding import provisions_of
from lab.training.material import TrainingPair
from lab.training.written.claims import UNIVERSITIES as INVENTED
from lab.training.written.claims import university_claims, written_blocks
from verification.grounding import GroundingProvision
from verification.grounding.decision import LABELS
from verification.grounding.language.alignment import default_lexicon
from verification.grounding.language.premises import premise_of
from verification.grounding.language.reading import read_claim

UNIVERSITIES = Path(__file__).parents[2] / "universities"
DRAFTS = Path(__file__).parents[1] / "texts" / "answers"
# The whole premise and, for a part of the claims of a pass, about its best sentence: the verifier is asked both ways.
ANSWERED, ANSWERED_NEAR, MADE = "answered", "answered near", "made"
_NEAR = 90
_HEADING = re.compile(r"제\d+조(?:의\d+)?\((?P<title>[^)]*)\) ")
_PARAGRAPH = re.compile(r"\n(?=[①-⑳])")
_NEXT = re.compile(r"^(?:#|제\d+조(?:의\d+)?\s?\(|\[?별표)", re.MULTILINE)
_ADDENDA = "부칙 "
_MARKS = re.compile(r"[*#`]")
_KNOWN = {"right": "supported", "wrong": "contradicted"}
# Of what these say the provision is silent.
_SILENT = frozenset({"added_fact", "wrong_article"})


def answer_claims(path: Path) -> list[Row]:
    """The claims of a file of labelled answers, each with the provisions that its label names."""
    return claims_of([json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()])


def drafted_claims(
    folder: Path = DRAFTS, *, without: Collection[str] = frozenset()
) -> Iterator[Row]:
    """The claims that were written to be learned from, but those about universities ``without``.

    Raises KeyError for a source that is nowhere.
    """
    for path in sorted(folder.glob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            if any(file.partition("/")[0] in without for file, _place in row["sources"]):
                continue
            sources = [_source(file, place) for file, place in row["sources"]]
            for answer in row["answers"]:
                yield from _claims(row, answer, sources)


def _claims(row: Row, answer: Row, sources: list[Row]) -> Iterator[Row]:
    for number, (text, label, fault, named) in enumerate(answer["sentences"], start=1):
        if label in _KNOWN:
            yield {
                "id": f"{row['id']}-{answer['writer']}-{number}",
                "claim": _MARKS.sub("", text).strip(" -•·"),
                "question": row["question"],
                "label": "not_in_context" if fault in _SILENT else _KNOWN[label],
                "fault": fault or "faithful",
                "source": answer["writer"],
                "context": [sources[one - 1] for one in named],
            }


@cache
def _source(file: str, place: str) -> Row:
    """A provision by its file and place, as `claims_of` gives one."""
    folder, _slash, name = file.partition("/")
    if not name:
        regulation, title, text = _invented(folder)[place]
        heading = title if title.startswith("제") else f"제1조({title})"
        return _provision(regulation, f"{heading} {text}")
    content = (UNIVERSITIES / folder / "regulations" / f"{name}.md").read_text(encoding="utf-8")
    if place.startswith(_ADDENDA):
        content = content[content.rindex("# 부칙") :]
    wanted = re.escape(place.removeprefix(_ADDENDA))
    begins = re.search(rf"^(?:#+ )?\[?{wanted}(?![\d의])", content, re.MULTILINE)
    if begins is None:
        raise KeyError(f"{file} {place}")
    ends = _NEXT.search(content, begins.end())
    text = content[begins.start() : ends.start() if ends else None].strip().lstrip("# ")
    return _provision(name, text)


def _provision(regulation: str, text: str) -> Row:
    number = re.search(r"\d+", text.partition("\n")[0])
    article = int(number[0]) if number else 1
    return {"regulation": regulation, "article": article, "paragraph": None, "text": text}


@cache
def _invented(name: str) -> Mapping[str, tuple[str, str, str]]:
    return {
        f"{block.regulation} | {block.name}": (block.regulation, block.name, block.provision)
        for block in written_blocks(INVENTED / f"{name}.txt")
    }


def paragraphs(entry: Mapping[str, Any]) -> Iterator[GroundingProvision]:
    """The paragraphs of an article, as the portal holds a sentence against them."""
    heading = _HEADING.match(entry["text"])
    text = entry["text"][heading.end() :] if heading else entry["text"]
    title = heading["title"] if heading else None
    for number, paragraph in enumerate(_PARAGRAPH.split(text), start=1):
        yield GroundingProvision(
            entry["regulation"], entry["article"], None, number, paragraph, title
        )


def answered_pairs(rows: Iterable[Row]) -> Iterator[TrainingPair]:
    """Each claim beside much and beside little of its provisions."""
    for row in rows:
        provisions = [one for entry in row["context"] for one in paragraphs(entry)]
        reading = read_claim(row["claim"], provisions, default_lexicon(), row["question"])
        label = LABELS.index(row["label"])
        for origin, premise in (
            (ANSWERED, premise_of(reading)),
            (ANSWERED_NEAR, premise_of(reading, _NEAR)),
        ):
            yield TrainingPair(row["claim"], premise, label, origin, row["fault"], apart=False)


def made_pairs(count: int, seed: int) -> Iterator[TrainingPair]:
    """So many of the claims that were made about provisions in both directions: with them two sides have to be compared."""
    rows = [row for row in university_claims() if not row["apart"]]
    random = Random(seed)  # noqa: S311 - it only has to be the same each time
    for row in random.sample(rows, min(count, len(rows))):
        premise = premise_of(read_claim(row["claim"], provisions_of(row), default_lexicon()))
        label = LABELS.index(row["label"])
        yield TrainingPair(row["claim"], premise, label, MADE, row["fault"], apart=False)
