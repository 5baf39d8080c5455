"""Korean words in a page of another language are marked, and nothing else is."""

from __future__ import annotations

import time

import pytest
from django.utils.html import format_html
from django.utils.translation import override

from regulations.templatetags.korean import korean


@pytest.mark.parametrize(
    ("text", "marked"),
    [
        ("「학칙」 Article 25(2)", "[「학칙」] Article 25(2)"),
        (
            "「휴학 및 복학에 관한 시행세칙」 第3条第2款",
            "[「휴학 및 복학에 관한 시행세칙」] 第3条第2款",
        ),
        ("「학칙」 Điều 30(전과)", "[「학칙」] Điều 30([전과])"),
        (
            "평일 09:00–17:30 (점심시간 12:00–13:00 제외)",
            "[평일 09:00–17:30 (점심시간 12:00–13:00 제외)]",
        ),
        ("numbers differ: answer ‘7년을 초과할’", "numbers differ: answer ‘7[년을 초과할’]"),
        ("TOPIK & <b>", "TOPIK & <b>"),
        ("", ""),
    ],
)
def test_korean_words_are_marked(text: str, marked: str) -> None:
    with override("en"):
        html = korean(text)

    shown = html.replace('<span lang="ko">', "[").replace("</span>", "]")
    assert shown.replace("&amp;", "&").replace("&lt;", "<").replace("&gt;", ">") == marked


def test_a_korean_page_and_what_is_html_already_stay_as_they_are() -> None:
    with override("ko"):
        assert korean("「학칙」 <제25조>") == "「학칙」 <제25조>"
    with override("en"):
        html = format_html("<b>{}</b>", "학칙")
        assert korean(html) is html
        assert "<script>" not in korean("학칙 <script>")


def test_a_long_text_takes_no_longer_than_its_length() -> None:
    with override("en"):
        started = time.process_time()
        korean("가 (" * 20_000 + "1 " * 20_000)

    assert time.process_time() - started < 2
