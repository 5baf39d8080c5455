"""How far the index of a version has come: waiting, words, vectors."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.timezone import localdate

from regulations.models import Passage, PassageEmbedding, RegulationVersion
from regulations.reading.selectors import searched_from
from regulations.search.index.embedding_models import model_in_use, passages_without_vector

IndexState = RegulationVersion.IndexState


@dataclass(frozen=True, slots=True)
class IndexProgress:
    """The passages of a version and how many of them have a vector of the present model."""

    state: str
    passages: int
    embedded: int

    @property
    def is_running(self) -> bool:
        """Whether there is still something to wait for."""
        return self.state in (IndexState.PENDING, IndexState.LEXICAL)


@dataclass(frozen=True, slots=True)
class IndexBacklog:
    """What is left of the whole corpus: published versions without their words, passages without a vector."""

    versions: int
    passages: int
    all_passages: int


def index_backlog() -> IndexBacklog:
    """Count what still waits to be searchable by words, and by vectors."""
    versions = RegulationVersion.objects.filter(
        searched_from(localdate()), index_state=IndexState.PENDING
    )
    without = passages_without_vector(model_in_use())
    return IndexBacklog(versions.count(), without.count(), Passage.objects.count())


def index_progress(*, version: RegulationVersion) -> IndexProgress:
    """Count what is indexed of a version."""
    embedded = PassageEmbedding.objects.filter(passage__version=version, model=model_in_use().name)
    return IndexProgress(
        state=version.index_state,
        passages=version.passages.count(),
        embedded=embedded.count(),
    )
