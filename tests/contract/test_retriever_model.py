"""The shipped retriever: the file that was measured, small enough, and near to what answers a question."""

from __future__ import annotations

import hashlib

import pytest
from pytest_django import Settings

from portal import llm
from portal.llm import EmbeddingModel
from portal.llm.local_models import BASE_MODEL, OWN_FILE, OWN_MODEL

PASSAGES = (
    "학칙 휴학 기간\n일반휴학은 한 번에 두 학기를 넘지 못한다.",
    "도서관 규정 연체\n늦게 반납한 사람은 하루에 100원을 낸다.",
    "생활관 규정 외박\n외박하려는 관생은 미리 신청해야 한다.",
)
QUESTIONS = (
    "학교 좀 쉬고 싶은데 얼마나 돼요?",
    "What is the fine for overdue books?",
    "住宿生外宿需要提前申请吗？",
)
OWN = EmbeddingModel(OWN_MODEL, 384)


def test_the_file_is_the_one_of_the_checksum_and_no_larger_than_agreed() -> None:
    content = OWN_FILE.read_bytes()
    digest = OWN_FILE.with_suffix(".sha256").read_text(encoding="utf-8").split()[0]
    assert hashlib.sha256(content).hexdigest() == digest
    assert len(content) <= 40_000_000


def test_questions_are_nearest_to_what_answers_them() -> None:
    passages = llm.embed(PASSAGES, "passage", OWN)
    for place, question in enumerate(llm.embed(QUESTIONS, "query", OWN)):
        products = [sum(a * b for a, b in zip(question, p, strict=True)) for p in passages]
        assert max(products) == products[place]


def test_both_models_can_be_asked_in_one_process(settings: Settings) -> None:
    own, base = (
        llm.embed(PASSAGES[:1], "passage", EmbeddingModel(m, 384)) for m in (OWN_MODEL, BASE_MODEL)
    )
    assert own != base


def test_a_name_that_nobody_knows_is_no_model_of_this_process() -> None:
    with pytest.raises(llm.Unavailable, match="elsewhere"):
        llm.embed(["휴학"], "query", EmbeddingModel("elsewhere", 384))
