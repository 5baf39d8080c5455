"""Citations in English, Chinese and Vietnamese: as the portal names provisions there, and as students write them."""

from __future__ import annotations

import pytest
from django.utils import translation

from regulations.reading.labels import provision_label
from regulations.text.citations import citation_locator, extract_citations
from regulations.text.locators import Locator
from tests.unit.regulations.citation_notation import read

PLACES = [
    Locator(article=25),
    Locator(article=25, paragraph=2),
    Locator(article=25, branch=2, paragraph=1, subparagraph=3),
    Locator(article=25, branch=2, paragraph=1, subparagraph=3, subparagraph_branch=2),
    Locator(article=25, paragraph=1, subparagraph=3, item=2),
    Locator(article=5, subparagraph=3, item=1),
    Locator(attachment_kind="table", attachment=1),
    Locator(attachment_kind="table", attachment=2, attachment_branch=3),
    Locator(attachment_kind="table", attachment=0),
    Locator(attachment_kind="form", attachment=12),
]


@pytest.mark.parametrize("language", ["ko", "en", "zh-hans", "vi"])
@pytest.mark.parametrize("title", ["학칙", "도서관 이용 규정"])
@pytest.mark.parametrize("place", PLACES, ids=lambda place: place.key)
def test_what_the_portal_calls_a_provision_is_read_as_that_provision(
    place: Locator, title: str, language: str
) -> None:
    with translation.override(language):
        label = provision_label(title, place)
    for text in (label, label.replace("「", "").replace("」", "")):
        (citation,) = extract_citations(text)
        assert (citation.regulation, citation_locator(citation)) == (title, place)
        assert citation.text == text


@pytest.mark.parametrize("language", ["en", "zh-hans", "vi"])
def test_addenda(language: str) -> None:
    with translation.override(language):
        label = provision_label("학칙", Locator(addenda=1, article=2))
    (citation,) = extract_citations(label)
    assert (citation.regulation, citation.article, citation.addenda) == ("학칙", 2, True)


@pytest.mark.parametrize(
    ("text", "citations"),
    [
        ("学则第31条是什么？", ["학칙 제31조"]),
        ("根据학칙第二十五条第二款", ["학칙 제25조제2항"]),
        ("《학칙》的第25条和第26条", ["학칙 제25조", "학칙 제26조"]),
        ("「학칙」第25条至第27条", ["학칙 제25조 부터", "학칙 제27조 까지"]),
        ("第3次警告以后，第2学期", []),
        ("这门课有3条规定", []),
    ],
)
def test_chinese(text: str, citations: list[str]) -> None:
    assert read(text) == citations


@pytest.mark.parametrize(
    ("text", "citations"),
    [
        ("Điều 31 của 학칙 là gì", ["학칙 제31조"]),
        ("Điều 999 학칙 nói gì?", ["학칙 제999조"]),
        ("theo khoản 2 Điều 25 của 「학칙」", ["학칙 제25조제2항"]),
        ("điểm 1 khoản 2 Điều 25 học quy", ["학칙 제25조제2항제1호"]),
        ("dieu 31 hoc quy", ["학칙 제31조"]),
        ("Điều 6 của 도서관 이용 규정", ["도서관 이용 규정 제6조"]),
        ("Điều 25 và Điều 26 của 학칙", ["학칙 제25조", "학칙 제26조"]),
        # What stands before a number of its own is that one's name.
        ("Điều 3, 학칙 제25조", ["? 제3조", "학칙 제25조"]),
        ("điều kiện 2 và điều 5000000", []),
        ("Nhiều điều", []),
    ],
)
def test_vietnamese(text: str, citations: list[str]) -> None:
    assert read(text) == citations


def test_an_english_name_may_be_of_several_words() -> None:
    assert read("Article 6 of 도서관 이용 규정") == ["도서관 이용 규정 제6조"]
    assert read("Article 25, 학칙 제3조") == ["? 제25조", "학칙 제3조"]
