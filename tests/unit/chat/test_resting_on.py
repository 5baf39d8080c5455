"""A paragraph is read with those of its article that it rests on."""

from __future__ import annotations

import pytest

from chat.composing.resting_on import (
    paragraphs_referred_to,
    paragraphs_rested_on,
    paragraphs_setting_aside,
)
from regulations.reading.units import PassageUnit

HERE = "art-55-2/para-5"


@pytest.mark.parametrize(
    ("text", "paragraphs"),
    [
        ("제1항의 기준은 봉사학생에게 적용하지 아니한다.", {1}),
        ("제1항에도 불구하고 제26조제2항에 따라 신청할 수 있다.", {1}),
        ("전항에 따른 신청은 학과장을 거친다.", {4}),
        ("제1항제2호부터 제4호까지의 휴학은 기간에 넣지 아니한다.", {1}),
        ("제1항부터 제3항까지의 규정은 대학원생에게 준용한다.", {1, 2, 3}),
        ("제25조제1항 및 제2항에 따른 휴학을 말한다.", set()),
        ("「학칙」 제55조의2제1항에 따른 학점을 말한다.", set()),
        ("이 조 제5항과 제2항에 따른다.", {2}),
        ("학점은 3학점으로 한다.", set()),
    ],
)
def test_the_paragraphs_of_its_own_article_are_read_from_its_words(
    text: str, paragraphs: set[int]
) -> None:
    assert paragraphs_referred_to(HERE, text) == {f"art-55-2/para-{one}" for one in paragraphs}


def test_an_article_without_paragraphs_rests_on_none() -> None:
    assert not paragraphs_referred_to("art-55", "제1항에 따른다.")
    assert not paragraphs_referred_to("table-1", "제1항에 따른다.")


def test_what_refers_to_most_of_its_article_is_read_by_itself() -> None:
    units = [PassageUnit(f"art-9/para-{number}", f"{number}") for number in (1, 2, 3)]
    last = PassageUnit("art-9/para-4", "제1항부터 제3항까지의 절차는 따로 정한다.")
    assert paragraphs_rested_on(last, [*units, last]) == []
    one = PassageUnit("art-9/para-4", "제2항에도 불구하고 방학에는 받지 아니한다.")
    assert paragraphs_rested_on(one, [*units, one]) == [units[1]]


@pytest.mark.parametrize(
    ("text", "is_aside"),
    [
        ("제1항에도 불구하고 질병휴학은 기간에 넣지 아니한다.", True),
        ("제1항제2호에도 불구하고 학부장이 확인한 경우에는 허가할 수 있다.", True),
        ("제1항과 제2항에도 불구하고 대학원생은 그러하지 아니하다.", True),
        ("제2항에도 불구하고 방학에는 받지 아니한다.", False),
        ("제1항의 신청은 학과장을 거친다.", False),
        ("「학칙」 제1항에도 불구하고 편입생은 신청할 수 있다.", False),
    ],
)
def test_an_exception_is_read_with_the_paragraph_that_it_sets_aside(
    text: str, is_aside: bool
) -> None:
    unit = PassageUnit("art-9/para-1", "입학한 학기에는 휴학할 수 없다.")
    other = PassageUnit("art-9/para-3", text)
    assert paragraphs_setting_aside(unit, [unit, other]) == ([other] if is_aside else [])
