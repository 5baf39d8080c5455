"""Pictures of files: kept with their bytes where a browser can show them, and said to be left out where not."""

from __future__ import annotations

import base64
import io
import struct
import zlib
from pathlib import Path

import docx
import pytest
from docx.oxml.ns import nsdecls
from docx.oxml.parser import parse_xml
from PIL import Image

from regulations.text.parser import parse_regulation
from regulations.text.readers import SourceText, pictures, read
from regulations.text.readers.pictures import PictureLimits
from regulations.text.readers.source import SourcePicture
from tests.shared_data import shared_file


def picture(form: str = "PNG", size: tuple[int, int] = (30, 20), color: str = "red") -> bytes:
    written = io.BytesIO()
    Image.new("RGB", size, color).save(written, form)
    return written.getvalue()


def pictures_of(source: SourceText) -> list[SourcePicture]:
    return [line.picture for line in source.lines if line.picture is not None]


def looked_at(content: bytes) -> SourcePicture:
    found = PictureLimits().line(content).picture
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("form", "media_type"),
    [("PNG", "image/png"), ("JPEG", "image/jpeg"), ("GIF", "image/gif"), ("WEBP", "image/webp")],
)
def test_pictures_for_the_web_are_kept_as_they_are(form: str, media_type: str) -> None:
    content = picture(form)
    assert looked_at(content) == SourcePicture(media_type, content, 30, 20)


@pytest.mark.parametrize("form", ["BMP", "TIFF"])
def test_pictures_that_browsers_do_not_show_become_png(form: str) -> None:
    found = looked_at(picture(form))
    assert (found.media_type, found.width) == ("image/png", 30)
    assert found.content.startswith(b"\x89PNG")


def huge_png() -> bytes:
    header = struct.pack(">IIBBBBB", 60_000, 60_000, 8, 2, 0, 0, 0)
    chunk = b"IHDR" + header
    crc = struct.pack(">I", zlib.crc32(chunk))
    return (
        b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + chunk + crc + struct.pack(">I", 9) + b"IDAT"
    )


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>", "형식"),
        (b"<html><script>alert(1)</script></html>", "형식"),
        (b"\xd7\xcd\xc6\x9a" + bytes(40), "형식"),
        (b"", "형식"),
        (picture()[:60], "손상"),
        (huge_png(), "너무 큰"),
        (bytes(11 * 1024**2), "너무 큰"),
    ],
    ids=["svg", "html", "wmf", "empty", "truncated", "pixels", "bytes"],
)
def test_other_pictures_are_not_kept_and_said_so(content: bytes, said: str) -> None:
    found = looked_at(content)
    assert found.content == b""
    assert said in found.fault


def test_a_file_gives_only_so_many_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    limits = PictureLimits(pictures=1)
    assert [
        bool(one.picture and one.picture.content) for one in map(limits.line, [picture()] * 2)
    ] == [
        True,
        False,
    ]
    tight = PictureLimits(content_bytes=10)
    found = tight.line(picture()).picture
    assert found is not None
    assert found.fault == pictures._TOO_MANY


@pytest.mark.process
def test_pictures_of_a_word_document_stand_where_they_stood(tmp_path: Path) -> None:
    made = docx.Document()
    made.add_paragraph("가온 규정")
    made.add_paragraph("제1조(목적) 정한다.")
    made.add_picture(io.BytesIO(picture(color="blue")))
    made.add_paragraph("제2조(표) 다음과 같다.")
    cell = made.add_table(rows=1, cols=1).cell(0, 0)
    cell.paragraphs[0].add_run("약도").add_picture(io.BytesIO(picture(color="green")))
    chart = f'<w:p {nsdecls("w")}><w:r><w:object><o:OLEObject xmlns:o="urn:schemas-microsoft-com:office:office"/></w:object></w:r></w:p>'
    made.element.body.insert(2, parse_xml(chart))
    path = tmp_path / "규정.docx"
    made.save(str(path))

    parsed = parse_regulation(read(path))

    places = [
        (one.locator.key if one.locator else "", one.picture.width) for one in parsed.pictures
    ]
    assert places == [("art-1", 30), ("art-2", 30)]
    assert (parsed.report.images, parsed.report.images_kept) == (2, 2)
    assert parsed.report.notes == ("읽지 않은 것: OLE 개체 1개",)
    assert "약도" in parsed.articles[1].full_text


