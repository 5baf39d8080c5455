"""Features of scope: conditions, exceptions, "all", "only" and closed lists."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from verification.grounding.facts import conditions
from verification.grounding.language.alignment import WordIndex, coverage
from verification.grounding.language.analysis import analyse
from verification.grounding.language.reading import ClaimReading
from verification.grounding.language.units import ProvisionSentence

_CUES: Mapping[str, re.Pattern[str]] = {
    "general": conditions.GENERAL,
    "without": conditions.WITHOUT,
    "concession": conditions.CONCESSION,
    "exclusive": conditions.EXCLUSIVE,
    "conditional": conditions.CONDITIONAL,
    "exception": conditions.EXCEPTION,
    "only if": conditions.ONLY_IF,
}


def scope_features(reading: ClaimReading) -> Iterator[tuple[str, float]]:
    text, evidence = reading.claim.text, reading.evidence_text
    claimed = {name for name, pattern in _CUES.items() if pattern.search(text)}
    given = {name for name, pattern in _CUES.items() if pattern.search(evidence)}
    for name in sorted(claimed | given):
        where = (
            "both"
            if name in claimed and name in given
            else "claimed"
            if name in claimed
            else "given"
        )
        yield f"cue {name} {where}", 1.0
    if not reading.chosen:
        return
    claim_words = WordIndex.of(reading.claim)
    proviso = _proviso_after(reading)
    if proviso is not None:
        back = coverage(proviso.analysis.terms, claim_words, reading.lexicon)
        yield "proviso follows", 1.0
        yield "proviso touched", back
        yield (
            "proviso covers",
            coverage(reading.claim.terms, WordIndex.of(proviso.analysis), reading.lexicon),
        )
        for name in ("general", "concession", "exclusive", "without"):
            if name in claimed:
                yield f"proviso with {name}", 1.0
        yield "proviso chosen", float(proviso in reading.chosen)
    yield "best is proviso", float(bool(conditions.PROVISO.search(reading.chosen[0].text)))
    shares = []
    best = reading.chosen[0]
    for start, end in conditions.condition_spans(best.text):
        inside = [t for t in best.analysis.terms if start <= t.start < end]
        if inside:
            shares.append(coverage(inside, claim_words, reading.lexicon))
    yield "conditions", float(len(shares))
    yield "condition least met", min(shares, default=1.0)
    yield "condition unmet", 1.0 - min(shares, default=1.0)
    if "without" in claimed or "concession" in claimed or "general" in claimed:
        yield "open claim condition unmet", 1.0 - min(shares, default=1.0)
        yield "open claim conditions", float(bool(shares))


def _proviso_after(reading: ClaimReading) -> ProvisionSentence | None:
    best = reading.chosen[0]
    if conditions.PROVISO.search(best.text):
        return best
    following = [u for u in reading.units if u.provision == best.provision and u.start > best.start]
    for unit in following[: 1 if not best.item else 8]:
        if conditions.PROVISO.search(unit.text):
            return unit
    return None


def list_sizes(reading: ClaimReading) -> list[int]:
    sizes = set()
    for unit in reading.chosen:
        siblings = _siblings(reading, unit)
        if len(siblings) > 1:
            sizes.add(len(siblings))
        sizes.add(len(re.findall(r"[,·ㆍ・]|\s및\s|\s또는\s|[와과]\s", unit.text)) + 1)
    return sorted(sizes)


def _siblings(reading: ClaimReading, unit: ProvisionSentence) -> list[ProvisionSentence]:
    if not unit.item:
        after = [
            u
            for u in reading.units
            if u.provision == unit.provision
            and u.item
            and u.start > unit.start
            and unit.text in u.lead
        ]
        return [u for u in after if u.lead == after[0].lead] if after else []
    return [
        u for u in reading.units if u.provision == unit.provision and u.item and u.lead == unit.lead
    ]


def enumeration_features(reading: ClaimReading) -> Iterator[tuple[str, float]]:
    if not reading.chosen:
        return
    exclusive = bool(conditions.EXCLUSIVE.search(reading.claim.text))
    claim_words = WordIndex.of(reading.claim)
    siblings = _siblings(reading, reading.chosen[0])
    if len(siblings) > 1:
        met = sum(coverage(u.analysis.terms, claim_words, reading.lexicon) >= 0.4 for u in siblings)
        yield "list", 1.0
        yield "list items met", met / len(siblings)
        if exclusive:
            yield "closed list items unmet", (len(siblings) - met) / len(siblings)
            yield "closed list incomplete", float(0 < met < len(siblings))
            yield "closed list complete", float(met == len(siblings))
    elif exclusive:
        parts = [
            p
            for p in re.split(r"[,·ㆍ・]|\s및\s|\s또는\s|이나\s|[와과]\s", reading.chosen[0].text)
            if len(p) > 1
        ]
        if len(parts) > 1:
            shares = [
                coverage(a.terms, claim_words, reading.lexicon)
                for a in map(analyse, parts)
                if a.terms
            ]
            yield "closed inline unmet", sum(s < 0.3 for s in shares) / max(1, len(shares))
            yield "closed inline", 1.0
