from __future__ import annotations

import json
from datetime import date
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from regulations.curation.inspection import version_findings
from regulations.importing.folders import files_import
from regulations.models import (
    Article,
    Attachment,
    Department,
    Item,
    Paragraph,
    Passage,
    Regulation,
    RegulationVersion,
    Subparagraph,
)
from regulations.reading.selectors import version_in_force, version_upcoming

pytestmark = pytest.mark.django_db

State = RegulationVersion.State


def text(year: int, days: int = 3, extra: str = "") -> str:
    return (
        f"---\n제목: 실습실 이용 규정\n규정번호: 7-1-1\n소관부서: 실습지원팀\n별칭: [실습실 규정]\n"
        f"공포일자: {year}-02-01\n시행일자: {year}-03-01\n{extra}---\n"
        "# 실습실 이용 규정\n## 제1장 총칙\n##### 제1조(목적) 실습실의 이용을 정한다.\n"
        "##### 제2조(신청)\n① 다음 각 호의 서류를 낸다.\n1. 신청서\n가. 단체용\n1) 열 명 이상\n"
        f"② 사용일 {days}일 전까지 낸다.\n##### 제3조 삭제 <2019. 1. 1.>\n"
        f"## 부칙\n이 규정은 {year}년 3월 1일부터 시행한다.\n## [별표 1] 요금\n| 방 | 금액 |\n|---|---|\n| 큰 방 | 2만 원 |\n"
    )


def write(folder: Path, name: str, content: str) -> Path:
    path = folder / name
    path.write_text(content, encoding="utf-8")
    return path


def run(*arguments: str | Path, fails: bool = False) -> dict[str, object]:
    """Run the command with --json and return its summary."""
    output = StringIO()
    call = [str(argument) for argument in arguments]
    if fails:
        with pytest.raises(CommandError):
            call_command("import_regulations", *call, "--json", stdout=output, stderr=StringIO())
    else:
        call_command("import_regulations", *call, "--json", stdout=output, stderr=StringIO())
    summary = json.loads(output.getvalue())
    assert isinstance(summary, dict)
    return summary


def test_rows_of_a_regulation(tmp_path: Path) -> None:
    run(write(tmp_path, "a.md", text(2024)))
    regulation = Regulation.objects.get()
    assert (regulation.title, regulation.code, regulation.slug) == (
        "실습실 이용 규정",
        "7-1-1",
        "실습실-이용-규정",
    )
    assert regulation.owner_department == Department.objects.get(name="실습지원팀")
    assert [alias.name for alias in regulation.aliases.all()] == ["실습실 규정"]
    version = regulation.versions.get()
    assert (version.state, version.enforcement_date) == (State.DRAFT, date(2024, 3, 1))
    item = Item.objects.get(locator_key="art-2/para-1/subpara-1/item-1")
    subitem = Item.objects.get(parent=item)
    assert subitem.text == "열 명 이상"
    assert item.subparagraph == Subparagraph.objects.get(
        paragraph=Paragraph.objects.get(number=1, article__number=2)
    )
    assert Article.objects.get(number=3).is_deleted
    assert version.attachments.get().rows == [["방", "금액"], ["큰 방", "2만 원"]]
    positions = [
        *version.articles.values_list("position", flat=True),
        *version.items.values_list("position", flat=True),
    ]
    assert len(positions) == len(set(positions))


def test_importing_the_same_file_again_changes_nothing(tmp_path: Path) -> None:
    path = write(tmp_path, "a.md", text(2024))
    run(path)
    before = list(Article.objects.values_list("pk", flat=True))
    assert run(path)["outcomes"] == {"unchanged": 1}
    assert list(Article.objects.values_list("pk", flat=True)) == before


def test_files_of_a_folder_that_cannot_be_read_are_named(tmp_path: Path) -> None:
    write(tmp_path, "a.md", text(2024))
    for name in ("옛날.doc", "규정.hml", "표.xlsx", ".DS_Store", "~$a.docx"):
        write(tmp_path, name, "글")
    output = StringIO()
    call_command("import_regulations", str(tmp_path), stdout=output, stderr=StringIO())
    assert "규정 1개" in output.getvalue()
    assert "읽지 않은 파일 3개: 규정.hml, 옛날.doc, 표.xlsx" in output.getvalue()
    assert run(tmp_path)["passed_over"] == ["규정.hml", "옛날.doc", "표.xlsx"]


