"""Single words of the translations that readers took for something else."""

from __future__ import annotations

import re

import pytest
from django.template.loader import render_to_string
from django.utils.translation import gettext, override

from chat.models import Answer

FOREIGN = ("en", "zh-hans", "vi")


@pytest.mark.parametrize(
    ("language", "button", "state"),
    [
        ("ko", "멈추기", "멈춤"),
        ("en", "Stop", "Stopped"),
        ("zh-hans", "停止", "已停止"),
        ("vi", "Dừng lại", "Đã dừng"),
    ],
)
def test_the_button_that_stops_an_answer_says_what_it_does(
    language: str, button: str, state: str
) -> None:
    answer = {"id": "00000000-0000-0000-0000-000000000000", "is_stopping": False}
    with override(language):
        html = render_to_string("chat/_pending.html", {"answer": answer})
        assert str(Answer.Status.STOPPED.label) == state

    pressed = html.partition("<button")[2].partition("</button>")[0]
    assert re.findall(r"<span>(.+)</span>", pressed) == [button]


def test_a_day_to_come_is_no_day_since_when() -> None:
    with override("en"):
        for text in ("%(day)s 시행", "%(day)s 시행 판에는 있습니다.", "%(day)s부터"):
            assert "since" not in gettext(text)


@pytest.mark.parametrize("language", FOREIGN)
def test_the_question_in_the_field_is_one_in_the_language_of_the_page(language: str) -> None:
    with override(language):
        assert not re.search(r"[가-힣]", gettext("예: 휴학은 최대 몇 년까지 할 수 있습니까?"))


@pytest.mark.parametrize(("language", "course"), [("zh-hans", "课程"), ("vi", "môn học")])
def test_a_course_of_study_is_no_class(language: str, course: str) -> None:
    with override(language):
        said = [
            gettext("과정"),
            gettext("적용 과정"),
            gettext("근거마다 어느 과정의 규정인지 적었습니다."),
            gettext("어느 과정에 다니는지 고르면 그 과정의 규정으로 다시 답합니다."),
        ]
    assert not [text for text in said if course in text.lower()]
