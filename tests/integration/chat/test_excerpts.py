"""Excerpts as they are shown: a paragraph stands with the one that it rests on, which says so."""

from __future__ import annotations

import pytest
from django.template.loader import render_to_string
from pytest_django import Settings

from chat.api.views import answer_now
from chat.presenters.answers import answer_view
from tests.corpus import TODAY, given_regulation

pytestmark = pytest.mark.django_db

CREDITS = """
제1조(목적) 이 규정은 수강신청에 관한 사항을 정함을 목적으로 한다.
제5조(수강신청)
① 학생은 한 학기에 15학점 이상을 신청하여야 한다.
② 학점을 초과하여 신청하려는 학생은 학과장의 승인을 받는다.
③ 제1항의 기준은 봉사학생의 수강신청에 적용하지 아니한다.
"""


def test_what_a_quoted_paragraph_rests_on_stands_before_it_and_says_so(settings: Settings) -> None:
    settings.CONTEXT_RELEVANCE_THRESHOLD = 0.1
    settings.MIN_RELEVANCE = 0.05
    given_regulation("수강신청 규정", CREDITS, embed=True)

    view = answer_view(
        answer=answer_now(question="봉사학생도 수강신청 학점 기준이 있나요?", as_of=TODAY)
    )

    labels = [one.citations[0].provision_label for one in view.sentences]
    assert labels[:2] == ["제5조제1항", "제5조제3항"]
    assert [one.referred_by for one in view.sentences][:2] == ["제5조제3항", ""]
    shown = render_to_string("chat/_sentence.html", {"sentence": view.sentences[0], "answer_id": 1})
    assert "제5조제3항에서 가리키는 항입니다." in shown
