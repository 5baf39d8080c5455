"""Which models the portal uses now, and for what: for the page that says how answers are made."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import PurePath

from django.conf import settings

from portal import llm
from verification.checking.pairs import confidence_threshold


@dataclass(frozen=True)
class AnsweringEngines:
    """The models by their task; `writers` is empty where no language model writes."""

    writers: tuple[str, ...]
    is_permitted: bool
    retriever: str
    verifier: str
    threshold: float

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
        retriever=PurePath(llm.current_embedding_model().name).name,
        verifier=PurePath(settings.VERIFIER_MODEL).stem,
        threshold=confidence_threshold(),
    )
