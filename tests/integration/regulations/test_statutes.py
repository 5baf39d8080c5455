"""Statutes beside the university's regulations: citations lead to them, answers rest on them only when asked for."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from urllib.parse import unquote

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from regulations.models import Collection, CrossReference, Regulation, WorklistItem
from regulations.reading.corpus_version import corpus_changed
from regulations.search.retrieval import Scope, search_passages
from tests.corpus import given_regulation
from verification.checked_texts.checking import text_report

pytestmark = pytest.mark.django_db
DAY = date(2026, 3, 2)
LAW = """---
제목: 누리교육법
법령구분: {kind}
공포일자: 2023-01-01
시행일자: {day}
상태: 시행
---

# 누리교육법

##### 제1조 (목적)

이 법은 누리교육에 관한 사항을 정함을 목적으로 한다.

##### 제7조 (휴학)

**①** 학교의 장은 학생이 병역으로 휴학을 원하면 {years}년까지 휴학하게 하여야 한다.
"""
DECREE = (
    LAW.replace("누리교육법", "누리교육법 시행령")
    .format(kind="대통령령", day="2023-07-01", years=2)
    .replace("이 법은", "이 영은 법 제7조에 따라")
)
OWN = """
제1조(목적) 이 규정은 「누리교육법」 제7조제1항과 같은 법 시행령 제1조에 따라 휴학을 정함을 목적으로 한다.
제2조(휴학) 학생은 휴학원을 제출하여 총장의 허가를 받아 휴학할 수 있다.
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    files = {
        "법률.md": LAW.format(kind="법률", day="2023-07-01", years=2),
        "법률2.md": LAW.format(kind="법률", day="2025-07-01", years=3),
        "시행령.md": DECREE,
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def test_citations_of_statutes_resolve_and_lead_to_them(folder: Path, client: Client) -> None:
    own = given_regulation("휴학 규정", OWN)
    before = set(own.cross_references.values_list("state", flat=True))
    assert CrossReference.State.RESOLVED not in before
    said = "「누리교육법」 제7조제1항에 따르면 학교의 장은 학생이 병역으로 휴학을 원하면 3년까지 휴학하게 하여야 한다."
    [unknown] = text_report(text=said, as_of=DAY).sentences[0].citations
    assert unknown.status == "UNKNOWN_REGULATION"
    assert unquote(unknown.official_url) == "https://www.law.go.kr/법령/누리교육법/제7조"

    call_command("import_statutes", folder)
    call_command("import_statutes", folder)

    # The test's transaction never commits.
    corpus_changed()
    law = Regulation.objects.get(title="누리교육법")
    assert law.kind == Regulation.Kind.STATUTE
    assert law.versions.count() == 2
    resolved = own.cross_references.filter(state=CrossReference.State.RESOLVED)
    assert set(resolved.values_list("to_regulation__title", flat=True)) == {
        "누리교육법",
        "누리교육법 시행령",
    }
    decree = Regulation.objects.get(title="누리교육법 시행령").versions.get()
    assert decree.cross_references.filter(to_regulation=law).exists()
    report = text_report(text=said, as_of=DAY)
    assert [one.status for one in report.sentences[0].citations] == ["VERIFIED"]
    page = client.get("/r/누리교육법/제7조제1항@2024-01-01")
    assert page["Location"].partition("/regulations/")[2].partition("?")[0].endswith("/1/")
    shown = client.get(page["Location"]).content.decode()
    assert "law.go.kr" in shown


def test_an_amended_statute_puts_the_regulations_that_cite_it_on_the_worklist(
    folder: Path,
) -> None:
    given_regulation("휴학 규정", OWN)
    later = folder / "법률2.md"
    text = later.read_text(encoding="utf-8")
    later.unlink()
    call_command("import_statutes", folder)
    assert not WorklistItem.objects.exists()

    later.write_text(text, encoding="utf-8")
    call_command("import_statutes", folder)

    # The decree cites the law as well; nobody here amends decrees.
    [item] = WorklistItem.objects.select_related("citing__regulation", "amended__regulation")
    assert item.citing is not None
    assert (item.citing.regulation.title, item.citing_key) == ("휴학 규정", "art-1")
    assert (item.amended.regulation.title, item.cited_key) == ("누리교육법", "art-7/para-1")
    assert item.cause == WorklistItem.Cause.CHANGED


def test_statutes_answer_only_who_asks_for_them(folder: Path) -> None:
    given_regulation("휴학 규정", OWN)
    call_command("import_statutes", folder)

    def found(query: str, scope: Scope | None = None) -> set[str]:
        result = search_passages(query, as_of=DAY, mode="keyword", scope=scope)
        return {one.passage.version.regulation.title for one in result.passages}

    assert found("병역 휴학은 몇 년까지 하게 하여야 합니까?") == {"휴학 규정"}
    assert "누리교육법" in found("병역 휴학은 몇 년?", Scope(collection="statutes"))
    assert "누리교육법" in found("누리교육법 제7조는 휴학을 몇 년까지 정합니까?")
    assert Collection.objects.get(slug="statutes").only_when_chosen


def test_a_statute_never_becomes_a_version_of_an_own_regulation(folder: Path) -> None:
    given_regulation("누리교육법 시행령", OWN)
    Regulation.objects.update(kind=Regulation.Kind.REGULATION)

    with pytest.raises(CommandError, match="이름이 같은 법령"):
        call_command("import_statutes", folder)

    assert not Regulation.objects.filter(title="누리교육법").exists()
