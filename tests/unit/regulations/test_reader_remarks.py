"""Changes that nobody accepted, memos and hidden comments of Hangul files: told at their place, and no words of the regulation."""

from __future__ import annotations

import struct
import zipfile
from collections.abc import Iterable
from io import BytesIO
from pathlib import Path

import pytest

from regulations.text.parser import parse_regulation
from regulations.text.readers import read
from regulations.text.readers.hangul.blocks import read_lines
from regulations.text.readers.source import SourceLine
from tests.sample_files import hwp
from tests.sample_files.compound import compound_file
from tests.sample_files.hwp_records import record
from tests.sample_files.hwpx import hwpx_file
from tests.sample_files.packages import package
from tests.sample_files.regulation import BLOCKS, NAME

_PARAGRAPH = '<hp:p id="900" paraPrIDRef="0" styleIDRef="0" pageBreak="0" columnBreak="0" merged="0">{}</hp:p>'
_RUN = '<hp:run charPrIDRef="0">{}</hp:run>'
_DELETED = '<hp:deleteBegin Id="1" TcId="1"/>{}<hp:deleteEnd Id="1" TcId="1" paraend="0"/>'
_INSERTED = '<hp:insertBegin Id="2" TcId="2"/>{}<hp:insertEnd Id="2" TcId="2" paraend="0"/>'
_MEMO = (
    '<hp:ctrl><hp:fieldBegin id="77" type="MEMO" name="" editable="1" dirty="1" zorder="1" fieldid="623209829">'
    '<hp:parameters cnt="1" name=""><hp:stringParam name="Command">MEMO/65535/1/0/0/담당/\\;;</hp:stringParam></hp:parameters>'
    "<hp:subList>{}</hp:subList></hp:fieldBegin></hp:ctrl>"
)
_MEMO_END = '<hp:ctrl><hp:fieldEnd beginIDRef="77" fieldid="623209829"/></hp:ctrl>'


def _hwpx(path: Path, *runs: str) -> Path:
    """The sample regulation with these runs of paragraphs behind its last article."""
    parts = {}
    with zipfile.ZipFile(BytesIO(hwpx_file())) as made:
        for name in made.namelist():
            parts[name] = made.read(name)
    added = "".join(_PARAGRAPH.format(_RUN.format(run)) for run in runs)
    section = parts["Contents/section0.xml"].decode()
    parts["Contents/section0.xml"] = section.replace("</hs:sec>", f"{added}</hs:sec>").encode()
    path.write_bytes(package(parts, stored=frozenset({"mimetype"})))
    return path


def _told(lines: Iterable[SourceLine]) -> list[tuple[str, list[tuple[str, str]]]]:
    found = [(line, [(one.kind, one.text) for one in line.warnings]) for line in lines]
    return [
        (line.text or "|".join(cell for row in line.rows for cell in row), said)
        for line, said in found
        if said
    ]


def test_changes_of_a_hwpx_are_accepted_and_told(tmp_path: Path) -> None:
    path = _hwpx(
        tmp_path / "규정.hwpx",
        f"<hp:t>비품은 {_DELETED.format('매년')}{_INSERTED.format('학기마다')} 살핀다.</hp:t>",
        # All of a paragraph is taken out: what is told of it stands behind the one before.
        f"<hp:t>{_DELETED.format('살피지 않는다.')}</hp:t>",
        # One that never ends takes nothing with it.
        '<hp:t>담당은 <hp:deleteBegin Id="9" TcId="9"/>총무과이다.</hp:t>',
    )
    lines = list(read_lines(path))
    assert _told(lines) == [
        (
            "비품은 학기마다 살핀다.",
            [
                ("tracked", "지운 글: 매년"),
                ("tracked", "넣은 글: 학기마다"),
                ("tracked", "지운 글: 살피지 않는다."),
            ],
        )
    ]
    assert lines[-1].text == "담당은 총무과이다."


def test_memos_of_a_hwpx_are_told_where_they_hang(tmp_path: Path) -> None:
    words = _PARAGRAPH.format(_RUN.format("<hp:t>다시 볼 것</hp:t>"))
    hidden = (
        f"<hp:ctrl><hp:hiddenComment><hp:subList>{words}</hp:subList></hp:hiddenComment></hp:ctrl>"
    )
    table = (
        '<hp:tbl rowCnt="1" colCnt="1"><hp:tr><hp:tc><hp:subList>'
        + _PARAGRAPH.format(_RUN.format(f"{_MEMO.format(words)}<hp:t>2만 원</hp:t>{_MEMO_END}"))
        + '</hp:subList><hp:cellAddr colAddr="0" rowAddr="0"/><hp:cellSpan colSpan="1" rowSpan="1"/></hp:tc></hp:tr></hp:tbl>'
    )
    path = _hwpx(
        tmp_path / "규정.hwpx",
        f"{_MEMO.format(words)}<hp:t>비품은 살핀다.</hp:t>{_MEMO_END}",
        f"<hp:t>담당은 총무과이다.</hp:t>{hidden}",
        table,
    )
    said = [("comment", "다시 볼 것")]
    assert _told(read_lines(path)) == [
        ("비품은 살핀다.", said),
        ("담당은 총무과이다.", said),
        ("2만 원", said),
    ]


