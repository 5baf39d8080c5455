"""Check one claim against provisions: analyse, compare, decide, give reasons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from verification.grounding.by_proof import doubts, facts_against, is_proved, proof_of
from verification.grounding.decision import (
    default_model,
    probabilities,
    refusal_probability,
)
from verification.grounding.explanations import reasons_for, vetoes
from verification.grounding.features import features
from verification.grounding.guards import departs_from, misread_by_proof
from verification.grounding.language.alignment import AlignedSentence, default_lexicon
from verification.grounding.language.answering import refusal_features
from verification.grounding.language.copies import SentenceCopy, find_copy
from verification.grounding.language.languages import is_foreign
from verification.grounding.language.reading import ClaimReading, read_claim
from verification.grounding.language.refusals import is_advice, is_refusal
from verification.grounding.language.sentences import split_claims
from verification.grounding.language.sources import in_cited
from verification.grounding.language.units import ProvisionSentence
from verification.grounding.negation import negation_check
from verification.grounding.proof import Outcome, Proof
from verification.grounding.results import (
    Entailment,
    EntailmentScores,
    EvidenceSpan,
    GroundingLabel,
    GroundingProvision,
    GroundingReason,
    GroundingResult,
    ReasonKind,
)
from verification.grounding.signs import signs_of
from verification.grounding.weighing import default_trees, weighed

_HALF = 0.5
# With the verifier a claim is accepted from here on: as likely to be right as a model's sentence before anyone has read it.
_ACCEPTED = 0.75
# A sentence repeated word for word leaves little doubt, in either direction.
FAITHFUL_COPY = 0.98
CHANGED_COPY = 0.03
# Of labelled claims that are proved so many are right, of those that are refuted hardly one (docs/models.md).
PROVED = 0.99
REFUTED = 0.03
# A vetoed claim scores below the threshold, whatever else agrees.
_DOUBTED = 0.9
# From here on rules and model together may call a claim contradicted without a plain fact; chosen on labelled answers so
# that about one right claim in fifty is called so (docs/models.md).
_SURELY_AGAINST = 0.65


def check_claim(
    claim: str,
    provisions: Sequence[GroundingProvision],
    *,
    question: str | None = None,
    entailment: Entailment | None = None,
) -> GroundingResult:
    """Say whether the provisions support a claim, with the evidence and the reasons.

    ``question`` is what the claim answers; it decides whether a refusal is right, and its figures are the asker's own.
    ``entailment`` gives a model's scores, combined with those of the rules where a claim neither repeats
    a sentence nor goes against a plain fact, which no model outweighs.
    """
    if is_refusal(claim):
        return _check_refusal(claim, provisions, question, entailment)
    return _check_statement(claim, provisions, question, entailment)


def _check_statement(
    claim: str,
    provisions: Sequence[GroundingProvision],
    question: str | None,
    entailment: Entailment | None,
) -> GroundingResult:
    if not any(provision.text.strip() for provision in provisions):
        reason = GroundingReason(ReasonKind.NO_CONTEXT, "대조할 조문이 없습니다.")
        return GroundingResult(GroundingLabel.NOT_IN_CONTEXT, 0.0, (reason,))
    model = default_model()
    reading = read_claim(claim, provisions, default_lexicon(), question)
    found = features(reading)
    vetoed = vetoes(reading, found)
    proof = proof_of(reading, question or "")
    changed = _changed(reading, proof, question or "")
    doubted = (*doubts(proof, reading, question or ""), *changed)
    decided = _decided(reading, proof, vetoed, doubted)
    if decided is not None:
        return decided
    judged, model_scores = _judged(reading, found, entailment, question or "", proof)
    if model_scores is None and is_foreign(reading.claim.text):
        return _foreign_result(reading, vetoed)
    threshold = model.threshold if model_scores is None else _ACCEPTED
    score = judged.supported
    if vetoed or doubted:
        score = min(score, threshold * _DOUBTED)
    if score < threshold:
        is_held_back = bool(doubted) and not vetoed and judged.supported >= threshold
        label = (
            GroundingLabel.NOT_IN_CONTEXT
            if is_held_back
            else _against(judged, model_scores, is_vetoed=bool(vetoed))
        )
        against = doubted if is_held_back else reasons_for(reading, found, label)
        reasons = (*against, *_model_reasons(model_scores))
        return GroundingResult(label, round(score, 4), reasons, evidence_of(reading))

    def scores_of_negation(opposite: str) -> EntailmentScores:
        other = read_claim(opposite, provisions, reading.lexicon, question)
        return probabilities(features(other), model)

    # The model tells a turned "not" or "may" by itself; with it the check refuses four right claims for each wrong one.
    negation = negation_check(claim, judged, scores_of_negation) if model_scores is None else None
    if negation is not None:
        lowered = round(threshold * _DOUBTED, 4)
        return GroundingResult(
            GroundingLabel.CONTRADICTED, lowered, (negation,), evidence_of(reading)
        )
    return GroundingResult(GroundingLabel.SUPPORTED, round(score, 4), (), evidence_of(reading))


def _decided(
    reading: ClaimReading,
    proof: Proof,
    vetoed: tuple[GroundingReason, ...],
    doubted: tuple[GroundingReason, ...],
) -> GroundingResult | None:
    """What needs no weighing: a claim that is proved, one that repeats its provision, and one that a fact refutes."""
    if is_proved(proof, reading, vetoed) and not doubted:
        return GroundingResult(
            GroundingLabel.SUPPORTED, PROVED, (), _evidence_in(proof.evidence_index, reading)
        )
    against = facts_against(proof)
    copy = find_copy(reading.claim, _citable(reading))
    if copy is not None and not (copy.faithful and (vetoed or doubted or against)):
        return _copy_result(copy, reading)
    if not against:
        return None
    return GroundingResult(
        GroundingLabel.CONTRADICTED,
        REFUTED,
        (*against, *vetoed),
        _evidence_in(proof.evidence_index, reading),
    )


def _changed(reading: ClaimReading, proof: Proof, question: str) -> tuple[GroundingReason, ...]:
    """What a near copy has in the place of the provision's own words, which neither the proof nor any likeness sees."""
    texts = [one.text for one in reading.provisions]
    words = departs_from(reading.raw, "\n".join(texts), question)
    text = f"조문의 말과 한 곳이 다릅니다: ‘{words}’" if words else ""
    if not text and proof.outcome is Outcome.PROVED and proof.evidence_index is not None:
        carrying = [texts[proof.evidence_index]]
        text = misread_by_proof(reading.raw, carrying, carrying, question)
    return (GroundingReason(ReasonKind.ADDED_FACT, text),) if text else ()


