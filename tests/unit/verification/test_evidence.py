"""Quotes looked up in their source: word for word, nearly, not at all."""

from __future__ import annotations

import pytest

from regulations.reading.units import PassageUnit
from verification.checking.evidence import exact_words, quoted_units, words_shown
from verification.checking.values import Quote, Source, SourceUnit

PERMIT = "총장의 허가를 받아야 한다."
TERM = "휴학은 통산하여 3년(6학기)을 초과할 수 없다. 다만, 군입대휴학은 포함하지 아니한다."
SIBLINGS = "형제(자매) 2인 이상(부부, 부자, 모녀 등 직계 포함)이 모두 학부 재․휴학생이어야한다"


def source(number: int, *texts: str) -> Source:
    units = tuple(
        PassageUnit(f"art-6/para-{place}", text) for place, text in enumerate(texts, start=1)
    )
    return Source(
        number=number,
        passage_id=number,
        version_id=number,
        version_number=1,
        regulation_id=number,
        regulation_title="휴학규정",
        slug="leave",
        locator_key="art-6",
        title="통산기간",
        text="\n".join(texts),
        units=units,
        score=1.0,
        relevance=1.0,
    )


SOURCES = (source(1, PERMIT, TERM), source(2, SIBLINGS))


def test_spacing_and_typography_make_no_difference() -> None:
    [unit] = quoted_units([Quote(1, "휴학은 통산하여 3년 (6학기)을 초과할수 없다.")], SOURCES)

    assert unit.locator_key == "art-6/para-2"
    assert unit.words == ("휴학은 통산하여 3년(6학기)을 초과할 수 없다",)


def test_a_misremembered_quote_is_replaced_by_the_true_words() -> None:
    said = "형제(자매) 2인 이상(부부, 부자, 모녀 등 포함)이 모두 학부 재학생이어야 한다"

    [unit] = quoted_units([Quote(2, said)], SOURCES)

    assert unit.words[0] in SIBLINGS
    assert "직계 포함" in unit.words[0]
    assert quoted_units([Quote(2, said)], SOURCES, exact=True) == []


@pytest.mark.parametrize(
    ("said", "places"),
    [
        (f"② {TERM}", ["para-2"]),
        (f"제6조(통산기간) ① {PERMIT}", ["para-1"]),
        (f"제6조(통산기간) {PERMIT}", ["para-1"]),
        (f"① {PERMIT}\n② {TERM}", ["para-1", "para-2"]),
        (f"① {PERMIT} ② {TERM}", ["para-1", "para-2"]),
    ],
)
def test_the_number_and_the_heading_of_a_paragraph_are_no_part_of_its_words(
    said: str, places: list[str]
) -> None:
    units = quoted_units([Quote(1, said)], SOURCES, exact=True)

    assert [unit.locator_key for unit in units] == [f"art-6/{place}" for place in places]


def test_of_an_exact_quote_of_two_paragraphs_both_have_to_be_there() -> None:
    half = Quote(1, f"① {PERMIT}\n② 휴학은 총 5년까지 자유롭게 쓸 수 있다.")

    assert quoted_units([half], SOURCES, exact=True) == []


def test_words_that_stand_nowhere_are_no_evidence() -> None:
    assert quoted_units([Quote(1, "휴학은 총 5년까지 자유롭게 쓸 수 있다")], SOURCES) == []
    assert quoted_units([Quote(9, "휴학은 언제든지 신청할 수 있다")], SOURCES) == []


def test_a_quote_under_the_wrong_number_is_found_where_it_stands() -> None:
    [unit] = quoted_units([Quote(1, "모두 학부 재휴학생이어야 한다")], SOURCES)

    assert unit.source.number == 2


def test_two_quotes_of_one_paragraph_are_one_unit() -> None:
    [unit] = quoted_units(
        [
            Quote(1, "통산하여 3년(6학기)을 초과할 수 없다"),
            Quote(1, "군입대휴학은 포함하지 아니한다"),
        ],
        SOURCES,
    )

    assert len(unit.words) == 2


def test_a_few_letters_are_no_quote() -> None:
    assert exact_words("3년", TERM) == ""


def test_of_a_long_table_the_row_that_is_meant_is_shown_under_its_lead() -> None:
    rows = [f"| {n}학점 | 등록금의 {n}분의 1에 해당하는 금액을 납부한다 |" for n in range(2, 40)]
    unit = SourceUnit(SOURCES[0], "art-6", "\n".join(["차등 납부한다.", *rows]), ("| 17학점 |",))

    shown = words_shown(unit, "17학점이면 17분의 1을 냅니다.").splitlines()

    assert shown[0] == "차등 납부한다."
    assert rows[15] in shown
    assert len(shown) <= 4
