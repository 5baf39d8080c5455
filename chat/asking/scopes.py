"""What a question is limited to, as people and programs write it: regulation:학칙, category:학사, topic:휴학."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.utils.translation import gettext as _

from chat.asking.askers import ASKER_PARTS, UnknownAskerError, asker_scope
from chat.asking.topics import topic_regulations, topics_asked
from portal.http.numbers import whole_number
from regulations.models import Collection
from regulations.reading.catalog import categories, regulation_groups
from regulations.reading.names import regulation_names
from regulations.reading.selectors import regulations_known
from regulations.search.retrieval.record import scope_from_json
from regulations.search.retrieval.scope import Scope

SCOPE_HELP = (
    "regulation:…, category:…, collection:…, topic:…, and who asks: degree:undergraduate (graduate), entry_year:2024, "
    "enrollment:enrolled (on_leave, completed, graduated), campus:…; several with commas hold together"
)
# So many regulations are told by their titles.
_TITLES = 3


@dataclass(frozen=True)
class ScopeGroup:
    """Choices of one kind; each is a value for a form and what a person reads."""

    label: str
    choices: tuple[tuple[str, str], ...]


class UnknownScopeError(ValueError):
    """The scope names nothing that there is; the message tells a person so. Nothing is ever answered from everything instead."""


def scope_read(text: str) -> dict[str, Any]:
    """Return the scope that a conversation stores; several parts, separated by commas, hold together.

    Regulations are alternatives to each other, as topics are; of the other kinds there can be one.
    """
    scope: dict[str, Any] = {}
    regulations: set[int] = set()
    for part in filter(None, map(str.strip, text.split(","))):
        kind, _separator, name = (piece.strip() for piece in part.partition(":"))
        if kind in scope and kind != "topic":
            raise UnknownScopeError(
                _("범위에 같은 종류가 두 번 있습니다: %(part)s") % {"part": part}
            )
        if kind == "regulation":
            regulations |= _regulations(name)
        elif kind == "category" and regulations_known().filter(category=name).exists():
            scope["category"] = name
        elif kind in ASKER_PARTS and name:
            scope |= _asker_part(kind, name)
        elif kind == "topic" and (used := topic_regulations(topic=name)):
            scope["regulation_ids"] = sorted({*scope.get("regulation_ids", ()), *used})
            scope["topic"] = ", ".join(filter(None, (scope.get("topic"), name)))
        elif kind == "collection" and Collection.objects.filter(slug=name).exists():
            scope["collection"] = name
        else:
            raise UnknownScopeError(
                f"범위를 알 수 없습니다: {part}. regulation:규정명, category:분류, collection:모음, topic:주제, "
                "degree:undergraduate(graduate), entry_year:2024, enrollment:enrolled, campus:캠퍼스 중 하나로 적어 주십시오."
            )
    return scope_joined(scope, regulation_ids=regulations)


def scope_groups(*, on: date) -> list[ScopeGroup]:
    """What a question can be limited to on a day, beside single regulations and topics: collections and categories."""
    collections = Collection.objects.order_by("name", "pk").values_list("slug", "name")
    groups = (
        ScopeGroup(_("모음"), tuple((f"collection:{slug}", name) for slug, name in collections)),
        ScopeGroup(
            _("분류"), tuple((f"category:{row.name}", row.name) for row in categories(on=on))
        ),
    )
    return [group for group in groups if group.choices]


def topic_groups() -> list[ScopeGroup]:
    """The topics that a question can be limited to; they change with the answers, not with the corpus."""
    topics = tuple((f"topic:{topic}", topic) for topic in topics_asked())
    return [ScopeGroup(_("주제"), topics)] if topics else []


def scope_regulations(*, on: date) -> list[ScopeGroup]:
    """The regulations in force on a day by category, each a choice; those without one come last."""
    return [
        ScopeGroup(
            group.name or _("그 밖의 규정"),
            tuple((str(row.regulation_id), row.regulation.title) for row in group.versions),
        )
        for group in regulation_groups(on=on)
    ]


def scope_chosen(value: str) -> dict[str, Any]:
    """Return the scope of one choice of `scope_groups`; raises UnknownScopeError."""
    kind, _separator, name = value.partition(":")
    if not value:
        return {}
    pk = whole_number(name) if kind == "id" else None
    if pk is not None and regulations_known().filter(pk=pk).exists():
        return {"regulation_ids": [pk]}
    if kind == "category" and regulations_known().filter(category=name).exists():
        return {"category": name}
    if kind == "collection" and Collection.objects.filter(slug=name).exists():
        return {"collection": name}
    if kind == "topic" and (used := topic_regulations(topic=name)):
        return {"regulation_ids": sorted(used), "topic": name}
    raise UnknownScopeError(_("선택한 범위를 찾을 수 없습니다. 다시 고르십시오."))


def scope_joined(
    scope: Mapping[str, Any],
    *,
    regulation_ids: Iterable[int] = (),
    asker: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """Return a scope limited further, by single regulations and by who asks; raises UnknownScopeError where nothing is left."""
    joined = dict(scope)
    if chosen := set(regulation_ids):
        joined["regulation_ids"] = sorted(chosen & set(joined.get("regulation_ids", chosen)))
        # What is left of a topic is told by its regulations.
        joined.pop("topic", None)
    # A topic and a category alone are never empty; only what was added can contradict them.
    if joined != dict(scope) and not _holds_any(scope_from_json(joined)):
        raise UnknownScopeError(_("고른 조건을 모두 만족하는 규정이 없습니다. 하나를 지우십시오."))
    return joined | dict(asker or {})


def scope_label(scope: Mapping[str, Any]) -> str:
    """What a person reads of the scope of a conversation; who asks is `asker_label`."""
    parts = []
    if "collection" in scope:
        found = Collection.objects.filter(slug=scope["collection"]).first()
        parts.append(found.name if found else str(scope["collection"]))
    if "category" in scope:
        parts.append(str(scope["category"]))
    if "topic" in scope:
        parts.append(_("주제: %(topic)s") % {"topic": scope["topic"]})
    elif "regulation_ids" in scope:
        parts.append(_titles_label(scope["regulation_ids"]))
    return ", ".join(filter(None, parts)) or _("전체 규정")


def _asker_part(kind: str, name: str) -> dict[str, Any]:
    try:
        return asker_scope({kind: name})
    except UnknownAskerError as error:
        raise UnknownScopeError(str(error)) from error


def _titles_label(regulation_ids: Sequence[int]) -> str:
    found = regulations_known().filter(pk__in=regulation_ids).order_by("title", "pk")
    titles = list(found.values_list("title", flat=True))
    shown = ", ".join(f"「{title}」" for title in titles[:_TITLES])
    more = len(titles) - _TITLES
    return shown if more <= 0 else _("%(titles)s 외 %(more)d개") % {"titles": shown, "more": more}


def _holds_any(scope: Scope) -> bool:
    ids = scope.regulation_ids
    if ids is None:
        return True
    return any(scope.holds(regulation_id) for regulation_id in sorted(ids))


def _regulations(name: str) -> frozenset[int]:
    found = regulation_names().candidates(name)
    if not found:
        raise UnknownScopeError(f"등록되지 않은 규정입니다: {name}")
    return found