@pytest.mark.process
def test_what_is_told_names_the_provision_that_its_line_begins(tmp_path: Path) -> None:
    path = _hwpx(
        tmp_path / "규정.hwpx",
        "<hp:t>부칙</hp:t>",
        f"<hp:t>제1조(시행일) 이 규정은 2025년 {_DELETED.format('2월')}{_INSERTED.format('3월')} 1일부터 시행한다.</hp:t>",
    )
    report = parse_regulation(read(path)).report
    assert {one.label for one in report.warnings} == {"부칙 제1조"}
    assert report.kept_share == 1


def _paragraph(text: bytes, *hung: bytes) -> bytes:
    """A paragraph of a HWP file with what hangs on it."""
    head = struct.pack("<IIHBBHHHIH", len(text) // 2, 0, 0, 0, 0, 1, 0, 1, 0, 0)
    made = record(0x42, 0, head) + record(0x43, 1, text + "\r".encode("utf-16-le"))
    return made + record(0x44, 1, struct.pack("<II", 0, 0)) + b"".join(hung)


def _letters(text: str) -> bytes:
    return text.encode("utf-16-le")


def _field(words: str, number: int) -> tuple[bytes, bytes]:
    """A text under a memo: with its beginning and end, and the record that names the memo."""
    begins = struct.pack("<H4s8xH", 3, b"knu%", 3)
    ends = struct.pack("<H4s8xH", 4, b"knu%", 4)
    command = _letters(f"MEMO/65535/{number}/0/0/담당/\\;;")
    named = b"knu%" + struct.pack("<IBH", 0, 0, len(command) // 2) + command + bytes(8)
    return begins + _letters(words) + ends, record(0x47, 1, named)


def _memo(number: int, words: str) -> bytes:
    head = struct.pack("<IIHBBHHHIH", len(words) + 1, 0, 0, 0, 0, 1, 0, 1, 0, 0)
    return (
        record(0x5D, 1, struct.pack("<I", number))
        + record(0x48, 1, bytes(8))
        + record(0x42, 1, head)
        + record(0x43, 2, _letters(words + "\r"))
    )


def _hwp(path: Path, monkeypatch: pytest.MonkeyPatch, body: bytes, view: bytes = b"") -> Path:
    """The sample regulation with more paragraphs behind its text, and the same text with its changes where there are any."""
    text = hwp._section(hwp._counted_addenda(BLOCKS))
    monkeypatch.setattr(hwp, "_section", lambda _blocks: text + body)
    streams = {"ViewText/Section0": hwp._deflated(text + view)} if view else {}
    monkeypatch.setattr(hwp, "compound_file", lambda parts: compound_file(parts | streams))
    path.write_bytes(hwp.hwp_file())
    return path


def test_changes_of_a_hwp_are_told_where_its_text_has_them(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    ranges = struct.pack("<6I", 4, 6, 0x11000001, 6, 10, 0x10000002)
    taken = struct.pack("<3I", 0, 8, 0x11000003)
    path = _hwp(
        tmp_path / "규정.hwp",
        monkeypatch,
        _paragraph(_letters("비품은 학기마다 살핀다."))
        + _paragraph(_letters("담당은 총무과이다.")),
        _paragraph(_letters("비품은 매년학기마다 살핀다."), record(0x46, 1, ranges))
        + _paragraph(_letters("살피지 않는다."), record(0x46, 1, taken))
        + _paragraph(_letters("담당은 총무과이다.")),
    )
    lines = list(read_lines(path))
    assert _told(lines) == [
        (
            "비품은 학기마다 살핀다.",
            [
                ("tracked", "지운 글: 매년"),
                ("tracked", "넣은 글: 학기마다"),
                ("tracked", "지운 글: 살피지 않는다."),
            ],
        )
    ]
    assert NAME in {line.text for line in lines}


def test_memos_of_a_hwp_are_told_where_they_hang(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    first, named_second = _field("비품은", 2)
    second, named_first = _field("총무과", 1)
    path = _hwp(
        tmp_path / "규정.hwp",
        monkeypatch,
        _paragraph(first + _letters(" 살핀다."), named_second)
        + _paragraph(_letters("담당은 ") + second + _letters("이다."), named_first)
        + _memo(1, "과 이름을 볼 것")
        + _memo(2, "언제?")
        + _memo(3, "자리 없는 메모"),
    )
    assert _told(read_lines(path)) == [
        ("비품은 살핀다.", [("comment", "언제?")]),
        ("담당은 총무과이다.", [("comment", "과 이름을 볼 것")]),
        ("", [("comment", "자리 없는 메모")]),
    ]


def test_changes_that_cannot_be_read_are_said(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = _hwp(tmp_path / "규정.hwp", monkeypatch, _paragraph(_letters("끝.")), b"\x01")
    ((_text, said),) = _told(read_lines(path))
    assert "읽지 못했습니다" in said[0][1]
