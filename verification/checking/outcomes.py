"""Make the outcome of a sentence: what is shown, with which citations, and whose words stand beside it or in its place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from verification.checking.engine import EvidenceFinding
from verification.checking.evidence import best_unit, is_named_by, words_shown
from verification.checking.mentions import CitationMention
from verification.checking.pairs import OF_THE_RULE, action_of, not_run, pair_check
from verification.checking.reading import Reading
from verification.checking.sentence_text import with_allowed_citations, with_whole_names
from verification.checking.values import (
    Action,
    CheckedCitation,
    CheckedSentence,
    DraftSentence,
    Source,
    SourceUnit,
)
from verification.citations.correction import only_refers
from verification.citations.resolution import FoundProvision
from verification.citations.states import (
    CitationStatus,
    ConfirmedBy,
    SentenceOutcome,
    Verdict,
)
from verification.grounding import split_sentences
from verification.grounding.guards import proviso_behind

_CORE_SENTENCES = 2
_QUOTED_INSTEAD = "가리키기만 한 문장을 조문의 내용으로 바꾸었습니다."

# A citation that nobody wrote says so.
FOUND_FOR_SENTENCE = "문장을 뒷받침하는 조문을 찾아 붙였습니다."


def confirmed(reading: Reading, finding: EvidenceFinding, *, confidence: float) -> CheckedSentence:
    """The units that carry the sentence become its citations; a citation that does not carry it is taken out."""
    carrying = list(finding.units)
    checks: list[CheckedCitation] = []
    for mention in reading.mentions:
        # One that no other names first: 제25조에 따르면 …[†1] names one provision twice.
        named = (one for one in (*carrying, *finding.units) if is_named_by(mention, one))
        unit = next(named, None)
        if unit is None:
            checks.append(_not_carrying(reading, mention))
            continue
        if unit in carrying:
            carrying.remove(unit)
        checks.append(
            pair_check(
                reading.statement,
                _at(mention, unit),
                Verdict.SUPPORTED,
                action=action_of(mention, is_supporting=True),
                reason="; ".join(finding.reasons),
                evidence=_evidence(unit, reading),
                confidence=confidence,
            )
        )
    extra = [_completed(reading, unit, confidence) for unit in carrying]
    checks += [check for check in extra if check is not None]
    text = with_allowed_citations(reading.draft.text, reading.mentions, checks)
    return CheckedSentence(
        draft=reading.draft.text,
        text=with_whole_names(reading.draft, text, checks, reading.alone),
        outcome=SentenceOutcome.CONFIRMED,
        confidence=confidence,
        citations=tuple(checks),
        method=finding.method,
    )


def beside(
    reading: Reading, finding: EvidenceFinding, *, is_open: bool, is_elsewhere: bool = False
) -> CheckedSentence:
    """Not confirmed: the sentence with the very words of the provision beneath it, which confirm nothing.

    `is_elsewhere` says that another provision than the one that its words name does say it: that name is wrong.
    """
    unit = next(iter(finding.units), None) or best_unit(reading.statement, reading.units)
    quote, citation = _quoted(reading, unit, Verdict.NOT_IN_CONTEXT)
    reasons = finding.reasons
    if is_elsewhere and citation is not None and citation.provision is not None:
        reasons = (f"이 내용은 {citation.provision.label}에 있습니다.",)
    disputed = [one.reason for one in reading.named if one.status is CitationStatus.MISATTRIBUTED]
    reasons = tuple(disputed) or reasons
    checks = [
        _misnamed(reading, mention, reasons)
        if is_elsewhere and mention in reading.named and mention.is_citable
        else _not_carrying(reading, mention)
        for mention in reading.mentions
    ]
    # The policy may put the provision that does say it in the place of a wrong one.
    proposed = [replace(citation, shown=True)] if is_elsewhere and citation else []
    return CheckedSentence(
        draft=reading.draft.text,
        text=with_allowed_citations(
            reading.draft.text, reading.mentions, [*checks, *proposed], alone=reading.alone
        ),
        outcome=SentenceOutcome.BESIDE_SOURCE,
        confidence=None,
        citations=tuple(checks),
        reasons=reasons,
        quote=quote,
        quote_citation=citation,
        is_open=is_open,
        is_elsewhere=is_elsewhere,
    )


def _misnamed(
    reading: Reading, mention: CitationMention, reasons: Sequence[str]
) -> CheckedCitation:
    return pair_check(
        reading.statement,
        mention,
        Verdict.CONTRADICTED,
        action=Action.GENERALIZED,
        reason="; ".join(reasons),
    )


def differs(reading: Reading, finding: EvidenceFinding) -> CheckedSentence:
    """A fact speaks against it: the provision's own words stand in its place, and are cited as such."""
    unit = next(iter(finding.units), None) or best_unit(reading.statement, reading.units)
    quote, citation = _quoted(reading, unit, Verdict.SUPPORTED)
    checks = [
        pair_check(
            reading.statement,
            mention,
            Verdict.CONTRADICTED if mention.is_citable else Verdict.NOT_CHECKED,
            action=action_of(mention, is_supporting=False),
            reason="; ".join(finding.reasons) if mention.is_citable else "",
            evidence=quote,
        )
        for mention in reading.mentions
    ]
    return CheckedSentence(
        draft=reading.draft.text,
        text=quote,
        outcome=SentenceOutcome.DIFFERS,
        confidence=None,
        citations=tuple(checks),
        reasons=finding.reasons,
        quote=quote,
        quote_citation=citation,
        method=finding.method,
    )


