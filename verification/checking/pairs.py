"""The records of (statement, citation) pairs: their verdict, what becomes of the citation, and the share that is accurate."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence

from django.conf import settings

from verification.checking.mentions import CitationMention
from verification.checking.statements import is_too_short
from verification.checking.values import Action, CheckedCitation
from verification.citations.correction import is_standard
from verification.citations.states import CitationStatus, Verdict

# Why nothing is said of a citation within a provision's own words.
OF_THE_RULE = "규정 원문 안의 인용입니다."
_TOO_SHORT = "문장이 짧아 대조하지 않았습니다."


def confidence_threshold(own: float | None = None) -> float:
    """From which confidence on a verdict about a citation counts: the `own` one of what is checked, else that of the settings."""
    return float(settings.CITATION_CONFIDENCE_THRESHOLD) if own is None else own


def pair_check(
    statement: str,
    mention: CitationMention,
    verdict: Verdict,
    *,
    action: Action,
    reason: str = "",
    evidence: str = "",
    confidence: float | None = None,
) -> CheckedCitation:
    """The record of a (statement, citation) pair with its verdict; only an accurate one is verified and shown."""
    is_accurate = verdict == Verdict.SUPPORTED and mention.status is CitationStatus.VERIFIED
    status = mention.status
    if status is CitationStatus.VERIFIED and not is_accurate:
        inaccurate = verdict == Verdict.CONTRADICTED
        status = CitationStatus.MISATTRIBUTED if inaccurate else CitationStatus.NOT_CHECKED
    return CheckedCitation(
        statement=statement,
        written=mention.written,
        marker=mention.marker,
        status=status,
        verdict=verdict,
        action=action,
        reason=reason or mention.reason,
        evidence=evidence,
        confidence=confidence,
        provision=mention.provision,
        source=mention.source,
        shown=is_accurate,
        is_quoted=mention.is_quoted,
        named=mention.citation,
    )


def not_run(statement: str, mention: CitationMention) -> CheckedCitation:
    """The record of a citation whose sentence was not held against anything: what its words name is generalized."""
    action = action_of(mention, is_supporting=False)
    if action is Action.MARKED:
        action = Action.GENERALIZED
    reason = OF_THE_RULE if mention.is_quoted else mention.reason
    if not reason and is_too_short(statement):
        reason = _TOO_SHORT
    return pair_check(statement, mention, Verdict.NOT_CHECKED, action=action, reason=reason)


def action_of(mention: CitationMention, *, is_supporting: bool) -> Action:
    """What becomes of a citation in the text: one that exists stays where the sentence is not confirmed, as words."""
    if mention.is_quoted:
        return Action.KEPT
    if mention.marker is not None:
        return Action.KEPT if is_supporting else Action.REMOVED
    if is_supporting:
        whole = mention.citation is None or mention.is_joined or is_standard(mention.written)
        return Action.KEPT if whole else Action.COMPLETED
    exists = mention.status is CitationStatus.VERIFIED
    return Action.MARKED if exists else Action.GENERALIZED


def accuracy_rate(citations: Sequence[CheckedCitation]) -> float | None:
    """Accurate pairs among the pairs that were held against something; None where none was judged: no rate would be true."""
    return share_accurate(
        (
            item.statement,
            item.provision.place if item.provision else item.written,
            item.verdict,
        )
        for item in citations
    )


def share_accurate(
    pairs: Iterable[tuple[str, Hashable, Verdict]], *, is_judged: bool = False
) -> float | None:
    """The same of (statement, what it cites, verdict), a pair once however often the sentence names the provision.

    What only stayed open was judged by nobody, unless `is_judged` says that somebody did.
    """
    verdicts = [pair[2] for pair in set(pairs) if pair[2] != Verdict.NOT_CHECKED]
    accurate = verdicts.count(Verdict.SUPPORTED)
    if not verdicts or not (accurate or Verdict.CONTRADICTED in verdicts or is_judged):
        return None
    return accurate / len(verdicts)
