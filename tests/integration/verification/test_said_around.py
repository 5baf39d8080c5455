"""What a sentence says around the words of a rule: before and behind a quotation, in brackets, by a yes or no, by a sign."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pytest
from django.conf import settings as django_settings
from pytest_django import Settings

from regulations.search.retrieval import RankedPassage
from tests.corpus import TODAY, given_regulation
from verification.checking import (
    CheckedSentence,
    DraftSentence,
    SentenceChecker,
    SentenceOutcome,
    Source,
)
from verification.checking.judge import Judge, OpenSentence, SentenceVerdict, settled
from verification.checking.numbering import numbered_sources

pytestmark = pytest.mark.django_db

RULES = """
제21조(등록) ① 학생은 매 학기 정해진 기간에 등록하여야 한다.
② 휴학 중인 사람은 등록하지 아니한다.
제30조(전과)
① 전과는 2학년 이상의 학생이 할 수 있다.
② 전과는 재학 중 1회에 한정한다.
제31조(학점) 학과별 학점은 다음 표와 같다.
| 학과 | 졸업학점 | 교양 | 전공 |
|---|---|---|---|
| 건축학과 | 160 | 27 이상 | 100 이상 |
| 영문학과 | 130 | 30 이상 | 60 이상 |
제32조(기준)
1. 3.5 이상인 사람
2. 2026. 3. 1. 이후에 입학한 사람
"""
ONCE = "전과는 재학 중 1회에 한정한다"
NO_FEE = "휴학 중인 사람은 등록하지 아니한다"

Checked = Callable[..., CheckedSentence]


def _nobody(
    question: str, sentences: Sequence[OpenSentence], sources: Sequence[Source]
) -> Sequence[SentenceVerdict]:
    return ()


@dataclass(frozen=True)
class YesMan:
    """A judge who finds everything supported, by the words of a source."""

    source: int
    quote: str

    def __call__(
        self, question: str, sentences: Sequence[OpenSentence], sources: Sequence[Source]
    ) -> Sequence[SentenceVerdict]:
        return [
            SentenceVerdict(
                sentence=one.number,
                verdict="supported",
                confidence=0.97,
                source=self.source,
                quote=self.quote,
            )
            for one in sentences
        ]


@pytest.fixture
def checked(settings: Settings) -> Checked:
    """The check of a sentence beside the rules above, with the verifier that is shipped, as where no judge reads."""
    settings.VERIFIER_MODEL = django_settings.SHIPPED_VERIFIER_MODEL
    version = given_regulation("학칙", RULES)
    passages = version.passages.order_by("pk").exclude(locator_key="")
    sources = numbered_sources(
        [RankedPassage(one, 1, score=1.0, relevance=1.0, why=()) for one in passages]
    )

    def check(text: str, question: str = "", judge: Judge = _nobody) -> CheckedSentence:
        checker = SentenceChecker(sources, as_of=TODAY, question=question)
        first = checker.check(DraftSentence(text))
        return settled([first], checker=checker, judge=judge)[0]

    return check


@pytest.mark.parametrize(
    "text",
    [
        f'"{ONCE}"라고 정하고 있습니다[†2].',
        f'「학칙」 제30조제2항에 따르면 "{ONCE}."라고 정하고 있습니다[†2].',
        f'「학칙」 제30조(전과)제2항은 다음과 같이 "{ONCE}."라고 규정합니다[†2].',
        f'「학칙」 제30조제2항(전과)에 따르면 "{ONCE}."라고 정하고 있습니다[†2].',
        f"“{ONCE}”는 내용이 명시되어 있습니다[†2].",
        f"{ONCE}는 점도 기억해 두세요[†2].",
        f"{ONCE}는 점을 꼭 확인하시기 바랍니다[†2].",
        "건축학과 | 160 | 27 이상 | 100 이상",
    ],
)
def test_a_frame_that_only_says_where_it_stands_is_no_part_of_it(
    checked: Checked, text: str
) -> None:
    assert checked(text).outcome is SentenceOutcome.CONFIRMED


@pytest.mark.parametrize(
    "text",
    [
        # Said before the quotation.
        f'「학칙」 제21조제2항은 휴학생도 등록금을 전액 내야 하며 "{NO_FEE}"라고 정하고 있습니다[†1].',
        f'「학칙」 제30조제2항에서 총장이 허가하면 전과는 다섯 번까지 되지만 "{ONCE}"고 적혀 있습니다[†2].',
        f'2024년에 폐지된 조항으로 "{ONCE}"고 했습니다[†2].',
        f'작년까지는 "{NO_FEE}"고 규정했습니다[†1].',
        # Behind it.
        f'"{ONCE}"는 사실이 아닙니다[†2].',
        f'"{ONCE}"는 것은 틀린 말입니다[†2].',
        f"'{ONCE}'는 규정은 폐지되었습니다[†2].",
        f'"{ONCE}"는 조항은 적용되지 않습니다[†2].',
        f'"{ONCE}"는 것은 옛날 규정입니다[†2].',
        f"“{ONCE}”로 잘못 아는 경우가 많습니다[†2].",
        # A rule that is told in order to deny it.
        f"{ONCE}는 규정은 어디에도 명시되어 있지 않습니다[†2].",
        f"{ONCE}는 내용은 규정에 포함되지 않습니다[†2].",
        f"{ONCE}는 점은 확인되지 않았습니다[†2].",
        f"{ONCE}는 사실은 참고만 하시고 따르지 않아도 됩니다[†2].",
        # In brackets, as if it were a title.
        f'「학칙」 제30조제2항(지금은 세 번까지 된다)에 따르면 "{ONCE}."라고 정하고 있습니다[†2].',
        f'「학칙」 제30조제2항(폐지됨)(지금은 세 번까지 된다)에서는 "{ONCE}."라고 정하고 있습니다[†2].',
        f'제30조제2항(간호학과는 예외)은 "{ONCE}."라고 정하고 있습니다[†2].',
        "제30조제2항(간호학과는 예외)에 따르면 전과는 재학 중 1회에 한정합니다[†2].",
        f"「학칙」 제30조제2항(지금은 세 번까지 된다)에 따르면 {ONCE}[†2].",
        f'(전과 횟수에는 제한이 없음) 제30조제2항은 "{ONCE}."라고 정하고 있습니다[†2].',
        # Where it stands.
        "휴학 중인 사람의 등록은 「학칙」 제30조제2항에서 정하고 있습니다[†2].",
        # By a sign.
        f"{ONCE} ❌ [†2]",
        f"❌ {ONCE}[†2].",
        f"{ONCE}\u20e0[†2].",
        f"{ONCE} 👎🚫 [†2]",
        # Figures that leave their cells; the marks of items, which a value or a date only resembles.
        "건축학과 | 1 | 6027 이상 | 100 이상",
        "영문학과 | 13 | 030 이상 | 60 이상",
        "건축학과 | 160 | 100 이상 | 27 이상",
        "4.5 이상인 사람[†4]",
        "2025. 3. 1. 이후에 입학한 사람[†4]",
    ],
)
def test_what_is_said_around_a_rule_is_never_confirmed_with_it(checked: Checked, text: str) -> None:
    assert checked(text).outcome is not SentenceOutcome.CONFIRMED


def test_a_yes_that_the_rule_refutes_is_not_confirmed_by_the_words_behind_it(
    checked: Checked,
) -> None:
    question = "휴학 중에도 등록해야 하나요?"

    wrong = checked("네, 휴학 중인 사람은 등록하지 않습니다[†1].", question)
    right = checked("아니요, 휴학 중인 사람은 등록하지 않습니다[†1].", question)

    assert wrong.outcome is SentenceOutcome.BESIDE_SOURCE
    assert wrong.reasons == ("질문에 대한 예, 아니요가 조문과 다릅니다",)
    assert right.outcome is SentenceOutcome.CONFIRMED


@pytest.mark.parametrize(
    ("text", "question", "outcome"),
    [
        ("전과는 두 번까지 신청하실 수 있어요. [†2]", "전과는 몇 번 되나요?", "BESIDE_SOURCE"),
        ("네, 세 번까지도 전과할 수 있습니다. [†2]", "전과 세 번 되나요?", "BESIDE_SOURCE"),
        ("재학하는 동안 딱 한 번만 과를 옮길 수 있어요. [†2]", "전과는 몇 번 되나요?", "CONFIRMED"),
    ],
)
def test_a_fact_of_the_words_that_a_judge_gives_outweighs_the_judge(
    checked: Checked, text: str, question: str, outcome: str
) -> None:
    found = checked(text, question, YesMan(2, ONCE))

    assert found.outcome.value == outcome
