from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from regulations.text.locators import InvalidLocatorError, Locator, eid_of, normalize_name

_NUMBER = st.integers(min_value=1, max_value=999)
_BRANCH = st.none() | st.integers(min_value=1, max_value=20)


@st.composite
def locators(draw: st.DrawFn) -> Locator:
    """Provisions of every kind that a text can have."""
    addenda = draw(st.none() | st.integers(1, 40))
    has_article = draw(st.booleans()) or addenda is None
    article = draw(_NUMBER) if has_article else None
    branch = draw(_BRANCH) if has_article else None
    paragraph = draw(st.none() | st.integers(1, 60))
    subparagraph = draw(st.none() | _NUMBER)
    return Locator(
        article=article,
        branch=branch,
        paragraph=paragraph,
        subparagraph=subparagraph,
        subparagraph_branch=draw(_BRANCH) if subparagraph else None,
        item=draw(st.none() | st.integers(1, 42)),
        subitem=draw(st.none() | st.integers(1, 30)),
        addenda=addenda,
    )


@given(locators())
def test_key_round_trip(locator: Locator) -> None:
    assert Locator.parse(locator.key) == locator


@given(st.sampled_from(["table", "form", "figure"]), st.integers(0, 99), _BRANCH)
def test_attachment_key_round_trip(kind: str, number: int, branch: int | None) -> None:
    locator = Locator(attachment_kind=kind, attachment=number, attachment_branch=branch)
    assert Locator.parse(locator.key) == locator


@given(locators())
def test_parents_lead_up_to_the_article(locator: Locator) -> None:
    above: Locator | None = locator
    steps = 0
    while above is not None and above.parent is not None:
        assert locator.key.startswith(above.parent.key)
        above, steps = above.parent, steps + 1
        assert steps < 8
    assert above is not None
    assert above.key == (
        f"add-{locator.addenda}" if locator.addenda else locator.article_locator.key
    )


@given(st.lists(locators(), max_size=6))
def test_sort_key_puts_the_main_text_before_addenda(some: list[Locator]) -> None:
    regions = [one.addenda is not None for one in sorted(some, key=lambda one: one.sort_key)]
    assert regions == sorted(regions)


@pytest.mark.parametrize(
    ("key", "label"),
    [
        ("art-25-2/para-1/subpara-3-2/item-1", "제25조의2제1항제3호의2가목"),
        ("add-3/art-2", "부칙 제2조"),
        ("add-1/para-14", "부칙 제14항"),
        ("table-1-2", "별표 1의2"),
        ("form-3", "별지 제3호서식"),
        ("art-7/item-15", "제7조거목"),
    ],
)
def test_labels(key: str, label: str) -> None:
    assert Locator.parse(key).label == label


def test_a_provision_is_cited_by_title_and_place() -> None:
    assert Locator.parse("art-25-2/para-1").cited_in("학칙") == "「학칙」 제25조의2제1항"
    assert Locator().cited_in("학칙") == "「학칙」"


@pytest.mark.parametrize(
    "key", ["", "art", "art-x", "para-1/art-2", "art-1/para-2-3", "art-01", "art-1/"]
)
def test_other_spellings_are_refused(key: str) -> None:
    with pytest.raises(InvalidLocatorError):
        Locator.parse(key)


def test_names_are_compared_without_spacing_dots_and_composition() -> None:
    written = "학·석사 연계과정에 관한 규정"
    others = [
        "학․석사연계과정에관한규정",
        "「학ㆍ석사 연계 과정에 관한 규정」",
        unicodedata.normalize("NFD", written),
    ]
    assert {normalize_name(other) for other in others} == {normalize_name(written)}


@pytest.mark.parametrize(
    ("key", "eid"),
    [
        ("art-25/para-2", "art_25__para_2"),
        ("art-4-2/para-1/subpara-3-2/item-1", "art_4-2__para_1__subpara_3-2__item_1"),
        ("add-2/art-1", "add_2__art_1"),
        ("table-1#2", "table_1"),
        ("", ""),
    ],
)
def test_identifiers_are_those_of_akoma_ntoso(key: str, eid: str) -> None:
    assert eid_of(key) == eid
