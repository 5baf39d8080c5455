"""Judge one sentence of a text from elsewhere: each of its citations against what the sentence says with it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from django.conf import settings

from regulations.text.locators import Locator
from verification.checking.mentions import CitationMention, ResolvedMention, with_references
from verification.checking.results import (
    bare_statement,
    citation_check,
    plain_statement,
    points_only,
    quotation_of,
)
from verification.checking.support import check_against, supporting_citations
from verification.checking.values import Action, CheckedCitation
from verification.citations.correction import GENERAL, UnverifiedCitationPolicy
from verification.citations.resolution import Resolution
from verification.citations.states import CitationStatus
from verification.grounding import Claim, GroundingResult, is_refusal, split_claims
from verification.texts.proposals import Proposals
from verification.texts.reading import CitedSentence

# What a line says that only names its source: - 근거: 「학칙」 제25조제2항
_ONLY_A_SOURCE = re.compile(
    r"(?:관련|근거|출처|참조|참고|규정|조항|조문|법령|조|항|및|또는|과|와|확인|필요|[\W\d_])*"
)
_LETTERS = re.compile(r"[가-힣A-Za-z]")

_NO_CLAIM = "조문과 대조할 주장이 없는 문장입니다."
_REFUSAL = "규정에 없다고 말하는 문장이어서 조문과 대조하지 않았습니다."
_POINTS = "가리키기만 하고 내용을 말하지 않는 문장입니다."
_MARKER = "출처 번호만으로는 어느 조문인지 알 수 없습니다."
_NAME_ONLY = "규정 이름만 있고 조문 번호가 없습니다."


@dataclass(frozen=True)
class JudgedSentence:
    """A sentence after its check; `statement` is what it says, `quotation` what stands in place of one that only points."""

    sentence: CitedSentence
    statement: str
    mentions: tuple[ResolvedMention, ...] = ()
    checks: tuple[CheckedCitation, ...] = ()
    resolutions: tuple[Resolution, ...] = ()
    proposal: CheckedCitation | None = None
    quotation: str = ""


@dataclass(frozen=True)
class _StatementParts:
    """What a sentence or clause says, with the citations that exist and without any."""

    statement: str
    bare: str


def judge_sentence(
    sentence: CitedSentence,
    resolutions: Sequence[Resolution],
    *,
    statement_before: str,
    proposals: Proposals,
) -> JudgedSentence:
    """Judge the citations of a sentence. One that only names its source speaks of the sentence before it."""
    mentions = tuple(
        _resolved(mention, resolution)
        for mention, resolution in zip(sentence.mentions, resolutions, strict=True)
    )
    statement = plain_statement(sentence.text, mentions)
    bare = bare_statement(sentence.text, mentions)
    is_source_line = bool(mentions) and _is_only_a_source(bare)
    if is_source_line:
        statement = statement_before
    if not mentions:
        return JudgedSentence(sentence, statement)
    pointing = next((item for item in mentions if points_only(sentence.text, item)), None)
    why_not = _why_not_judged(statement, is_pointing=pointing is not None)
    if why_not:
        checks = [_not_judged(statement, mention, why_not) for mention in mentions]
        quotation = quotation_of(pointing) if pointing is not None else ""
        if quotation:
            checks = [replace(check, action=Action.COMPLETED) for check in checks]
        return JudgedSentence(
            sentence, statement, mentions, tuple(checks), tuple(resolutions), quotation=quotation
        )
    whole = _StatementParts(statement, statement if is_source_line else bare)
    parts = {} if is_source_line else _parts(sentence.text, mentions)
    judged = _checks(mentions, parts, whole)
    proposal = None
    if not any(check.status == CitationStatus.VERIFIED for check in judged):
        proposal = _proposal(statement, sentence.mentions, proposals)
    if proposal is not None:
        pairs = [_completed(*pair, proposal) for pair in zip(mentions, judged, strict=True)]
        mentions = tuple(mention for mention, _check in pairs)
        judged = [check for _mention, check in pairs]
    return JudgedSentence(
        sentence, statement, mentions, tuple(judged), tuple(resolutions), proposal=proposal
    )


def _resolved(mention: CitationMention, resolution: Resolution) -> ResolvedMention:
    status, reason = resolution.status, resolution.reason
    if mention.marker is not None:
        status, reason = CitationStatus.NOT_CHECKED, _MARKER
    elif mention.unknown:
        status, reason = CitationStatus.NOT_CHECKED, mention.unknown
    elif mention.citation is None and status is CitationStatus.NOT_CHECKED:
        reason = _NAME_ONLY
    return ResolvedMention(
        written=mention.written,
        marker=mention.marker,
        start=mention.start,
        end=mention.end,
        citation=mention.citation,
        is_quoted=False,
        status=status,
        reason=reason,
        provision=resolution.provision,
        source=None,
        is_joined=mention.is_joined,
    )


def _is_only_a_source(text: str) -> bool:
    return _ONLY_A_SOURCE.fullmatch(text.replace(GENERAL, "")) is not None


def _why_not_judged(statement: str, *, is_pointing: bool) -> str:
    if is_pointing:
        return _POINTS
    if len(statement) < settings.MIN_STATEMENT_LENGTH or len(_LETTERS.findall(statement)) < 2:
        return _NO_CLAIM
    if is_refusal(statement):
        return _REFUSAL
    return "" if split_claims(statement) else _NO_CLAIM


def _not_judged(statement: str, mention: ResolvedMention, why_not: str) -> CheckedCitation:
    check = citation_check(statement, mention, None, is_supporting=False)
    return _marked_unless_wrong(replace(check, reason=check.reason or why_not), mention)


def _marked_unless_wrong(check: CheckedCitation, mention: ResolvedMention) -> CheckedCitation:
    """What exists but was not confirmed stays in the text, which is marked; what is wrong does not stay."""
    if mention.is_quoted:
        status = (
            CitationStatus.NOT_CHECKED if check.status == CitationStatus.VERIFIED else check.status
        )
        return replace(check, status=status)
    is_kept = mention.provision is not None or mention.citation is None
    if is_kept and check.status == CitationStatus.NOT_CHECKED:
        return replace(check, action=Action.MARKED)
    return check


def _parts(text: str, mentions: Sequence[ResolvedMention]) -> dict[int, _StatementParts]:
    """The clause that each citation stands in, where every clause of the sentence has citations of its own."""
    claims = split_claims(text)
    inside = [[item for item in mentions if _stands_in(item, claim)] for claim in claims]
    if len(claims) < 2 or not all(inside) or sum(map(len, inside)) != len(mentions):
        return {}
    said = {}
    for claim, own in zip(claims, inside, strict=True):
        part = text[claim.start : claim.end]
        moved = [_moved(item, claim.start) for item in own]
        for item in own:
            said[id(item)] = _StatementParts(
                plain_statement(part, moved), bare_statement(part, moved)
            )
    return said


def _stands_in(mention: ResolvedMention, claim: Claim) -> bool:
    return mention.start is not None and claim.start <= mention.start < claim.end


def _moved(mention: ResolvedMention, offset: int) -> ResolvedMention:
    return replace(mention, start=(mention.start or 0) - offset, end=(mention.end or 0) - offset)


def _checks(
    mentions: Sequence[ResolvedMention],
    parts: Mapping[int, _StatementParts],
    whole: _StatementParts,
) -> list[CheckedCitation]:
    """Hold each statement against what is cited for it; the same statement and provision only once."""
    groups: dict[_StatementParts, list[ResolvedMention]] = {}
    for mention in mentions:
        groups.setdefault(parts.get(id(mention), whole), []).append(mention)
    found: dict[int, CheckedCitation] = {}
    for said, group in groups.items():
        results, seen = {}, dict[tuple[int, str], GroundingResult]()
        for mention in group:
            if mention.is_citable and mention.provision is not None:
                key = (mention.provision.version_id, mention.provision.locator_key)
                if key not in seen:
                    seen[key] = check_against(said.statement, mention, bare=said.bare)
                results[id(mention)] = seen[key]
        carrying = supporting_citations(said.statement, group, results)
        carriers = [
            (mention.provision.locator, mention.text)
            for mention in group
            if id(mention) in carrying and mention.provision is not None
        ]
        for mention, as_said in zip(
            group, _with_references(group, carriers, carrying), strict=True
        ):
            check = citation_check(
                said.statement,
                as_said,
                None if as_said.is_quoted else carrying.get(id(mention), results.get(id(mention))),
                is_supporting=id(mention) in carrying,
            )
            found[id(mention)] = _marked_unless_wrong(check, as_said)
    return [found[id(mention)] for mention in mentions]


def _with_references(
    group: Sequence[ResolvedMention],
    carriers: Sequence[tuple[Locator, str]],
    carrying: Mapping[int, GroundingResult],
) -> list[ResolvedMention]:
    """The citations that carry a statement stay what they are; those that a carrier makes itself are quoted."""
    marked = with_references(group, carriers)
    return [
        mention if id(mention) in carrying else other
        for mention, other in zip(group, marked, strict=True)
    ]


def _proposal(
    statement: str, mentions: Sequence[CitationMention], proposals: Proposals
) -> CheckedCitation | None:
    """The provision that says it: always looked for where a regulation is named alone, else where the policy wants it."""
    for mention in mentions:
        is_name = mention.citation is None and mention.marker is None
        if is_name and len(mention.target.regulation_ids) == 1:
            return proposals.find(statement, regulation_ids=mention.target.regulation_ids)
    if (
        UnverifiedCitationPolicy(settings.UNVERIFIED_CITATION_POLICY)
        is UnverifiedCitationPolicy.PROPOSE
    ):
        return proposals.find(statement)
    return None


def _completed(
    mention: ResolvedMention, check: CheckedCitation, proposal: CheckedCitation
) -> tuple[ResolvedMention, CheckedCitation]:
    """A regulation that was named alone gets the provision that says it; it was not in the text, so it is not verified."""
    if mention.citation is not None or mention.marker is not None:
        return mention, check
    return (
        replace(mention, provision=proposal.provision),
        replace(
            check,
            action=Action.COMPLETED,
            reason=f"{check.reason} 문장을 뒷받침하는 조문을 찾아 적었습니다.",
        ),
    )
