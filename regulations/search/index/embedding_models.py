"""Which embedding model searches use, and the switch to another one: beside the old one first, then at once.

EMBEDDING_NEXT names a model that is to come. Its vectors are computed beside those of the present one, which searches
go on using. When the last is there a row says so, and from the next question on every process uses the new model. The old
vectors can then be deleted (`reindex --forget MODEL`), and the settings renamed whenever it suits.

From the engine's own model to the portal's (EMBEDDING_MODEL=portal-retriever-3) it goes the same way without naming a next
one: vectors of the former that are there are searched until those of the new one are complete.
"""

from __future__ import annotations

from django.db.models import Exists, OuterRef, QuerySet

from portal.llm import (
    EmbeddingModel,
    current_embedding_model,
    next_embedding_model,
    previous_embedding_model,
)
from regulations.models import EmbeddingSwitch, Passage, PassageEmbedding


def model_in_use() -> EmbeddingModel:
    """The model that searches use; one small query, only while a switch may be pending."""
    old, new = _old_and_new()
    if old is None or EmbeddingSwitch.objects.filter(model=new.name).exists():
        return new
    # An installation that is new has no vector of the former model, and nothing to go on searching.
    if new == current_embedding_model() and not _has_vectors(old):
        return new
    return old


def required_models() -> list[EmbeddingModel]:
    """The models whose vectors every passage must have: the one in use, then the one to come."""
    in_use, (_, new) = model_in_use(), _old_and_new()
    return [in_use] if new == in_use else [in_use, new]


def _old_and_new() -> tuple[EmbeddingModel | None, EmbeddingModel]:
    """The model in use until the switch, and its replacement."""
    coming = next_embedding_model()
    if coming is None:
        return previous_embedding_model(), current_embedding_model()
    return current_embedding_model(), coming


def _has_vectors(model: EmbeddingModel) -> bool:
    return PassageEmbedding.objects.filter(model=model.name).exists()


def passages_without_vector(model: EmbeddingModel) -> QuerySet[Passage]:
    """The passages that still wait for a vector of a model."""
    embedded = PassageEmbedding.objects.filter(passage=OuterRef("pk"), model=model.name)
    return Passage.objects.filter(~Exists(embedded))


def switch_if_complete() -> EmbeddingModel | None:
    """Use the newer model from now on if every passage has its vector; returns it when it has just been switched to."""
    old, new = _old_and_new()
    if old is None or passages_without_vector(new).exists():
        return None
    _row, created = EmbeddingSwitch.objects.get_or_create(model=new.name)
    return new if created else None


def vectors_delete(*, model: str) -> int:
    """Delete the vectors of a model that is neither in use nor to come; raises ValueError. Returns how many there were."""
    if model in {wanted.name for wanted in required_models()}:
        raise ValueError(f"{model} is in use")
    deleted, _by_kind = PassageEmbedding.objects.filter(model=model).delete()
    EmbeddingSwitch.objects.filter(model=model).delete()
    return deleted
