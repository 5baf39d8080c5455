"""`evaluate citations` and `bench citations` on a small corpus."""

from __future__ import annotations

import io
import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from lab.evaluation import judges
from lab.evaluation.citations import measure_reading
from lab.evaluation.grounding import measure_labelled
from lab.evaluation.mutations import count_mutations
from tests.corpus import SCHOOL_REGULATIONS, TODAY, TUITION, given_regulation
from verification.grounding import EntailmentScores

pytestmark = pytest.mark.django_db


@pytest.fixture
def _corpus(db: None) -> None:
    given_regulation("학칙", SCHOOL_REGULATIONS)
    given_regulation("등록금에 관한 규정", TUITION)
    without_last = TUITION.replace(
        "제5조(분할납부) 등록금은 4회 이내로 나누어 납부할 수 있다.\n", ""
    )
    given_regulation("등록금에 관한 규정", without_last, enforcement_date=date(2025, 9, 1))


@pytest.mark.usefixtures("_corpus")
def test_mutations_accept_what_is_right_and_nothing_that_is_invented() -> None:
    counts, _states, misses = count_mutations(as_of=TODAY)

    assert misses == []
    accepted = {kind: count.accepted for kind, count in counts.items()}
    assert accepted == {
        "right article": 7,
        "right paragraph": 1,
        "paragraph too high": 0,
        "제999조": 0,
        "invented branch": 0,
        "unknown regulation": 0,
        "wrong regulation": 0,
        "deleted": 0,
        "other version": 0,
    }
    assert counts["other version"].cases == 1


def test_reading_is_measured_on_every_field() -> None:
    text = "「학칙」 제25조제2항과 제3학기"
    wanted = {"regulation": "학칙", "article": 25, "paragraph": 2}
    rows: list[dict[str, Any]] = [
        {"id": "right", "text": text, "expect": [wanted]},
        {"id": "wrong", "text": text, "expect": [wanted | {"paragraph": 3}]},
        {"id": "negative", "text": "제3학기", "expect": []},
    ]

    report = measure_reading(rows)

    assert (report.figures["precision"], report.figures["recall"]) == (0.5, 0.5)
    assert report.figures["negatives read"] == 0
    assert [miss.split()[0] for miss in report.misses] == ["wrong"]


@pytest.mark.usefixtures("_corpus")
def test_evaluate_prints_the_table_without_a_file_and_the_figures_with_one(tmp_path: Path) -> None:
    labelled = tmp_path / "labelled.jsonl"
    case = {"id": 1, "text": "학칙 제3조", "expect": [{"regulation": "학칙", "article": 3}]}
    labelled.write_text(json.dumps(case), encoding="utf-8")
    corpus, file = io.StringIO(), io.StringIO()

    call_command("evaluate", "citations", "--as-of", "2026-03-02", stdout=corpus)
    call_command("evaluate", "citations", str(labelled), "--json", stdout=file)

    assert "| invented branch " in corpus.getvalue()
    assert json.loads(file.getvalue())["figures"]["F1"] == 1.0


@pytest.mark.usefixtures("_corpus")
def test_evaluate_grounding_holds_the_sentences_of_the_corpus_against_their_articles() -> None:
    out = io.StringIO()

    call_command("evaluate", "grounding", "--as-of", TODAY.isoformat(), "--json", stdout=out)

    figures = json.loads(out.getvalue())["figures"]
    assert figures["accepted: faithful"] == 1
    assert figures["accepted: faithful, politely"] == 1
    assert figures["accepted: number"] == 0
    assert figures["accepted: unit"] == 0
    assert figures["accepted: polarity"] == 0


def test_evaluate_grounding_with_labels_tells_labels_faults_and_calibration(
    tmp_path: Path,
) -> None:
    context = [
        {
            "regulation": "학칙",
            "article": 25,
            "branch": None,
            "paragraph": 2,
            "text": "② 휴학기간은 통산하여 3년을 초과할 수 없다.",
        }
    ]
    claims = [
        ("휴학기간은 통산하여 3년을 초과할 수 없습니다.", "supported", "none"),
        ("휴학기간은 통산하여 5년을 초과할 수 없습니다.", "contradicted", "number"),
        ("휴학 신청은 생활관에서 합니다.", "not_in_context", "added_fact"),
    ]
    file = tmp_path / "claims.jsonl"
    file.write_text(
        "".join(
            json.dumps(
                {"id": number, "context": context, "claim": claim, "label": label, "fault": fault}
            )
            + "\n"
            for number, (claim, label, fault) in enumerate(claims)
        ),
        encoding="utf-8",
    )
    page, pictures, out = tmp_path / "report.html", tmp_path / "pictures", io.StringIO()

    call_command(
        *("evaluate", "grounding", str(file), "--html", str(page), "--pictures", str(pictures)),
        stdout=out,
    )

    assert "balanced accuracy          1.000" in " ".join(out.getvalue().splitlines())
    assert "| 0.50       | 1.000           | 0.000         | 1.000     |" in out.getvalue()
    html = page.read_text(encoding="utf-8")
    assert 'aria-label="calibration, rules"' in html
    assert 'aria-label="right by kind' in html
    assert html.count("<circle") >= 2
    assert "confusion" in html
    assert "<script" not in html
    assert [path.name for path in sorted(pictures.iterdir())] == [
        "grounding-calibration-rules.svg",
        "grounding-right-by-kind.svg",
    ]


def test_how_many_right_claims_are_called_contradicted_is_printed() -> None:
    text = "휴학기간은 통산하여 3년을 초과할 수 없다."
    row = {
        "context": [{"regulation": "학칙", "article": 25, "paragraph": 2, "text": text}],
        "label": "supported",
    }
    same, turned = (
        "휴학기간은 통산하여 3년을 초과할 수 없습니다.",
        "휴학기간은 통산하여 5년을 초과할 수 없습니다.",
    )

    report = measure_labelled([row | {"claim": same}, row | {"claim": turned}])

    assert report.figures["called contradicted when faithful"] == 0.5


def test_rules_model_and_both_are_asked_of_the_same_claims(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judges, "entailment_scores", lambda *_: EntailmentScores(0.9, 0.05, 0.05))
    text = "휴학기간은 통산하여 3년을 초과할 수 없다."
    row = {
        "id": 1,
        "context": [{"regulation": "학칙", "article": 25, "paragraph": 2, "text": text}],
        "claim": "휴학기간은 통산하여 5년을 초과할 수 없습니다.",
        "label": "contradicted",
        "fault": "number",
    }

    report = measure_labelled([row])

    table = next(table for table in report.tables if table.title == "right by kind")
    assert table.columns == ("kind", "claims", "rules", "model", "both")
    assert table.rows == (("number", 1, 1, 0, 1),)
    assert report.figures["model: detected when not"] == 0
    assert report.figures["detected when not"] == 1
