"""Text that nobody sees in Hangul files: left out of the regulation, and said with its words. The files are the samples' own."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest

from regulations.text.readers.hangul.blocks import read_lines
from tests.sample_files import hwp_records
from tests.sample_files.hwp import hwp_file
from tests.sample_files.regulation import NAME

_HEIGHT, _COLOR, _SHADE = 42, 52, 60
_TITLE = 1600


@pytest.mark.parametrize(
    ("at", "value", "shade", "is_hidden"),
    [
        pytest.param(_COLOR, 0xFFFFFF, 0xFFFFFFFF, True, id="white"),
        pytest.param(_HEIGHT, 100, 0xFFFFFFFF, True, id="one point"),
        pytest.param(_COLOR, 0xFFFFFF, 0x333333, False, id="white on dark"),
        pytest.param(_COLOR, 0x0000FF, 0xFFFFFFFF, False, id="red"),
    ],
)
def test_letters_of_a_hwp_that_nobody_sees_are_left_out_and_said(
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    at: int,
    value: int,
    shade: int,
    is_hidden: bool,
) -> None:
    made = hwp_records._characters

    def characters(height: int) -> bytes:
        """The letters of the title are set in another way."""
        record = bytearray(made(height))
        if height == _TITLE:
            struct.pack_into("<I", record, at, value)
            struct.pack_into("<I", record, _SHADE, shade)
        return bytes(record)

    monkeypatch.setattr(hwp_records, "_characters", characters)
    path = tmp_path / "규정.hwp"
    path.write_bytes(hwp_file())

    lines = list(read_lines(path))

    said = [warning.text for one in lines for warning in one.warnings]
    titles = [one.text for one in lines if one.text == NAME]
    assert (bool(said), bool(titles)) == (is_hidden, not is_hidden)
    assert not is_hidden or NAME in said
