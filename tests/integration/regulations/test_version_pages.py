"""The pages beside a regulation's text: history, 신구조문대비표 on the page and as a file, attachments."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import replace
from datetime import date
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest
from django.test import Client
from django.utils import timezone
from docx import Document

from regulations.curation.editing import provision_edit, provision_find, words_of
from regulations.importing.files import regulation_import
from regulations.models import RegulationVersion
from regulations.publishing.versions import version_publish
from regulations.text.parser import parse_regulation
from regulations.text.readers.hangul.blocks import read_lines

pytestmark = pytest.mark.django_db

QUERIES_OF_A_COMPARISON = 3

TEXT = """제1조(목적) 이 규정은 실습실의 이용을 정한다.
제2조(신청)
① 이용일 7일 전까지 다음 서류를 낸다.
1. 신청서
2. 이수증
② 관리자가 승인한다.
제3조(변상) 잃어버린 사람이 갚는다.
[별표 1] 요금
| 방 | 금액 |
| --- | --- |
| 큰 방 | 2만 원 |
| =1+1 | -3 |
"""
ADDRESS = "/regulations/실습실-규정"


def published(text: str, begins: date, title: str = "실습실 규정") -> RegulationVersion:
    imported = regulation_import(
        parsed=parse_regulation(text, title=title),
        source_name=f"{begins}.txt",
        source_sha256=f"{begins}",
        enforcement_date=begins,
    )
    return version_publish(version=imported.version, now=timezone.now(), index=False)


@pytest.fixture
def versions() -> list[RegulationVersion]:
    """A version that has ended, the one in force, one to come."""
    second = TEXT.replace("7일 전", "10일 전").replace("② 관리자가", "② 팀장이")
    third = second.replace("제3조(변상) 잃어버린 사람이 갚는다.", "제3조 삭제 <2099. 3. 1.>")
    third = third.replace("큰 방 | 2만", "큰 방 | 3만")
    days = (date(2020, 3, 1), date(2024, 3, 1), date(2099, 3, 1))
    return [published(text, day) for text, day in zip((TEXT, second, third), days, strict=True)]


def page(client: Client, path: str, **query: str) -> str:
    reply = client.get(f"{ADDRESS}{path}", query)
    assert reply.status_code == 200
    return reply.content.decode()


@pytest.mark.usefixtures("versions")
def test_history_tells_what_each_version_changed(client: Client) -> None:
    html = page(client, "/history").partition('class="history-lines"')[2]

    assert html.index("2099. 3. 1.") < html.index("2024. 3. 1.") < html.index("2020. 3. 1.")
    for said in ("현행", "개정 예정", "지난 판", "개정 1", "삭제 1", "별표·서식 1"):
        assert said in html
    assert "이 포털에 있는 가장 오래된 판입니다." in html


@pytest.mark.usefixtures("versions")
def test_comparison_marks_words_by_more_than_color(client: Client) -> None:
    html = page(client, "/2/comparison")

    assert "<del>7일</del>" in html
    assert "<ins>10일</ins>" in html
    assert "<ins>팀장이</ins>" in html
    assert "1.・2." in html
    assert "(현행과 같음)" in html
    assert "제1조" not in html
    assert 'id="art-2"' in html


@pytest.mark.usefixtures("versions")
def test_comparison_shows_everything_when_asked_and_any_two_versions(client: Client) -> None:
    everything = page(client, "/3/comparison", before="1", all="1")

    for said in ("제1조", "<ins>10일</ins>", "<ins>3만</ins>", "<td>큰 방</td>"):
        assert said in everything
    assert "(현행과 같음)" not in everything
    assert client.get(f"{ADDRESS}/3/comparison", {"before": "3"}).status_code == 404
    assert client.get(f"{ADDRESS}/3/comparison", {"before": "9"}).status_code == 404
    assert "견줄 앞 판이 이 포털에 없습니다." in page(client, "/1/comparison")


def test_table_keeps_its_head_and_says_once_that_rows_are_left_out(client: Client) -> None:
    def text(*rows: str) -> str:
        lines = "".join(f"| {row} | 1만 원 |\n" for row in rows)
        return f"제1조(목적) 정한다.\n[별표 1] 요금\n| 방 | 금액 |\n| --- | --- |\n{lines}"

    published(text("가", "나", "다", "라", "마"), date(2020, 3, 1))
    published(text("가", "나", "새 방", "다", "라", "마"), date(2024, 3, 1))

    html = page(client, "/2/comparison")

    assert html.count("<td>금액</td>") == 2
    assert html.count("(생략)") == 1
    assert html.count("(현행과 같음)") == 2
    assert "<ins>새 방</ins>" in html


@pytest.mark.usefixtures("versions")
def test_comparison_as_a_file_underlines_what_differs(client: Client) -> None:
    reply = client.get(f"{ADDRESS}/2/comparison.docx")

    assert reply.headers["Content-Disposition"].startswith("attachment; filename*=UTF-8''")
    (table,) = Document(BytesIO(reply.content)).tables
    assert [cell.text for cell in table.rows[0].cells] == [
        "종전 (2020. 3. 1. 시행)",
        "개정 (2024. 3. 1. 시행)",
    ]
    runs = [
        [run.text for paragraph in cell.paragraphs for run in paragraph.runs if run.underline]
        for cell in table.rows[2].cells
    ]
    assert runs == [["7일"], ["10일"]]
    assert client.get(f"{ADDRESS}/1/comparison.docx").status_code == 404
    assert client.get(f"{ADDRESS}/2/comparison.exe").status_code == 404


@pytest.mark.usefixtures("versions")
def test_comparison_as_hwpx_is_read_back_with_what_differs(client: Client, tmp_path: Path) -> None:
    path = tmp_path / "대비표.hwpx"
    path.write_bytes(client.get(f"{ADDRESS}/3/comparison.hwpx?before=1").content)

    title, table = read_lines(path)
    assert title.text == "실습실 규정 신구조문대비표"
    assert table.rows[0] == ("종전 (2020. 3. 1. 시행)", "개정 (2099. 3. 1. 시행)")
    assert table.rows[1] == ("제2조(신청)", "제2조(신청)")
    assert "10일 전까지" in table.rows[2][1]
    assert "요금" in table.rows[-2][0]
    assert "3만 원" in table.rows[-1][1]
    with ZipFile(path) as package:
        assert package.infolist()[0].filename == "mimetype"
        section = package.read("Contents/section0.xml").decode()
    changed = re.findall(r'charPrIDRef="2"><hp:t>([^<]*)<', section)
    assert {"7일", "10일", "3만"} <= {word.strip() for word in changed}


@pytest.mark.usefixtures("versions")
def test_a_day_leads_to_the_version_of_that_day(client: Client) -> None:
    def led_to(on: str) -> str:
        return str(client.get(f"{ADDRESS}/", {"on": on}).headers["Location"])

    assert led_to("2023-05-01").endswith("/1/")
    assert led_to("2024-03-01").endswith("/2/")
    assert led_to("2100-01-01").endswith("/3/")
    for nothing in ("2019-01-01", "tomorrow"):
        assert "history?on=" in led_to(nothing)
        reply = client.get(f"{ADDRESS}/", {"on": nothing}, follow=True)
        assert f"{nothing}에 시행 중이던 판을 찾지 못했습니다." in reply.content.decode()


@pytest.mark.usefixtures("versions")
def test_text_says_what_is_to_come_and_leads_to_the_other_pages(client: Client) -> None:
    html = page(client, "/2/")

    assert "개정 예정: 2099. 3. 1.부터" in html
    for path in ("history", "3/comparison", "2/comparison", "2/attachments"):
        assert path in html
    assert "data-copy-link" in html


@pytest.mark.usefixtures("versions")
def test_attachment_has_files_that_a_spreadsheet_cannot_be_harmed_by(client: Client) -> None:
    html = page(client, "/2/attachments")

    assert "2/attachments/table-1.docx" in html
    table = client.get(f"{ADDRESS}/2/attachments/table-1.csv").content.decode("utf-8-sig")
    assert "큰 방,2만 원" in table
    assert "'=1+1,-3" in table
    (cells,) = Document(BytesIO(client.get(f"{ADDRESS}/2/attachments/table-1.docx").content)).tables
    assert cells.cell(1, 1).text == "2만 원"
    for missing in ("table-9.docx", "table-1.hwp", "table-1.exe"):
        assert client.get(f"{ADDRESS}/2/attachments/{missing}").status_code == 404


def test_draft_is_nowhere(client: Client) -> None:
    version = published(TEXT, date(2024, 3, 1))
    RegulationVersion.objects.filter(pk=version.pk).update(state="DRAFT")

    for path in ("/history", "/1/comparison", "/1/attachments", "/1/comparison.docx"):
        assert client.get(f"{ADDRESS}{path}").status_code == 404
    assert client.get(f"{ADDRESS}/1/attachments/table-1.csv").status_code == 404


def test_what_was_corrected_by_hand_is_told_beside_the_words_of_the_file(client: Client) -> None:
    whose = TEXT.replace("관리자가 승인한다", "담당 900101-1234567이 승인한다")
    parsed = parse_regulation(whose, title="실습실 규정")
    version = regulation_import(
        parsed=parsed,
        source_name="실습실.txt",
        source_sha256="a",
        enforcement_date=date(2024, 3, 1),
    ).version
    corrected = {"art-2/para-1": "이용일 9일 전까지 다음 서류를 낸다.", "art-2/para-2": "승인한다."}
    for key, text in corrected.items():
        seen = words_of(provision_find(version=version, locator_key=key))
        provision_edit(
            version=version,
            locator_key=key,
            words=replace(seen, text=text),
            seen_digest=seen.digest,
            by=None,
            reason="원본 2쪽이 잘못 읽힘",
        )
    version_publish(version=version, now=timezone.now(), index=False)

    html = page(client, "/history")
    assert "<del>7일</del>" in html
    assert "<ins>9일</ins>" in html
    assert html.count("원본 2쪽이 잘못 읽힘") == 2
    provisions = client.get(f"/api{ADDRESS}/versions/1/").json()["provisions"]
    told = {
        one["locator"]: one["difference_to_file"] for one in provisions if one["difference_to_file"]
    }
    reasons = ["원본 2쪽이 잘못 읽힘"]
    assert told == {
        "art-2/para-1": {
            "reasons": reasons,
            "text_of_file": "이용일 7일 전까지 다음 서류를 낸다.",
        },
        # Who was named in the file is named nowhere.
        "art-2/para-2": {"reasons": reasons, "text_of_file": None},
    }
    assert "900101" not in html


def test_six_hundred_articles_take_three_queries(
    client: Client, django_assert_num_queries: Callable[[int], AbstractContextManager[object]]
) -> None:
    def text(days: int) -> str:
        return "\n".join(
            f"제{number}조(제목 {number}) {number}번째 신청은 {days}일 전까지 한다."
            for number in range(1, 601)
        )

    published(text(7), date(2020, 3, 1))
    published(text(9), date(2024, 3, 1))
    page(client, "/history")  # what every page asks for first is in the cache now

    with django_assert_num_queries(QUERIES_OF_A_COMPARISON):
        html = page(client, "/2/comparison")

    assert html.count("<ins>9일</ins>") == 600
