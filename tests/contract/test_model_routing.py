"""What one bad request or endpoint costs the others: the form of replies, the circuit breaker, the budget."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from pydantic import BaseModel

from portal import llm
from portal.llm import openai_client
from tests.stub_llm import StubLLM, StubReply

# Whether a model may be asked, and what it was used for, stands in the database.
pytestmark = pytest.mark.django_db

PROMPT = llm.Prompt((llm.PromptMessage("user", "휴학은요?"),), step="judge")
COUNTED = {"count": 3}


class CountedReply(BaseModel):
    """What is asked for here."""

    count: int


@pytest.fixture(autouse=True)
def _configured(use_stub: StubLLM) -> None:
    openai_client._formats.clear()


@pytest.mark.parametrize(
    "ask",
    [
        pytest.param(lambda: llm.complete(PROMPT, schema=CountedReply), id="whole"),
        pytest.param(
            lambda: list(llm.stream(PROMPT, schema=CountedReply, plain=PROMPT)), id="stream"
        ),
    ],
)
def test_a_request_refused_in_every_form_says_nothing_about_forms(
    stub_llm: StubLLM, ask: Callable[[], object]
) -> None:
    stub_llm.say(*[StubReply(status=400)] * 3, COUNTED)

    with pytest.raises(llm.Unavailable):
        ask()
    ask()

    assert stub_llm.requests[-1]["response_format"]["type"] == "json_schema"
    assert len(stub_llm.requests) == 4
