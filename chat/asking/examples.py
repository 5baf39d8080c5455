"""Questions to begin with, by category, in the reader's language: offered only while the regulations in force answer them.

Looking that up needs the dictionary and the embedding model, which web processes do not load; a worker does it whenever
the corpus or the day has changed, and the page reads rows.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from itertools import groupby

from django.conf import settings
from django.db import transaction
from django.utils.translation import get_language, gettext_lazy, override

from chat.models import ExampleQuestion
from chat.models.examples import LONGEST_EXAMPLE
from regulations.models import RegulationVersion
from regulations.reading.corpus_version import corpus_version_get
from regulations.search.questions.selectors import questions_offered
from regulations.search.retrieval import SearchOutcome, search_passages
from regulations.text.languages import KOREAN, language_code, language_of

_A_CATEGORY = 2
_OFFERED = 24
_MOST = 8
# What students of most universities ask. Others are added in the admin.
COMMON_QUESTIONS = (
    gettext_lazy("휴학은 최대 몇 년까지 할 수 있습니까?"),
    gettext_lazy("등록금을 나누어 낼 수 있습니까?"),
    gettext_lazy("평점이 얼마 미만이면 학사경고를 받습니까?"),
    gettext_lazy("성적우수장학금은 평점이 얼마 이상이어야 합니까?"),
    gettext_lazy("생활관 벌점은 봉사활동으로 줄일 수 있습니까?"),
    gettext_lazy("졸업논문의 심사기준과 합격 점수는 무엇입니까?"),
    gettext_lazy("자퇴하면 등록금을 돌려받을 수 있습니까?"),
    gettext_lazy("한 학기에 몇 학점까지 신청할 수 있습니까?"),
    gettext_lazy("성적에 이의가 있으면 어떻게 합니까?"),
    gettext_lazy("도서관은 누가 이용할 수 있습니까?"),
    gettext_lazy("복수전공은 어떻게 신청합니까?"),
    gettext_lazy("전과는 언제 할 수 있습니까?"),
    gettext_lazy("교환학생은 누가 지원할 수 있습니까?"),
    gettext_lazy("현장실습은 학점으로 인정됩니까?"),
    gettext_lazy("징계의 종류에는 무엇이 있습니까?"),
    gettext_lazy("박사학위의 재학 연한은 몇 년입니까?"),
    gettext_lazy("군 복무로 휴학하려면 어떻게 합니까?"),
    gettext_lazy("재입학할 수 있습니까?"),
)


@dataclass(frozen=True)
class ExampleGroup:
    """The examples of one category."""

    category: str
    questions: tuple[str, ...]


def example_groups() -> list[ExampleGroup]:
    """The questions that are answered, a few a category, in the order in which students ask for the categories.

    In the language of the page; where none is answered in it, in Korean.
    """
    answered = list(
        ExampleQuestion.objects.filter(is_answered=True, is_hidden=False).order_by("position", "pk")
    )
    rows = _in_language(answered, get_language() or KOREAN) or _in_language(answered, KOREAN)
    first: dict[str, int] = {}
    chosen: list[ExampleQuestion] = []
    for row in rows:
        first.setdefault(row.category, len(first))
        if sum(other.category == row.category for other in chosen) < _A_CATEGORY:
            chosen.append(row)
    chosen = sorted(chosen[:_MOST], key=lambda row: first[row.category])
    return [
        ExampleGroup(category, tuple(row.question for row in group))
        for category, group in groupby(chosen, key=lambda row: row.category)
    ]


def examples_refresh(*, as_of: date) -> int:
    """Look up the examples that were not looked up for this corpus and day; returns how many that were."""
    indexed = RegulationVersion.objects.filter(
        state=RegulationVersion.State.PUBLISHED,
        index_state=RegulationVersion.IndexState.READY,
    )
    regulations = indexed.count()
    checked_for = f"{corpus_version_get()} {regulations} {as_of}"
    _generate()
    shown = ExampleQuestion.objects.filter(is_hidden=False)
    waiting = shown.exclude(checked_for=checked_for).order_by("position", "pk")
    for row in waiting:
        # A portal that holds nothing yet answers nothing; a worker that starts there has other things to do.
        found = search_passages(row.question, as_of=as_of, limit=1) if regulations else None
        answered = found is not None and found.outcome is SearchOutcome.ANSWER
        row.is_answered, row.category = answered, ""
        if found and answered:
            row.category = found.passages[0].passage.version.regulation.category
        row.checked_for = checked_for
        row.save(update_fields=["is_answered", "category", "checked_for"])
    return len(waiting)


def _generate() -> None:
    """Make the rows of the candidates, and take away those that are none any more; what staff added or hid stays."""
    candidates: dict[str, int] = {}
    for language, _name in settings.LANGUAGES:
        for position, question in enumerate(_candidates(language), start=1):
            # Those of the index may be longer.
            if len(question) <= LONGEST_EXAMPLE:
                candidates.setdefault(question, position)
    known = set(ExampleQuestion.objects.values_list("question", flat=True))
    made = ExampleQuestion.objects.filter(is_generated=True, is_hidden=False)
    gone = made.exclude(question__in=candidates)
    # Beat asks every half minute, and hardly ever is there anything to write.
    if candidates.keys() <= known and not gone.exists():
        return
    with transaction.atomic():
        ExampleQuestion.objects.bulk_create(
            (
                ExampleQuestion(question=question, position=position, is_generated=True)
                for question, position in candidates.items()
            ),
            ignore_conflicts=True,
        )
        gone.delete()


def _candidates(language: str) -> list[str]:
    with override(language):
        common = [str(question) for question in COMMON_QUESTIONS]
    return [*common, *questions_offered(limit=_OFFERED, language=language_code(language))]


def _in_language(rows: list[ExampleQuestion], language: str) -> list[ExampleQuestion]:
    return [row for row in rows if language_of(row.question) == language_code(language)]
