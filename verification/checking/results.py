"""Put the findings about a sentence into words and records: what is shown, what is taken out, and why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from django.conf import settings

from verification.checking.mentions import ResolvedMention
from verification.checking.values import (
    Action,
    CheckedCitation,
    CheckedSentence,
    Draft,
    Source,
    Support,
    Verdict,
)
from verification.citations import RegulationSource
from verification.correction import (
    Edit,
    apply_edits,
    completion,
    generalization,
    only_points,
    removal,
)
from verification.grounding import GroundingProvision, GroundingResult, Label, split_sentences
from verification.resolution import FoundProvision
from verification.states import CitationStatus

_CORE_SENTENCES = 2


def citation_check(
    statement: str,
    mention: ResolvedMention,
    result: GroundingResult | None,
    *,
    is_supporting: bool,
    threshold: float | None = None,
) -> CheckedCitation:
    """The record of one (statement, citation) pair; `result` is None where the pair was not held against anything.

    A verdict counts from the `threshold` on; below it the pair is uncertain, and an uncertain citation is not verified.
    """
    status, verdict = mention.status, Verdict.NOT_RUN
    confidence: float | None = None
    reason, evidence = mention.reason, ""
    threshold = confidence_threshold() if threshold is None else threshold
    if result is not None and is_supporting:
        confidence = result.score
        evidence = result.evidence[0].text if result.evidence else mention.text
        if confidence >= threshold:
            verdict = Verdict.ACCURATE
        else:
            verdict, status = Verdict.UNCERTAIN, CitationStatus.NOT_CHECKED
            reason = f"확신({confidence:.2f})이 기준({threshold:.2f})보다 낮습니다."
            is_supporting = False
    elif result is not None:
        confidence = 1 - result.score
        is_certain = confidence >= threshold
        verdict = Verdict.INACCURATE if is_certain else Verdict.UNCERTAIN
        status = CitationStatus.MISATTRIBUTED if is_certain else CitationStatus.NOT_CHECKED
        reason = "; ".join(item.text for item in result.reasons) or reason
    elif status is CitationStatus.VERIFIED and not mention.is_quoted:
        # It exists, but nothing was held against it: that is not verified.
        status = CitationStatus.NOT_CHECKED
    return CheckedCitation(
        statement=statement,
        written=mention.written,
        marker=mention.marker,
        status=status,
        verdict=verdict,
        action=_action(mention, is_supporting=is_supporting),
        reason="규정 원문 안의 인용입니다." if mention.is_quoted else reason,
        evidence=evidence,
        confidence=confidence,
        provision=mention.provision,
        source=mention.source,
        shown=is_supporting and status is CitationStatus.VERIFIED,
    )


def confidence_threshold() -> float:
    """From which confidence on a verdict about a citation counts."""
    return float(settings.CITATION_CONFIDENCE_THRESHOLD)


def judged(
    draft: Draft,
    mentions: Sequence[ResolvedMention],
    checks: Sequence[CheckedCitation],
    verdicts: Sequence[GroundingResult],
) -> CheckedSentence:
    """A sentence that makes a claim, after all that it could lean on was tried."""
    if any(check.shown for check in checks):
        support = Support.SUPPORTED
    elif any(verdict.label is Label.CONTRADICTED for verdict in verdicts):
        support = Support.CONTRADICTED
    else:
        support = Support.UNSUPPORTED
    best = max(verdicts, key=lambda verdict: verdict.score, default=None)
    reasons = () if best is None else tuple(reason.text for reason in best.reasons)
    return CheckedSentence(
        draft=draft.text,
        text=apply_edits(draft.text, _edits(draft.text, mentions, checks)),
        support=support,
        score=best.score if best else None,
        citations=tuple(checks),
        reasons=reasons,
    )


def unclaimed(
    draft: Draft, statement: str, mentions: Sequence[ResolvedMention], support: Support
) -> CheckedSentence:
    """A sentence that states nothing carries no citation: what it names was not held against anything."""
    checks = [citation_check(statement, item, None, is_supporting=False) for item in mentions]
    text = apply_edits(draft.text, _edits(draft.text, mentions, checks))
    return CheckedSentence(draft.text, text, support, None, tuple(checks))


def points_only(text: str, mention: ResolvedMention) -> bool:
    """Whether a sentence only points to a provision that it may cite: 「학칙」 제25조를 참고하세요."""
    if not mention.is_citable or mention.citation is None or mention.end is None:
        return False
    return only_points(text, mention.end)


def quoted_instead(
    draft: Draft,
    statement: str,
    mentions: Sequence[ResolvedMention],
    pointing: ResolvedMention,
) -> CheckedSentence:
    """A sentence that only points gets the core of the provision in its place, word for word."""
    core = " ".join(span.text for span in split_sentences(pointing.text)[:_CORE_SENTENCES])
    label = pointing.provision.label if pointing.provision else ""
    quotation = GroundingResult(Label.SUPPORTED, 1.0)
    checks = [
        citation_check(
            statement,
            mention,
            quotation if mention is pointing else None,
            is_supporting=mention is pointing,
        )
        for mention in mentions
    ]
    checks = [
        replace(
            check,
            action=Action.COMPLETED,
            evidence=core,
            reason="가리키기만 한 문장을 조문의 내용으로 바꾸었습니다.",
        )
        if check.shown
        else check
        for check in checks
    ]
    text = f"{label}: “{core}”"
    return CheckedSentence(draft.text, text, Support.SUPPORTED, 1.0, tuple(checks))


def plain_statement(text: str, mentions: Sequence[ResolvedMention]) -> str:
    """What a sentence states: without markers, and with what it cannot lean on put in general words."""
    return _stated(text, [m for m in mentions if m.marker is not None or not m.is_citable])


def bare_statement(text: str, mentions: Sequence[ResolvedMention]) -> str:
    """What a sentence states apart from where it says it found it."""
    return _stated(text, mentions)


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


def source_mention(source: Source, provision: FoundProvision | None) -> ResolvedMention | None:
    """A source as if the sentence had cited it; None where it is not in force."""
    if provision is None or provision.version_id != source.version_id:
        return None
    return ResolvedMention(
        written=f"[†{source.number}]",
        marker=source.number,
        start=None,
        end=None,
        citation=None,
        is_quoted=False,
        status=CitationStatus.VERIFIED,
        reason="",
        provision=provision,
        source=source,
    )


def _stated(text: str, left_out: Sequence[ResolvedMention]) -> str:
    edits = [
        removal(text, mention.start, mention.end)
        if mention.marker is not None
        else generalization(text, mention.start, mention.end)
        for mention in left_out
        if mention.start is not None and mention.end is not None and not mention.is_quoted
    ]
    return apply_edits(text, edits)


def _action(mention: ResolvedMention, *, is_supporting: bool) -> Action:
    if mention.is_quoted:
        return Action.KEPT
    if not is_supporting:
        return Action.REMOVED if mention.marker is not None else Action.GENERALIZED
    citation = mention.citation
    if citation is None or citation.regulation_source is RegulationSource.CARRIED:
        return Action.KEPT
    return Action.KEPT if citation.text.startswith("「") else Action.COMPLETED


def _edits(
    text: str, mentions: Sequence[ResolvedMention], checks: Sequence[CheckedCitation]
) -> list[Edit]:
    edits = []
    for mention, check in zip(mentions, checks, strict=False):
        if mention.start is None or mention.end is None or mention.is_quoted:
            continue
        if mention.marker is not None:
            edits.append(removal(text, mention.start, mention.end))
        elif check.action is Action.GENERALIZED:
            edits.append(generalization(text, mention.start, mention.end))
        elif check.action is Action.COMPLETED and mention.provision is not None:
            edits.append(completion(mention.start, mention.end, mention.provision.label))
    return edits
