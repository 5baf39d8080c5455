"""Finding an object in what a model wrote."""

from __future__ import annotations

import pytest
from pydantic import BaseModel

from portal.llm import Malformed
from portal.llm.replies import parse_reply


class ReplyVerdict(BaseModel):
    """An object as a judge would return it."""

    is_accurate: bool
    reason: str = ""


@pytest.mark.parametrize(
    "reply",
    [
        pytest.param('{"is_accurate": true}', id="bare"),
        pytest.param('```json\n{"is_accurate": true}\n```', id="fenced"),
        pytest.param(
            '판단은 다음과 같습니다.\n{"is_accurate": true}\n이상입니다.', id="text around"
        ),
        pytest.param(
            '<think>{"is_accurate": false}일까?</think>{"is_accurate": true}', id="thinking aloud"
        ),
        pytest.param(
            '{"is_accurate": false}일까?\n</think>\n{"is_accurate": true}', id="thoughts not begun"
        ),
        pytest.param('{"is_accurate": true, "reason": "</think>라고 쓴 답변"}', id="a tag quoted"),
        pytest.param('제1조 {가} 참고 {"is_accurate": true}', id="braces in the text"),
    ],
)
def test_parse_reply_finds_the_object(reply: str) -> None:
    assert parse_reply(reply, ReplyVerdict).is_accurate is True


@pytest.mark.parametrize(
    "reply",
    [
        pytest.param("정확합니다.", id="no object"),
        pytest.param('{"is_accurate": tr', id="cut off"),
        pytest.param('{"is_accurate": "아마도"}', id="wrong type"),
        pytest.param('{"reason": "근거 있음"}', id="field missing"),
        pytest.param("{" * 5000, id="too deep"),
        pytest.param("", id="empty"),
        pytest.param('{"is_accurate": true}일까?</think>모르겠습니다.', id="only thought"),
        pytest.param('<think>{"is_accurate": true}일까? {"a": 1}', id="a thought without an end"),
    ],
)
def test_parse_reply_refuses_what_does_not_fit(reply: str) -> None:
    with pytest.raises(Malformed):
        parse_reply(reply, ReplyVerdict)
