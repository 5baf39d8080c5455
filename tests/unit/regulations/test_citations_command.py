"""`manage.py extract_citations`: JSON lines in, JSON lines out, no database."""

from __future__ import annotations

import contextlib
import io
import json
from typing import Any

import pytest
from django.core.management import call_command


def _run(monkeypatch: pytest.MonkeyPatch, *lines: str) -> list[dict[str, Any]]:
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(lines) + "\n"))
    output = io.StringIO()
    with contextlib.suppress(SystemExit):
        call_command("extract_citations", stdout=output)
    return [json.loads(line) for line in output.getvalue().splitlines()]


def test_every_field_is_written_and_what_is_absent_is_null(monkeypatch: pytest.MonkeyPatch) -> None:
    (result,) = _run(
        monkeypatch, json.dumps({"id": "a", "text": "「학칙」 제25조의2제1항제2호가목"})
    )

    assert result == {
        "id": "a",
        "citations": [
            {
                "regulation": "학칙", "article": 25, "branch": 2, "paragraph": 1, "subparagraph": "2", "item": "가",
                "addenda": None, "attachment": None, "range": None, "part": None, "title": None,
                "start": 0, "end": 19, "text": "「학칙」 제25조의2제1항제2호가목",
            }
        ],
    }  # fmt: skip


@pytest.mark.parametrize("branch", ["context_branch", "context_article_sub"])
@pytest.mark.parametrize("addenda", ["context_addenda", "context_supplement"])
def test_the_context_is_read(monkeypatch: pytest.MonkeyPatch, branch: str, addenda: str) -> None:
    case = {
        "id": 1, "text": "전항", "context_regulation": "학칙", "context_article": 3, branch: 2, "context_paragraph": 4, addenda: True,
    }  # fmt: skip

    (result,) = _run(monkeypatch, json.dumps(case))

    (citation,) = result["citations"]
    fields = ("regulation", "article", "branch", "paragraph", "addenda")
    assert [citation[field] for field in fields] == ["학칙", 3, 2, 3, True]


def test_a_malformed_line_is_an_error_and_the_run_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    good = json.dumps({"id": 2, "text": "휴학"})
    lines = [
        "{",
        "[]",
        json.dumps({"id": 1, "text": 5}),
        json.dumps({"text": "", "context_article": "3"}),
        good,
    ]

    *errors, last = _run(monkeypatch, *lines)

    assert [error["line"] for error in errors] == [1, 2, 3, 4]
    assert all(error["error"] for error in errors)
    assert last == {"id": 2, "citations": []}


def test_the_exit_code_tells_of_a_malformed_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("{\n"))

    with pytest.raises(SystemExit) as stopped:
        call_command("extract_citations", stdout=io.StringIO())

    assert stopped.value.code == 1