def test_a_folder_of_which_nothing_is_read_is_an_error(tmp_path: Path) -> None:
    write(tmp_path, "묶음.zip", "글")
    with pytest.raises(CommandError, match="읽은 규정이 없습니다"):
        call_command("import_regulations", str(tmp_path), stdout=StringIO(), stderr=StringIO())


def test_the_same_text_in_another_file_is_no_new_version(tmp_path: Path) -> None:
    run(write(tmp_path, "a.md", text(2024)))
    assert run(write(tmp_path, "b.md", text(2024) + "\n\n"))["outcomes"] == {"unchanged": 1}


def test_versions_follow_each_other_whatever_the_order_of_the_files(tmp_path: Path) -> None:
    write(tmp_path, "a.md", text(2025, days=5))
    write(tmp_path, "b.md", text(2023))
    write(tmp_path, "c.md", text(2099, days=7))
    run(tmp_path, "--publish", "--no-embed")
    regulation = Regulation.objects.get()
    spans = regulation.versions.order_by("number").values_list("enforcement_date", "ends_on")
    assert list(spans) == [
        (date(2023, 3, 1), date(2025, 3, 1)),
        (date(2025, 3, 1), date(2099, 3, 1)),
        (date(2099, 3, 1), None),
    ]
    for day, enforced in ((date(2025, 2, 28), 2023), (date(2025, 3, 1), 2025)):
        version = version_in_force(regulation=regulation, as_of=day)
        assert version is not None
        assert version.enforcement_date == date(enforced, 3, 1)
    upcoming = version_upcoming(regulation=regulation, as_of=date(2026, 1, 1))
    assert upcoming is not None
    assert upcoming.enforcement_date == date(2099, 3, 1)
    assert version_in_force(regulation=regulation, as_of=date(2022, 1, 1)) is None


def test_an_older_version_published_later_ends_where_the_newer_begins(tmp_path: Path) -> None:
    run(write(tmp_path, "b.md", text(2025)), "--publish", "--no-embed")
    run(write(tmp_path, "a.md", text(2020, days=9)), "--publish", "--no-embed")
    older = RegulationVersion.objects.get(enforcement_date=date(2020, 3, 1))
    assert (older.number, older.ends_on) == (2, date(2025, 3, 1))


def test_publishing_indexes_at_once(tmp_path: Path) -> None:
    run(write(tmp_path, "a.md", text(2024)), "--publish", "--no-embed")
    assert Passage.objects.filter(version__regulation__code="7-1-1").exists()
    assert RegulationVersion.objects.get().index_state == RegulationVersion.IndexState.LEXICAL


def test_repealed_regulation(tmp_path: Path) -> None:
    run(
        write(tmp_path, "a.md", text(2016, extra="폐지일자: 2020-08-31\n")),
        "--publish",
        "--no-embed",
    )
    version = RegulationVersion.objects.get()
    assert (version.state, version.ends_on) == (State.REPEALED, date(2020, 8, 31))
    assert version_in_force(regulation=version.regulation, as_of=date(2020, 9, 1)) is None
    assert version_in_force(regulation=version.regulation, as_of=date(2020, 8, 30)) == version


def test_two_versions_of_one_day_are_refused_and_the_second_stays_a_draft(tmp_path: Path) -> None:
    run(write(tmp_path, "a.md", text(2024)), "--publish", "--no-embed")
    summary = run(
        write(tmp_path, "b.md", text(2024, days=8)), "--publish", "--no-embed", fails=True
    )
    assert summary["outcomes"] == {"held": 1}
    assert "이미 게시한 제1판과 같아" in str(summary["held"])
    assert sorted(RegulationVersion.objects.values_list("state", flat=True)) == [
        "DRAFT",
        "PUBLISHED",
    ]


def test_text_that_states_no_day_needs_one(tmp_path: Path) -> None:
    path = write(tmp_path, "a.txt", "복무 지침\n제1조(목적) 복무를 정한다.\n")
    assert "--enforcement-date" in str(run(path, "--publish", "--no-embed", fails=True)["held"])
    summary = run(path, "--publish", "--no-embed", "--enforcement-date", "2025-01-02")
    assert summary["outcomes"] == {"published": 1}
    regulation = Regulation.objects.get()
    assert regulation.kind == Regulation.Kind.GUIDELINE
    assert regulation.versions.get().enforcement_date == date(2025, 1, 2)


