"""Which embedding model searches use, and the switch to another one: beside the old one first, then at once.

EMBEDDING_NEXT_MODEL names a model that is to come. Its vectors are computed beside those of the present one, which searches
go on using. When the last is there a row says so, and from the next question on every process uses the new model. The old
vectors can then be deleted (`reindex --forget MODEL`), and the settings renamed whenever it suits.
"""

from __future__ import annotations

from django.db.models import Exists, OuterRef, QuerySet

from portal.llm import EmbeddingModel, coming_embedding_model, present_embedding_model
from regulations.models import EmbeddingSwitch, Passage, PassageEmbedding


def model_in_use() -> EmbeddingModel:
    """The model of which questions are embedded now; one small query, and only while another is to come."""
    coming = coming_embedding_model()
    if coming is None:
        return present_embedding_model()
    has_switched = EmbeddingSwitch.objects.filter(model=coming.name).exists()
    return coming if has_switched else present_embedding_model()


def models_wanted() -> list[EmbeddingModel]:
    """The models whose vectors every passage must have: the one in use, then the one to come."""
    in_use, coming = model_in_use(), coming_embedding_model()
    return [in_use] if coming is None or coming == in_use else [in_use, coming]


def passages_without_vector(model: EmbeddingModel) -> QuerySet[Passage]:
    """The passages that still wait for a vector of a model."""
    embedded = PassageEmbedding.objects.filter(passage=OuterRef("pk"), model=model.name)
    return Passage.objects.filter(~Exists(embedded))


def switch_where_complete() -> EmbeddingModel | None:
    """Use the coming model from now on if every passage has its vector; returns it when it has just been switched to."""
    coming = coming_embedding_model()
    if coming is None or passages_without_vector(coming).exists():
        return None
    _row, created = EmbeddingSwitch.objects.get_or_create(model=coming.name)
    return coming if created else None


def vectors_forget(*, model: str) -> int:
    """Delete the vectors of a model that is neither in use nor to come; raises ValueError. Returns how many there were."""
    if model in {wanted.name for wanted in models_wanted()}:
        raise ValueError(f"{model} is in use")
    deleted, _by_kind = PassageEmbedding.objects.filter(model=model).delete()
    EmbeddingSwitch.objects.filter(model=model).delete()
    return deleted
