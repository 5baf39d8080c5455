"""What to curate: asked but no rule, cited but stale, most disputed, words that no rule and no thesaurus knows."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from django.db.models import Count, Max, Q
from django.urls import reverse
from django.utils.text import Truncator
from django.utils.translation import gettext as _

from chat.insights.days import midnight
from chat.models import Answer, Citation
from regulations.models import LexicalTerm, RegulationVersion
from regulations.reading.links import provision_url
from regulations.text.locators import Locator, provision_key
from regulations.text.morphemes import lemmas
from verification.models import Flag, Review

_MOST = 10
_READ = 60
_FLAGGED = 1000
_LONGEST = 40
_WRONG = (Flag.Reason.CITATION_NOT_VERIFIED, Flag.Reason.LOW_FAITHFULNESS, Flag.Reason.THUMBS_DOWN)


@dataclass(frozen=True)
class CurationSignal:
    """Something to look at, how often it came up, and where it leads; empty where there is no page of it."""

    text: str
    count: int
    url: str = ""


@dataclass(frozen=True)
class CurationSignals:
    """What the questions of a period say about the rules and the thesaurus."""

    without_rule: tuple[CurationSignal, ...]
    stale: tuple[CurationSignal, ...]
    disputed: tuple[CurationSignal, ...]
    unknown_words: tuple[CurationSignal, ...]
    handed_over: tuple[CurationSignal, ...] = ()


def curation_signals(*, first: date, last: date) -> CurationSignals:
    """Read the signals; only answers of these days and of these states are read, by their index."""
    begins, ends = midnight(first), midnight(last + timedelta(days=1))
    questions = _without_rule(begins, ends)
    return CurationSignals(
        without_rule=_counted(Counter(questions)),
        stale=_cited(
            Q(reason=Flag.Reason.PROVISION_AMENDED, resolved_at__isnull=True), begins, ends
        ),
        disputed=_cited(Q(reason__in=_WRONG), begins, ends),
        unknown_words=_unknown_words(questions),
        handed_over=_handed_over(begins, ends),
    )


def _without_rule(begins: datetime, ends: datetime) -> list[str]:
    found = Answer.objects.filter(
        status=Answer.Status.UNANSWERABLE_NO_SOURCE, created_at__gte=begins, created_at__lt=ends
    ).order_by("-created_at", "pk")
    rows = found.values_list("message__in_reply_to__content", flat=True)[:_READ]
    return [" ".join(text.split()) for text in rows if text]


def _handed_over(begins: datetime, ends: datetime) -> tuple[CurationSignal, ...]:
    """What askers sent to an office, and what the office made of it: a rule that was not found, or none that there is."""
    flags = Flag.objects.filter(
        reason=Flag.Reason.HANDED_OVER, created_at__gte=begins, created_at__lt=ends
    )
    rows = flags.select_related("answer__message__in_reply_to", "department").prefetch_related(
        "answer__reviews"
    )
    return tuple(
        CurationSignal(
            " · ".join(filter(None, [_short(flag), _office(flag), _gap(flag)])),
            1,
            reverse("verification:case", args=[flag.answer_id]),
        )
        for flag in rows.order_by("-created_at", "pk")[:_MOST]
    )


def _short(flag: Flag) -> str:
    return Truncator(" ".join(flag.answer.question.split())).chars(_LONGEST)


def _office(flag: Flag) -> str:
    return flag.department.name if flag.department is not None else ""


def _gap(flag: Flag) -> str:
    decided = [
        row for row in flag.answer.reviews.all() if row.decides and row.created_at > flag.created_at
    ]
    if not decided:
        return _("답을 기다림")
    last = max(decided, key=lambda row: row.created_at)
    is_refused = Answer.Status(flag.answer.status).is_refusal
    if last.decision == Review.Decision.CORRECTED:
        return _("찾지 못함") if last.citations else _("규정 없음")
    if last.decision == Review.Decision.APPROVED and is_refused:
        return _("규정 없음")
    return last.get_decision_display()


def _cited(which: Q, begins: datetime, ends: datetime) -> tuple[CurationSignal, ...]:
    """The provisions that flagged answers cite, the most frequent first; of many, the answers flagged last."""
    flagged = Flag.objects.filter(which, created_at__gte=begins, created_at__lt=ends)
    answers = set(flagged.order_by("-created_at").values_list("answer", flat=True)[:_FLAGGED])
    rows = (
        Citation.objects.filter(message__answer__in=answers)
        .exclude(locator_key="")
        .values_list("regulation_title", "locator_key")
        .annotate(n=Count("message", distinct=True), latest=Max("version"))
        .order_by("-n", "regulation_title", "locator_key")
    )[:_MOST]
    cited = RegulationVersion.objects.select_related("regulation")
    versions = cited.in_bulk([row[3] for row in rows if row[3] is not None])
    return tuple(
        CurationSignal(Locator.parse(key).cited_in(title), n, _page(versions.get(latest), key))
        for title, key, n, latest in rows
    )


def _page(version: RegulationVersion | None, key: str) -> str:
    """The provision in the version that was cited last."""
    if version is None:
        return ""
    return provision_url(
        slug=version.regulation.slug,
        version_number=version.number,
        locator_key=provision_key(key),
    )


def _unknown_words(questions: list[str]) -> tuple[CurationSignal, ...]:
    """Words of unanswered questions that stand in no passage: what askers call it, and the rules do not."""
    words = Counter(word for question in questions for word in dict.fromkeys(lemmas(question)))
    known = set(
        LexicalTerm.objects.filter(term__in=words).exclude(term="").values_list("term", flat=True)
    )
    return _counted(Counter({word: n for word, n in words.items() if word not in known}))


def _counted(counts: Counter[str]) -> tuple[CurationSignal, ...]:
    return tuple(CurationSignal(text, n) for text, n in counts.most_common(_MOST))
