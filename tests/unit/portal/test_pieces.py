"""Texts are cut into the likeliest pieces."""

from __future__ import annotations

import pytest

from portal.llm.pieces import Vocabulary

MARKS = [("<s>", 0.0), ("<pad>", 0.0), ("</s>", 0.0), ("<unk>", 0.0)]
PIECES = [
    *MARKS,
    ("▁", -5.0),
    ("▁휴학", -3.0),
    ("휴", -6.0),
    ("학", -6.0),
    ("생은", -4.0),
    ("1", -4.0),
]


@pytest.fixture
def vocabulary() -> Vocabulary:
    return Vocabulary.of(PIECES)


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        pytest.param("휴학생은", ["▁휴학", "생은"], id="fewest unlikely pieces"),
        pytest.param("학생은", ["▁", "학", "생은"], id="no piece begins the word"),
        pytest.param("  휴학  휴학 ", ["▁휴학", "▁휴학"], id="spaces count once"),
        pytest.param("휴학①", ["▁휴학", "1"], id="signs are written plainly first"),
        pytest.param("휴학鬱", ["▁휴학", "<unk>"], id="a character that no piece holds"),
        pytest.param("", ["▁"], id="nothing"),
    ],
)
def test_cut(vocabulary: Vocabulary, text: str, pieces: list[str]) -> None:
    written = [piece for piece, _ in PIECES]
    assert [written[number] for number in vocabulary.cut(text)] == pieces
