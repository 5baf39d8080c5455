"""The shipped model reads the best passages of a search; where it cannot, the search is the one without it."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.conf import settings as django_settings
from pytest_django import Settings

from portal import llm
from portal.checks.deployment import check_limits
from regulations.search.index.building import embed_pending
from regulations.search.retrieval import SearchResult, search_passages
from tests.corpus import TODAY, given_regulation

pytestmark = pytest.mark.django_db

RULES = """
제1조(목적) 이 규정은 휴학과 복학에 관한 사항을 정함을 목적으로 한다.
제2조(휴학의 구분) 휴학은 일반휴학, 입대휴학, 질병휴학으로 구분한다.
제3조(휴학기간) 휴학기간은 1회에 2개 학기를 초과할 수 없으며, 통산하여 6학기를 초과할 수 없다.
제4조(복학) 휴학기간이 끝난 학생은 다음 학기 등록기간에 복학하여야 한다.
"""
QUESTION = "휴학은 다 합쳐서 최대 몇 학기까지 할 수 있나요?"


@pytest.fixture(autouse=True)
def _corpus(db: None, settings: Settings) -> None:
    settings.CROSS_ENCODER_MODEL = django_settings.SHIPPED_CROSS_ENCODER
    given_regulation("휴학 규정", RULES)
    embed_pending(seconds=60)


def search(**options: object) -> SearchResult:
    return search_passages(QUESTION, as_of=TODAY, **options)  # type: ignore[arg-type]


def test_the_best_are_read_and_the_record_says_so() -> None:
    found = search()
    assert found.setup.weights.startswith("cross_encoder ")
    assert found.passages[0].passage.locator_key == "art-3"


@pytest.mark.parametrize("mode", ["keyword", "vector"])
def test_a_search_by_words_or_vectors_alone_reads_nothing(
    mode: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(llm, "cross_encode", lambda *_: pytest.fail("something was read"))
    assert search(mode=mode).passages


def test_the_record_tells_one_file_from_another() -> None:
    digest = Path(django_settings.SHIPPED_CROSS_ENCODER).with_suffix(".sha256").read_text()
    assert search().setup.reranker == f"cross-encoder {digest[:8]}"
    assert search(mode="keyword").setup.reranker == "built-in"


@pytest.mark.parametrize(
    "question", ["休学最多可以休几个学期？", "Tôi được nghỉ học tối đa mấy học kỳ?"]
)
def test_in_a_language_that_it_did_not_learn_it_is_not_heard(question: str) -> None:
    found = search_passages(question, as_of=TODAY)
    assert found.setup.weights.startswith("hybrid ")


def test_without_the_model_the_search_is_the_one_before(settings: Settings, tmp_path: Path) -> None:
    settings.CROSS_ENCODER_MODEL = ""
    plain = search()
    assert plain.setup.weights.startswith("hybrid ")
    settings.CROSS_ENCODER_MODEL = str(tmp_path / "missing.onnx")
    damaged = search()
    assert damaged.setup == plain.setup
    assert "portal.W036" in [message.id for message in check_limits(None)]
    assert [(p.passage.pk, p.relevance) for p in damaged.passages] == [
        (p.passage.pk, p.relevance) for p in plain.passages
    ]
