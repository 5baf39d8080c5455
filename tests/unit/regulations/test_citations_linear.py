"""Hostile text: the time of the extractor grows with the length of the text and no faster."""

from __future__ import annotations

import time

import pytest

from regulations.text.citations import extract_citations, extract_markers

pytestmark = pytest.mark.slow

HOSTILE = [
    "제", "「", "제1조제1항", "학칙 ", "1", "1 ", "별표", "[", "이 규정 ", "제1,", "(이하", "①", "가·", "에 관한 규정 ", "학칙 제1조 ",
    " ", "*", "제1조(", "부칙(", "(제1호", "같은 조 ", "[†1,", "전항 ", '"', "<개정 2", "[출처: ", "등 및 ", "가\u0301", "ㄱ\u1161",
    "Article 1(1) ", "Articles 1, ", "§ ", "Art. 1-",
    "Điều 1 ", "khoản 1 Điều 1, khoản 1", "khoản 1 ", "第1条第1款", "第", "附表", "Attached Table 1", "Điều 1 của 가 ",
    "Academic ", "Rules of ", "A", "Article 1(1), (1) and ",
]  # fmt: skip


def _seconds(text: str) -> float:
    best = float("inf")
    for _ in range(3):
        started = time.process_time()
        extract_citations(text)
        extract_markers(text)
        best = min(best, time.process_time() - started)
    return best


@pytest.mark.parametrize("piece", HOSTILE)
def test_time_is_linear(piece: str) -> None:
    short = piece * (4_000 // len(piece))
    long = short * 8

    # Eight times the text may cost some twenty times as much on a busy machine; a square would be sixty-four times.
    assert _seconds(long) < 24 * _seconds(short) + 0.02


def test_numbers_that_are_no_citations_are_not_looked_back_from_again_and_again() -> None:
    def hostile(count: int) -> str:
        return "학칙 제1조 " + "가" * (10 * count) + ". " + "제1호 " * count

    assert _seconds(hostile(8_000)) < 24 * _seconds(hostile(1_000)) + 0.02


def test_a_citation_at_the_end_of_a_long_text_is_found() -> None:
    (citation,) = extract_citations("학칙 " * 10_000 + "휴학규정 제3조")

    assert (citation.regulation, citation.article) == ("휴학규정", 3)
