"""ENABLE_CITATIONS off: no citation is shown, and each is found, checked, corrected and stored as ever."""

from __future__ import annotations

import pytest
from django.template.loader import render_to_string
from pytest_django import Settings

from chat.api.responses import verified_response
from chat.api.views import answer_now
from chat.models import Answer, Citation
from chat.presenters.answers import answer_view
from tests.corpus import TODAY, given_corpus
from tests.stub_llm import StubLLM

pytestmark = pytest.mark.django_db

TRUE = "휴학기간은 통산하여 3년(6학기)을 초과할 수 없습니다"
INVENTED = f"「학칙」 제999조에 따르면 {TRUE}."


@pytest.fixture
def answer(use_stub: StubLLM, settings: Settings) -> Answer:
    given_corpus(embed=True)
    settings.CONTEXT_RELEVANCE_THRESHOLD = 0.1
    settings.MIN_RELEVANCE = 0.05
    settings.ENABLE_CITATIONS = False
    use_stub.say(f"{INVENTED} {TRUE}[†1].", INVENTED, INVENTED)
    return answer_now(question="휴학은 최대 몇 년까지 가능한가요?", as_of=TODAY)


def marks_on_the_page(answer: Answer) -> list[bool]:
    page = render_to_string("chat/_answer.html", {"answer": answer_view(answer=answer)})
    return [mark in page for mark in ("data-cite", 'data-part="sources"')]


def test_neither_the_page_nor_the_api_shows_what_a_sentence_rests_on(
    answer: Answer, settings: Settings
) -> None:
    hidden = verified_response(answer)

    assert hidden["sources"] == []
    assert "†" not in hidden["corrected_answer"]
    assert "원문" not in hidden["corrected_answer"]
    assert [one["citations"] for one in hidden["sentences"]] == [[], []]
    assert marks_on_the_page(answer) == [False, False]
    settings.ENABLE_CITATIONS = True
    shown = verified_response(answer)
    assert "[†1]" in shown["corrected_answer"]
    assert "원문: “" in shown["corrected_answer"]
    assert [one["citations"] for one in shown["sentences"]] == [[1], [1]]
    assert [one["locator"] for one in shown["sources"]] == ["art-25/para-2"]
    assert marks_on_the_page(answer) == [True, True]


def test_the_check_goes_on_and_is_recorded(answer: Answer) -> None:
    response = verified_response(answer)

    stored = Citation.objects.filter(message=answer.message)
    assert list(stored.values_list("locator_key", "status")) == [
        ("art-25/para-2", "NOT_CHECKED"),
        ("art-25/para-2", "VERIFIED"),
    ]
    assert [(one["citation"], one["citation_status"]) for one in response["verification_log"]] == [
        ("「학칙」 제999조", "NOT_FOUND"),
        ("[†1]", "VERIFIED"),
    ]
    assert "999" not in response["corrected_answer"]
