"""What a question is limited to, as people and programs write it: regulation:학칙, category:학사, topic:휴학."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, get_args

from django.utils.translation import gettext as _

from chat.topics import topic_regulations
from regulations.catalog import categories, versions_in_force
from regulations.models import Collection, Regulation
from regulations.names import regulation_names
from regulations.retrieval.scope import Degree


@dataclass(frozen=True)
class ScopeGroup:
    """Choices of one kind; each is a value for a form and what a person reads."""

    label: str
    choices: tuple[tuple[str, str], ...]


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


def scope_groups(*, on: date) -> list[ScopeGroup]:
    """What a question can be limited to on a day: collections, categories, single regulations."""
    collections = Collection.objects.order_by("name", "pk").values_list("slug", "name")
    regulations = versions_in_force(on=on).order_by(
        "regulation__category", "regulation__title", "regulation_id"
    )
    groups = (
        ScopeGroup(_("모음"), tuple((f"collection:{slug}", name) for slug, name in collections)),
        ScopeGroup(
            _("분류"), tuple((f"category:{row.name}", row.name) for row in categories(on=on))
        ),
        ScopeGroup(
            _("규정 하나"),
            tuple(
                (f"id:{row.regulation_id}", row.regulation.title)
                for row in regulations.select_related("regulation")
            ),
        ),
    )
    return [group for group in groups if group.choices]


def scope_chosen(value: str) -> dict[str, Any]:
    """Return the scope of one choice of `scope_groups`; raises UnknownScopeError."""
    kind, _separator, name = value.partition(":")
    if not value:
        return {}
    if kind == "id" and name.isdecimal() and Regulation.objects.filter(pk=int(name)).exists():
        return {"regulation_ids": [int(name)]}
    if kind == "category" and Regulation.objects.filter(category=name).exists():
        return {"category": name}
    if kind == "collection" and Collection.objects.filter(slug=name).exists():
        return {"collection": name}
    raise UnknownScopeError(_("선택한 범위를 찾을 수 없습니다. 다시 고르십시오."))


def scope_label(scope: Mapping[str, Any]) -> str:
    """What a person reads of the scope of a conversation."""
    parts = []
    if "collection" in scope:
        found = Collection.objects.filter(slug=scope["collection"]).first()
        parts.append(found.name if found else str(scope["collection"]))
    if "category" in scope:
        parts.append(str(scope["category"]))
    if "regulation_ids" in scope:
        titles = Regulation.objects.filter(pk__in=scope["regulation_ids"]).order_by("title", "pk")
        parts.extend(f"「{title}」" for title in titles.values_list("title", flat=True))
    return ", ".join(parts) or _("전체 규정")


def _regulations(name: str) -> frozenset[int]:
    found = regulation_names().candidates(name)
    if not found:
        raise UnknownScopeError(f"등록되지 않은 규정입니다: {name}")
    return found
