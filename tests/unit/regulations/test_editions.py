"""Two volumes of a rulebook against each other."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from regulations.curation.editions import RegulationChange, editions_compare, lines_of
from regulations.text.parser import ParsedRegulation, parse_regulation
from tests.shared_data import shared_file

TEXT = "제1조(목적) {what}에 관한 사항을 정한다.\n제2조(기한) {days}일 전까지 신청한다.\n부칙\n1. 이 규정은 {day}부터 시행한다.\n"


def given(
    title: str, code: str, *, days: int = 7, day: str = "2024년 3월 1일", what: str = ""
) -> ParsedRegulation:
    text = f"---\n제목: {title}\n규정번호: {code}\n---\n" + TEXT.format(
        what=what or title, days=days, day=day
    )
    return parse_regulation(text, title=title)


def test_each_regulation_is_told_with_its_articles() -> None:
    before = [
        given("실습실 규정", "1-1"),
        given("장학 규정", "1-2"),
        given("직장예비군 규정", "1-3", what="예비군"),
        given("당직 규정", "1-4"),
        given("주차 규정", "1-5"),
    ]
    after = [
        given("실습실 규정", "1-1"),
        given("장학 규정", "1-2", days=9, day="2025년 3월 1일"),
        given("예비군 규정", "1-3", what="예비군"),
        given("출장 규정", "1-6"),
        given("주차 규정", "1-5", days=3),
    ]

    comparison = editions_compare(before, after)

    assert [(pair.title, pair.change) for pair in comparison.pairs] == [
        ("실습실 규정", RegulationChange.UNCHANGED),
        ("장학 규정", RegulationChange.CHANGED),
        ("예비군 규정", RegulationChange.CHANGED),
        ("출장 규정", RegulationChange.ADDED),
        ("주차 규정", RegulationChange.CHANGED),
        ("당직 규정", RegulationChange.REMOVED),
    ]
    assert comparison.articles["changed"] == 2
    assert comparison.articles["added"] == 2
    lines = list(lines_of(comparison))
    assert "- 장학 규정 1-2: 바뀜 — 변경 제2조; 부칙 1곳" in lines
    assert "- 예비군 규정 1-3 (앞 이름 직장예비군 규정): 바뀜" in lines
    assert lines[-1] == "본문이 바뀌었지만 시행일이 그대로인 규정 2개: 예비군 규정, 주차 규정"


def test_command_compares_files_without_the_database(tmp_path: Path) -> None:
    files = []
    for name, days in (("old.txt", 7), ("new.txt", 9)):
        path = tmp_path / name
        path.write_text(
            "실습실 규정\n" + TEXT.format(what="실습실", days=days, day="2024년 3월 1일")
        )
        files.append(str(path))
    output = StringIO()

    call_command("compare_editions", *files, "--json", stdout=output, stderr=StringIO())

    told = json.loads(output.getvalue())
    assert told["regulations"]["changed"] == 1
    assert told["differing"][0]["articles"]["changed"] == {"count": 1, "labels": ["제2조"]}
    with pytest.raises(CommandError, match="파일이 없습니다"):
        call_command("compare_editions", files[0], str(tmp_path / "none.txt"), stderr=StringIO())


def test_real_pairs_differ_in_few_articles_and_never_in_all() -> None:
    """Amendments of a few articles, read from files of two kinds, are told as those few articles."""
    folder = shared_file("university/dongeui/versions")
    pairs = sorted(folder.glob("*.before*"))
    assert len(pairs) == 12
    for former in pairs:
        name = former.name.partition(".")[0]
        newer = next(folder.glob(f"{name}.after*"))
        texts = [parse_regulation(path.read_text(), title=name) for path in (former, newer)]
        (pair,) = editions_compare(texts[:1], texts[1:]).pairs
        assert pair.comparison is not None
        counts = pair.comparison.counts
        assert counts.unchanged + counts.renumbered >= counts.changed, name
        assert pair.change is RegulationChange.CHANGED, name
