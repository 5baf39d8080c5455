"""Make the report of a text: its citations as `POST /verify` reads them, its sentences as an answer's are checked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date

from django.utils.translation import gettext as _

from regulations.publishing.reference_targets import is_statute
from regulations.reading.links import official_statute_url
from regulations.text.locators import Locator, normalize_name
from verification.checked_texts.reports import (
    ReportedCitation,
    ReportedProvision,
    ReportedSentence,
    TextReport,
    TextSentenceState,
)
from verification.checked_texts.sources import sources_for
from verification.checking import CheckedSentence, DraftSentence, SentenceChecker
from verification.checking.values import Action
from verification.citations.resolution import FoundProvision
from verification.citations.states import CitationStatus, SentenceOutcome, Verdict
from verification.texts.checking import TextCitation, UncheckableTextError, text_verify, url_of
from verification.texts.reading import CitedSentence, read_text

MOST_SENTENCES = 300
Progress = Callable[[int, int], None]

# A citation in one of these states leads its reader astray, whatever the sentence says.
_WRONG = frozenset(
    {
        CitationStatus.NOT_FOUND,
        CitationStatus.UNKNOWN_REGULATION,
        CitationStatus.AMBIGUOUS,
        CitationStatus.DELETED,
        CitationStatus.NOT_IN_FORCE,
        CitationStatus.MISATTRIBUTED,
    }
)


def text_report(
    *, text: str, as_of: date, name: str = "", progress: Progress = lambda _done, _all: None
) -> TextReport:
    """Check a text against the rules of a day; raises UncheckableTextError. No language model is asked."""
    sentences = read_text(text)
    if len(sentences) > MOST_SENTENCES:
        raise UncheckableTextError(
            _("문장은 한 번에 %(most)s개까지 확인할 수 있습니다. 이 글에는 %(count)s개가 있습니다.")
            % {"most": MOST_SENTENCES, "count": len(sentences)}
        )
    citations = text_verify(text=text, as_of=as_of).citations
    reported = []
    for done, sentence in enumerate(sentences):
        progress(done, len(sentences))
        own = [one for one in citations if sentence.start <= one.start < sentence.end]
        reported.append(_reported(sentence, own, as_of))
    return TextReport(as_of=as_of.isoformat(), name=name, sentences=tuple(reported))


def _reported(
    sentence: CitedSentence, citations: Sequence[TextCitation], as_of: date
) -> ReportedSentence:
    cited = [one.provision for one in citations if one.provision is not None]
    draft = _with_carried_name(sentence, citations)
    sources, found = sources_for(sentence.text, cited, as_of=as_of)
    checked = SentenceChecker(sources, as_of).check(DraftSentence(draft))
    state = _state(checked, citations, is_found=bool(cited) or not found.abstained)
    quoted = checked.quote_citation.provision if checked.quote_citation else None
    is_shown = state in (TextSentenceState.BESIDE_SOURCE, TextSentenceState.DIFFERS)
    return ReportedSentence(
        start=sentence.start,
        end=sentence.end,
        text=sentence.text,
        state=state.value,
        reasons=checked.reasons if is_shown else (),
        quote=checked.quote if is_shown else "",
        quoted=_place(quoted) if is_shown else None,
        proposal=_proposal(checked, citations, state),
        citations=tuple(_citation(one, state) for one in citations),
    )


def _with_carried_name(sentence: CitedSentence, citations: Sequence[TextCitation]) -> str:
    """The sentence with the regulation that an earlier one named: 제25조에 따르면 is read as 「학칙」 제25조에 따르면."""
    for one in citations:
        if one.provision is None or one.written_as is None:
            continue
        title = one.provision.regulation_title
        if normalize_name(title) in normalize_name(sentence.text):
            return sentence.text
        place = one.start - sentence.start
        is_bare = normalize_name(one.check.written).startswith(("제", "동", "같은", "부칙", "별"))
        if is_bare:
            return f"{sentence.text[:place]}「{title}」 {sentence.text[place:]}"
    return sentence.text


def _state(
    checked: CheckedSentence, citations: Sequence[TextCitation], *, is_found: bool
) -> TextSentenceState:
    if checked.outcome is SentenceOutcome.CONFIRMED:
        is_wrong = any(one.status in _WRONG for one in citations)
        return TextSentenceState.BESIDE_SOURCE if is_wrong else TextSentenceState.CONFIRMED
    if checked.outcome is SentenceOutcome.DIFFERS and checked.quote:
        return TextSentenceState.DIFFERS
    if checked.outcome in (SentenceOutcome.NO_CLAIM, SentenceOutcome.REFUSAL):
        return TextSentenceState(checked.outcome.value)
    return TextSentenceState.BESIDE_SOURCE if is_found else TextSentenceState.NOT_SAID


def _proposal(
    checked: CheckedSentence, citations: Sequence[TextCitation], state: TextSentenceState
) -> ReportedProvision | None:
    """The provision that does say it, where the text names none or another one."""
    if state is TextSentenceState.DIFFERS or (
        all(one.status == CitationStatus.VERIFIED for one in citations) and citations
    ):
        return None
    carrying = [
        one.provision
        for one in checked.citations
        if one.action is Action.COMPLETED and one.provision is not None
    ]
    if checked.outcome is SentenceOutcome.CONFIRMED and carrying:
        return _place(carrying[0])
    is_elsewhere = any(one.verdict == Verdict.CONTRADICTED for one in checked.citations)
    if is_elsewhere and checked.quote_citation is not None:
        return _place(checked.quote_citation.provision)
    return next((_place(one.proposal) for one in citations if one.proposal is not None), None)


def _citation(citation: TextCitation, state: TextSentenceState) -> ReportedCitation:
    status, reason = citation.status, citation.check.reason
    if status is CitationStatus.VERIFIED and state is not TextSentenceState.CONFIRMED:
        # Nothing is called confirmed in a sentence that is not.
        status, reason = CitationStatus.NOT_CHECKED, _("조문은 있지만, 문장을 확인하지 못했습니다.")
    return ReportedCitation(
        written=citation.check.written,
        status=status.value,
        reason=reason,
        provision=_place(citation.provision),
        proposal=_place(citation.proposal),
        official_url=_official_url(citation),
    )


def _official_url(citation: TextCitation) -> str:
    """Where a statute that was not imported stands."""
    written = citation.written_as
    if citation.status is not CitationStatus.UNKNOWN_REGULATION or written is None:
        return ""
    if not written.regulation or not is_statute(written.regulation):
        return ""
    key = Locator(article=written.article, branch=written.branch).key
    return official_statute_url(written.regulation, key)


def _place(provision: FoundProvision | None) -> ReportedProvision | None:
    if provision is None:
        return None
    day = provision.enforcement_date
    return ReportedProvision(
        label=provision.label,
        url=url_of(provision),
        enforcement_date=day.isoformat() if day else "",
    )
