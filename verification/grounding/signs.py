"""Everything that speaks for or against a claim, as named numbers: what the rules find, what a proof lacks, what the verifier says.

One look of the verifier is taken in by a sentence that shares nearly all words with its provision. So it is asked more than
once: of the whole claim beside much and beside little of the provisions, beside each of the nearest sentences alone, of the
claim without its frame, and of each clause. A wrong claim seldom passes all of them; what they amount to is learned
(`verification.grounding.weighing`).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import astuple
from functools import cache

from verification.grounding.by_proof import proof_of
from verification.grounding.decision import default_model, probabilities
from verification.grounding.explanations import vetoes
from verification.grounding.features import features
from verification.grounding.language.premises import premise_of
from verification.grounding.language.reading import ClaimReading, read_claim
from verification.grounding.proof import Proof
from verification.grounding.proof.reading.frames import unwrap
from verification.grounding.results import Entailment, EntailmentScores

# Little of a provision: about its best sentence.
_NEAR = 90
_NEAREST = 4
_MOST_CLAUSES = 6
_MOST_READ_ALONE = 4
_SHORTEST_CLAUSE = 7
_CLAUSE_END = re.compile(r"(?<=[고며지만나데서])\s|,\s")

_Ask = Callable[[str, str], EntailmentScores]
_Sign = tuple[str, float]


def signs_of(
    reading: ClaimReading, entailment: Entailment, *, question: str = "", proof: Proof | None = None
) -> dict[str, float] | None:
    """The signs of a claim, by name; None where the verifier cannot be asked. ``proof`` is given where it is known already."""
    if entailment(reading.raw, [premise_of(reading)]) is None:
        return None

    @cache
    def ask(claim: str, premise: str) -> EntailmentScores:
        # What has no words supports nothing.
        return entailment(claim, [premise]) or EntailmentScores(0.0, 0.0, 1.0)

    return dict(
        (
            *_of_the_rules(reading),
            *_of_the_whole(reading, ask),
            *_of_its_clauses(reading, ask),
            *_beside_single_sentences(reading, ask),
            *_of_the_proof(proof or proof_of(reading, question)),
        )
    )


def _of_the_rules(reading: ClaimReading) -> Iterator[_Sign]:
    found = features(reading)
    yield from ((f"rules: {name}", value) for name, value in found.items())
    rules = probabilities(found, default_model())
    yield "rules supported", rules.supported
    yield "rules contradicted", rules.contradicted
    yield "refused", float(len(vetoes(reading, found)))


def _named(view: str, scores: EntailmentScores) -> Iterator[_Sign]:
    for name, value in zip(("supported", "contradicted", "absent"), astuple(scores), strict=True):
        yield f"{view} {name}", value


def _of_the_whole(reading: ClaimReading, ask: _Ask) -> Iterator[_Sign]:
    premise = premise_of(reading)
    whole = ask(reading.raw, premise)
    yield from _named("whole", whole)
    yield from _named("near", ask(reading.raw, premise_of(reading, _NEAR)))
    bare = unwrap(reading.raw).text.strip()
    is_framed = bool(bare) and bare != reading.raw.strip()
    yield "framed", float(is_framed)
    yield from _named("unwrapped", ask(bare, premise) if is_framed else whole)


def _of_its_clauses(reading: ClaimReading, ask: _Ask) -> Iterator[_Sign]:
    """The worst of its clauses, beside the premise of the claim and beside their own."""
    clauses = [one for one in _CLAUSE_END.split(reading.raw) if len(one) >= _SHORTEST_CLAUSE]
    if len(clauses) < 2:
        clauses = [reading.raw]
    premise = premise_of(reading)
    beside = [ask(one, premise) for one in clauses[:_MOST_CLAUSES]]
    alone = [
        ask(
            one,
            premise_of(
                reading
                if one is reading.raw
                else read_claim(one, reading.provisions, reading.lexicon),
                _NEAR,
            ),
        )
        for one in clauses[:_MOST_READ_ALONE]
    ]
    yield "clauses asked", float(len(clauses))
    yield "clauses supported", sum(one.supported for one in beside) / len(beside)
    for view, found in (("clause", beside), ("clause alone", alone)):
        yield f"{view} supported", min(one.supported for one in found)
        yield f"{view} contradicted", max(one.contradicted for one in found)


def _beside_single_sentences(reading: ClaimReading, ask: _Ask) -> Iterator[_Sign]:
    units = [one.unit for one in reading.aligned[:_NEAREST]]
    found = [
        ask(reading.raw, f"{unit.lead} {unit.text}" if unit.item else unit.text) for unit in units
    ]
    supported = sorted((one.supported for one in found), reverse=True)
    yield "nearest supported", found[0].supported if found else 0.0
    yield "nearest contradicted", found[0].contradicted if found else 0.0
    yield "sentence supported", supported[0] if found else 0.0
    yield "second sentence supported", supported[1] if len(found) > 1 else 0.0
    yield "sentence contradicted", max((one.contradicted for one in found), default=0.0)
    yield "other sentence contradicted", max((one.contradicted for one in found[1:]), default=0.0)


def _of_the_proof(proof: Proof) -> Iterator[_Sign]:
    yield f"proof {proof.outcome}", 1.0
    for kind, count in Counter(one.kind for one in proof.reasons).items():
        yield f"proof: {kind}", float(count)
    spans: Sequence[tuple[str, str]] = [(r.claim_span, r.evidence_span) for r in proof.reasons]
    yield "proof: differences", float(len(spans))
    yield "proof: only in the claim", float(sum(bool(c) and not e for c, e in spans))
    yield "proof: only in the provision", float(sum(bool(e) and not c for c, e in spans))
