"""Edits of a draft by hand: the whole article, the history, the reason, what cannot stand there."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from django.db import ProgrammingError, transaction

from regulations.curation.drafts import (
    NotADraftError,
    draft_describe,
)
from regulations.curation.editing import (
    NoSuchProvisionError,
    NotEditableError,
    ProvisionWords,
    provision_edit,
    provision_find,
    words_of,
)
from regulations.curation.file_differences import file_differences
from regulations.curation.inspection import version_counts
from tests.drafts import REASON, change, draft, full_text, publish

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("key", ["art-2", "art-2/para-1", "art-2/para-1/subpara-1/item-1"])
def test_an_edit_is_in_the_whole_article_and_in_the_history(key: str) -> None:
    version = draft()
    whole = full_text(version, 2)
    row = provision_find(version=version, locator_key=key)

    change(version, key, text=f"{row.text} 덧붙인 말.".strip())

    edit = version.edits.get()
    assert edit.before["text"] == row.text
    assert "덧붙인 말." in edit.after["text"]
    assert "덧붙인 말." in full_text(version, 2)
    change(version, key, text=row.text)
    assert full_text(version, 2) == whole


def test_a_correction_has_a_reason_and_is_the_difference_to_the_file() -> None:
    version = draft()
    with pytest.raises(NotEditableError, match="이유"):
        change(version, "art-3", text="방학에 비운다.", reason=" ")

    change(version, "art-3", text="방학에 비운다.")
    change(version, "art-3", text="방학이 끝나면 비운다.", reason="둘째 이유")
    (found,) = file_differences(version.edits.all())
    assert (found.label, found.reasons) == ("제3조", (REASON, "둘째 이유"))
    assert [one.text for one in found.before if one.is_changed] == ["학기가"]
    assert [one.text for one in found.after if one.is_changed] == ["방학이"]

    change(version, "art-3", text="학기가 끝나면 비운다.")
    assert file_differences(version.edits.all()) == []


def test_saving_without_a_change_leaves_no_trace() -> None:
    version = draft()

    change(version, "art-3")

    assert not version.edits.exists()


def test_a_deleted_provision_and_back() -> None:
    version = draft()

    change(version, "art-3", is_deleted=True, marks="<삭제 2025. 3. 1.>")
    assert version_counts(version=version).deleted_articles == 1
    assert full_text(version, 3) == "삭제"
    with pytest.raises(NotEditableError, match="본문"):
        change(version, "art-3", is_deleted=False)
    change(version, "art-3", is_deleted=False, text="다시 비운다.")

    assert full_text(version, 3) == "다시 비운다."


def test_cells_of_a_table_follow_its_text() -> None:
    version = draft()

    text = "| 호 | 금액 |\n| 1. 작은 것 | 5천 원 |\n| 2. 큰 것 | 만 원 |"
    change(version, "table-1", text=text)

    assert version.attachments.get().rows[1] == ["1. 작은 것", "5천 원"]
    rows = version.subparagraphs.filter(attachment__isnull=False)
    assert list(rows.values_list("locator_key", flat=True).order_by("position")) == [
        "table-1/subpara-1",
        "table-1/subpara-2",
    ]
    change(version, "table-1", text="| 1. 하나뿐 | 만 원 |")
    assert rows.count() == 1
    assert version_counts(version=version).subparagraphs == 2
    with pytest.raises(NoSuchProvisionError):
        change(version, "table-1/subpara-1", text="따로 고친 줄")


@pytest.mark.parametrize(
    ("key", "fields", "said"),
    [
        ("art-3", {"text": "  "}, "내용이 없습니다"),
        ("art-2", {"is_deleted": True}, "남아 있습니다"),
        ("art-2/para-1", {"text": "배정한다.\n② 학기마다 한다."}, "‘제2조제2항’"),
        ("art-3", {"text": "비운다.\n제1조(목적) 또 정한다."}, "‘제1조’"),
        ("art-2/para-1/subpara-2", {"text": "2. 그 밖의 학생"}, "제1항제2호’"),
    ],
)
def test_words_that_cannot_stand_there(key: str, fields: dict[str, Any], said: str) -> None:
    version = draft()

    with pytest.raises(NotEditableError, match=said):
        change(version, key, **fields)

    assert not version.edits.exists()


def test_who_did_not_see_the_last_change_is_told() -> None:
    version = draft()
    seen_digest = words_of(provision_find(version=version, locator_key="art-3")).digest
    change(version, "art-3", text="먼저 고친 글")

    with pytest.raises(NotEditableError, match="그 사이"):
        provision_edit(
            version=version,
            locator_key="art-3",
            words=ProvisionWords("나중에 고친 글", "반납"),
            seen_digest=seen_digest,
            by=None,
            reason=REASON,
        )


def test_a_published_text_stands_also_against_the_database() -> None:
    version = publish(draft())

    with pytest.raises(NotADraftError):
        change(version, "art-3", text="몰래 고친 글")
    with pytest.raises(NotADraftError):
        draft_describe(
            version=version, promulgated_date=None, enforcement_date=date(2020, 1, 1), reason=""
        )
    for row in (version.articles.get(number=3, addenda=None), version.attachments.get()):
        row.text = "몰래 고친 글"
        with pytest.raises(ProgrammingError, match="not changed"), transaction.atomic():
            row.save()
