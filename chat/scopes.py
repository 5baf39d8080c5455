"""What a question is limited to, as people and programs write it: regulation:학칙, category:학사, topic:휴학."""

from __future__ import annotations

from typing import Any, get_args

from chat.topics import topic_regulations
from regulations.models import Collection, Regulation
from regulations.names import regulation_names
from regulations.retrieval.scope import Degree


class UnknownScopeError(ValueError):
    """The scope names nothing that there is; the message tells a person so. Nothing is ever answered from everything instead."""


def scope_read(text: str) -> dict[str, Any]:
    """Return the scope that a conversation stores; several parts, separated by commas, hold together."""
    scope: dict[str, Any] = {}
    for part in filter(None, map(str.strip, text.split(","))):
        kind, _, name = (piece.strip() for piece in part.partition(":"))
        if kind == "regulation":
            scope["regulation_ids"] = sorted(
                {*scope.get("regulation_ids", ()), *_regulations(name)}
            )
        elif kind == "category" and Regulation.objects.filter(category=name).exists():
            scope["category"] = name
        elif kind == "degree" and name in get_args(Degree):
            scope["degree"] = name
        elif kind == "topic" and (used := topic_regulations(topic=name)):
            scope["regulation_ids"] = sorted({*scope.get("regulation_ids", ()), *used})
        elif kind == "collection" and Collection.objects.filter(slug=name).exists():
            scope["collection"] = name
        else:
            raise UnknownScopeError(
                f"범위를 알 수 없습니다: {part}. regulation:규정명, category:분류, collection:모음, topic:주제, "
                "degree:undergraduate(graduate) 중 하나로 적어 주십시오."
            )
    return scope


def _regulations(name: str) -> frozenset[int]:
    found = regulation_names().candidates(name)
    if not found:
        raise UnknownScopeError(f"등록되지 않은 규정입니다: {name}")
    return found
