"""The embedding queue: resumable, never a text twice, one at a time; and the switch to another model."""

from __future__ import annotations

import io
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, connections
from pytest_django import Settings

from portal import llm
from regulations.models import Passage, PassageEmbedding
from regulations.search.index.building import embed_pending
from regulations.search.index.embedding_models import model_in_use
from regulations.search.retrieval import search_passages
from regulations.search.retrieval.dense import query_vector
from tests.corpus import SCHOOL_REGULATIONS, TODAY, given_regulation
from tests.stub_llm import StubLLM, StubReply

NEXT = "larger-model"


@pytest.fixture
def endpoint(stub_llm: StubLLM, settings: Settings) -> StubLLM:
    """The present model at an endpoint, of few numbers."""
    stub_llm.dimensions = settings.EMBEDDING_DIMENSIONS = 8
    settings.EMBEDDING_BASE_URL = stub_llm.base_url
    settings.EMBEDDING_MODEL = "small-model"
    return stub_llm


def _coming(stub: StubLLM, settings: Settings) -> None:
    settings.EMBEDDING_NEXT_MODEL = NEXT
    settings.EMBEDDING_NEXT_BASE_URL = stub.base_url
    settings.EMBEDDING_NEXT_DIMENSIONS = 8


def _sent(stub: StubLLM, model: str) -> list[str]:
    return [text for asked in stub.requests if asked["model"] == model for text in asked["input"]]


@pytest.mark.django_db
def test_what_is_interrupted_goes_on_and_no_text_is_sent_twice(
    endpoint: StubLLM, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("regulations.search.index.building._BATCH", 2)
    given_regulation("학칙", SCHOOL_REGULATIONS)
    copy = given_regulation("다른 학칙", SCHOOL_REGULATIONS)
    endpoint.say(StubReply(), StubReply(status=500))
    with pytest.raises(llm.Unavailable):
        embed_pending(seconds=60)
    assert PassageEmbedding.objects.exists()
    assert embed_pending(seconds=60) == 0
    assert PassageEmbedding.objects.count() == Passage.objects.count()
    sent = _sent(endpoint, "small-model")
    # The failed batch alone was sent again.
    assert len(sent) - len(set(sent)) == 2
    copy.refresh_from_db()
    assert copy.index_state == copy.IndexState.READY
    assert embed_pending(seconds=60) == 0
    assert _sent(endpoint, "small-model") == sent


@pytest.mark.django_db
def test_time_that_is_up_leaves_the_rest_for_the_next_message(endpoint: StubLLM) -> None:
    given_regulation("학칙", SCHOOL_REGULATIONS)
    waiting = embed_pending(seconds=0)
    assert waiting == Passage.objects.count()
    assert not endpoint.requests


@contextmanager
def _elsewhere(statement: str) -> Iterator[None]:
    """Run a statement on a connection of another thread, and hold it open."""
    ready, done = threading.Event(), threading.Event()

    def hold() -> None:
        with connection.cursor() as cursor:
            cursor.execute(statement)
        ready.set()
        done.wait(10)
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_unlock_all()")
        connections.close_all()

    thread = threading.Thread(target=hold)
    thread.start()
    ready.wait(10)
    try:
        yield
    finally:
        done.set()
        thread.join()


@pytest.mark.django_db(transaction=True)
def test_two_processes_never_embed_at_once(endpoint: StubLLM) -> None:
    given_regulation("학칙", SCHOOL_REGULATIONS)
    with _elsewhere("SELECT pg_advisory_lock(x'72656775'::int)"):
        assert embed_pending(seconds=60) is None
    assert not endpoint.requests
    assert embed_pending(seconds=60) == 0


@pytest.mark.django_db
def test_a_question_is_embedded_once(endpoint: StubLLM) -> None:
    assert query_vector("휴학은?") == query_vector("휴학은?")
    assert len(endpoint.requests) == 1


@pytest.mark.django_db
def test_a_coming_model_is_used_when_its_last_vector_is_there_and_not_before(
    endpoint: StubLLM, settings: Settings
) -> None:
    given_regulation("학칙", SCHOOL_REGULATIONS, embed=True)
    _coming(endpoint, settings)
    assert embed_pending(seconds=0) == Passage.objects.count()
    assert model_in_use().name == "small-model"
    assert search_passages("휴학 기간", as_of=TODAY).setup.embedding_model == "small-model"

    assert embed_pending(seconds=60) == 0

    assert model_in_use().name == NEXT
    found = search_passages("휴학 기간", as_of=TODAY)
    assert found.setup.embedding_model == NEXT
    assert len(_sent(endpoint, NEXT)) - 1 == Passage.objects.count()
    assert PassageEmbedding.objects.filter(model="small-model").exists()


@pytest.mark.django_db
def test_after_the_switch_new_texts_are_embedded_by_the_new_model_alone(
    endpoint: StubLLM, settings: Settings
) -> None:
    given_regulation("학칙", SCHOOL_REGULATIONS, embed=True)
    _coming(endpoint, settings)
    embed_pending(seconds=60)
    version = given_regulation("새 지침", "제1조(주차) 주차는 지하에 한다.", embed=True)
    vectors = PassageEmbedding.objects.filter(passage__version=version)
    assert set(vectors.values_list("model", flat=True)) == {NEXT}
    assert model_in_use().name == NEXT


@pytest.mark.django_db
def test_old_vectors_are_forgotten_only_when_nobody_uses_them(
    endpoint: StubLLM, settings: Settings
) -> None:
    given_regulation("학칙", SCHOOL_REGULATIONS, embed=True)
    _coming(endpoint, settings)
    with pytest.raises(CommandError, match="in use"):
        call_command("reindex", forget="small-model")
    embed_pending(seconds=60)
    out = io.StringIO()
    call_command("reindex", forget="small-model", stdout=out)
    assert set(PassageEmbedding.objects.values_list("model", flat=True)) == {NEXT}
    assert search_passages("휴학 기간", as_of=TODAY).passages
