"""The check_grounding command: a line in, a line out."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest
from django.core.management import call_command

CONTEXT = [
    {
        "regulation": "가람대학교 학칙",
        "article": 3,
        "branch": None,
        "paragraph": 1,
        "text": "위원회는 7명 이상으로 구성한다.",
    }
]


def _run(monkeypatch: pytest.MonkeyPatch, *lines: str) -> list[dict[str, Any]]:
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(lines) + "\n"))
    out = io.StringIO()
    call_command("check_grounding", stdout=out)
    return [json.loads(line) for line in out.getvalue().splitlines()]


def test_each_line_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    good, bad = _run(
        monkeypatch,
        json.dumps({"id": "a", "context": CONTEXT, "claim": "위원회는 7명 이상으로 구성합니다."}),
        json.dumps({"id": "b", "context": CONTEXT, "claim": "위원회는 9명 이상으로 구성합니다."}),
    )
    assert (good["id"], good["label"], good["reasons"]) == ("a", "supported", [])
    assert (bad["id"], bad["label"]) == ("b", "contradicted")
    assert 0 <= bad["score"] < 0.5 < good["score"] <= 1
    assert bad["reasons"]


def test_article_sub_is_another_name_of_branch(monkeypatch: pytest.MonkeyPatch) -> None:
    context = [{**CONTEXT[0], "article_sub": "2"}]
    del context[0]["branch"]
    (answer,) = _run(
        monkeypatch,
        json.dumps({"id": 1, "context": context, "claim": "위원회는 7명 이상으로 구성합니다."}),
    )
    assert answer["evidence"][0]["locator"] == "「가람대학교 학칙」 제3조의2제1항"


@pytest.mark.parametrize(
    "line",
    [
        "not json",
        "[]",
        '{"id": "x"}',
        '{"id": "x", "claim": 3, "context": []}',
        '{"id": "x", "claim": "가", "context": [{"article": 1}]}',
        '{"id": "x", "claim": "가", "context": "글"}',
    ],
)
def test_a_malformed_line_is_an_error_and_the_rest_goes_on(
    monkeypatch: pytest.MonkeyPatch, line: str
) -> None:
    good = json.dumps({"id": "a", "context": CONTEXT, "claim": "위원회는 7명 이상으로 구성합니다."})
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{line}\n{good}\n"))
    out = io.StringIO()
    with pytest.raises(SystemExit, match="1"):
        call_command("check_grounding", stdout=out)
    answers = [json.loads(written) for written in out.getvalue().splitlines()]
    assert "error" in answers[0]
    assert answers[1]["label"] == "supported"