def sentence_without_claim(
    draft: DraftSentence,
    statement: str,
    mentions: Sequence[CitationMention],
    outcome: SentenceOutcome,
) -> CheckedSentence:
    """A sentence that states nothing carries no citation: what it names was not held against anything."""
    checks = [not_run(statement, mention) for mention in mentions]
    text = with_allowed_citations(draft.text, mentions, checks)
    return CheckedSentence(draft.text, text, outcome, None, tuple(checks))


def sentence_misquoting(
    draft: DraftSentence, statement: str, mentions: Sequence[CitationMention]
) -> CheckedSentence:
    """A quotation that its provision does not hold word for word is not shown as one."""
    sentence = sentence_without_claim(draft, statement, mentions, SentenceOutcome.DIFFERS)
    return replace(sentence, reasons=("규정 원문과 글자 그대로 같지 않습니다.",))


def made_up(reading: Reading, reasons: Sequence[str]) -> CheckedSentence:
    """A telephone number or an address that no source has, in a sentence that cites none: no provision can stand in its place."""
    sentence = sentence_without_claim(
        reading.draft, reading.statement, reading.mentions, SentenceOutcome.DIFFERS
    )
    return replace(sentence, text="", reasons=tuple(reasons))


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
        else not_run(statement, mention)
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


def _quoted(
    reading: Reading, unit: SourceUnit | None, verdict: Verdict
) -> tuple[str, CheckedCitation | None]:
    if unit is None:
        return "", None
    mention = _source_mention(unit.source, reading.in_force.get(unit.source.number))
    if mention is None:
        return "", None
    words = words_shown(unit, reading.statement)
    statement = words if verdict == Verdict.SUPPORTED else reading.statement
    check = pair_check(
        statement, _at(mention, unit), verdict, action=Action.COMPLETED, evidence=words
    )
    return words, check


def _not_carrying(reading: Reading, mention: CitationMention) -> CheckedCitation:
    verdict = Verdict.NOT_IN_CONTEXT if mention.is_citable else Verdict.NOT_CHECKED
    reason = OF_THE_RULE if mention.is_quoted else ""
    action = action_of(mention, is_supporting=False)
    return pair_check(reading.statement, mention, verdict, action=action, reason=reason)


def _completed(reading: Reading, unit: SourceUnit, confidence: float) -> CheckedCitation | None:
    mention = _source_mention(unit.source, reading.in_force.get(unit.source.number))
    if mention is None:
        return None
    return pair_check(
        reading.statement,
        _at(mention, unit),
        Verdict.SUPPORTED,
        action=Action.COMPLETED,
        reason=FOUND_FOR_SENTENCE,
        evidence=_evidence(unit, reading),
        confidence=confidence,
    )


def _source_mention(source: Source, provision: FoundProvision | None) -> CitationMention | None:
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


def _evidence(unit: SourceUnit, reading: Reading) -> str:
    """The words that carry a sentence, as they were quoted or as they are shown, never without their proviso."""
    quoted = " … ".join(_with_proviso(words, unit.text) for words in unit.words)
    return quoted or words_shown(unit.cut_to_part(), reading.statement)


def _with_proviso(words: str, provision: str) -> str:
    proviso = proviso_behind(words, provision)
    return f"{words.rstrip(' .')}. {proviso}" if proviso else words


def _at(mention: CitationMention, unit: SourceUnit) -> CitationMention:
    """The citation at what carries the sentence, a unit or a part of it; one that names a deeper place already stays there."""
    provision = mention.provision
    if provision is None or provision.locator_key.startswith(f"{unit.place}/"):
        return mention
    return replace(mention, provision=replace(provision, locator_key=unit.place, text=unit.text))
