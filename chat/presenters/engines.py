"""Which models the portal uses now, and for what: for the page that says how answers are made."""

from __future__ import annotations

from dataclasses import dataclass

from django.conf import settings

from portal import llm
from verification.checking.by_verifier import SURE


@dataclass(frozen=True)
class AnsweringEngines:
    """The models by their task; `writers` is empty where no language model writes.

    `retriever` is a model of an endpoint, empty for the one that comes with the portal. From the probability `certainty` on
    the verifier confirms a sentence; None where there is none.
    """

    writers: tuple[str, ...]
    is_permitted: bool
    retriever: str
    certainty: float | None

    @property
    def may_write(self) -> bool:
        """Whether a model may write the next answer."""
        return bool(self.writers) and self.is_permitted


def answering_engines() -> AnsweringEngines:
    """What is configured and permitted now."""
    names = [settings.LLM_MODEL, settings.LLM_FALLBACK_MODEL] if settings.LLM_BASE_URL else []
    return AnsweringEngines(
        writers=tuple(dict.fromkeys(filter(None, names))),
        is_permitted=llm.available(),
        retriever=settings.EMBEDDING_MODEL if settings.EMBEDDING_BASE_URL else "",
        certainty=SURE if settings.VERIFIER_MODEL else None,
    )
