"""What the verifier confirms of the sentences that no judge has read, and what it keeps a judge from confirming.

The proof finds what differs between a sentence and its provision. Where all of it is words that it cannot explain, all signs
are weighed, the looks of the verifier among them; it is sure from a probability on that hardly a wrong sentence of a
university left out of the fit reached, and doubts below one that hardly a right sentence fell short of (docs/models.md).
"""

from __future__ import annotations

from collections.abc import Sequence

from verification.checking.engine import EvidenceFinding, open_differences
from verification.checking.entailment import entailment_scores
from verification.checking.values import SourceUnit
from verification.citations.states import ConfirmedBy, Verdict
from verification.grounding.checking import evidence_of
from verification.grounding.facts.own_figures import sets_own_figure_beside_limit
from verification.grounding.guards import Surroundings, another_limit, unseen_by_verifier
from verification.grounding.language.alignment import default_lexicon
from verification.grounding.language.premises import premise_of
from verification.grounding.language.reading import ClaimReading, read_claim
from verification.grounding.proof import MOST_UNITS, Outcome, ProofKind, prove
from verification.grounding.signs import signs_of
from verification.grounding.weighing import default_trees, probability_of

# Of 1,274 wrong sentences of eight universities that no fit saw one in ninety is confirmed, with 0.94 one in forty (ADR 0038).
SURE = 0.96
# And where a sentence gives its reason, a figure of the asker's beside a limit: of such sentences of fourteen universities 43
# right ones and one wrong one have from 0.85 to 0.96 (docs/models.md).
SURE_OF_REASONED = 0.85
# Below, a judge's word alone confirms nothing: of open right sentences one in sixty stands there, of open wrong ones every other.
DOUBTED = 0.3
# And below this where a fact of the sentence is not that of the words on which the judge's word rests.
DOUBTED_BY_FACT = 0.4
_FACTS = frozenset(
    {
        ProofKind.NUMBER,
        ProofKind.UNIT,
        ProofKind.DATE,
        ProofKind.POLARITY,
        ProofKind.MODALITY,
        ProofKind.AND_OR,
        ProofKind.TIME_ORDER,
    }
)
# From here on the verifier takes one provision for what says it all.
_SAYS_IT = 0.93
# What several provisions say together, one of them says by itself at least as likely as not: else nothing that is shown says it.
_SAID_ALONE = 0.5


def confirmed_by_verifier(
    statement: str, units: Sequence[SourceUnit], *, question: str = "", answer: str = ""
) -> tuple[EvidenceFinding, float] | None:
    """The finding and the score where the verifier is sure of an open statement; None where it is not, or there is none.

    `answer` is all of it that is shown: a condition that another of its sentences gives is not left out.
    """
    units = units[:MOST_UNITS]
    score = verifier_score(statement, units, question=question, answer=answer)
    is_reasoned = sets_own_figure_beside_limit(statement, question)
    if score is None or score < (SURE_OF_REASONED if is_reasoned else SURE):
        return None
    compared = dict.fromkeys(span.provision for span in evidence_of(_read(statement, units)))
    carrying = tuple(units[number] for number in compared)
    alone = [_alone(_read(statement, [unit])) for unit in carrying]
    if max(alone) < _SAID_ALONE:
        return None
    if max(alone) >= _SAYS_IT:
        carrying = (carrying[alone.index(max(alone))],)
    return EvidenceFinding(Verdict.SUPPORTED, carrying, method=ConfirmedBy.VERIFIER), score


def verifier_score(
    statement: str, units: Sequence[SourceUnit], *, question: str = "", answer: str = ""
) -> float | None:
    """What the verifier gives an open statement, from 0 to 1; None where a fact is in question or turned, and it is not heard."""
    differences = open_differences(statement, units, question=question)
    if differences is None:
        return None
    reading = _read(statement, units, question)
    if unseen_by_verifier(
        statement,
        units,
        differences,
        Surroundings(question, answer=answer),
        titles=[f"{unit.source.regulation_title} {unit.source.title}" for unit in units],
        premise=premise_of(reading),
    ):
        return None
    return _weighed(reading, question) or 0.0


def is_doubted(
    statement: str, units: Sequence[SourceUnit], *, words: Sequence[str], question: str = ""
) -> bool:
    """Whether the signs speak so much against a statement that a judge's word for it is not enough.

    `words` are those of the provisions on which the judge rests it: what they refute, or limit otherwise, no word confirms. Where
    the verifier has no opinion, as of another language, nothing else is doubted.
    """
    units = units[:MOST_UNITS]
    proof = prove(statement, words, question=question)
    if proof.outcome is Outcome.REFUTED or another_limit(statement, words, known=question):
        return True
    score = _weighed(_read(statement, units, question), question)
    if score is None or score >= DOUBTED_BY_FACT:
        return False
    return (
        score < DOUBTED
        or any(one.kind in _FACTS for one in proof.reasons)
        or verifier_score(statement, units, question=question) is None
    )


def _weighed(reading: ClaimReading, question: str) -> float | None:
    signs = signs_of(reading, entailment_scores, question=question)
    return None if signs is None else probability_of(signs, default_trees())


def _read(statement: str, units: Sequence[SourceUnit], question: str = "") -> ClaimReading:
    provisions = [unit.source.as_provision(unit.text) for unit in units]
    return read_claim(statement, provisions, default_lexicon(), question)


def _alone(reading: ClaimReading) -> float:
    """What the verifier gives the statement beside this unit."""
    scores = entailment_scores(reading.raw, [premise_of(reading)])
    return 0.0 if scores is None else scores.supported