def test_a_bad_file_is_reported_and_the_others_go_on(tmp_path: Path) -> None:
    write(tmp_path, "a.md", text(2024))
    write(tmp_path, "b.txt", "안내문\n조문이 없는 글입니다.\n")
    write(tmp_path, "c.hwpx", "not a package")
    report = tmp_path / "out" / "r.json"
    report.parent.mkdir()
    summary = run(tmp_path, "--report", report, fails=True)
    assert summary["outcomes"] == {"failed": 2, "draft": 1}
    assert Regulation.objects.count() == 1
    written = json.loads(report.read_text(encoding="utf-8"))
    kept = next(one for one in written["regulations"] if one["report"])
    assert kept["report"]["kept_share"] == 1.0
    assert kept["report"]["counts"]["articles"] == 3


def test_a_dry_run_stores_nothing_and_says_what_becomes_of_each_file(tmp_path: Path) -> None:
    write(tmp_path, "a.md", text(2024))
    write(tmp_path, "b.txt", "가온 규정\n(목적) 이 규정은 정한다.\n(정의) 뜻은 다음과 같다.\n")
    output = StringIO()
    with pytest.raises(CommandError, match="자동 번호가 사라진"):
        call_command(
            "import_regulations", str(tmp_path), "--dry-run", stdout=output, stderr=StringIO()
        )
    assert "가져올 수 있음: a.md: 실습실 이용 규정" in output.getvalue()
    assert "가져오지 못함: b.txt 가온 규정:" in output.getvalue()
    assert not Regulation.objects.exists()


def test_a_rulebook_goes_on_without_the_text_that_lost_its_numbers(tmp_path: Path) -> None:
    rulebook = (
        "직제규정\n제1조(목적) 정한다.\n부칙\n1. 이 규정은 2020년 1월 1일부터 시행한다.\n"
        "복무규정\n제1장 총칙\n(목적) 이 규정은 정한다.\n(정의) 뜻은 다음과 같다.\n"
    )
    summary = run(write(tmp_path, "a.txt", rulebook), fails=True)
    assert summary["outcomes"] == {"draft": 1, "failed": 1}
    assert [one.title for one in Regulation.objects.all()] == ["직제규정"]


def test_nothing_is_half_imported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_args: object, **_kwargs: object) -> None:
        raise DatabaseError("the disk is full")

    monkeypatch.setattr(Attachment.objects, "bulk_create", broken)
    outcomes = files_import(paths=[write(tmp_path, "a.md", text(2024))], now=timezone.now())
    assert [one.outcome for one in outcomes] == ["failed"]
    assert not Regulation.objects.exists()
    assert not Article.objects.exists()


def test_a_missing_path_is_a_plain_sentence() -> None:
    with pytest.raises(CommandError, match="없습니다"):
        call_command("import_regulations", "no/such/file.md")


def test_a_rulebook_with_namesakes(tmp_path: Path) -> None:
    lines = ["차 례", "제 1 편 행정"]
    listed = [
        ("가온대학교학칙", "1-1-1"),
        ("동아리규정【폐지】", "1-1-2"),
        ("동아리규정", "1-1-3"),
        ("직제규정", "1-1-4"),
    ]
    lines += [f"{name} {code}" for name, code in [*listed, ("당직규정", "1-1-5")]]
    for name, _ in listed:
        lines.append(name.removesuffix("【폐지】"))
        if "폐지" in name:
            lines.append("2012년 3월 1일자 폐지 → 새 규정의 제정")
        else:
            lines += [
                "제1조 (목적) 이 규정은 정한다.",
                "부칙",
                "1. 이 규정은 2012년 3월 1일부터 시행한다.",
            ]
    file = write(tmp_path, "rulebook.txt", "\n".join(lines))
    held = run(file, "--publish", "--no-embed", fails=True)["held"]
    assert "당직규정" in str(held)
    assert not RegulationVersion.objects.filter(state=State.PUBLISHED).exists()
    run(file, "--publish", "--no-embed", "--accept-loss", "당직규정은 따로 둔다")
    found = {one.code: one.versions.get().state for one in Regulation.objects.all()}
    assert found == {
        "1-1-1": "PUBLISHED",
        "1-1-2": "REPEALED",
        "1-1-3": "PUBLISHED",
        "1-1-4": "PUBLISHED",
    }
    clubs = Regulation.objects.filter(title__contains="동아리")
    assert dict(clubs.values_list("code", "slug")) == {
        "1-1-3": "동아리규정",
        "1-1-2": "동아리규정-1-1-2",
    }
    assert Regulation.objects.get(code="1-1-1").kind == Regulation.Kind.SCHOOL_REGULATIONS


