"""Labelled pairs (claim, premise) that the verifier learns from, and those that it is measured on.

Written claims come first. To them are added claims with one fact changed, claims beside an article
that they were not written for, and general entailment; where varied material is asked for, the same claims
said otherwise and beside a provision that is turned round as well. A tenth of the regulations is kept apart.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

from lab.grid.changes import CHANGES
from lab.training.fit_grounding import fold, provisions_of
from lab.training.varied.rewording import CHANGES as VARIED_CHANGES
from lab.training.varied.rewording import discretion, doubly_denied, reworded
from lab.training.varied.turned_provisions import provision_pairs, turned_premises
from lab.training.written.claims import own_claims, university_claims
from verification.grounding.decision import LABELS
from verification.grounding.language.alignment import default_lexicon
from verification.grounding.language.premises import premise_of
from verification.grounding.language.reading import read_claim
from verification.grounding.results import GroundingProvision

Row = dict[str, Any]
ABSENT = 2
_GENERAL = "klue-nli_dev.json"
CONTRADICTED = 1
# Of so many faithful claims one fact is changed, and so many claims stand beside further provisions: a pass learns some of them.
_CHANGED, _ACCOMPANIED = 3500, 15_000
_SAME = (discretion, doubly_denied)
_GENERAL_LABELS = {"entailment": 0, "contradiction": CONTRADICTED, "neutral": ABSENT}


@dataclass(frozen=True, slots=True)
class TrainingPair:
    """A claim beside its premise; ``origin`` says how the two came together."""

    claim: str
    premise: str
    label: int
    origin: str
    fault: str
    apart: bool


def rows_of(paths: Iterable[Path]) -> list[Row]:
    """The labelled lines of some files."""
    return [json.loads(line) for path in paths for line in _lines(path)]


def _lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").rstrip("\n").split("\n")


def claim_rows(folder: Path, *, own: bool) -> list[Row]:
    """The labelled claims of a folder of material, and those about invented provisions."""
    invented = (*own_claims(), *university_claims()) if own else ()
    return [*rows_of(sorted(folder.glob("support_*.jsonl"))), *invented]


def claim_of(row: Row) -> str:
    """What is judged: a refusal means nothing without the question that it answers."""
    if row.get("claim_is_refusal") and row.get("question"):
        return f"{row['question']} {row['claim']}"
    return str(row["claim"])


def premise_for(claim: str, provisions: Sequence[GroundingProvision]) -> str:
    """The premise as the running product puts it together."""
    return premise_of(read_claim(claim, provisions, default_lexicon()))


def written_pairs(rows: Iterable[Row]) -> Iterator[TrainingPair]:
    """The claims as they were written."""
    for row in rows:
        claim = claim_of(row)
        yield TrainingPair(
            claim,
            premise_for(claim, provisions_of(row)),
            LABELS.index(row["label"]),
            "refusal" if row.get("claim_is_refusal") else "written",
            row["fault"],
            fold(row) == 0,
        )


def mutated_pairs(rows: Iterable[Row], random: Random) -> Iterator[TrainingPair]:
    """True claims and sentences of provisions with one fact changed."""
    for row in rows:
        if row["label"] != "supported" or row.get("claim_is_refusal"):
            continue
        provisions = provisions_of(row)
        for kind, change in CHANGES.items():
            changed = change(row["claim"], random)
            if changed and changed != row["claim"]:
                premise = premise_for(changed, provisions)
                yield TrainingPair(changed, premise, CONTRADICTED, "mutated", kind, fold(row) == 0)


def varied_pairs(rows: Iterable[Row], random: Random) -> Iterator[TrainingPair]:
    """Claims said otherwise, with the label that they had, and true ones with their sense changed."""
    for row in rows:
        if row.get("claim_is_refusal"):
            continue
        claim, provisions, label = row["claim"], provisions_of(row), LABELS.index(row["label"])
        made = [(reworded(claim, random), label, "reworded", row["fault"])]
        if not label:
            made += [(say(claim, random), label, "reworded", "none") for say in _SAME]
            made += [
                (change(claim, random), CONTRADICTED, "turned", kind)
                for kind, change in VARIED_CHANGES.items()
            ]
        for said, is_now, origin, fault in made:
            if said and said != claim:
                premise = premise_for(said, provisions)
                yield TrainingPair(said, premise, is_now, origin, fault, fold(row) == 0)


def provided_pairs(rows: Sequence[Row], random: Random) -> Iterator[TrainingPair]:
    """True claims beside provisions turned round, and sentences of provisions said and turned."""
    for row in rows:
        if row["label"] != "supported" or row.get("claim_is_refusal"):
            continue
        reading = read_claim(row["claim"], provisions_of(row), default_lexicon())
        for claim, premise, label, fault in turned_premises(row["claim"], reading, random):
            yield TrainingPair(claim, premise, label, "provision", fault, fold(row) == 0)
    seen: set[str] = set()
    for row in rows:
        for provision in provisions_of(row):
            if provision.text in seen:
                continue
            seen.add(provision.text)
            for claim, label, fault in provision_pairs(provision, random):
                premise = premise_for(claim, [provision])
                yield TrainingPair(claim, premise, label, "sentence", fault, fold(row) == 0)


_Articles = dict[tuple[str, bool], dict[str, Row]]


def _articles(rows: Iterable[Row]) -> _Articles:
    """The articles of each regulation by their text; what is kept apart meets nothing that is learned."""
    articles: _Articles = {}
    for row in rows:
        for entry in row["context"]:
            articles.setdefault((entry["regulation"], fold(row) == 0), {})[entry["text"]] = entry
    return articles


def _others(row: Row, articles: _Articles) -> list[Row]:
    """The other articles of a claim's regulation."""
    own = {entry["text"] for entry in row["context"]}
    near = articles[row["context"][0]["regulation"], fold(row) == 0]
    return [entry for text, entry in near.items() if text not in own]


