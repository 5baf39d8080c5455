"""Provisions in English, as the Korea Legislation Research Institute writes them."""

from __future__ import annotations

import pytest

from regulations.reading.labels import english_label
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
