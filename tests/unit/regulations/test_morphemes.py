"""Morphemes: index and query are cut alike."""

from __future__ import annotations

import threading
import unicodedata

import pytest

from regulations.text.morphemes import TOKENIZER_VERSION, lemmas, tag


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("등록금납부기한", "등록금 납부 기한"),
        ("교무위원회", "교무 위원회"),
        ("휴학원을 제출한다", "휴학원 제출"),
        ("조기복학", "조기복학의"),
    ],
)
def test_spacing_and_particles_do_not_matter(one: str, other: str) -> None:
    assert lemmas(one) == lemmas(other)


def test_decomposed_text_reads_like_composed_text() -> None:
    text = "미복학제적 처리"
    assert lemmas(unicodedata.normalize("NFD", text)) == lemmas(text) == ["미복학", "제적", "처리"]


def test_numbers_particles_and_light_words_are_dropped() -> None:
    assert lemmas("제25조의2에 따라 3년을 초과할 수 없다.") == ["초과"]


def test_prefixes_that_change_a_noun_stay() -> None:
    assert lemmas("미등록 학생의 재입학") == ["미", "등록", "학생", "재", "입학"]


def test_latin_is_folded() -> None:
    assert lemmas("K-MOOC 강좌") == lemmas("k-mooc 강좌")


def test_offsets_point_into_the_text() -> None:
    text = "휴학은 총장이 허가한다."
    assert [text[m.start : m.end] for m in tag(text) if m.tag == "NNG"] == ["휴학", "총장", "허가"]


@pytest.mark.parametrize("empty", ["", "  \n"])
def test_nothing_in_nothing_out(empty: str) -> None:
    assert tag(empty) == []
    assert lemmas(empty) == []


def test_threads_get_the_same_answer() -> None:
    found: list[list[str]] = []
    threads = [
        threading.Thread(target=lambda: found.append(lemmas("휴학 기간의 연장"))) for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [["휴학", "기간", "연장"]] * 4


def test_the_version_names_the_tokeniser() -> None:
    assert TOKENIZER_VERSION.startswith("kiwi-")