@pytest.mark.process
def test_pictures_of_a_web_page(tmp_path: Path) -> None:
    inside = base64.b64encode(picture()).decode()
    path = tmp_path / "규정.html"
    path.write_text(
        f'<p>가온 규정</p><p>제1조(목적) 정한다. <img src="data:image/png;base64,{inside}"></p>'
        '<p><img src="http://127.0.0.1/x.png"><img src="data:image/svg+xml;base64,PHN2Zy8+"></p>',
        encoding="utf-8",
    )
    report = parse_regulation(read(path)).report
    assert (report.images, report.images_kept) == (3, 1)
    assert report.images_left_out == (
        "제1조: 파일 밖에 있는 그림",
        "제1조: 웹에서 볼 수 없는 형식의 그림",
    )


@pytest.mark.process
def test_pictures_of_a_pdf_but_not_the_emblem_of_every_page(tmp_path: Path) -> None:
    emblem, plan = Image.new("RGB", (40, 40), "navy"), Image.new("RGB", (60, 40), "red")
    path = tmp_path / "규정.pdf"
    path.write_bytes(pdf_of(4, emblem, plan))
    source = read(path)
    assert [(one.width, one.height) for one in pictures_of(source)] == [(60, 40)]
    assert source.not_read == {"쪽마다 되풀이되는 그림": 1}


WORDS = ("First", "Second", "Third", "Fourth")


def pdf_of(pages: int, emblem: Image.Image, plan: Image.Image) -> bytes:
    """A PDF with a line of text and an emblem on each page, and a plan on the second."""
    kids = " ".join(f"{10 + 2 * page} 0 R" for page in range(pages))
    objects: dict[int, bytes] = {
        1: b"<</Type/Catalog/Pages 2 0 R>>",
        2: f"<</Type/Pages/Kids[{kids}]/Count {pages}>>".encode(),
        3: b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
        4: _image(emblem),
        5: _image(plan),
    }
    for page in range(pages):
        drawn = f"q 40 0 0 40 500 700 cm /E Do Q BT /F 12 Tf 50 500 Td ({WORDS[page]} page of the rules) Tj ET"
        drawn += " q 60 0 0 40 50 300 cm /P Do Q" if page == 1 else ""
        objects[10 + 2 * page] = (
            f"<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents {11 + 2 * page} 0 R"
            "/Resources<</Font<</F 3 0 R>>/XObject<</E 4 0 R/P 5 0 R>>>>>>"
        ).encode()
        objects[11 + 2 * page] = b"<</Length %d>>stream\n%s\nendstream" % (
            len(drawn),
            drawn.encode(),
        )
    body = b"".join(b"%d 0 obj\n%s\nendobj\n" % (n, content) for n, content in objects.items())
    return b"%PDF-1.7\n" + body + b"trailer\n<</Root 1 0 R>>\n%%EOF"


def _image(image: Image.Image) -> bytes:
    pixels = zlib.compress(image.tobytes())
    head = (
        f"<</Type/XObject/Subtype/Image/Width {image.width}/Height {image.height}/BitsPerComponent 8"
        f"/ColorSpace/DeviceRGB/Filter/FlateDecode/Length {len(pixels)}>>stream\n"
    )
    return head.encode() + pixels + b"\nendstream"


@pytest.mark.process
@pytest.mark.slow
def test_pictures_of_a_real_rulebook_are_kept() -> None:
    found = pictures_of(read(shared_file("university/dongeui/rulebook_9-349_part_b.hwpx")))
    assert found
    assert all(one.content and one.width for one in found)
