"""`evaluate written`: labelled answers through the whole check, and nothing of it stays."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from regulations.models import Article, Regulation

pytestmark = pytest.mark.django_db

TERM = "① 휴학하려는 사람은 총장의 허가를 받아야 한다.\n② 휴학은 통산하여 3년을 초과할 수 없다."
RIGHT = "휴학은 통산하여 3년을 초과할 수 없습니다"
PARAPHRASE = "다 더해서 세 해를 넘겨 쉬지는 못해요"
WRONG = "휴학은 통산하여 5년을 초과할 수 없습니다"


def _sentence(text: str, label: str, fault: str | None = None) -> dict[str, Any]:
    quote = {"source": 1, "quote": "휴학은 통산하여 3년을 초과할 수 없다"}
    evidence = [] if label == "no_claim" else [quote]
    return {"text": text, "label": label, "fault": fault, "sources": [1], "evidence": evidence}


@pytest.fixture
def answers(tmp_path: Path) -> Path:
    row = {
        "id": "q1",
        "question": "휴학은 몇 년까지 되나요?",
        "answerable": True,
        "as_of": None,
        "sources": [
            {
                "number": 1,
                "regulation": "휴학규정",
                "article": 6,
                "branch": None,
                "paragraph": None,
                "title": "통산기간",
                "text": TERM,
            }
        ],
        "answers": [
            {
                "writer": "careful",
                "text": f"{RIGHT}[†1]. {PARAPHRASE}[†1]. 더 궁금한 점이 있으면 물어봐 주세요!",
                "sentences": [
                    _sentence(f"{RIGHT}[†1].", "right"),
                    _sentence(f"{PARAPHRASE}[†1].", "right"),
                    _sentence("더 궁금한 점이 있으면 물어봐 주세요!", "no_claim"),
                ],
            },
            {
                "writer": "structured",
                "text": f"{WRONG}.",
                "sentences": [_sentence(f"{WRONG}.", "wrong", "number")],
                "structured": [
                    {
                        "text": f"{WRONG}.",
                        "evidence": [{"source": 1, "quote": "통산하여 3년을 초과할 수 없다"}],
                    }
                ],
            },
        ],
    }
    path = tmp_path / "answers.jsonl"
    path.write_text(json.dumps(row, ensure_ascii=False), encoding="utf-8")
    return path


def _printed(path: Path, *options: str) -> dict[str, Any]:
    out = io.StringIO()
    call_command("evaluate", "written", str(path), "--json", *options, stdout=out)
    printed: dict[str, Any] = json.loads(out.getvalue())
    return printed


def _run(path: Path, *options: str) -> dict[str, Any]:
    writers: dict[str, Any] = _printed(path, *options)["writers"]
    return writers


def _answer(writer: str, text: str) -> dict[str, Any]:
    return {"writer": writer, "text": text, "sentences": [_sentence(text, "right")]}


def test_what_is_proved_is_confirmed_and_what_a_fact_refutes_is_not_shown(answers: Path) -> None:
    writers = _run(answers)

    assert writers["careful"]["right"] == {"n": 2, "confirmed": 1, "beside": 1, "hidden": 0}
    assert writers["careful"]["no_claim"] == {"n": 1, "shown": 0, "cited": 0}
    assert writers["structured"]["wrong"] == {"n": 1, "confirmed": 0, "beside": 0, "hidden": 1}
    assert writers["structured"]["answers"] == {"n": 1, "refused_though_right": 0, "rewritten": 1}
    # Beside its source is no reason for a person to look, and an answer with a wrong sentence is no right one.
    assert writers["careful"]["right_answers"] == {"n": 1, "flagged": 0}
    assert writers["structured"]["right_answers"] == {"n": 0, "flagged": 0}


def test_a_judge_may_be_played_from_the_labels(answers: Path) -> None:
    writers = _run(answers, "--judge", "labels")

    assert writers["careful"]["right"]["confirmed"] == 2
    assert writers["structured"]["wrong"]["confirmed"] == 0


def test_a_seeded_error_turns_a_verdict_and_never_a_hard_fact(answers: Path) -> None:
    writers = _run(answers, "--judge", "labels:1.0")

    assert writers["careful"]["right"]["confirmed"] == 1
    assert writers["structured"]["wrong"]["confirmed"] == 0


def test_citations_are_counted_by_the_form_in_which_they_are_shown(answers: Path) -> None:
    row = json.loads(answers.read_text(encoding="utf-8"))
    row["answers"] = [
        # Of one regulation: the gate writes its name.
        _answer("bare", f"제6조제2항에 따르면 {RIGHT}[†1]."),
        _answer("whole", f"「휴학규정」 제6조제2항에 따르면 {RIGHT}."),
        # Where nothing carries it the name leads nowhere and becomes general; the source beside it is whole.
        _answer("name alone", f"「휴학규정」에 따르면 {PARAPHRASE}[†1]."),
    ]
    answers.write_text(json.dumps(row, ensure_ascii=False), encoding="utf-8")

    printed = _printed(answers)

    forms = {writer: found["citations"] for writer, found in printed["writers"].items()}
    assert forms == {
        "bare": {"shown": 2, "standard": 2, "incomplete": 0},
        "whole": {"shown": 2, "standard": 2, "incomplete": 0},
        "name alone": {"shown": 1, "standard": 1, "incomplete": 0},
    }
    assert printed["citations"] == {
        "citations in standard form": 1.0,
        "citations incomplete": 0,
    }


def test_nothing_of_it_stays(answers: Path) -> None:
    _run(answers, "--writer", "careful")

    assert not Regulation.objects.exists()
    assert not Article.objects.exists()


def test_an_unknown_judge_is_told(answers: Path) -> None:
    with pytest.raises(CommandError, match="no judge"):
        _run(answers, "--judge", "oracle")
