"""Check one sentence of a text from elsewhere: each of its citations against what the sentence says with it.

Its evidence are the provisions that it cites, wherever in the corpus they stand; the check is that of every sentence.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

from django.conf import settings

from regulations.search.retrieval import Scope, search_passages
from verification.checking.engine import EvidenceFinding, carriers, check, under_its_lead
from verification.checking.evidence import with_references
from verification.checking.lines.heads import with_head
from verification.checking.lines.items import is_phrase
from verification.checking.lines.standing import HeadedItem, checked_text
from verification.checking.mentions import CitationMention
from verification.checking.outcomes import points_only, quotation_of
from verification.checking.pairs import OF_THE_RULE, action_of, pair_check
from verification.checking.sentence_text import bare_statement, plain_statement
from verification.checking.statements import outcome_without_claim, plain_prose
from verification.checking.titles import titled_as
from verification.checking.values import Action, CheckedCitation, Source, SourceUnit
from verification.citations.correction import GENERAL, UnverifiedCitationPolicy, only_follows
from verification.citations.resolution import FoundProvision, Resolution
from verification.citations.states import CitationStatus, SentenceOutcome, Verdict
from verification.grounding.guards.words import words_in
from verification.texts.reading import CitedSentence

# What a line says that only names its source: - 근거: 「학칙」 제25조제2항
_ONLY_A_SOURCE = re.compile(
    r"(?:관련|근거|출처|참조|참고|규정|조항|조문|법령|조|항|및|또는|과|와|확인|필요|[\W\d_])*"
)
_LETTERS = re.compile(r"[^\W\d_]")
_LOOKED_AT = 3

_NO_CLAIM = "조문과 대조할 주장이 없는 문장입니다."
_REFUSAL = "규정에 없다고 말하는 문장이어서 조문과 대조하지 않았습니다."
_ANY_TOPIC = frozenset(
    {
        "자세",
        "자세하",
        "구체",
        "것",
        "내용",
        "사항",
        "절차",
        "방법",
        "기준",
        "관하",
        "대하",
        "관련",
        "위하",
    }
)
_POINTS = "가리키기만 하고 내용을 말하지 않는 문장입니다."
_MARKER = "출처 번호만으로는 어느 조문인지 알 수 없습니다."
_NAME_ONLY = "규정 이름만 있고 조문 번호가 없습니다."
_COMPLETED = "문장을 뒷받침하는 조문을 찾아 적었습니다."


@dataclass(frozen=True)
class JudgedSentence:
    """A sentence after its check; `statement` is what it says, `quotation` what stands in place of one that only points.

    One that `is_source` only says where the sentence before it stands.
    """

    sentence: CitedSentence
    statement: str
    # The line that what it says stands under.
    head: str = ""
    mentions: tuple[CitationMention, ...] = ()
    checks: tuple[CheckedCitation, ...] = ()
    resolutions: tuple[Resolution, ...] = ()
    proposal: CheckedCitation | None = None
    quotation: str = ""
    is_source: bool = False

    @property
    def is_uncited(self) -> bool:
        """Whether it claims something and cites nothing: no provision is looked at for it."""
        return not self.mentions and _why_not_judged(self.sentence.as_checked) != _NO_CLAIM


@dataclass
class Proposals:
    """Finds the provision that does say it; a search costs time, so there is a limit to how many a text gets."""

    as_of: date
    left: int = 20

    def find(
        self, statement: str, *, regulation_ids: frozenset[int] | None = None
    ) -> CheckedCitation | None:
        """Return the nearest provision that supports the statement, as a checked citation; None where there is none."""
        if self.left <= 0:
            return None
        self.left -= 1
        result = search_passages(
            statement,
            as_of=self.as_of,
            scope=Scope(regulation_ids=regulation_ids),
            limit=_LOOKED_AT,
            mode="keyword",
        )
        for ranked in result.passages:
            provision = FoundProvision.of_passage(ranked.passage)
            found = check(statement, [_unit(provision)])
            if found.verdict is Verdict.SUPPORTED:
                mention = CitationMention(
                    "", None, status=CitationStatus.VERIFIED, provision=provision
                )
                return _pair(statement, mention, found)
        return None


def judge_sentence(
    sentence: CitedSentence,
    resolutions: Sequence[Resolution],
    *,
    before: JudgedSentence | None,
    above: str,
    proposals: Proposals,
) -> JudgedSentence:
    """Check the citations of a sentence. One that only names its source speaks of the sentence before it.

    `above` is the line that an item of a list stands under.
    """
    mentions = tuple(map(_resolved, sentence.mentions, resolutions))
    head, bare = sentence.bare_head, bare_statement(sentence.text, mentions)
    is_source = bool(mentions) and only_names_its_source(bare)
    if is_source:
        head, statement = (before.head, before.statement) if before else ("", "")
        bare = statement
    else:
        statement = _stated(sentence, plain_statement(sentence.text, mentions))
        bare = _stated(sentence, bare)
    if not mentions:
        return JudgedSentence(sentence, statement, head)
    pointing = next((one for one in mentions if _points(sentence.text, one, mentions)), None)
    why_not = _POINTS if pointing else _why_not_judged(statement)
    if why_not:
        checks = [_not_judged(statement, mention, why_not) for mention in mentions]
        quotation = quotation_of(pointing) if pointing is not None else ""
        if quotation:
            checks = [replace(check, action=Action.COMPLETED) for check in checks]
        return JudgedSentence(
            sentence,
            statement,
            head,
            mentions,
            tuple(checks),
            tuple(resolutions),
            quotation=quotation,
            is_source=is_source,
        )
    judged = _checks(mentions, statement, HeadedItem(head, bare), above)
    proposal = None
    if not any(check.status == CitationStatus.VERIFIED for check in judged):
        proposal = _proposal(statement, mentions, proposals)
    if proposal is not None:
        pairs = [_completed(*pair, proposal) for pair in zip(mentions, judged, strict=True)]
        mentions = tuple(mention for mention, _check in pairs)
        judged = [check for _mention, check in pairs]
    return JudgedSentence(
        sentence,
        statement,
        head,
        mentions,
        tuple(judged),
        tuple(resolutions),
        proposal=proposal,
        is_source=is_source,
    )


def _points(text: str, mention: CitationMention, mentions: Sequence[CitationMention]) -> bool:
    """Whether a sentence only points to a provision, and to one that speaks of the matter that it names."""
    if not points_only(text, mention):
        is_cited = mention.is_citable and mention.citation is not None and mention.end is not None
        if not is_cited or not only_follows(text, mention.end or 0, start=mention.start or 0):
            return False
    if mention.provision is None or len(mentions) > 1:
        return True
    # 사기죄 is called 사기 in the title of its article.
    topic = words_in(text[: mention.start]) - _ANY_TOPIC
    words = [one.removesuffix("죄") or one for one in topic]
    spoken_of = f"{mention.provision.title}{mention.provision.text}"
    return not words or any(one in spoken_of for one in words)


def _stated(sentence: CitedSentence, said: str) -> str:
    """What a sentence says by itself, as a line that has a head or is one."""
    if not sentence.head:
        return checked_text(said, "", leads_on=sentence.leads_on)
    return plain_prose(with_head(said, sentence.bare_head))


def only_names_its_source(bare: str) -> bool:
    """Whether a line says nothing but where something stands; `bare` is what it states without its citations."""
    return _ONLY_A_SOURCE.fullmatch(bare.replace(GENERAL, "")) is not None


def _resolved(mention: CitationMention, resolution: Resolution) -> CitationMention:
    """What a mention names, whatever was retrieved for anybody: a text brings no sources."""
    status, reason = resolution.status, resolution.reason
    if mention.marker is not None:
        status, reason = CitationStatus.NOT_CHECKED, _MARKER
    elif mention.unknown:
        status, reason = CitationStatus.NOT_CHECKED, mention.unknown
    elif mention.citation is None and status is CitationStatus.NOT_CHECKED:
        reason = _NAME_ONLY
    else:
        status, reason = titled_as(mention.citation, resolution, status, reason)
    return replace(mention, status=status, reason=reason, provision=resolution.provision)


def _why_not_judged(statement: str) -> str:
    if len(statement) < settings.MIN_STATEMENT_LENGTH or len(_LETTERS.findall(statement)) < 2:
        return _NO_CLAIM
    outcome = outcome_without_claim(statement, statement)
    return {SentenceOutcome.NO_CLAIM: _NO_CLAIM, SentenceOutcome.REFUSAL: _REFUSAL}.get(
        outcome or SentenceOutcome.CONFIRMED, ""
    )


def _checks(
    mentions: Sequence[CitationMention], statement: str, item: HeadedItem, above: str
) -> list[CheckedCitation]:
    """Hold the statement against each provision that is cited for it; the same one only once."""
    provisions = {
        _place(mention.provision): mention.provision
        for mention in mentions
        if mention.is_citable and mention.provision is not None
    }
    findings = carriers(statement, [[_unit(one)] for one in provisions.values()], item=item)
    if is_phrase(item.alone):
        above = item.head or above
        findings = [under_its_lead(item.alone, finding, above) for finding in findings]
    found = dict(zip(provisions, findings, strict=True))
    carrying = [
        (one.locator, one.text)
        for place, one in provisions.items()
        if found[place].verdict is Verdict.SUPPORTED
    ]
    checks = []
    for mention, quoted in zip(mentions, with_references(mentions, carrying), strict=True):
        finding = found.get(_place(mention.provision)) if mention.is_citable else None
        carries = finding is not None and finding.verdict is Verdict.SUPPORTED
        checks.append(_pair(statement, mention if carries else quoted, finding))
    return checks


def _place(provision: FoundProvision | None) -> tuple[int, str]:
    return provision.place if provision else (0, "")


def _unit(provision: FoundProvision) -> SourceUnit:
    return SourceUnit(Source.of(provision, number=1), provision.locator_key, provision.text)


def _pair(
    statement: str, mention: CitationMention, finding: EvidenceFinding | None
) -> CheckedCitation:
    """The record of a citation: what exists but was not confirmed stays in the text, marked; what is wrong does not stay."""
    if finding is None or mention.is_quoted:
        reason = OF_THE_RULE if mention.is_quoted else ""
        return _not_judged(statement, mention, reason)
    # A provision that speaks of something else is as wrong a citation as one that says the opposite.
    verdict = Verdict.CONTRADICTED if finding.is_elsewhere else finding.verdict
    is_supporting = verdict == Verdict.SUPPORTED
    action = action_of(mention, is_supporting=is_supporting)
    if verdict == Verdict.CONTRADICTED:
        action = Action.GENERALIZED
    return pair_check(
        statement,
        mention,
        verdict,
        action=action,
        reason="" if is_supporting else "; ".join(finding.reasons),
        evidence=mention.text if is_supporting else "",
        confidence=1.0 if is_supporting or verdict == Verdict.CONTRADICTED else None,
    )


def _not_judged(statement: str, mention: CitationMention, why_not: str) -> CheckedCitation:
    action = action_of(mention, is_supporting=False)
    is_kept = mention.provision is not None or mention.citation is None
    check = pair_check(
        statement, mention, Verdict.NOT_CHECKED, action=action, reason=mention.reason or why_not
    )
    if is_kept and not mention.is_quoted and check.status == CitationStatus.NOT_CHECKED:
        return replace(check, action=Action.MARKED)
    return check


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
    mention: CitationMention, check: CheckedCitation, proposal: CheckedCitation
) -> tuple[CitationMention, CheckedCitation]:
    """A regulation that was named alone gets the provision that says it; it was not in the text, so it is not verified."""
    if mention.citation is not None or mention.marker is not None:
        return mention, check
    reason = f"{check.reason} {_COMPLETED}"
    return (
        replace(mention, provision=proposal.provision),
        replace(check, action=Action.COMPLETED, reason=reason),
    )
