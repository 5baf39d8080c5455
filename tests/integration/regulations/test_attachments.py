"""별표 from the file to the page: rows that can be cited, pictures that can be seen, nothing of the file's names in a path."""

from __future__ import annotations

import io
import re
from datetime import date

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from PIL import Image
from pytest_django import Settings

from portal.accounts.models import User
from regulations.importing.files import regulation_import
from regulations.models import Item, Passage, Picture, RegulationVersion, Subparagraph
from regulations.publishing.versions import version_publish
from regulations.reading.names import regulation_names
from regulations.search.index.building import index_version
from regulations.text.citations import extract_citations
from regulations.text.parser import parse_regulation
from regulations.text.readers import SourceLine, SourceText
from regulations.text.readers.pictures import PictureLimits
from verification.citations.resolution import Resolution, resolve_citations
from verification.citations.states import CitationStatus

pytestmark = pytest.mark.django_db

DAY = date(2025, 3, 1)
TEXT = """실습비 규정
제1조(목적) 실습비를 정한다.
부칙
이 규정은 2025년 3월 1일부터 시행한다.
[별표 1] 실습비 기준
실습비는 학기마다 정한다."""
ROWS = (("호", "과목", "금액"), ("1.", "기초실습", "5만 원"), ("2.", "심화실습", "9만 원"))
AFTER = "[별표 2] 반환 기준\n1. 개강 전\n가. 전액을 돌려준다.\n2. 개강 후에는 돌려주지 아니한다.\n비고\n1. 휴일은 세지 아니한다."


def png(color: str = "red") -> bytes:
    written = io.BytesIO()
    Image.new("RGB", (40, 20), color).save(written, "PNG")
    return written.getvalue()


@pytest.fixture
def version(settings: Settings, tmp_path: object) -> RegulationVersion:
    settings.MEDIA_ROOT = str(tmp_path)
    limits = PictureLimits()
    lines = [SourceLine(line) for line in TEXT.splitlines()]
    lines += [SourceLine("", kind="table", rows=ROWS), limits.line(png())]
    lines += [SourceLine(line) for line in AFTER.splitlines()]
    lines.insert(2, limits.line(b"<svg xmlns='http://www.w3.org/2000/svg'><script/></svg>"))
    parsed = parse_regulation(SourceText(tuple(lines), "hwpx", "0" * 64, "실습비.hwpx"))
    imported = regulation_import(
        parsed=parsed, source_name="실습비.hwpx", source_sha256="0" * 64, enforcement_date=DAY
    )
    return version_publish(version=imported.version, now=timezone.now())


def resolved(text: str) -> Resolution:
    names = regulation_names()
    citations = extract_citations(text, names=names.extraction_index)
    [resolution] = resolve_citations(citations, as_of=DAY, names=names)
    return resolution


@pytest.mark.parametrize(
    ("text", "status", "detail"),
    [
        ("「실습비 규정」 별표 1 제2호", CitationStatus.VERIFIED, "| 2. | 심화실습 | 9만 원 |"),
        ("「실습비 규정」 별표 1의 제1호", CitationStatus.VERIFIED, "| 호 | 과목 | 금액 |"),
        ("「실습비 규정」 별표 2 제1호", CitationStatus.VERIFIED, "개강 전\n전액을 돌려준다."),
        ("「실습비 규정」 별표 2 제1호가목", CitationStatus.VERIFIED, "전액"),
        ("「실습비 규정」 별표 1 제3호", CitationStatus.NOT_FOUND, "제1호–제2호"),
        ("「실습비 규정」 별표 1 제1호가목", CitationStatus.NOT_FOUND, "제1호–제2호"),
        ("「실습비 규정」 별표 3 제1호", CitationStatus.NOT_FOUND, "별표 1, 별표 2"),
        ("「실습비 규정」 별표 3", CitationStatus.NOT_FOUND, "별표 1, 별표 2"),
        ("「실습비 규정」 별표 2 비고 제1호", CitationStatus.NOT_CHECKED, ""),
    ],
)
def test_rows_are_found_by_citations(
    version: RegulationVersion, text: str, status: CitationStatus, detail: str
) -> None:
    resolution = resolved(text)
    assert resolution.status is status
    said = resolution.existing_range or (resolution.provision.text if resolution.provision else "")
    assert detail in said


def test_rows_have_anchors_and_stand_in_passages(
    client: Client, version: RegulationVersion
) -> None:
    assert Subparagraph.objects.filter(attachment__version=version).count() == 4
    assert Item.objects.get().attachment is not None
    index_version(version_id=version.pk)
    assert "2. | 심화실습 | 9만 원" in Passage.objects.get(locator_key="table-1").text
    assert "전액을 돌려준다." in Passage.objects.get(locator_key="table-2").text

    page = reverse("regulations:version", args=[version.regulation.slug, version.number])
    html = client.get(f"{page}?cite=table-1/subpara-2").content.decode()
    assert '<tr id="table-1/subpara-2" class="is-cited">' in html
    assert 'id="table-2/subpara-1/item-1"' in html
    assert "이 판에는" not in html

    missing = client.get(f"{page}?cite=table-1/subpara-9").content.decode()
    assert "이 판에는 별표 1 제9호" in missing


def test_pictures_are_shown_and_downloaded(client: Client, version: RegulationVersion) -> None:
    picture = Picture.objects.get()
    assert (picture.locator_key, picture.width, picture.height) == ("table-1", 40, 20)
    assert "실습비" not in str(picture.content.name)
    assert version.report["images"] == 2
    assert version.report["images_left_out"] == ["제1조: 웹에서 볼 수 없는 형식의 그림"]

    slug = version.regulation.slug
    address = reverse("regulations:picture", args=[slug, version.number, 1])
    page = client.get(reverse("regulations:version", args=[slug, version.number]))
    assert f'src="{address}"' in page.content.decode()
    response = client.get(address)
    assert response.getvalue() == png()
    assert response["Content-Type"] == "image/png"
    assert response["Content-Disposition"].startswith("attachment;")
    assert response["X-Content-Type-Options"] == "nosniff"
    assert "default-src 'none'" in response["Content-Security-Policy"]
    missing = reverse("regulations:picture", args=[slug, version.number, 2])
    assert client.get(missing).status_code == 404


def test_pictures_of_a_draft_are_not_public(client: Client, version: RegulationVersion) -> None:
    RegulationVersion.objects.update(state=RegulationVersion.State.DRAFT)
    address = reverse("regulations:picture", args=[version.regulation.slug, version.number, 1])
    assert client.get(address).status_code == 404


def test_a_picture_whose_file_is_gone_is_not_found(
    client: Client, version: RegulationVersion
) -> None:
    picture = Picture.objects.get()
    picture.content.storage.delete(str(picture.content.name))
    address = reverse("regulations:picture", args=[version.regulation.slug, version.number, 1])
    assert client.get(address).status_code == 404


def test_the_report_for_the_office_shows_rows_and_lines(
    client: Client, version: RegulationVersion
) -> None:
    client.force_login(User.objects.create_superuser("clerk", "clerk@example.org", "x"))

    reply = client.get(reverse("admin:regulations_version_report", args=[version.pk]))

    shown = reply.content.decode()
    assert re.search(r"<td>\s*심화실습</td>", shown)
    assert re.search(r"<p[^>]*>\s*2\. 개강 후에는 돌려주지 아니한다\.", shown)
