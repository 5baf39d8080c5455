"""What a draft on public notice changes for those who ask: their questions are searched for without it and with it.

The answers are excerpts, so that the same question leads to the same words and a difference is the draft's.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from datetime import date, datetime, timedelta

from django.conf import settings
from django.utils import timezone

from chat.composing import ExtractiveComposer
from chat.composing.sources import sources_of
from chat.conversations.owners import ASKER, Asker
from chat.models import Answer, Conversation, DraftTrial, VerifiedAnswer, VerifiedPhrasing
from chat.verified_answers.matching import text_key
from regulations.announcing.effects import DifferingQuestion, NoticeEffects, QuotedRule
from regulations.models import AdvanceNotice, PassageQuestion, RegulationVersion
from regulations.publishing.reference_targets import provisions_of
from regulations.publishing.timeline import neighbors
from regulations.publishing.versions import NotPublishableError
from regulations.reading.comparison import compare_versions
from regulations.reading.labels import provision_label
from regulations.search.golden.running import temporarily_published
from regulations.search.retrieval import SearchOutcome, search_passages
from regulations.text.locators import Locator

State = DraftTrial.State
# Fewer than so many who asked are not told: somebody could be recognized.
_FEWEST = 5
_MOST_ASKED = 60
_MOST_OF_PROVISIONS = 60
_MOST_CONFIRMED = 100
_READ = 5000
_ASKED_WITHIN = timedelta(days=365)


@dataclass(frozen=True, slots=True)
class _Excerpt:
    """What a question leads to, and whether the draft's regulation has a part in it."""

    rules: tuple[QuotedRule, ...]
    is_of_regulation: bool


def trial_execute(*, trial_id: int, now: datetime) -> None:
    """Try the questions; a trial that another worker has, or that is over, is left alone."""
    trial = DraftTrial.lease(now=now, pk=trial_id)
    if trial is None:
        return
    draft = trial.notice.version
    questions = _questions(draft, now)
    day = max(timezone.localdate(now), draft.enforcement_date or date.min)
    try:
        before = {text: _excerpt(text, day, draft.regulation_id) for text in questions}
        with temporarily_published(draft, now=now):
            after = {text: _excerpt(text, day, draft.regulation_id) for text in questions}
    except NotPublishableError as error:
        trial.fail(str(error), state=State.FAILED, finished_at=timezone.now())
        return
    except Exception as error:
        trial.fail(f"{type(error).__name__}", state=State.FAILED, finished_at=timezone.now())
        raise
    resting = _resting(draft)
    differing = []
    for text, is_confirmed in questions.items():
        one, other = before[text], after[text]
        is_concerned = one.is_of_regulation or other.is_of_regulation
        if is_concerned and one.rules != other.rules:
            found = DifferingQuestion(text, is_confirmed, one.rules, other.rules)
        elif text in resting:
            found = DifferingQuestion(text, is_confirmed, *resting[text])
        else:
            continue
        differing.append(asdict(found))
    trial.finish(
        state=State.DONE,
        played=len(questions),
        differing=differing,
        finished_at=timezone.now(),
    )


def trial_effects(*, notice: AdvanceNotice, **_: object) -> NoticeEffects | None:
    """The outcome of a notice's trial, as regulations ask for it."""
    trial = DraftTrial.objects.filter(notice=notice).first()
    if trial is None:
        return None
    if trial.state != State.DONE:
        is_failed = trial.state == State.FAILED
        return NoticeEffects("failed" if is_failed else "waiting", error=trial.error)
    return NoticeEffects("done", trial.played, tuple(_read(row) for row in trial.differing))


def _read(row: dict[str, object]) -> DifferingQuestion:
    def rules(name: str) -> tuple[QuotedRule, ...]:
        return tuple(QuotedRule(**one) for one in row[name])  # type: ignore[attr-defined]

    return DifferingQuestion(
        str(row["question"]), bool(row["is_confirmed"]), rules("before"), rules("after")
    )


def _questions(draft: RegulationVersion, now: datetime) -> dict[str, bool]:
    """The questions to be tried, each once, and whether the staff has confirmed an answer to it."""
    found: dict[str, tuple[str, bool]] = {}
    listed = (
        *((text, True) for text in _confirmed(draft)),
        *((text, False) for text in _asked(now)),
        *((text, False) for text in _of_provisions(draft)),
    )
    for text, is_confirmed in listed:
        found.setdefault(text_key(text), (text, is_confirmed))
    return dict(found.values())


