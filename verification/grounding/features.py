"""Turn a claim and the provisions into named numbers that the decision weighs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from verification.grounding import conditions
from verification.grounding.agents import agents
from verification.grounding.alignment import Aligned, Lexicon, Words, align, coverage
from verification.grounding.amounts import AmountFinding, Limit, Standing, compare_amounts
from verification.grounding.analysis import Analysis, Term, analyse
from verification.grounding.cited import Cited, citations_of, named_in, repeated_from, without_citations
from verification.grounding.polarity import Modality, modalities, modality_at_end, polarity_agreement
from verification.grounding.quantities import Quantity
from verification.grounding.results import GroundingProvision, Similarity
from verification.grounding.units import Unit, units_of

_ENOUGH_GAIN = 0.06
_MOST_UNITS = 4
_FRAMES = {
    "year": r"매년|해마다|연간|연\s|년에|년마다|한\s*해|1년에|년도마다|매\s*학?년도|학년도마다|연\d",
    "semester": r"매\s*학기|학기마다|학기당|학기에|학기별|한\s*학기",
    "month": r"매월|매달|달마다|월\s*\d|월간|한\s*달에|월\s*단위",
    "week": r"매주|주당|주마다|일주일에|한\s*주|주간",
    "day": r"매일|날마다|하루에|하루\s|일일|1일",
    "total": r"통산|통틀어|총\s|합쳐|합산|합하여|재학\s*중|재학하는\s*동안|최대|전\s*과정",
    "each": r"1인당|인당|한\s*사람당|과목당|과목마다|건당|1회",
}
_FRAME_PATTERNS = {name: re.compile(pattern) for name, pattern in _FRAMES.items()}
_ANCHORS = {
    "next day": r"다음\s*날|이튿날|익일",
    "start": r"시작|개시|개강|열리기|첫날|개회",
    "end": r"종료|만료|끝나|끝난|마감|말일|마친",
    "notice": r"통지|통보|알린|받은\s*날",
    "filing": r"신청|접수|제출|청구",
    "before": r"[일월년주간기]\s*(?:이)?전|앞서|전까지|전에|이전",
    "after": r"후|뒤|부터|지나|경과|이후",
}
_ANCHOR_PATTERNS = {name: re.compile(pattern) for name, pattern in _ANCHORS.items()}


@dataclass(slots=True)
class Reading:
    """A claim beside its evidence; what every comparison looks at."""

    claim: Analysis
    raw: str
    cited: list[Cited]
    units: list[Unit]
    aligned: list[Aligned]
    chosen: list[Unit]
    evidence: Words
    context: Words
    lexicon: Lexicon
    provisions: Sequence[GroundingProvision]
    amounts: list[AmountFinding] = field(default_factory=list)
    denied: list[Term] = field(default_factory=list)
    missing: list[Term] = field(default_factory=list)

    @property
    def evidence_text(self) -> str:
        """The sentences that were chosen, with what introduces them."""
        return " ".join(f"{unit.lead} {unit.text}" if unit.item else unit.text for unit in self.chosen)


def read(
    claim: str,
    provisions: Sequence[GroundingProvision],
    lexicon: Lexicon,
    similarity: Similarity | None = None,
) -> Reading:
    """Find the evidence for a claim."""
    cited = [c for c in citations_of(claim) if not repeated_from(c, claim, provisions)]
    analysis = analyse(without_citations(claim, cited))
    units = units_of(provisions)
    aligned = align(analysis.terms, units, lexicon)
    chosen = _choose(analysis, aligned, lexicon)
    evidence = Words.of(*_analyses(chosen))
    context = Words.of(*(a for unit in units for a in (unit.analysis, unit.lead_analysis)))
    return Reading(analysis, claim, cited, units, aligned, chosen, evidence, context, lexicon, provisions)


def _analyses(units: Sequence[Unit]) -> list[Analysis]:
    return [a for unit in units for a in ((unit.analysis, unit.lead_analysis) if unit.item else (unit.analysis,))]


def _choose(analysis: Analysis, aligned: Sequence[Aligned], lexicon: Lexicon) -> list[Unit]:
    """Take the best unit, then those that add something that the claim says."""
    if not aligned:
        return []
    chosen = [aligned[0].unit]
    covered = coverage(analysis.terms, Words.of(*_analyses(chosen)), lexicon)
    quantities = _quantities(chosen)
    while len(chosen) < _MOST_UNITS:
        best, gain = None, 0.0
        for candidate in aligned[:12]:
            if candidate.unit in chosen:
                continue
            joined = coverage(analysis.terms, Words.of(*_analyses([*chosen, candidate.unit])), lexicon) - covered
            wanted = _fresh_amounts(analysis, quantities, candidate.unit)
            same_article = candidate.unit.provision == chosen[0].provision
            score = joined + 0.08 * wanted * (candidate.coverage > 0.25) + 0.02 * same_article
            if score > gain:
                best, gain = candidate.unit, score
        if best is None or gain < _ENOUGH_GAIN + 0.02:
            break
        chosen.append(best)
        covered = coverage(analysis.terms, Words.of(*_analyses(chosen)), lexicon)
        quantities = _quantities(chosen)
    return chosen


def _quantities(units: Sequence[Unit]) -> list[Quantity]:
    return [quantity for analysis in _analyses(units) for quantity in analysis.quantities]


def _fresh_amounts(analysis: Analysis, near: Sequence[Quantity], unit: Unit) -> int:
    return sum(
        not any(quantity.same_amount(other) for other in near)
        and any(quantity.same_amount(other) for other in unit.analysis.quantities)
        for quantity in analysis.quantities
    )


def features(reading: Reading) -> dict[str, float]:
    """All features of a claim; a feature that is absent is 0."""
    found: dict[str, float] = {}
    for part in (
        _coverage_features,
        _amount_features,
        _polarity_features,
        _modality_features,
        _agent_features,
        _cue_features,
        _enumeration_features,
        _citation_features,
        _contact_features,
        _wording_features,
    ):
        for name, value in part(reading):
            if value:
                found[name] = found.get(name, 0.0) + value
    return found


def _coverage_features(reading: Reading) -> Iterator[tuple[str, float]]:
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
    nowhere = [lexicon.weight(t) for t in terms if t.noun and reading.context.match(t, lexicon) < 0.4]
    yield "nowhere nouns", float(len(nowhere))
    yield "nowhere rarest", max(nowhere, default=0.0)
    yield "nowhere weight", sum(nowhere)
    missing_verbs = [lexicon.weight(t) for t in reading.missing if not t.noun]
    yield "missing verbs", float(len(missing_verbs))
    yield "missing verb weight", sum(missing_verbs)
    exact = Words(reading.evidence.lemmas, "")
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
    back = [t for t in best.unit.analysis.terms]
    claim_words = Words.of(reading.claim)
    yield "covered back", coverage(back, claim_words, lexicon)
    bigrams = {reading.claim.compact[i : i + 2] for i in range(len(reading.claim.compact) - 1)}
    evidence = " ".join((reading.evidence.compact,))
    yield "bigrams", sum(b in evidence for b in bigrams) / max(1, len(bigrams))
    yield "runs", _longest_run(reading.claim.compact, reading.evidence.compact) / max(1, len(reading.claim.compact))


def _longest_run(one: str, other: str) -> int:
    best = 0
    for start in range(len(one)):
        while start + best < len(one) and one[start : start + best + 1] in other:
            best += 1
    return best


def _amount_features(reading: Reading) -> Iterator[tuple[str, float]]:
    near = _quantities(reading.chosen)
    context = [q for unit in reading.units for q in unit.analysis.quantities]
    claimed = [q for q in reading.claim.quantities]
    reading.amounts = compare_amounts(claimed, near, context, _list_sizes(reading))
    yield "amounts", float(len(claimed))
    for finding in reading.amounts:
        small = finding.claimed.value == 1 and not finding.claimed.text[0].isdigit()
        kind = "calendar" if isinstance(finding.claimed.value, str) and finding.claimed.measure != "letter grade" else "amount"
        if small:
            yield f"one {finding.standing}", 1.0
            continue
        yield f"{kind} {finding.standing}", 1.0
        if finding.standing is Standing.UNFOUNDED and finding.claimed.measure in ("kind", "number"):
            yield "amount unfounded count", 1.0
        if finding.limit:
            yield f"limit {finding.limit}", 1.0
            yield f"limit {finding.claimed.bound}{finding.given.bound if finding.given else ''}", 1.0
        if finding.other_side:
            yield "other side", 1.0
    all_same = reading.amounts and all(f.standing is Standing.SAME for f in reading.amounts)
    yield "amounts all same", float(bool(all_same))
    yield from _clause_amounts(reading)


def _clause_amounts(reading: Reading) -> Iterator[tuple[str, float]]:
    """Whether the words around each number are those around the same number in the evidence."""
    worst, swapped = 1.0, 0.0
    for finding in reading.amounts:
        if finding.standing is not Standing.SAME:
            continue
        before = _segment(reading.claim, finding.claimed)
        around = _around(reading.claim, finding.claimed)
        mine, others, near = 0.0, 0.0, -1.0
        window = ""
        for analysis in _analyses(reading.chosen):
            for quantity in analysis.quantities:
                if quantity.same_amount(finding.claimed):
                    mine = max(mine, _share(before, _segment(analysis, quantity), reading.lexicon))
                    share = _share(around, _around(analysis, quantity), reading.lexicon)
                    if share > near:
                        near, window = share, _window(analysis.text, quantity)
                elif quantity.measure == finding.claimed.measure:
                    others = max(others, _share(before, _segment(analysis, quantity), reading.lexicon))
        if around and near >= 0:
            worst = min(worst, near)
        if before:
            swapped = max(swapped, others - mine)
        if window:
            yield from _near_differences(_window(reading.claim.text, finding.claimed), window)
    yield "amount surroundings", worst
    yield "amount surroundings poor", float(worst < 0.25)
    yield "amount swapped", max(0.0, swapped)
    yield "amount swapped clearly", float(swapped > 0.3)


def _near_differences(claimed: str, given: str) -> Iterator[tuple[str, float]]:
    for group, patterns in (("frame", _FRAME_PATTERNS), ("anchor", _ANCHOR_PATTERNS)):
        for name, pattern in patterns.items():
            here, there = bool(pattern.search(claimed)), bool(pattern.search(given))
            if here != there:
                yield f"{group} {name} {'claimed' if here else 'given'}", 1.0


def _window(text: str, quantity: Quantity) -> str:
    return text[max(0, quantity.start - 18) : quantity.end + 10]


def _share(terms: Sequence[Term], others: Sequence[Term], lexicon: Lexicon) -> float:
    return coverage(terms, Words(frozenset(t.lemma for t in others), ""), lexicon)


def _around(analysis: Analysis, quantity: Quantity, reach: int = 18) -> list[Term]:
    return [t for t in analysis.terms if quantity.start - reach <= t.start and t.end <= quantity.end + reach]


def _segment(analysis: Analysis, quantity: Quantity) -> list[Term]:
    """The words between the number before of the same measure and this one: what it is said of."""
    earlier = [q.end for q in analysis.quantities if q.measure == quantity.measure and q.end <= quantity.start]
    start = max(earlier, default=0)
    return [t for t in analysis.terms if start <= t.start and t.end <= quantity.start]


def _polarity_features(reading: Reading) -> Iterator[tuple[str, float]]:
    given = [term for analysis in _analyses(reading.chosen) for term in analysis.terms]
    agreed, denied = polarity_agreement(reading.claim.terms, given, reading.lexicon.paraphrases)
    reading.denied = denied
    weigh = reading.lexicon.weight
    yield "denied", float(len(denied))
    yield "denied weight", sum(map(weigh, denied))
    yield "denied claim negated", float(sum(t.negated for t in denied))
    yield "denied claim plain", float(sum(not t.negated for t in denied))
    yield "agreed negated", float(sum(t.negated for t in agreed))
    if reading.chosen:
        best = reading.chosen[0]
        agreed, denied = polarity_agreement(reading.claim.terms, best.analysis.terms, {})
        yield "denied best exact", float(len(denied))
        claim_negations = sum(t.negated for t in reading.claim.terms)
        unit_negations = sum(t.negated for t in given)
        yield "claim negated", float(claim_negations > 0)
        yield "negated claim plain evidence", float(claim_negations > 0 and unit_negations == 0)
        yield "plain claim negated evidence", float(claim_negations == 0 and unit_negations > 0)


def _modality_features(reading: Reading) -> Iterator[tuple[str, float]]:
    if not reading.chosen:
        return
    claim = modality_at_end(reading.claim.text)
    best = reading.chosen[0]
    last = best.lead if best.item and not re.search(r"[다음함임]\.?\s*$", best.text) else best.text
    given = modality_at_end(last)
    yield f"modality {claim}", 1.0
    yield f"modality {claim} for {given}", 1.0
    claimed, offered = modalities(reading.claim.text), modalities(reading.evidence_text)
    for modality in Modality:
        if modality in claimed and modality not in offered:
            yield f"modality only claimed {modality}", 1.0
        elif modality in offered and modality not in claimed:
            yield f"modality only given {modality}", 1.0
    yield "modality end absent", float(claim not in offered and claim is not Modality.STATEMENT)


def _agent_features(reading: Reading) -> Iterator[tuple[str, float]]:
    found = agents(reading.claim)
    evidence = reading.evidence.compact
    context = reading.context.compact
    given = [agent for analysis in _analyses(reading.chosen) for agent in agents(analysis)]
    acting = {agent.name for agent in given if agent.acting}
    absent = [agent for agent in found if agent.name not in evidence and not _part_of(agent.name, evidence)]
    yield "agents", float(len(found))
    yield "agents absent", float(len(absent))
    yield "agents absent acting", float(sum(a.acting for a in absent))
    yield "agents absent but in context", float(sum(a.name in context for a in absent))
    yield "agents nowhere", float(sum(a.name not in context and not _part_of(a.name, context) for a in found))
    mine = {agent.name for agent in found if agent.acting}
    if mine and acting:
        yield "acting agents differ", float(not any(_alike(a, b) for a in mine for b in acting))
        given_elsewhere = {agent.name for agent in given if not agent.acting}
        yield "acting agent given another part", float(
            not any(_alike(a, b) for a in mine for b in acting) and any(_alike(a, b) for a in mine for b in given_elsewhere)
        )
    missing_acting = [a for a in acting if not any(_alike(a, f.name) for f in found)]
    yield "acting agent not named", float(bool(missing_acting))
    yield "acting replaced", float(bool(missing_acting) and bool(absent))


def _alike(one: str, other: str) -> bool:
    return one.endswith(other) or other.endswith(one)


def _part_of(name: str, text: str) -> bool:
    return len(name) > 4 and (name[-4:] in text and name[:2] in text)


_CUES: Mapping[str, re.Pattern[str]] = {
    "general": conditions.GENERAL,
    "without": conditions.WITHOUT,
    "concession": conditions.CONCESSION,
    "exclusive": conditions.EXCLUSIVE,
    "conditional": conditions.CONDITIONAL,
    "exception": conditions.EXCEPTION,
    "only if": conditions.ONLY_IF,
}


def _cue_features(reading: Reading) -> Iterator[tuple[str, float]]:
    text, evidence = reading.claim.text, reading.evidence_text
    claimed = {name for name, pattern in _CUES.items() if pattern.search(text)}
    given = {name for name, pattern in _CUES.items() if pattern.search(evidence)}
    for name in sorted(claimed | given):
        where = "both" if name in claimed and name in given else "claimed" if name in claimed else "given"
        yield f"cue {name} {where}", 1.0
    if not reading.chosen:
        return
    claim_words = Words.of(reading.claim)
    proviso = _proviso_after(reading)
    if proviso is not None:
        back = coverage(proviso.analysis.terms, claim_words, reading.lexicon)
        yield "proviso follows", 1.0
        yield "proviso touched", back
        yield "proviso covers", coverage(reading.claim.terms, Words.of(proviso.analysis), reading.lexicon)
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


def _proviso_after(reading: Reading) -> Unit | None:
    best = reading.chosen[0]
    if conditions.PROVISO.search(best.text):
        return best
    following = [u for u in reading.units if u.provision == best.provision and u.start > best.start]
    for unit in following[: 1 if not best.item else 8]:
        if conditions.PROVISO.search(unit.text):
            return unit
    return None


def _list_sizes(reading: Reading) -> list[int]:
    sizes = set()
    for unit in reading.chosen:
        siblings = _siblings(reading, unit)
        if len(siblings) > 1:
            sizes.add(len(siblings))
        sizes.add(len(re.findall(r"[,·ㆍ・]|\s및\s|\s또는\s|[와과]\s", unit.text)) + 1)
    return sorted(sizes)


def _siblings(reading: Reading, unit: Unit) -> list[Unit]:
    if not unit.item:
        after = [u for u in reading.units if u.provision == unit.provision and u.item and u.start > unit.start and unit.text in u.lead]
        return [u for u in after if u.lead == after[0].lead] if after else []
    return [u for u in reading.units if u.provision == unit.provision and u.item and u.lead == unit.lead]


def _enumeration_features(reading: Reading) -> Iterator[tuple[str, float]]:
    if not reading.chosen:
        return
    exclusive = bool(conditions.EXCLUSIVE.search(reading.claim.text))
    claim_words = Words.of(reading.claim)
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
        parts = [p for p in re.split(r"[,·ㆍ・]|\s및\s|\s또는\s|이나\s|[와과]\s", reading.chosen[0].text) if len(p) > 1]
        if len(parts) > 1:
            shares = [coverage(a.terms, claim_words, reading.lexicon) for a in map(analyse, parts) if a.terms]
            yield "closed inline unmet", sum(s < 0.3 for s in shares) / max(1, len(shares))
            yield "closed inline", 1.0


def _citation_features(reading: Reading) -> Iterator[tuple[str, float]]:
    terms, lexicon = reading.claim.terms, reading.lexicon
    yield "cites", float(bool(reading.cited))
    if not reading.cited:
        return
    here = [c for c in reading.cited if any(c.matches(p) for p in reading.provisions)]
    absent = [c for c in reading.cited if c not in here and not named_in(c, reading.provisions)]
    yield "cites absent article", float(bool(absent))
    if absent:
        yield "absent article covered", reading.aligned[0].coverage if reading.aligned else 0.0
    best = reading.aligned[0].coverage if reading.aligned else 0.0
    if here:
        own = [a for a in reading.aligned if any(_in_cited(c, a.unit, reading.provisions) for c in here)]
        gap = best - (own[0].coverage if own else 0.0)
        yield "cited gap", gap
        yield "cited is best", float(bool(own) and own[0].unit is reading.aligned[0].unit)
        yield "cited paragraph missing", float(not own)
        yield "cites present article", 1.0
        yield "cited coverage", own[0].coverage if own else 0.0


def _in_cited(cited: Cited, unit: Unit, provisions: Sequence[GroundingProvision]) -> bool:
    if not cited.matches(provisions[unit.provision]):
        return False
    return cited.paragraph is None or unit.paragraph is None or unit.paragraph == cited.paragraph


def _contact_features(reading: Reading) -> Iterator[tuple[str, float]]:
    compact = reading.context.compact
    numbers = [re.sub(r"\s", "", m.group()) for m in conditions.CONTACT_NUMBER.finditer(reading.claim.text)]
    yield "contact number absent", float(any(number not in compact for number in numbers))
    words = {m.group() for m in conditions.CONTACT_WORD.finditer(reading.claim.text)}
    yield "contact words absent", float(sum(word.strip(")") not in compact for word in words))


def _wording_features(reading: Reading) -> Iterator[tuple[str, float]]:
    """Single morphemes of the claim, with or without their like in the evidence."""
    given = {(m.form, m.tag) for analysis in _analyses(reading.chosen) for m in analysis.morphemes}
    for form, part in sorted({(m.form, m.tag) for m in reading.claim.morphemes}):
        if part not in _NO_WORDING:
            yield f"{'both' if (form, part) in given else 'only'} {form}/{part}", 1.0
    for lemma in sorted({term.lemma for term in reading.missing}):
        yield f"missing {lemma}", 1.0


_NO_WORDING = frozenset({"SN", "SF", "SP", "W_SERIAL", "W_URL", "W_EMAIL"})
