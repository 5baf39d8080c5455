"""`evaluate answers`: figures by their definitions, and the whole command on a small corpus, leaving nothing behind."""

from __future__ import annotations

import io
import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from django.core.management import call_command
from pytest_django import Settings

from chat.models import Answer, Conversation
from lab.evaluation import quality
from lab.evaluation.forms import CitationForms
from lab.evaluation.observed import LabelledAnswer, ObservedAnswer, labelled
from regulations.search.golden.metrics import asked, place
from tests.corpus import given_corpus

RIGHT, OTHER = place("학칙", 25, None), place("학칙", 26, None)
ROW = {
    "id": "a",
    "question": "휴학은 최대 몇 년까지 가능한가요?",
    "gold": [{"regulation": "학칙", "article": 25, "paragraph": 2}],
    "answer_points": ["휴학기간은 통산 3년"],
    "style": "formal",
}
LABEL: LabelledAnswer = labelled(ROW, asked(ROW))
SEEN = ObservedAnswer(
    status="ANSWERED",
    sources=(OTHER, RIGHT),
    cited=((RIGHT, 2), (OTHER, None)),
    sentences=(("휴학기간은 통산하여 3년입니다.", (RIGHT,)), ("복학원을 냅니다.", (OTHER,))),
    faithfulness=0.8,
    method="RULES",
    seconds=0.5,
    generations=1,
    sent=0,
    received=0,
    forms=CitationForms(shown=1, standard=1),
)


def test_each_figure_is_what_it_says() -> None:
    found = {name: measure(LABEL, SEEN) for name, measure in quality.MEASURES.items()}
    assert found == {
        "contextual precision": 0.5,
        "contextual recall": 1.0,
        "answer relevancy": 0.5,
        "faithfulness": 0.8,
        "citation precision, article": 0.5,
        "citation recall, article": 1.0,
        "citation precision, paragraph": 0.5,
        "citation recall, paragraph": 1.0,
        "points said": 1.0,
        "pass rate": 1.0,
    }


def test_the_wrong_paragraph_of_the_right_article_is_seen_only_at_paragraph_level() -> None:
    seen = replace(SEEN, cited=((RIGHT, 3),))
    assert quality.article_precision(LABEL, seen) == 1.0
    assert quality.paragraph_precision(LABEL, seen) == 0.0
    assert quality.paragraph_recall(LABEL, seen) == 0.0


@pytest.mark.parametrize(
    ("changes", "passed"),
    [
        ({}, 1.0),
        ({"faithfulness": 0.59}, 0.0),
        ({"faithfulness": None}, 0.0),
        ({"cited": ((OTHER, None),)}, 0.0),
        ({"status": "UNANSWERABLE_NO_SOURCE"}, 0.0),
    ],
)
def test_what_passes(changes: dict[str, object], passed: float) -> None:
    assert quality.passes(LABEL, replace(SEEN, **changes)) == passed  # type: ignore[arg-type]


def test_a_refusal_passes_where_there_is_no_answer_and_measures_nothing_else() -> None:
    row = {"question": "날씨?", "answerable": False}
    label = labelled(row, asked(row))
    refused = replace(
        SEEN, status="UNANSWERABLE_NO_SOURCE", cited=(), sentences=(), faithfulness=None
    )
    assert quality.passes(label, refused) == 1.0
    assert quality.passes(label, SEEN) == 0.0
    assert {
        name for name, value in quality.MEASURES.items() if value(label, refused) is not None
    } == {"pass rate"}


def test_a_set_is_held_against_its_gates() -> None:
    found = {gate.name: gate for gate in quality.gates([(LABEL, SEEN)])}

    assert found["citation quality, precision"].target == 0.70
    assert not found["citation quality, precision"].is_met
    assert found["faithfulness"].is_met
    assert [name for name, gate in found.items() if gate.is_critical] == [
        "faithfulness",
        "contextual recall",
    ]
    # What no answer has is not measured, and no gate.
    unanswered = replace(SEEN, faithfulness=None)
    assert "faithfulness" not in {gate.name for gate in quality.gates([(LABEL, unanswered)])}


@pytest.mark.django_db
def test_the_command_asks_reports_and_leaves_nothing(tmp_path: Path, settings: Settings) -> None:
    given_corpus()
    settings.CONTEXT_RELEVANCE_THRESHOLD = 0.3
    settings.MIN_RELEVANCE = 0.2
    rows = [
        ROW,
        {
            "id": "b",
            "question": "오늘 학식 메뉴 뭐예요?",
            "answerable": False,
            "style": "colloquial",
        },
        {
            "id": "c",
            "question": "그럼 복학은요?",
            "history": [ROW["question"]],
            "gold": [{"regulation": "학칙", "article": 26}],
            "style": "followup",
        },
    ]
    file, page, out = tmp_path / "q.jsonl", tmp_path / "report.html", io.StringIO()
    file.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    call_command(
        *("evaluate", "answers", str(file), "--mode", "keyword", "--html", str(page)), stdout=out
    )
    report = out.getvalue()
    assert "answers, excerpts without a model: 3" in report
    assert "| formal" in report
    assert "UNANSWERABLE" in report
    html = page.read_text()
    assert "<svg" in html
    assert "<script" not in html
    assert not Answer.objects.exists()
    assert not Conversation.objects.exists()


@pytest.mark.django_db
def test_only_a_critical_gate_that_is_missed_ends_the_command_with_1(
    tmp_path: Path, settings: Settings
) -> None:
    given_corpus()
    settings.CONTEXT_RELEVANCE_THRESHOLD, settings.MIN_RELEVANCE = 0.3, 0.2
    file, kept, out = tmp_path / "q.jsonl", tmp_path / "kept.json", io.StringIO()

    def ask(article: int, *options: str) -> None:
        gold = [{"regulation": "학칙", "article": article, "paragraph": 3}]
        file.write_text(json.dumps(ROW | {"gold": gold}), encoding="utf-8")
        call_command("evaluate", "answers", str(file), "--mode", "keyword", *options, stdout=out)

    ask(25, "--save", str(kept))
    assert "gate: citation quality, precision 0.000 of 0.70: missed\n" in out.getvalue()
    with pytest.raises(SystemExit) as ended:
        ask(999, "--against", str(kept))

    assert ended.value.code == 1
    assert "gate: contextual recall 0.000 of 0.80: missed, critical\n" in out.getvalue()
    assert re.search(r"contextual recall +0\.000  \(-1\.000\)", out.getvalue())
