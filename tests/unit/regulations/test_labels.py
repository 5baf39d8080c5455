"""Provisions in English, as the Korea Legislation Research Institute writes them."""

from __future__ import annotations

import pytest
from django.utils.translation import override

from regulations.reading.labels import english_label, stored_label
from regulations.text.locators import Locator


@pytest.mark.parametrize(
    ("key", "label"),
    [
        ("art-25", "Article 25"),
        ("art-25-2/para-1/subpara-3", "Article 25-2(1)3"),
        ("art-4-2/para-1/subpara-3-2/item-1", "Article 4-2(1)3-2(a)"),
        ("art-7/subpara-2", "Article 7, subparagraph 2"),
        ("add-2/art-3/para-1", "Addenda, Article 3(1)"),
        ("table-1-2", "Attached Table 1-2"),
        ("form-3", "Attached Form 3"),
        ("table-0", "Attached Table"),
    ],
)
def test_place_reads_as_in_translated_statutes(key: str, label: str) -> None:
    assert english_label(Locator.parse(key)) == label


@pytest.mark.parametrize(
    ("stored", "english"),
    [
        ("제31조", "Article 31"),
        ("제25조의2제1항", "Article 25-2(1)"),
        ("별표 1", "Attached Table 1"),
        ("「학칙」 제30조(전과)", "「학칙」 Article 30(전과)"),
        ("「도서관 이용 규정」 별표 2", "「도서관 이용 규정」 Attached Table 2"),
        ("「학칙」", "「학칙」"),
        ("기획처", "기획처"),
        ("", ""),
    ],
)
def test_a_stored_label_is_read_in_the_language_of_the_page(stored: str, english: str) -> None:
    with override("en"):
        assert stored_label(stored) == english
    with override("ko"):
        assert stored_label(stored) == stored