def _against(
    judged: EntailmentScores, model_scores: EntailmentScores | None, *, is_vetoed: bool
) -> GroundingLabel:
    """What a claim is called that is not supported: contradicted by a plain fact that the model sees too, or by both for sure."""
    is_against = judged.contradicted >= judged.absent
    if model_scores is not None and is_vetoed:
        is_against = is_against and model_scores.supported < _HALF
    elif model_scores is not None:
        is_against = judged.contradicted >= _SURELY_AGAINST
    return GroundingLabel.CONTRADICTED if is_against else GroundingLabel.NOT_IN_CONTEXT


def _judged(
    reading: ClaimReading,
    found: Mapping[str, float],
    entailment: Entailment | None,
    question: str,
    proof: Proof,
) -> tuple[EntailmentScores, EntailmentScores | None]:
    """What all signs amount to, and the model's own scores of the whole claim."""
    signs = None
    if entailment is not None:
        signs = signs_of(reading, entailment, question=question, proof=proof)
    if signs is None:
        return probabilities(found, default_model()), None
    own = EntailmentScores(
        signs["whole supported"], signs["whole contradicted"], signs["whole absent"]
    )
    return weighed(signs, default_trees()), own


def _model_reasons(model_scores: EntailmentScores | None) -> tuple[GroundingReason, ...]:
    """What the model's opinion was, where it speaks against the claim."""
    if model_scores is None or model_scores.supported >= _HALF:
        return ()
    share = f"{model_scores.supported:.0%}"
    text = f"뜻을 비교한 모델은 이 조문이 문장을 뒷받침할 확률을 {share}로 봅니다."
    return (GroundingReason(ReasonKind.ENTAILMENT, text),)


