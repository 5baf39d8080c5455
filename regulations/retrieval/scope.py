"""Where a question is looked up: everything, some regulations, a category or a collection."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Scope:
    """A limit of the search; several limits hold together. An empty set of regulations finds nothing."""

    regulation_ids: frozenset[int] | None = None
    category: str | None = None
    collection: str | None = None
