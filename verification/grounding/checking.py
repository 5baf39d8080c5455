"""Check one claim against provisions: read, compare, decide, give reasons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from verification.grounding.contrast import turned_round
from verification.grounding.decision import (
    default_model,
    probabilities,
    refusal_probability,
)
from verification.grounding.explanations import reasons_for, vetoes
from verification.grounding.facts.units import Unit
from verification.grounding.features import features
from verification.grounding.joining import default_joining, joined
from verification.grounding.language.alignment import Aligned, default_lexicon
from verification.grounding.language.answering import refusal_features
from verification.grounding.language.copies import Copy, copied
from verification.grounding.language.languages import is_foreign
from verification.grounding.language.premises import premise_of
from verification.grounding.language.reading import Reading, read
from verification.grounding.language.refusals import is_advice, is_refusal
from verification.grounding.language.sentences import split_claims
from verification.grounding.language.sources import in_cited
from verification.grounding.results import (
    Entailment,
    Evidence,
    GroundingProvision,
    GroundingResult,
    Label,
    Probabilities,
    Reason,
    ReasonKind,
    Similarity,
)

# A sentence repeated word for word leaves little doubt, in either direction.
FAITHFUL_COPY = 0.98
CHANGED_COPY = 0.03
# What a fact speaks against stays below the threshold, whatever else agrees.
_DOUBTED = 0.9


def check_claim(
    claim: str,
    provisions: Sequence[GroundingProvision],
    *,
    question: str | None = None,
    similarity: Similarity | None = None,
    entailment: Entailment | None = None,
) -> GroundingResult:
    """Say whether the provisions support a claim, with the evidence and the reasons.

    ``question`` is what the claim answers; it decides whether a refusal is right. ``similarity``
    only helps to find the evidence: what is found is compared by its facts either way.
    ``entailment`` is a model's opinion; it is heard beside the rules where a claim neither repeats
    a sentence nor goes against a plain fact, which no model outweighs.
    """
    if is_refusal(claim):
        return _check_refusal(claim, provisions, question, similarity, entailment)
    return _check_statement(claim, provisions, similarity, entailment)


def _check_statement(
    claim: str,
    provisions: Sequence[GroundingProvision],
    similarity: Similarity | None,
    entailment: Entailment | None,
) -> GroundingResult:
    if not any(provision.text.strip() for provision in provisions):
        reason = Reason(ReasonKind.NO_CONTEXT, "대조할 조문이 없습니다.")
        return GroundingResult(Label.NOT_IN_CONTEXT, 0.0, (reason,))
    model = default_model()
    reading = read(claim, provisions, default_lexicon(), similarity)
    found = features(reading)
    refused = vetoes(reading, found)
    copy = copied(reading.claim, _citable(reading))
    if copy is not None and not (copy.faithful and refused):
        return _copy_result(copy, reading)
    judged, heard = _judged(reading, found, entailment)
    if heard is None and is_foreign(reading.claim.text):
        return _foreign_result(reading, refused)
    score = judged.supported
    if refused:
        score = min(score, model.threshold * _DOUBTED)
    if score < model.threshold:
        absent = judged.absent > judged.contradicted
        label = Label.NOT_IN_CONTEXT if absent else Label.CONTRADICTED
        reasons = (*reasons_for(reading, found, label), *_model_reasons(heard))
        return GroundingResult(label, round(score, 4), reasons, evidence_of(reading))

    def of_opposite(opposite: str) -> Probabilities:
        other = read(opposite, provisions, reading.lexicon, similarity)
        return _judged(other, features(other), entailment)[0]

    turned = turned_round(claim, judged, of_opposite)
    if turned is not None:
        doubted = round(model.threshold * _DOUBTED, 4)
        return GroundingResult(Label.CONTRADICTED, doubted, (turned,), evidence_of(reading))
    return GroundingResult(Label.SUPPORTED, round(score, 4), (), evidence_of(reading))


def _judged(
    reading: Reading, found: Mapping[str, float], entailment: Entailment | None
) -> tuple[Probabilities, Probabilities | None]:
    """What rules and model make of a claim together, and what the model alone does."""
    ours = probabilities(found, default_model())
    heard = entailment(reading.raw, [premise_of(reading)]) if entailment else None
    return (ours if heard is None else joined(ours, heard, default_joining())), heard


def _model_reasons(heard: Probabilities | None) -> tuple[Reason, ...]:
    """What the model's opinion was, where it speaks against the claim."""
    if heard is None or heard.supported >= 0.5:
        return ()
    share = f"{heard.supported:.0%}"
    text = f"뜻을 비교한 모델은 이 조문이 문장을 뒷받침할 확률을 {share}로 봅니다."
    return (Reason(ReasonKind.ENTAILMENT, text),)


def _foreign_result(reading: Reading, refused: tuple[Reason, ...]) -> GroundingResult:
    """A claim in another language: its figures are compared, what else it says cannot be."""
    label = Label.CONTRADICTED if refused else Label.NOT_IN_CONTEXT
    reason = Reason(ReasonKind.LANGUAGE, "한국어 문장이 아니어서 조문과 대조하지 못했습니다.")
    return GroundingResult(label, 0.0, refused or (reason,), evidence_of(reading))


def _citable(reading: Reading) -> list[Aligned]:
    """The units that a claim may repeat: those it cites, if it cites any."""
    if not reading.cited:
        return reading.aligned
    return [
        candidate
        for candidate in reading.aligned
        if any(in_cited(c, candidate.unit, reading.provisions) for c in reading.cited)
    ]


def _copy_result(copy: Copy, reading: Reading) -> GroundingResult:
    evidence = (evidence_from(copy.unit, reading.provisions),)
    if copy.faithful:
        return GroundingResult(Label.SUPPORTED, FAITHFUL_COPY, (), evidence)
    return GroundingResult(Label.CONTRADICTED, CHANGED_COPY, copy.changes, evidence)


def _check_refusal(
    claim: str,
    provisions: Sequence[GroundingProvision],
    question: str | None,
    similarity: Similarity | None,
    entailment: Entailment | None,
) -> GroundingResult:
    """Judge a refusal; what else the sentence states is a claim like any other, and comes first."""
    for part in split_claims(claim):
        if part.text != claim and not is_refusal(part.text) and not is_advice(part.text):
            stated = _check_statement(part.text, provisions, similarity, entailment)
            if not stated.supported:
                return stated
    model = default_model()
    found = refusal_features(claim, question, provisions, default_lexicon())
    score = refusal_probability(found, model)
    if score >= model.refusal_threshold:
        return GroundingResult(Label.SUPPORTED, round(score, 4))
    reason = Reason(ReasonKind.REFUSAL, "제공된 조문에 물음에 답하는 내용이 있는 것으로 보입니다.")
    reading = read(question or claim, provisions, default_lexicon(), None)
    return GroundingResult(Label.CONTRADICTED, round(score, 4), (reason,), evidence_of(reading))


def evidence_of(reading: Reading) -> tuple[Evidence, ...]:
    """The spans that were compared, the closest first."""
    return tuple(evidence_from(unit, reading.provisions) for unit in reading.chosen)


def evidence_from(unit: Unit, provisions: Sequence[GroundingProvision]) -> Evidence:
    """The span of one unit."""
    provision = provisions[unit.provision]
    text = provision.text[unit.start : unit.end]
    return Evidence(unit.provision, provision.label, unit.start, unit.end, text)
