"""What of a passage the cross-encoder reads at a time."""

from __future__ import annotations

from regulations.search.index.windows import MOST_WINDOWS, WINDOW, likest_first, windows_of

PARAGRAPHS = [
    f"{mark} " + "학생은 총장의 허가를 받아야 한다. " * 6 + f"{mark}의 끝이다." for mark in "①②③"
]


def test_a_short_passage_is_one_window() -> None:
    text = "① 휴학은 1년으로 한다.\n② 연장할 수 있다."
    assert windows_of(text) == [text]
    assert windows_of("") == [""]


def test_up_to_the_last_window_nothing_is_left_out_and_paragraphs_stay_whole() -> None:
    assert [window.split()[0] for window in windows_of("\n".join(PARAGRAPHS))] == ["①", "②", "③"]
    assert "\n".join(windows_of("\n".join(PARAGRAPHS))) == "\n".join(map(str.strip, PARAGRAPHS))


def test_items_stand_under_the_line_that_introduces_them() -> None:
    items = [f"{n}. " + "졸업에 필요한 학점을 모두 취득한 사람" * 3 for n in range(1, 6)]
    windows = windows_of("\n".join(["① 다음 각 호의 사람은 신청할 수 있다.", *items]))
    assert len(windows) > 1
    assert all(window.startswith("① 다음 각 호의 사람은") for window in windows)


def test_rows_stand_under_the_head_of_their_table() -> None:
    rows = [f"| {n}일까지 | 납부한 등록금의 {n}분의 1 |" for n in range(2, 30)]
    windows = windows_of("\n".join(["| 반환 사유 발생일 | 반환 금액 |", *rows]))
    assert all(window.startswith("| 반환 사유 발생일 | 반환 금액 |") for window in windows)


def test_a_long_paragraph_is_cut_between_sentences() -> None:
    sentences = ["학생은 지도교수의 확인을 받아 학과에 신청서를 내야 한다."] * 12
    windows = windows_of("① " + " ".join(sentences))
    assert len(windows) > 1
    assert all(len(window) <= WINDOW and window.endswith("한다.") for window in windows)


def test_what_has_no_end_is_cut_all_the_same() -> None:
    windows = windows_of("글자 " * 5000)
    assert len(windows) == MOST_WINDOWS
    assert all(len(window) <= WINDOW for window in windows)


def test_the_window_that_shares_the_most_letters_comes_first() -> None:
    windows = ["휴학은 1년으로 한다.", "복학은 신청하여야 한다.", "휴학 기간은 통산 3년이다."]
    assert likest_first("휴학 통산 몇 년?", windows) == [windows[2], windows[0], windows[1]]
    assert likest_first("?", windows) == windows
