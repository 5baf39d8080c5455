"""An item of an answer that is no sentence is checked and shown with the line of the answer that it stands under."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest

from chat.composing.replies import drafts_of
from regulations.models import Passage
from regulations.search.retrieval import RankedPassage
from tests.corpus import TODAY, given_regulation
from verification.checking import CheckedSentence, SentenceChecker, Source
from verification.checking.evidence import carry_the_head, units_of
from verification.checking.judge import OpenSentence, SentenceVerdict, settled
from verification.checking.numbering import numbered_sources

pytestmark = pytest.mark.django_db

LEAVES = """
제1조(목적) 이 규정은 휴학에 관한 사항을 정함을 목적으로 한다.
제2조(휴학) ① 휴학하려는 사람은 휴학원을 제출하여 허가를 받아야 한다.
② 휴학의 종류별 기간은 다음 각 호와 같다.
1. 일반휴학 : 통산 3년(6학기) 이내
2. 육아휴학 : 통산 2년(4학기) 이내
3. 창업휴학 : 통산 1년(2학기) 이내
제3조(전과의 제한) 다음 각 호의 어느 하나에 해당하는 경우에는 전과를 허가하지 아니한다.
1. 간호학과로 전과하려는 경우
2. 편입학한 사람이 전과하려는 경우
"""
NESTED = "1. 일반휴학:\n   - 통산 3년(6학기) 이내\n2. 창업휴학:\n   - 통산 1년(2학기) 이내\n"
BOLD = "- **일반휴학**\n  - 통산 3년(6학기) 이내\n- **창업휴학**\n  - 통산 1년(2학기) 이내\n"
NAMED = "- 일반휴학\n  - 통산 3년(6학기) 이내\n- 창업휴학\n  - 통산 1년(2학기) 이내\n"
OBJECT = json.dumps(
    {
        "sentences": [
            {"text": "일반휴학:", "evidence": []},
            {"text": "통산 3년(6학기) 이내", "evidence": []},
            {"text": "창업휴학:", "evidence": []},
            {"text": "통산 1년(2학기) 이내", "evidence": []},
        ]
    }
)
QUESTION = "휴학 종류별 기간을 알려 주세요"


@pytest.fixture
def sources(db: None) -> tuple[Source, ...]:
    given_regulation("휴학 규정", LEAVES)
    passages = Passage.objects.filter(version__regulation__title="휴학 규정").order_by("pk")
    return numbered_sources(
        [RankedPassage(one, 1, score=1.0, relevance=1.0, why=()) for one in passages]
    )


def shown(said: str, sources: Sequence[Source], question: str = QUESTION) -> list[CheckedSentence]:
    checker = SentenceChecker(sources, as_of=TODAY, question=question)
    checked = [checker.check(draft) for draft in drafts_of([said])]
    return [one for one in checked if one.is_shown]


@pytest.mark.parametrize("said", [NESTED, BOLD, NAMED, OBJECT])
def test_an_item_is_shown_and_confirmed_with_its_head(
    said: str, sources: tuple[Source, ...]
) -> None:
    found = shown(said, sources)

    assert [(one.text.removeprefix("- "), one.outcome.value) for one in found] == [
        ("일반휴학: 통산 3년(6학기) 이내", "CONFIRMED"),
        ("창업휴학: 통산 1년(2학기) 이내", "CONFIRMED"),
    ]


@pytest.mark.parametrize("said", [NESTED, BOLD, NAMED, OBJECT])
def test_an_item_under_the_head_of_another_is_not_confirmed(
    said: str, sources: tuple[Source, ...]
) -> None:
    turned = said.replace("일반휴학", "육아휴학").replace(
        json.dumps("일반휴학:"), json.dumps("육아휴학:")
    )

    first, second = shown(turned, sources)

    assert "육아휴학" in first.draft
    assert first.outcome.value != "CONFIRMED"
    assert second.outcome.value == "CONFIRMED"


@pytest.mark.parametrize(
    ("head", "outcome"),
    [
        ("휴학 기간은 다음과 같습니다.", "BESIDE_SOURCE"),
        ("전과가 제한되는 경우는 다음과 같습니다.", "CONFIRMED"),
        ("전과가 허용되는 경우는 다음과 같습니다.", "BESIDE_SOURCE"),
    ],
)
def test_an_item_of_a_provision_is_confirmed_under_its_own_lead(
    head: str, outcome: str, sources: tuple[Source, ...]
) -> None:
    *_lead, item = shown(f"{head}\n- 간호학과로 전과하려는 경우[†2]", sources, "전과할 수 있나요?")

    assert item.outcome.value == outcome
    assert item.draft.startswith(head.partition("은 다음")[0].partition("는 다음")[0])


@pytest.mark.parametrize(
    ("head", "is_carried"),
    [
        pytest.param("전과 제한", True, id="its-caption"),
        pytest.param("절차와 기한", True, id="no-matter"),
        pytest.param("휴학 제한", False, id="another-matter"),
        pytest.param("신청 가능", False, id="the-opposite"),
    ],
)
def test_a_head_is_carried_by_the_caption_of_what_says_its_item(
    head: str, is_carried: bool, sources: tuple[Source, ...]
) -> None:
    assert carry_the_head(units_of(sources[2]), head) is is_carried


def test_the_judge_reads_an_item_with_its_head(sources: tuple[Source, ...]) -> None:
    asked: list[str] = []

    def judge(
        question: str, sentences: Sequence[OpenSentence], sources: Sequence[Source]
    ) -> list[SentenceVerdict]:
        asked.extend(one.text for one in sentences)
        return []

    checker = SentenceChecker(sources, as_of=TODAY, question=QUESTION)
    said = "**교환학생**\n- 두 학기를 넘기지 못하는 것이 원칙\n- 모두 합하여 3년"
    checked = [checker.check(draft) for draft in drafts_of([said])]
    settled(checked, checker=checker, judge=judge)

    assert asked == ["교환학생: 두 학기를 넘기지 못하는 것이 원칙", "교환학생: 모두 합하여 3년"]