def _foreign_result(reading: ClaimReading, vetoed: tuple[GroundingReason, ...]) -> GroundingResult:
    """A claim in another language: its figures are compared, what else it says cannot be."""
    label = GroundingLabel.CONTRADICTED if vetoed else GroundingLabel.NOT_IN_CONTEXT
    reason = GroundingReason(
        ReasonKind.LANGUAGE, "한국어 문장이 아니어서 조문과 대조하지 못했습니다."
    )
    return GroundingResult(label, 0.0, vetoed or (reason,), evidence_of(reading))


def _citable(reading: ClaimReading) -> list[AlignedSentence]:
    """The units that a claim may repeat: those it cites, if it cites any."""
    if not reading.cited:
        return reading.aligned
    return [
        candidate
        for candidate in reading.aligned
        if any(in_cited(c, candidate.unit, reading.provisions) for c in reading.cited)
    ]


def _evidence_in(provision: int | None, reading: ClaimReading) -> tuple[EvidenceSpan, ...]:
    """The spans that were compared of one provision, or the nearest that it has."""
    nearest = [one.unit for one in reading.aligned if one.unit.provision == provision][:1]
    units = [unit for unit in reading.chosen if unit.provision == provision] or nearest
    return tuple(evidence_from(unit, reading.provisions) for unit in units or reading.chosen)


def _copy_result(copy: SentenceCopy, reading: ClaimReading) -> GroundingResult:
    evidence = (evidence_from(copy.unit, reading.provisions),)
    if copy.faithful:
        return GroundingResult(GroundingLabel.SUPPORTED, FAITHFUL_COPY, (), evidence)
    return GroundingResult(GroundingLabel.CONTRADICTED, CHANGED_COPY, copy.changes, evidence)


def _check_refusal(
    claim: str,
    provisions: Sequence[GroundingProvision],
    question: str | None,
    entailment: Entailment | None,
) -> GroundingResult:
    """Judge a refusal; what else the sentence states is a claim like any other, and comes first."""
    for part in split_claims(claim):
        if part.text != claim and not is_refusal(part.text) and not is_advice(part.text):
            stated = _check_statement(part.text, provisions, question, entailment)
            if not stated.supported:
                return stated
    model = default_model()
    found = refusal_features(claim, question, provisions, default_lexicon())
    score = refusal_probability(found, model)
    if score >= model.refusal_threshold:
        return GroundingResult(GroundingLabel.SUPPORTED, round(score, 4))
    reason = GroundingReason(
        ReasonKind.REFUSAL, "제공된 조문에 물음에 답하는 내용이 있는 것으로 보입니다."
    )
    reading = read_claim(question or claim, provisions, default_lexicon())
    return GroundingResult(
        GroundingLabel.CONTRADICTED, round(score, 4), (reason,), evidence_of(reading)
    )


def evidence_of(reading: ClaimReading) -> tuple[EvidenceSpan, ...]:
    """The spans that were compared, the closest first."""
    return tuple(evidence_from(unit, reading.provisions) for unit in reading.chosen)


def evidence_from(
    unit: ProvisionSentence, provisions: Sequence[GroundingProvision]
) -> EvidenceSpan:
    """The span of one unit."""
    provision = provisions[unit.provision]
    text = provision.text[unit.start : unit.end]
    return EvidenceSpan(unit.provision, provision.label, unit.start, unit.end, text)