def misplaced_pairs(rows: Sequence[Row], random: Random) -> Iterator[TrainingPair]:
    """True claims beside another article of the same regulation."""
    articles = _articles(rows)
    for row in rows:
        if row["label"] != "supported" or row.get("claim_is_refusal"):
            continue
        others = _others(row, articles)
        if others:
            chosen = random.sample(others, min(2, len(others)))
            provisions = provisions_of({"context": chosen})
            yield TrainingPair(
                row["claim"],
                premise_for(row["claim"], provisions),
                ABSENT,
                "misplaced",
                "other_article",
                fold(row) == 0,
            )


def accompanied_pairs(rows: Sequence[Row], random: Random) -> Iterator[TrainingPair]:
    """Claims beside their provision and one or two others of the regulation that share words with them, as an answer has several sources."""
    articles = _articles(rows)
    for row in random.sample(rows, min(_ACCOMPANIED, len(rows))):
        others = _others(row, articles)
        if row.get("claim_is_refusal") or not others:
            continue
        stems = {word[:2] for word in row["claim"].split()}
        drawn = random.sample(others, min(12, len(others)))
        drawn.sort(key=lambda entry: -sum(stem in entry["text"] for stem in stems))
        context = [*row["context"], *drawn[: random.choice((1, 1, 2))]]
        random.shuffle(context)
        premise = premise_for(row["claim"], provisions_of({"context": context}))
        label, apart = LABELS.index(row["label"]), fold(row) == 0
        yield TrainingPair(row["claim"], premise, label, "accompanied", row["fault"], apart)


def general_pairs(path: Path) -> Iterator[TrainingPair]:
    """Pairs of KLUE-NLI; the keys are those of its release."""
    for row in json.loads(path.read_text(encoding="utf-8")):
        label = _GENERAL_LABELS[row["gold_label"]]
        yield TrainingPair(
            row["hypothesis"], row["premise"], label, "general", "general", apart=False
        )


def pairs_of(folder: Path, rows: Sequence[Row], seed: int, *, varied: bool) -> list[TrainingPair]:
    """All pairs of these claims and of a folder's general ones, in an order that depends on the seed alone."""
    random = Random(seed)  # noqa: S311 - it only has to be the same each time
    changed = random.sample(rows, min(_CHANGED, len(rows)))
    found = [
        *written_pairs(rows),
        *mutated_pairs(changed, random),
        *(varied_pairs(rows, random) if varied else ()),
        *(provided_pairs(rows, random) if varied else ()),
        *misplaced_pairs(rows, random),
        *accompanied_pairs(rows, random),
    ]
    general = folder / _GENERAL
    return [*found, *(general_pairs(general) if general.exists() else ())]


def digest_of(*material: object) -> str:
    """What names a file that is kept: of other material nothing that was kept is taken."""
    return sha256(json.dumps(material, ensure_ascii=False).encode()).hexdigest()[:12]


def cached_pairs(
    folder: Path, seed: int, kept: Path, *, own: bool, varied: bool
) -> list[TrainingPair]:
    """The pairs, cached because cutting them takes minutes. Delete the cache after a code change."""
    rows, general = claim_rows(folder, own=own), folder / _GENERAL
    text = general.read_text(encoding="utf-8") if general.exists() else ""
    cache = kept / f"pairs-{digest_of(rows, text, seed, varied)}.jsonl"
    if not cache.exists():
        found = pairs_of(folder, rows, seed, varied=varied)
        lines = (json.dumps(asdict(pair), ensure_ascii=False) + "\n" for pair in found)
        cache.write_text("".join(lines), encoding="utf-8")
    return [TrainingPair(**json.loads(line)) for line in _lines(cache)]
