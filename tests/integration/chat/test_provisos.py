"""A confirmed sentence stands with the proviso of its rule where the answer leaves that out, through every door."""

from __future__ import annotations

import pytest
from django.template.loader import render_to_string
from pytest_django import Settings

from chat.api.responses import verified_response
from chat.api.views import answer_now
from chat.conversations.export import conversation_markdown
from chat.models import Answer
from chat.presenters.answers import answer_view
from tests.corpus import TODAY, given_regulation
from tests.stub_llm import StubLLM

pytestmark = pytest.mark.django_db

RULE = "호실 변경은 학기마다 1회에 한하여 개강 후 3주째에 신청할 수 있다."
PROVISO = "다만, 갈등이 심하다고 사감이 인정하는 경우에는 수시로 변경할 수 있다."
ROOMS = f"제10조(호실 배정과 변경)\n① 호실은 전산으로 배정한다.\n② {RULE} {PROVISO}"
SAID = "호실 변경은 학기마다 1회에 한하여 개강 후 3주째에 신청할 수 있습니다[†1]."
GOES_ON = "다만, 갈등이 심하다고 사감이 인정하는 경우에는 수시로 변경할 수 있습니다[†1]."


@pytest.fixture(autouse=True)
def _rules(db: None, settings: Settings) -> None:
    settings.CONTEXT_RELEVANCE_THRESHOLD = 0.1
    settings.MIN_RELEVANCE = 0.05
    given_regulation("생활관 규정", ROOMS, embed=True)


def asked() -> Answer:
    return answer_now(question="호실 변경은 언제 신청할 수 있나요?", as_of=TODAY)


@pytest.mark.parametrize("said", [SAID, f"{RULE[:-1]}[†1]."], ids=["told", "copied"])
def test_the_proviso_that_an_answer_leaves_out_is_shown_with_its_rule(
    use_stub: StubLLM, said: str
) -> None:
    use_stub.say(said)

    answer = asked()

    view = answer_view(answer=answer)
    (sentence,) = view.sentences
    assert (sentence.outcome, sentence.proviso) == ("CONFIRMED", PROVISO)
    page = render_to_string("chat/_sentence.html", {"sentence": sentence, "answer_id": 1})
    assert PROVISO in page
    assert PROVISO in render_to_string("chat/widget/answer.html", {"answer": view, "token": "1"})
    assert verified_response(answer)["sentences"][0]["proviso"] == PROVISO
    assert PROVISO in conversation_markdown(title="호실", answers=[view], base_url="")


def test_an_answer_that_tells_the_proviso_is_shown_as_it_is(use_stub: StubLLM) -> None:
    use_stub.say(f"{SAID} {GOES_ON}")

    assert [one.proviso for one in answer_view(answer=asked()).sentences] == ["", ""]


def test_quoted_words_are_kept_with_their_proviso(use_stub: StubLLM) -> None:
    use_stub.say(
        {"sentences": [{"text": SAID[:-5] + ".", "evidence": [{"source": 1, "quote": RULE}]}]}
    )

    (sentence,) = answer_view(answer=asked()).sentences

    assert sentence.citations[0].quote == f"{RULE} {PROVISO}"
