"""The portal's own embedding model: an installation with vectors of the former goes over to it without losing search."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.management import call_command
from pytest_django import Settings

from portal import llm
from portal.checks.deployment import check_limits
from portal.health import State
from portal.llm import local_models
from portal.llm.health import embedding_model
from portal.llm.local_models import BASE_MODEL, OWN_MODEL
from regulations.models import EmbeddingSwitch, Passage, PassageEmbedding
from regulations.search.index.building import embed_pending
from regulations.search.index.embedding_models import model_in_use, required_models
from regulations.search.retrieval import search_passages
from regulations.tasks import repair_index_task
from tests.corpus import SCHOOL_REGULATIONS, TODAY, given_regulation

pytestmark = pytest.mark.django_db


@pytest.fixture
def upgraded(settings: Settings) -> None:
    """An installation that was indexed with the former model and is now told to use the own one."""
    settings.EMBEDDING_MODEL = BASE_MODEL
    given_regulation("학칙", SCHOOL_REGULATIONS, embed=True)
    settings.EMBEDDING_MODEL = OWN_MODEL


@pytest.fixture
def damaged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    path = tmp_path / "retriever.onnx"
    path.write_bytes(b"no model")
    path.with_suffix(".sha256").write_text("0  retriever.onnx\n")
    monkeypatch.setattr(local_models, "OWN_FILE", path)
    local_models._loaded.cache_clear()
    yield
    local_models._loaded.cache_clear()


def test_the_former_vectors_are_searched_until_the_new_ones_are_complete(upgraded: None) -> None:
    found = search_passages("휴학 기간", as_of=TODAY)
    assert found.setup.embedding_model == BASE_MODEL
    assert [model.name for model in required_models()] == [BASE_MODEL, OWN_MODEL]

    assert embed_pending(seconds=120) == 0

    found = search_passages("휴학 기간", as_of=TODAY)
    assert found.setup.embedding_model == OWN_MODEL
    assert found.passages[0].passage.locator_key == "art-25"
    assert [model.name for model in required_models()] == [OWN_MODEL]


def test_the_index_catches_up_without_a_command(
    upgraded: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[bool] = []
    monkeypatch.setattr("regulations.tasks.embed_passages_task.delay", lambda: sent.append(True))
    repair_index_task()
    assert sent == [True]
    embed_pending(seconds=120)
    repair_index_task()
    assert sent == [True]


def test_the_former_vectors_can_then_be_forgotten(upgraded: None) -> None:
    embed_pending(seconds=120)
    call_command("reindex", "--forget", BASE_MODEL)
    assert model_in_use().name == OWN_MODEL
    assert not PassageEmbedding.objects.filter(model=BASE_MODEL).exists()


def test_a_new_installation_never_computes_the_former_model(settings: Settings) -> None:
    settings.EMBEDDING_MODEL = OWN_MODEL
    assert model_in_use().name == OWN_MODEL
    given_regulation("학칙", SCHOOL_REGULATIONS, embed=True)
    assert set(PassageEmbedding.objects.values_list("model", flat=True)) == {OWN_MODEL}
    assert EmbeddingSwitch.objects.filter(model=OWN_MODEL).exists()


def test_who_chose_the_former_model_keeps_it(settings: Settings) -> None:
    settings.EMBEDDING_MODEL = BASE_MODEL
    given_regulation("학칙", SCHOOL_REGULATIONS, embed=True)
    assert [model.name for model in required_models()] == [BASE_MODEL]


def test_a_damaged_file_leaves_the_words(settings: Settings, damaged: None) -> None:
    settings.EMBEDDING_MODEL = OWN_MODEL
    given_regulation("학칙", SCHOOL_REGULATIONS)
    found = search_passages("휴학 기간", as_of=TODAY)
    assert found.passages[0].passage.locator_key == "art-25"
    assert found.setup.embedding_model == ""
    assert [message.id for message in check_limits(None)] == ["portal.W032"]
    assert embedding_model().state == State.DEGRADED
    with pytest.raises(llm.Unavailable, match="checksum"):
        embed_pending(seconds=60)
    assert Passage.objects.exists()
    assert not PassageEmbedding.objects.exists()
