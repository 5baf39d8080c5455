"""Put the findings about a sentence into words and records: what is shown, what is taken out, and why."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import replace

from django.conf import settings

from regulations.text.locators import normalize_name
from verification.checking.mentions import CitationMention
from verification.checking.named_alone import NamedAlone
from verification.checking.quotations import quoted_spans, without_markers_of
from verification.checking.statements import is_too_short, without_layout
from verification.checking.values import (
    Action,
    CheckedCitation,
    CheckedSentence,
    DraftSentence,
    Source,
)
from verification.citations.correction import (
    UnverifiedCitationPolicy,
    apply_edits,
    complete_names,
    completion,
    correction,
    is_standard,
    only_refers,
    removal,
    unattributed,
    with_notice,
)
from verification.citations.resolution import FoundProvision
from verification.citations.states import (
    CitationStatus,
    ConfirmedBy,
    SentenceOutcome,
    Verdict,
)
from verification.grounding import split_sentences

_CORE_SENTENCES = 2
_OF_THE_RULE = "규정 원문 안의 인용입니다."
_TOO_SHORT = "문장이 짧아 대조하지 않았습니다."
_QUOTED_INSTEAD = "가리키기만 한 문장을 조문의 내용으로 바꾸었습니다."


def confidence_threshold() -> float:
    """From which confidence on a verdict about a citation counts."""
    return float(settings.CITATION_CONFIDENCE_THRESHOLD)


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


def accuracy_rate(citations: Sequence[CheckedCitation]) -> float | None:
    """Accurate pairs among the pairs that were held against something; None where none was judged: no rate would be true."""
    return share_accurate(
        (
            item.statement,
            (item.provision.version_id, item.provision.locator_key)
            if item.provision
            else item.written,
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


def with_whole_names(
    draft: DraftSentence, text: str, checks: Sequence[CheckedCitation], alone: Iterable[NamedAlone]
) -> str:
    """A regulation named `alone`, by its title or another name, gets the provision that carries the sentence.

    A quotation stays as it is, and so do the provision's own words.
    """
    carrying = {
        check.provision.regulation_id: check.provision
        for check in reversed(checks)
        if check.shown and check.provision is not None
    }
    texts = [one.text for one in carrying.values()]
    plain = without_layout(without_markers_of(text))
    if draft.is_quotation or any(plain in without_layout(one) for one in texts):
        return text
    labels = {normalize_name(one.regulation_title): one.label for one in carrying.values()}
    for named in alone:
        meant = named.regulation_ids & carrying.keys()
        if len(named.regulation_ids) == len(meant) == 1:
            labels.setdefault(normalize_name(named.name), carrying[min(meant)].label)
    return complete_names(text, labels, kept=quoted_spans(text, texts))


def sentence_without_claim(
    draft: DraftSentence,
    statement: str,
    mentions: Sequence[CitationMention],
    outcome: SentenceOutcome,
) -> CheckedSentence:
    """A sentence that states nothing carries no citation: what it names was not held against anything."""
    checks = [_not_run(statement, mention) for mention in mentions]
    text = with_allowed_citations(draft.text, mentions, checks)
    return CheckedSentence(draft.text, text, outcome, None, tuple(checks))


def _not_run(statement: str, mention: CitationMention) -> CheckedCitation:
    action = action_of(mention, is_supporting=False)
    if action is Action.MARKED:
        action = Action.GENERALIZED
    reason = _OF_THE_RULE if mention.is_quoted else mention.reason
    if not reason and is_too_short(statement):
        reason = _TOO_SHORT
    return pair_check(statement, mention, Verdict.NOT_CHECKED, action=action, reason=reason)


def sentence_misquoting(
    draft: DraftSentence, statement: str, mentions: Sequence[CitationMention]
) -> CheckedSentence:
    """A quotation that its provision does not hold word for word is not shown as one."""
    sentence = sentence_without_claim(draft, statement, mentions, SentenceOutcome.DIFFERS)
    return replace(sentence, reasons=("규정 원문과 글자 그대로 같지 않습니다.",))


def points_only(text: str, mention: CitationMention) -> bool:
    """Whether a sentence only points to a provision that it may cite: 「학칙」 제25조를 참고하세요."""
    if not mention.is_citable or mention.citation is None or mention.end is None:
        return False
    return only_refers(text, mention.end, start=mention.start or 0)


def sentence_as_quotation(
    draft: DraftSentence,
    statement: str,
    mentions: Sequence[CitationMention],
    pointing: CitationMention,
) -> CheckedSentence:
    """A sentence that only points gets the core of the provision in its place, word for word."""
    checks = [
        pair_check(
            statement,
            mention,
            Verdict.SUPPORTED,
            action=Action.COMPLETED,
            reason=_QUOTED_INSTEAD,
            evidence=_core(mention),
            confidence=1.0,
        )
        if mention is pointing
        else _not_run(statement, mention)
        for mention in mentions
    ]
    return CheckedSentence(
        draft.text,
        quotation_of(pointing),
        SentenceOutcome.CONFIRMED,
        1.0,
        tuple(checks),
        method=ConfirmedBy.COPY,
    )


def quotation_of(mention: CitationMention) -> str:
    """The core of a cited provision, word for word, with where it stands."""
    label = mention.provision.label if mention.provision else ""
    return f"{label}: “{_core(mention)}”"


def _core(mention: CitationMention) -> str:
    return " ".join(span.text for span in split_sentences(mention.text)[:_CORE_SENTENCES])


def plain_statement(text: str, mentions: Sequence[CitationMention]) -> str:
    """What a sentence states: without markers, and without citations that it cannot lean on."""
    return _stated(text, [m for m in mentions if m.marker is not None or not m.is_citable])


def without_markers(text: str, mentions: Sequence[CitationMention]) -> str:
    """A sentence with the citations in its words, without markers."""
    return _stated(text, [mention for mention in mentions if mention.marker is not None])


def bare_statement(text: str, mentions: Sequence[CitationMention]) -> str:
    """What a sentence states apart from where it says it found it."""
    return _stated(text, mentions)


def source_mention(source: Source, provision: FoundProvision | None) -> CitationMention | None:
    """A source as if the sentence had cited it; None where it is not in force."""
    if provision is None or provision.version_id != source.version_id:
        return None
    return CitationMention(
        written=f"[†{source.number}]",
        marker=source.number,
        status=CitationStatus.VERIFIED,
        provision=provision,
        source=source,
    )


def _stated(text: str, left_out: Sequence[CitationMention]) -> str:
    edits = [
        removal(text, mention.start, mention.end)
        if mention.marker is not None
        else unattributed(text, mention.start, mention.end)
        for mention in left_out
        if mention.start is not None and mention.end is not None and not mention.is_quoted
    ]
    return apply_edits(text, edits)


def with_allowed_citations(
    text: str,
    mentions: Sequence[CitationMention],
    checks: Sequence[CheckedCitation],
    *,
    keeps_markers: bool = False,
    alone: Iterable[NamedAlone] = (),
) -> str:
    """The sentence with its citations as they may stand; markers are taken out where they are shown beside it.

    `checks` are those of the mentions, in their order; one more is a provision that was found to say it. Regulations named
    `alone` lead a reader nowhere: they are generalized, unless a source says the same.
    """
    policy = UnverifiedCitationPolicy(settings.UNVERIFIED_CITATION_POLICY)
    proposed = next((check for check in checks[len(mentions) :] if check.shown), None)
    edits = [correction(text, one.start, one.end, policy) for one in alone if not one.is_quoted]
    is_named, is_lost = False, bool(edits)
    for mention, check in zip(mentions, checks, strict=False):
        if mention.start is None or mention.end is None or mention.is_quoted:
            continue
        if mention.marker is not None:
            if not keeps_markers:
                edits.append(removal(text, mention.start, mention.end))
        elif check.action is Action.GENERALIZED:
            if (
                policy is UnverifiedCitationPolicy.PROPOSE
                and proposed is not None
                and proposed.provision
            ):
                edits.append(completion(mention.start, mention.end, proposed.provision.label))
            else:
                edits.append(correction(text, mention.start, mention.end, policy))
            is_named, is_lost = False, True
        else:
            # A later member of an enumeration whose head was taken out needs the name itself.
            has_name = is_named if mention.is_joined else is_standard(mention.written)
            if not has_name:
                edits.append(completion(mention.start, mention.end, written_out(mention)))
            is_named = True
    sentence = apply_edits(text, edits)
    return (
        with_notice(sentence) if is_lost and policy is UnverifiedCitationPolicy.NOTICE else sentence
    )


def written_out(mention: CitationMention) -> str:
    """A citation in the standard form, with the part of the provision (단서, 본문) that it names."""
    if mention.provision is None:
        return mention.written
    part = mention.citation.part if mention.citation else None
    return f"{mention.provision.label} {part}" if part else mention.provision.label