def _confirmed(draft: RegulationVersion) -> Iterator[str]:
    """The questions of the answers that the staff has confirmed from this regulation."""
    kept = VerifiedAnswer.objects.filter(
        retired_at=None, citations__regulation=draft.regulation_id
    ).distinct()
    for row in kept.prefetch_related("phrasings").order_by("-uses", "pk")[:_MOST_CONFIRMED]:
        phrasing = next(iter(row.phrasings.all()), None)
        if phrasing is not None:
            yield phrasing.text


def _asked(now: datetime) -> list[str]:
    """What most people asked lately, each question in the words that were used first."""
    rows = Answer.objects.filter(created_at__gte=now - _ASKED_WITHIN).exclude(retrieval={})
    rows = rows.exclude(message__conversation__title=Conversation.FORGOTTEN)
    askers: dict[str, set[Asker]] = defaultdict(set)
    words: dict[str, str] = {}
    found = rows.order_by("-created_at", "pk").values_list(
        "message__in_reply_to__content", *ASKER, "retrieval__history"
    )
    for text, user, session, history in found[:_READ]:
        if text and not history:
            key = text_key(text)
            askers[key].add((user, session))
            words[key] = text
    counted = Counter({key: len(who) for key, who in askers.items() if len(who) >= _FEWEST})
    return [words[key] for key, _count in counted.most_common(_MOST_ASKED)]


def _of_provisions(draft: RegulationVersion) -> Iterable[str]:
    """Questions that people have put to provisions of this regulation, then those that a model wrote."""
    rows = PassageQuestion.objects.filter(
        regulation=draft.regulation_id, state=PassageQuestion.State.ACTIVE
    )
    texts = rows.order_by("pk").values_list("text", "origin")
    listed = sorted(texts, key=lambda one: one[1] == PassageQuestion.Origin.MODEL)
    return [text for text, _origin in listed[:_MOST_OF_PROVISIONS]]


def _resting(
    draft: RegulationVersion,
) -> dict[str, tuple[tuple[QuotedRule, ...], tuple[QuotedRule, ...]]]:
    """The questions of which is known on what provision the answer rests, where the draft changes it: its words on both sides."""
    begins = draft.enforcement_date
    former = neighbors(version=draft, begins=begins).before if begins else None
    if former is None:
        return {}
    comparison = compare_versions(former, draft)
    changed = _articles(comparison.changed_keys)
    texts = [_by_article(version) for version in (former, draft)]
    moved = comparison.renumbered_keys
    put = PassageQuestion.objects.filter(
        regulation=draft.regulation_id, state=PassageQuestion.State.ACTIVE
    )
    cited = VerifiedPhrasing.objects.filter(
        verified__retired_at=None, verified__citations__regulation=draft.regulation_id
    )
    known = (
        *put.values_list("text", "locator_key"),
        *cited.values_list("text", "verified__citations__locator_key"),
    )
    found = {}
    for text, key in known:
        article = key.partition("/")[0]
        if article in changed:
            keys = article, moved.get(article, article)
            found[text] = (
                _quoted(draft, keys[0], texts[0]),
                _quoted(draft, keys[1], texts[1]),
            )
    return found


def _quoted(draft: RegulationVersion, key: str, texts: Mapping[str, str]) -> tuple[QuotedRule, ...]:
    label = Locator.parse(key).cited_in(draft.regulation.title)
    return (QuotedRule(label, texts[key]),) if key in texts else ()


def _articles(keys: Iterable[str]) -> frozenset[str]:
    return frozenset(key.partition("/")[0] for key in keys)


def _by_article(version: RegulationVersion) -> dict[str, str]:
    found: dict[str, list[str]] = defaultdict(list)
    for row in provisions_of([version.pk])[version.pk]:
        if row.text:
            found[row.key.partition("/")[0]].append(row.text)
    return {key: "\n".join(texts) for key, texts in found.items()}


def _excerpt(question: str, day: date, regulation_id: int) -> _Excerpt:
    found = search_passages(question, as_of=day, limit=settings.MAX_SOURCES)
    if found.outcome is not SearchOutcome.ANSWER:
        return _Excerpt((), is_of_regulation=False)
    sources = {one.number: one for one in sources_of(found, min_relevance=settings.MIN_RELEVANCE)}
    rules = []
    is_of_regulation = False
    for sentence in ExtractiveComposer().compose(
        question=question, sources=tuple(sources.values())
    ):
        cited = sentence.citations[0]
        source = sources[cited.source_number]
        is_of_regulation |= source.regulation_id == regulation_id
        label = provision_label(source.regulation_title, Locator.parse(cited.locator_key))
        rules.append(QuotedRule(label, sentence.text))
    return _Excerpt(tuple(rules), is_of_regulation)
