"""What each part of the search adds, and the candidates that a fit learns from."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from django.conf import settings as django_settings
from django.core.management import call_command
from pytest_django import Settings

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
def _corpus(stub_llm: StubLLM, settings: Settings) -> None:
    stub_llm.dimensions = 8
    settings.EMBEDDING_BASE_URL = stub_llm.base_url
    settings.EMBEDDING_DIMENSIONS = 8
    given_regulation("학칙", SCHOOL_REGULATIONS)
    embed_pending(seconds=60)


def test_ablation_shows_what_each_part_of_the_search_adds(
    questions: Path, settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    settings.CROSS_ENCODER_MODEL = django_settings.SHIPPED_CROSS_ENCODER
    call_command("evaluate", "retrieval", str(questions), "--ablation")

    printed = capsys.readouterr().out
    for part in (
        "vectors alone",
        "BM25, thesaurus",
        "all of it, graph",
        "fused, re-ranked, cross-encoder",
    ):
        assert f"| {part} " in printed


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


def test_pools_hold_what_the_cross_encoder_says_of_the_best(
    questions: Path, settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    settings.CROSS_ENCODER_MODEL = django_settings.SHIPPED_CROSS_ENCODER
    call_command("retrieval_pools", str(questions), "--cross-encoder")
    value = json.loads(capsys.readouterr().out)
    column = value["names"].index("cross_encoder")
    for pool in value["pools"]:
        assert len(set(pool["places"])) == len(pool["places"]), "one passage an article"
        assert len({row[column] for row in pool["features"]}) > 1
