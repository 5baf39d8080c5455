"""Make the report of a text: its sentences go through the check of an answer's, with what they cite and what a search finds as sources."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date

from django.db.models import Q
from django.utils.translation import gettext as _

from regulations.models import Passage
from regulations.publishing.reference_targets import is_statute
from regulations.reading.links import official_statute_url
from regulations.search.retrieval import RankedPassage, Scope, search_passages
from regulations.text.locators import Locator, article_key, eid_of
from verification.checked_texts.reports import (
    ReportedCitation,
    ReportedProvision,
    ReportedSentence,
    TextReport,
    TextSentenceState,
)
from verification.checking import CheckedSentence, DraftSentence, SentenceChecker
from verification.checking.mentions import CitationMention
from verification.checking.numbering import numbered_sources
from verification.checking.reading import Reading
from verification.checking.statements import plain_prose
from verification.checking.values import CheckedCitation, Source
from verification.citations.resolution import FoundProvision
from verification.citations.states import CitationStatus, SentenceOutcome
from verification.texts.checking import UncheckableTextError, sentences_read, url_of
from verification.texts.judging import only_names_its_source
from verification.texts.reading import CitedSentence

MOST_SENTENCES = 300
_LOOKED_AT = 4
Progress = Callable[[int, int], None]


def text_report(
    *, text: str, as_of: date, name: str = "", progress: Progress = lambda _done, _all: None
) -> TextReport:
    """Check a text against the rules of a day; raises UncheckableTextError. No language model is asked."""
    sentences = sentences_read(text)
    if len(sentences) > MOST_SENTENCES:
        raise UncheckableTextError(
            _("문장은 한 번에 %(most)s개까지 확인할 수 있습니다. 이 글에는 %(count)s개가 있습니다.")
            % {"most": MOST_SENTENCES, "count": len(sentences)}
        )
    checker = TextChecker((), as_of, is_ours=False)
    reported = []
    for done, sentence in enumerate(sentences):
        progress(done, len(sentences))
        reported.append(checker.check_text(sentence))
    return TextReport(as_of=as_of.isoformat(), name=name, sentences=tuple(reported))


@dataclass
class TextChecker(SentenceChecker):
    """The check of an answer's sentences, for a text without sources: each brings its own, and no search speaks for another."""

    def __post_init__(self) -> None:
        """Begin before the first sentence."""
        super().__post_init__()
        self._said: DraftSentence | None = None

    def check_text(self, sentence: CitedSentence) -> ReportedSentence:
        """Check the next sentence. A line that only names its source is held against the sentence before it."""
        draft = DraftSentence(sentence.as_checked, head=sentence.head)
        named = self.peek(draft)
        if self._said and named.mentions and only_names_its_source(named.item.alone):
            written = ", ".join(mention.written for mention in named.mentions)
            said = plain_prose(self._said.text) if self._said.head else self._said.text
            draft = replace(self._said, text=f"{written}에 따르면 {said}")
        else:
            self._said = draft
        sources, is_found = self._sources(named, draft.text)
        asked = self.question
        if draft.head:
            # It is claimed of the item: asked about, it would need no provision that says it.
            self.question = ""
        self.take(sources)
        checked = self._heard(self.check(draft))
        self.question = asked
        if checked.outcome is SentenceOutcome.NO_CLAIM and not named.mentions:
            self.question = sentence.text
        return _reported(sentence, checked, _state(checked, is_found=is_found), named.of_head)

    def _heard(self, checked: CheckedSentence) -> CheckedSentence:
        """Against a sentence that names no source only the most relevant of what was found speaks; it may be about something else."""
        quoted = checked.quote_citation.source if checked.quote_citation else None
        is_named = any(one.marker is None for one in checked.citations)
        if checked.outcome is not SentenceOutcome.DIFFERS or quoted is None or is_named:
            return checked
        if quoted.relevance == max(source.relevance for source in self.sources):
            return checked
        return replace(checked, outcome=SentenceOutcome.BESIDE_SOURCE, reasons=())

    def _sources(self, named: Reading, text: str) -> tuple[Sequence[Source], bool]:
        """What a sentence cites first, then what is found in the regulation that it names and in all of them."""
        cited = [one.provision for one in named.mentions if one.provision is not None]
        ids = frozenset(pk for one in named.alone for pk in one.regulation_ids)
        searches = [(text, Scope())]
        if ids:
            searches.insert(0, (text, Scope(regulation_ids=ids)))
        if self.question:
            searches.append((f"{self.question} {text}", Scope()))
        results = [
            search_passages(query, as_of=self.as_of, scope=scope, limit=_LOOKED_AT, mode="keyword")
            for query, scope in searches
        ]
        ranked = {
            one.pk: RankedPassage(one, 0, score=0.0, relevance=0.0, why=())
            for one in _cited_passages(cited)
        }
        for one in [passage for result in results for passage in result.passages]:
            ranked.setdefault(one.passage.pk, one)
        is_found = bool(cited) or not all(result.abstained for result in results)
        return numbered_sources(list(ranked.values())), is_found