def test_sample_university_loads_twice(tmp_path: Path) -> None:
    folder = tmp_path / "samples"
    (folder / "regulations").mkdir(parents=True)
    write(
        folder,
        "departments.json",
        '[{"name": "실습지원팀", "phone": "02-0000-0000", "handles": ["실습실", "예약"]}]',
    )
    write(folder / "regulations", "a.md", text(2024))
    for expected in ("새로 넣은 것 1개", "새로 넣은 것 0개"):
        output = StringIO()
        call_command(
            "load_sample", "--from", str(folder), "--no-embed", stdout=output, stderr=StringIO()
        )
        assert expected in output.getvalue()
    assert Department.objects.get().handles == "실습실, 예약"
    assert RegulationVersion.objects.get().state == State.PUBLISHED


def test_texts_without_a_day_are_held_with_one_way_out(tmp_path: Path) -> None:
    for name in ("복무", "당직"):
        write(tmp_path, f"{name}.txt", f"{name} 지침\n제1조(목적) 일을 정한다.\n")
    write(tmp_path, "c.md", text(2024))
    output = StringIO()
    with pytest.raises(CommandError) as error:
        call_command("import_regulations", str(tmp_path), "--publish", "--no-embed", stdout=output)
    assert str(error.value).count("--enforcement-date") == 1
    assert "당직 지침, 복무 지침" in str(error.value)
    assert "초안으로 둠(확인 필요): 당직.txt" in output.getvalue()
    run(tmp_path, "--publish", "--no-embed", "--enforcement-date", "2025-01-02")
    days = RegulationVersion.objects.values_list("enforcement_date", flat=True)
    # The text that says its own day keeps it.
    assert sorted(filter(None, days)) == [date(2024, 3, 1), date(2025, 1, 2), date(2025, 1, 2)]


def test_a_table_that_is_gone_since_the_version_in_force_is_held(tmp_path: Path) -> None:
    run(write(tmp_path, "a.md", text(2023)), "--publish", "--no-embed")
    without = text(2024).partition("## [별표 1]")[0]
    summary = run(write(tmp_path, "b.md", without), "--publish", "--no-embed", fails=True)
    assert summary["outcomes"] == {"held": 1}
    draft = RegulationVersion.objects.get(state=State.DRAFT)
    assert draft.report["in_force"] == ["별표 1 없음"]
    found = [one for one in version_findings(version=draft) if one.kind == "in_force"]
    assert [one.said for one in found] == ["별표 1 없음"]


def test_the_account_of_the_structure_is_shown_beside_that_of_the_characters(
    tmp_path: Path,
) -> None:
    run_on = "가온 규정\n제1조(목적) 정하며 제2조(정의) 뜻은 같다.\n제3조(준용) 준용한다.\n"
    output = StringIO()
    with pytest.raises(CommandError, match="구조 보존율"):
        call_command(
            "import_regulations",
            str(write(tmp_path, "a.txt", run_on)),
            "--publish",
            "--no-embed",
            "--enforcement-date",
            "2025-01-02",
            stdout=output,
        )
    assert "글자 100.0000%, 구조 66.67%(2/3)" in output.getvalue()
    assert "제2조" in output.getvalue()


def test_a_database_that_was_never_migrated_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(MigrationExecutor, "migration_plan", lambda *_: ["0001"])
    file = str(write(tmp_path, "a.md", text(2024)))
    for command in (["import_regulations", file], ["import_watched"], ["ask", "며칠 전까지?"]):
        with pytest.raises(CommandError, match="migrate"):
            call_command(*command)
