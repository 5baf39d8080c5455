"""Two embedding models side by side in one report."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from pytest_django import Settings

from regulations.models import PassageEmbedding
from regulations.search.index.building import embed_pending
from tests.corpus import SCHOOL_REGULATIONS, given_regulation
from tests.stub_llm import StubLLM

pytestmark = pytest.mark.django_db

GOLD = [{"regulation": "학칙", "article": 25}]
ROWS = [
    {"id": "a", "question": "휴학은 얼마나?", "style": "colloquial", "lang": "ko", "gold": GOLD},
    {"id": "b", "question": "How long?", "style": "english", "lang": "en", "gold": GOLD},
    {"id": "c", "question": "오늘 학식은?", "style": "colloquial", "lang": "ko", "gold": []},
]


@pytest.fixture
def questions(tmp_path: Path) -> Path:
    path = tmp_path / "questions.jsonl"
    path.write_text("\n".join(map(json.dumps, ROWS)), encoding="utf-8")
    return path


@pytest.fixture(autouse=True)
def _models(stub_llm: StubLLM, settings: Settings) -> None:
    stub_llm.dimensions = 8
    settings.EMBEDDING_BASE_URL = settings.EMBEDDING_NEXT_BASE_URL = stub_llm.base_url
    settings.EMBEDDING_DIMENSIONS = settings.EMBEDDING_NEXT_DIMENSIONS = 8
    settings.EMBEDDING_MODEL, settings.EMBEDDING_NEXT_MODEL = "old-model", "new-model"
    given_regulation("학칙", SCHOOL_REGULATIONS)
    embed_pending(seconds=60)


def test_one_command_compares_two_models_by_style_and_language(
    questions: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "report.html"
    call_command(
        "evaluate",
        "retrieval",
        str(questions),
        "--models",
        "old-model,new-model",
        "--html",
        str(page),
    )
    call_command("evaluate", "retrieval", str(questions), "--models", "old-model, new-model")
    printed = capsys.readouterr().out
    for expected in ("embedding models", "recall@5 by group", "language en", "style colloquial"):
        assert expected in printed
    assert printed.count("| old-model ") >= 4
    # Each variant has a plot, and a point for each style and language; what has no answer is not counted.
    assert page.read_text(encoding="utf-8").count("n = 1") >= 4 * 4


@pytest.mark.parametrize("names", ["old-model", "old-model,", "old-model,unknown"])
def test_a_model_without_vectors_is_not_compared(questions: Path, names: str) -> None:
    with pytest.raises(CommandError, match=r"vector|two models"):
        call_command("evaluate", "retrieval", str(questions), "--models", names)


def test_a_model_that_lacks_one_vector_is_not_compared(questions: Path) -> None:
    PassageEmbedding.objects.filter(model="new-model").first().delete()  # type: ignore[union-attr]
    with pytest.raises(CommandError, match=r"^1 of \d+ passages"):
        call_command("evaluate", "retrieval", str(questions), "--models", "old-model,new-model")


def test_pools_for_a_fit_can_leave_out_what_answers(
    questions: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("retrieval_pools", str(questions))
    whole = json.loads(capsys.readouterr().out)["pools"]
    call_command("retrieval_pools", str(questions), "--without-answers")
    left = json.loads(capsys.readouterr().out)["pools"]
    assert [pool["answerable"] for pool in whole] == [True, True, False]
    assert 1.0 in whole[0]["right"]
    # A question without an answer has nothing that could be left out.
    assert [pool["answerable"] for pool in left] == [False, False]
    assert all(set(pool["right"]) <= {0.0} and pool["features"] for pool in left)
    assert len(left[0]["places"]) == len(whole[0]["places"]) - sum(whole[0]["right"])
