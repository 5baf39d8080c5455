"""Cutting provisions into passages, and the weights that they are found by."""

from __future__ import annotations

import pytest

from regulations.search.index.passages import LONG_ARTICLE, article_passages, table_passages
from regulations.text.bm25 import FieldTerms, dimension, document_weights, lexeme, tsvector
from regulations.text.locators import Locator


def cut(text: str, *, key: str = "art-7", in_addenda: bool = False) -> list[tuple[str, str]]:
    passages = article_passages(key=key, name="휴학", heading="", text=text, in_addenda=in_addenda)
    return [(passage.locator_key, passage.text) for passage in passages]


def test_an_article_is_one_passage() -> None:
    assert cut("① 하나\n② 둘") == [("art-7", "① 하나\n② 둘")]


def test_a_long_article_is_cut_between_paragraphs_and_loses_nothing() -> None:
    text = "\n".join(f"{sign} {'가나다라 ' * 60}\n1. 호" for sign in "①②③④⑤⑥")
    passages = cut(text)
    assert len(passages) > 1
    assert "\n".join(part for _, part in passages) == text
    assert len({key for key, _ in passages}) == len(passages)
    assert all(Locator.parse(key).article == 7 for key, _ in passages)
    assert all(part[0] in "①②③④⑤⑥" and len(part) <= LONG_ARTICLE for _, part in passages)


def test_a_long_paragraph_stays_whole() -> None:
    text = "① " + "가" * 2 * LONG_ARTICLE
    assert cut(text) == [("art-7/para-1", text)]


def test_a_long_paragraph_of_addenda_is_cut_into_parts_of_one_place() -> None:
    text = "\n".join(["(경과조치)", *(f"{sign} {'가나다라 ' * 60}".strip() for sign in "①②③④⑤⑥")])
    passages = cut(text, key="add-1/para-3", in_addenda=True)
    assert [key for key, _ in passages] == ["add-1/para-3", "add-1/para-3#2", "add-1/para-3#3"]
    assert "\n".join(part for _, part in passages) == text
    (first, *_rest) = article_passages(key="add-1/para-3", name="", heading="", text=text)
    assert first.title("학칙") == "학칙 부칙"


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("이 규정은 2019년 3월 1일부터 시행한다.", False),
        ("이 변경 규정은 2019. 3. 1.부터 시행한다", False),
        ("(경과조치) 2018학번까지는 종전의 규정에 따른다.", True),
    ],
)
def test_addenda_that_only_name_a_day_are_no_passages(text: str, kept: bool) -> None:
    assert bool(cut(text, key="add-1/art-1", in_addenda=True)) is kept


def test_a_table_repeats_its_head_in_every_group_of_rows() -> None:
    rows = [["구분", "금액"], *([f"항목{n}", "설명 " * 40] for n in range(12))]
    passages = list(table_passages(key="table-1", name="수수료", rows=rows, text=""))
    assert len(passages) > 1
    assert all(passage.text.startswith("구분 | 금액\n") for passage in passages)
    assert len({passage.locator_key for passage in passages}) == len(passages)
    assert all(passage.title("수수료 규정") == "수수료 규정 별표 1(수수료)" for passage in passages)


def test_weights_grow_with_the_field_and_shrink_with_the_length() -> None:
    def weight(**fields: list[str]) -> float:
        empty: dict[str, list[str]] = {"title": [], "regulation": [], "heading": [], "text": []}
        return document_weights(FieldTerms(**(empty | fields)))[dimension("휴학")]

    assert weight(title=["휴학"]) > weight(text=["휴학"]) > weight(heading=["휴학"])
    assert weight(text=["휴학"] * 2) > weight(text=["휴학"])
    assert weight(text=["휴학"]) > weight(text=["휴학", *["기간"] * 200])


def test_lexemes_cannot_break_out_of_their_quotes() -> None:
    assert lexeme("a'b\\") == "'a''b\\\\'"
    fields = FieldTerms(title=["휴학"], regulation=[], heading=[], text=["휴학", "& | !'"])
    assert tsvector(fields) == "'휴학':1A,2D '& | !''':1D"