def _cited_passages(cited: Iterable[FoundProvision]) -> list[Passage]:
    wanted = Q()
    for provision in cited:
        key = article_key(provision.locator_key)
        below = Q(locator_key__startswith=f"{key}/") | Q(locator_key__startswith=f"{key}#")
        wanted |= Q(version_id=provision.version_id) & (Q(locator_key=key) | below)
    if not wanted:
        return []
    found = Passage.objects.filter(wanted).select_related("version__regulation")
    return list(found.order_by("version_id", "position", "pk"))


def _state(checked: CheckedSentence, *, is_found: bool) -> TextSentenceState:
    state = TextSentenceState(checked.outcome.value)
    if state is TextSentenceState.DIFFERS and not checked.quote:
        state = TextSentenceState.BESIDE_SOURCE
    if state is TextSentenceState.BESIDE_SOURCE and not is_found:
        state = TextSentenceState.NOT_SAID
    return state


def _reported(
    sentence: CitedSentence,
    checked: CheckedSentence,
    state: TextSentenceState,
    of_head: Sequence[CitationMention],
) -> ReportedSentence:
    """The sentence as it was written; what its head cites is told where that stands."""
    own = [one for one in checked.citations if not _is_added(one)]
    for mention in of_head:
        first = next((one for one in own if one.written == mention.written), None)
        own = [one for one in own if one is not first]
    is_shown = state in (TextSentenceState.BESIDE_SOURCE, TextSentenceState.DIFFERS)
    quoted = checked.quote_citation.provision if checked.quote_citation else None
    return ReportedSentence(
        start=sentence.start,
        end=sentence.end,
        text=sentence.text,
        head=sentence.head,
        state=state.value,
        reasons=checked.reasons if is_shown else (),
        quote=checked.quote if is_shown else "",
        quoted=_place(quoted) if is_shown else None,
        proposal=_place(_proposal(checked)),
        citations=tuple(_citation(one) for one in own),
    )


def _proposal(checked: CheckedSentence) -> FoundProvision | None:
    """The provision that does say it, where the text names none or another one."""
    if checked.is_elsewhere and checked.quote_citation is not None:
        return checked.quote_citation.provision
    is_named = any(
        one.status is CitationStatus.VERIFIED for one in checked.citations if not _is_added(one)
    )
    if checked.outcome is not SentenceOutcome.CONFIRMED or is_named:
        return None
    return next((one.provision for one in checked.citations if one.shown), None)


def _is_added(citation: CheckedCitation) -> bool:
    """Whether the check put it there: it leads to a source, which a number in a text from elsewhere never does."""
    return citation.marker is not None and citation.provision is not None


def _citation(citation: CheckedCitation) -> ReportedCitation:
    reason = citation.reason
    if citation.status is CitationStatus.NOT_CHECKED and citation.provision and not reason:
        reason = _("조문은 있지만, 문장을 확인하지 못했습니다.")
    return ReportedCitation(
        written=citation.written,
        status=citation.status.value,
        reason=reason,
        provision=_place(citation.provision),
        official_url=_official_url(citation),
    )


def _official_url(citation: CheckedCitation) -> str:
    """Where a statute that was not imported stands."""
    named = citation.named
    if citation.status is not CitationStatus.UNKNOWN_REGULATION or named is None:
        return ""
    if not named.regulation or not is_statute(named.regulation):
        return ""
    key = Locator(article=named.article, branch=named.branch).key
    return official_statute_url(named.regulation, key)


def _place(provision: FoundProvision | None) -> ReportedProvision | None:
    if provision is None:
        return None
    day = provision.enforcement_date
    return ReportedProvision(
        label=provision.label,
        url=url_of(provision),
        enforcement_date=day.isoformat() if day else "",
        version_id=provision.version_id,
        locator=provision.locator_key,
        eid=eid_of(provision.locator_key),
    )
