"""Which provision of a version a cited key means."""

from __future__ import annotations

import pytest

from regulations.text.provision_keys import ProvisionKeys

KEYS = ProvisionKeys(
    [
        *("art-1", "art-2", "art-2/para-1", "art-2/para-1/subpara-1", "art-2/para-2"),
        *("art-3", "art-3/subpara-1", "art-4", "art-4-2", "art-5", "art-10"),
        *("art-5/para-1", "art-5/para-1/subpara-1", "art-5/para-2", "art-5/para-2/subpara-1"),
        *("add-1", "add-1/art-1", "add-1/art-2", "add-2", "add-2/art-1"),
        *("table-1", "table-2", "form-0"),
    ]
)


@pytest.mark.parametrize(
    ("cited", "meant"),
    [
        pytest.param("art-2/para-2", "art-2/para-2", id="exact"),
        pytest.param("art-9", None, id="none"),
        pytest.param("art-1/para-1", "art-1", id="first-paragraph-of-an-undivided-article"),
        pytest.param("art-1/para-2", None, id="second-paragraph-of-an-undivided-article"),
        pytest.param("art-3/para-1/subpara-1", "art-3/subpara-1", id="undivided-with-subparagraph"),
        pytest.param("art-2/subpara-1", "art-2/para-1/subpara-1", id="only-one-paragraph-has-it"),
        pytest.param("art-5/subpara-1", None, id="two-paragraphs-have-it"),
        pytest.param("add-0/art-2", "add-1/art-2", id="only-one-addenda-have-it"),
        pytest.param("add-0/art-1", None, id="two-addenda-have-it"),
        pytest.param("table-1/subpara-3", "table-1", id="row-of-a-table"),
        pytest.param("table-0", None, id="one-of-two-tables"),
        pytest.param("table-3", None, id="no-such-table"),
        pytest.param("form-1", "form-0", id="the-form-without-a-number"),
    ],
)
def test_meant(cited: str, meant: str | None) -> None:
    assert KEYS.meant(cited) == meant


def test_addenda_mean_themselves_first() -> None:
    assert KEYS.meant("add-0/art-1", from_key="add-2/art-1") == "add-2/art-1"


def test_between_takes_in_branches_and_counts_by_number() -> None:
    assert KEYS.between("art-3", "art-10") == ["art-4", "art-4-2", "art-5"]


def test_between_stays_on_its_level() -> None:
    assert KEYS.between("art-2/para-1", "art-2/para-2") == []
    assert KEYS.between("art-2", "art-5/para-1") == []
