"""How much of a claim the evidence says in the same or other words."""

from __future__ import annotations

from collections.abc import Iterator

from verification.grounding.language.alignment import Lexicon, WordIndex, coverage
from verification.grounding.language.reading import ClaimReading, analyses_of


def overlap_features(reading: ClaimReading) -> Iterator[tuple[str, float]]:
    terms, lexicon = reading.claim.terms, reading.lexicon
    yield "no terms", float(not terms)
    if not terms or not reading.aligned:
        return
    best = reading.aligned[0]
    yield "cover best", best.coverage
    yield "cover own", best.own
    yield "cover chosen", coverage(terms, reading.evidence, lexicon)
    yield "cover context", coverage(terms, reading.context, lexicon)
    second = next((a for a in reading.aligned[1:] if a.unit.provision != best.unit.provision), None)
    yield "cover margin", best.coverage - (second.coverage if second else 0.0)
    nouns = [term for term in terms if term.noun]
    verbs = [term for term in terms if not term.noun]
    yield "cover nouns", coverage(nouns, reading.evidence, lexicon) if nouns else 1.0
    yield "cover verbs", coverage(verbs, reading.evidence, lexicon) if verbs else 1.0
    reading.missing = [t for t in terms if reading.evidence.match(t, lexicon) < 0.5]
    weights = sorted((lexicon.weight(t) for t in reading.missing if t.noun), reverse=True)
    yield "missing nouns", float(len(weights))
    yield "missing noun weight", sum(weights)
    yield "missing rarest", weights[0] if weights else 0.0
    yield "missing second", weights[1] if len(weights) > 1 else 0.0
    nowhere = [
        lexicon.weight(t) for t in terms if t.noun and reading.context.match(t, lexicon) < 0.4
    ]
    yield "nowhere nouns", float(len(nowhere))
    yield "nowhere rarest", max(nowhere, default=0.0)
    yield "nowhere weight", sum(nowhere)
    missing_verbs = [lexicon.weight(t) for t in reading.missing if not t.noun]
    yield "missing verbs", float(len(missing_verbs))
    yield "missing verb weight", sum(missing_verbs)
    exact = WordIndex(reading.evidence.lemmas, "")
    plain = Lexicon(lexicon.rarity, {})
    yield "cover exact", coverage(terms, exact, plain)
    yield "claim length", len(terms) / 10
    yield "clauses", float(len(reading.claim.clauses) - 1)
    clause_covers = []
    for clause in reading.claim.clauses:
        inside = [t for t in terms if clause.start <= t.start < clause.end]
        if len(inside) >= 2:
            clause_covers.append(coverage(inside, reading.evidence, lexicon))
    yield "cover weakest clause", min(clause_covers, default=best.coverage)
    yield "cover last clause", clause_covers[-1] if clause_covers else best.coverage
    back = list(best.unit.analysis.terms)
    claim_words = WordIndex.of(reading.claim)
    yield "covered back", coverage(back, claim_words, lexicon)
    bigrams = {reading.claim.compact[i : i + 2] for i in range(len(reading.claim.compact) - 1)}
    evidence = reading.evidence.compact
    yield "bigrams", sum(b in evidence for b in bigrams) / max(1, len(bigrams))
    yield (
        "runs",
        _longest_run(reading.claim.compact, reading.evidence.compact)
        / max(1, len(reading.claim.compact)),
    )


def _longest_run(one: str, other: str) -> int:
    best = 0
    for start in range(len(one)):
        while start + best < len(one) and one[start : start + best + 1] in other:
            best += 1
    return best


def wording_features(reading: ClaimReading) -> Iterator[tuple[str, float]]:
    """Single morphemes of the claim, with or without their like in the evidence."""
    given = {
        (m.form, m.tag) for analysis in analyses_of(reading.chosen) for m in analysis.morphemes
    }
    for form, part in sorted({(m.form, m.tag) for m in reading.claim.morphemes}):
        if part not in _NO_WORDING:
            yield f"{'both' if (form, part) in given else 'only'} {form}/{part}", 1.0
    for lemma in sorted({term.lemma for term in reading.missing}):
        yield f"missing {lemma}", 1.0


_NO_WORDING = frozenset({"SN", "SF", "SP", "W_SERIAL", "W_URL", "W_EMAIL"})
