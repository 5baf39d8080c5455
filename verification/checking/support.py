"""Hold statements against the provisions that they cite, as every sentence is held: proved, refuted by a fact, or open.

For texts from elsewhere, which bring no sources: each citation by itself, or all of them together.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from verification.checking.mentions import ResolvedMention, repeats_provision
from verification.checking.proof import facts_in_words, not_met
from verification.citations.correction import without_general_words
from verification.grounding import (
    EvidenceSpan,
    GroundingLabel,
    GroundingProvision,
    GroundingReason,
    GroundingResult,
    ReasonKind,
    check_claim,
)
from verification.grounding.proof import Outcome, prove

# A proof leaves hardly any doubt; what is open is as likely the one as the other.
_PROVED, _OPEN, _REFUTED = 0.98, 0.5, 0.02


def provision_of(mention: ResolvedMention) -> GroundingProvision:
    """The provision that a citable mention names, as the grounding check takes it."""
    provision = mention.provision
    if provision is None:
        raise ValueError("a citation without a provision cannot be held against one")
    locator = provision.locator
    return GroundingProvision(
        regulation=provision.regulation_title,
        article=locator.article,
        branch=locator.branch,
        paragraph=locator.paragraph,
        text=mention.text,
        title=provision.title or (mention.source.title if mention.source else None),
    )


def check_against(
    statement: str, mention: ResolvedMention, *, bare: str = "", question: str = ""
) -> GroundingResult:
    """Whether the cited provision says what the statement says.

    What the provision's words neither prove nor refute is open, unless the provision speaks of something else altogether.
    """
    if repeats_provision(statement, mention.text):
        return GroundingResult(
            GroundingLabel.SUPPORTED, 1.0, (), (_whole_provision(statement, mention),)
        )
    provision = provision_of(mention)
    title = provision.title or ""
    proof = prove(statement, [mention.text], question=question, title=title)
    if proof.outcome is Outcome.OPEN and bare:
        # Where it says that it found it may be what the proof cannot read.
        proof = prove(without_general_words(bare), [mention.text], question=question, title=title)
    if proof.outcome is Outcome.PROVED:
        return GroundingResult(
            GroundingLabel.SUPPORTED, _PROVED, (), (_whole_provision(mention.text, mention),)
        )
    if proof.outcome is Outcome.REFUTED:
        said = facts_in_words(proof.reasons)
        return _result(GroundingLabel.CONTRADICTED, _REFUTED, said, mention)
    rules = check_claim(bare or statement, [provision], question=question or None)
    if rules.label is GroundingLabel.NOT_IN_CONTEXT or not rules.is_checked:
        return rules
    return _result(GroundingLabel.NOT_IN_CONTEXT, _OPEN, not_met(proof.reasons), mention)


def _result(
    label: GroundingLabel, score: float, said: Sequence[str], mention: ResolvedMention
) -> GroundingResult:
    reasons = tuple(GroundingReason(ReasonKind.OTHER_PROVISION, text) for text in said)
    return GroundingResult(label, score, reasons, (_whole_provision(mention.text, mention),))


def supporting_citations(
    statement: str,
    mentions: Sequence[ResolvedMention],
    results: Mapping[int, GroundingResult],
    *,
    question: str = "",
) -> dict[int, GroundingResult]:
    """The citations (by id) that carry the statement, with the result that says so: each by itself, or else all together."""
    cited = [mention for mention in mentions if id(mention) in results]
    alone = [m for m in cited if results[id(m)].label is GroundingLabel.SUPPORTED]
    if alone or len(cited) < 2:
        return {id(mention): results[id(mention)] for mention in alone}
    if not _proved(statement, cited, question):
        return {}
    together = GroundingResult(GroundingLabel.SUPPORTED, _PROVED)
    # Only citations that the support depends on; a superfluous one is not verified.
    return {
        id(mention): together
        for place, mention in enumerate(cited)
        if not _proved(statement, cited[:place] + cited[place + 1 :], question)
    }


def _proved(statement: str, mentions: Sequence[ResolvedMention], question: str) -> bool:
    texts = [mention.text for mention in mentions]
    titles = " ".join(filter(None, (provision_of(mention).title for mention in mentions)))
    return prove(statement, texts, question=question, title=titles).outcome is Outcome.PROVED


def _whole_provision(text: str, mention: ResolvedMention) -> EvidenceSpan:
    label = mention.provision.label if mention.provision else ""
    return EvidenceSpan(provision=0, locator=label, start=0, end=len(mention.text), text=text)
