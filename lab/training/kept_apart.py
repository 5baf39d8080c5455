"""What the rules say of the claims about the regulations kept apart, fitted without these.

Beside each claim stand its opposites, and of the true ones there are some said otherwise and some with one fact
changed, so that it can be measured what the contrast and the model are worth on these.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random

from lab.training.fit_grounding import (
    CLAIM_PENALTY,
    claim_examples,
    fit,
    fold,
    provisions_of,
    rarity_of,
)
from lab.training.material import CONTRADICTED, Row, claim_rows, digest_of
from lab.training.varied.rewording import other_modality, reworded, turned
from verification.grounding.changes import CHANGES
from verification.grounding.decision import LABELS, DecisionModel, probabilities
from verification.grounding.explanations import vetoes
from verification.grounding.features import features
from verification.grounding.language.alignment import Lexicon, default_lexicon
from verification.grounding.language.premises import premise_of
from verification.grounding.language.reading import read_claim
from verification.grounding.negation import negated_claims

FOLDS = 5
Shares = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class RuleVerdict:
    """A claim kept apart as the rules see it that were fitted without its regulation."""

    id: str
    claim: str
    premise: str
    label: int
    fold: int
    rules: Shares
    refused: bool
    # "written", or how the claim was made of a written one.
    origin: str = "written"
    # Its opposites: which fact is turned, the claim, its premise and what the rules say of it.
    opposites: tuple[tuple[str, str, str, Shares], ...] = ()


def rule_verdicts(material: Path, cache: Path) -> list[RuleVerdict]:
    """What the rules say, fitted once and kept beside the digest of the claims: it takes minutes. After a change of the rules begin anew."""
    digest = digest_of(claim_rows(material, own=True))
    lines = cache.read_text(encoding="utf-8").splitlines() if cache.exists() else [""]
    if lines[0] != digest:
        found = [json.dumps(asdict(claim), ensure_ascii=False) for claim in _by_rules(material)]
        lines = [digest, *found]
        cache.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return [RuleVerdict(**json.loads(line)) for line in lines[1:]]


def _by_rules(material: Path) -> Iterator[RuleVerdict]:
    # The rules are fitted to what `lab.training.fit_grounding` is given: without our own claims.
    rows = claim_rows(material, own=False)
    rarity = rarity_of([row for row in rows if fold(row)])
    lexicon = Lexicon(rarity, default_lexicon().paraphrases)
    learned = [example for example in claim_examples(rows, lexicon) if not example.apart]
    rules = DecisionModel(fit(learned, CLAIM_PENALTY, len(LABELS)), {}, 0.5, 0.5)
    for row in claim_rows(material, own=True):
        if fold(row) or row.get("claim_is_refusal"):
            continue
        provisions = provisions_of(row)
        for origin, claim, label in _said(row):
            reading = read_claim(claim, provisions, lexicon)
            seen = features(reading)
            opposites = []
            for turned_fact, opposite in negated_claims(claim):
                other = read_claim(opposite, provisions, lexicon)
                found = _probabilities(features(other), rules)
                opposites.append((turned_fact.value, opposite, premise_of(other), found))
            yield RuleVerdict(
                row["id"],
                claim,
                premise_of(reading),
                label,
                fold(row, 10 * FOLDS) // 10,
                _probabilities(seen, rules),
                bool(vetoes(reading, seen)),
                origin,
                tuple(opposites),
            )


def _said(row: Row) -> Iterator[tuple[str, str, int]]:
    """A claim as it was written, said otherwise, and with one fact changed."""
    random = Random(row["id"])  # noqa: S311 - it only has to be the same each time
    label = LABELS.index(row["label"])
    yield "written", row["claim"], label
    if label:
        return
    yield from _made("reworded", reworded(row["claim"], random), row["claim"], label)
    changes = {**CHANGES, "polarity": turned, "modality": other_modality}
    for kind, change in changes.items():
        yield from _made(kind, change(row["claim"], random), row["claim"], CONTRADICTED)


def _made(origin: str, said: str | None, claim: str, label: int) -> Iterator[tuple[str, str, int]]:
    if said and said != claim:
        yield origin, said, label


def _probabilities(seen: Mapping[str, float], rules: DecisionModel) -> Shares:
    given = probabilities(seen, rules)
    return given.supported, given.contradicted, given.absent
