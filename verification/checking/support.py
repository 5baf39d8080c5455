"""Check statements against the provisions that they cite, one citation at a time or all together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from verification.checking.entailment import entailment_scores
from verification.checking.mentions import ResolvedMention, repeats_provision
from verification.grounding import (
    EvidenceSpan,
    GroundingLabel,
    GroundingProvision,
    GroundingResult,
    check_claim,
)


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

    `bare` is the statement without its citations. Where the provision does not support the statement, it is compared once
    more by itself: that the article's number agrees must not soften that its content does not.
    """
    if repeats_provision(statement, mention.text):
        return GroundingResult(
            GroundingLabel.SUPPORTED, 1.0, (), (_whole_provision(statement, mention),)
        )
    provisions = [provision_of(mention)]
    result = check_claim(
        statement, provisions, question=question or None, entailment=entailment_scores
    )
    if result.supported or bare in ("", statement):
        return result
    alone = check_claim(bare, provisions, question=question or None, entailment=entailment_scores)
    return alone if not alone.supported and alone.score < result.score else result


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
    provisions = [provision_of(mention) for mention in cited]
    together = check_claim(
        statement, provisions, question=question or None, entailment=entailment_scores
    )
    if together.label is not GroundingLabel.SUPPORTED:
        return {}
    # Only citations that the support depends on; a superfluous one is not verified.
    return {
        id(mention): together
        for place, mention in enumerate(cited)
        if not _supported(statement, provisions[:place] + provisions[place + 1 :], question)
    }


def _supported(statement: str, provisions: list[GroundingProvision], question: str) -> bool:
    result = check_claim(
        statement, provisions, question=question or None, entailment=entailment_scores
    )
    return result.label is GroundingLabel.SUPPORTED


def _whole_provision(statement: str, mention: ResolvedMention) -> EvidenceSpan:
    label = mention.provision.label if mention.provision else ""
    return EvidenceSpan(provision=0, locator=label, start=0, end=len(mention.text), text=statement)
