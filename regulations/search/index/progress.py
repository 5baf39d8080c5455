"""How far the index of a version has come: waiting, words, vectors."""

from __future__ import annotations

from dataclasses import dataclass

from regulations.models import PassageEmbedding, RegulationVersion
from regulations.search.index.embedding_models import model_in_use

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

    @property
    def words_are_ready(self) -> bool:
        """Whether the words of the version are found already."""
        return self.state in (IndexState.LEXICAL, IndexState.READY)


def index_progress(*, version: RegulationVersion) -> IndexProgress:
    """Count what is indexed of a version."""
    embedded = PassageEmbedding.objects.filter(passage__version=version, model=model_in_use().name)
    return IndexProgress(
        state=version.index_state,
        passages=version.passages.count(),
        embedded=embedded.count(),
    )
