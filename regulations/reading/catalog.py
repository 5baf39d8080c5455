"""Which regulations there are: the lists that pages show. Texts are read through `regulations.reading.versions`."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import date
from itertools import groupby

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.shortcuts import get_object_or_404

from regulations.models import RegulationAlias, RegulationVersion
from regulations.reading.selectors import versions_on
from regulations.text.locators import normalize_name


@dataclass(frozen=True)
class CategoryCount:
    """A category with the number of its regulations in force."""

    name: str
    count: int


@dataclass(frozen=True)
class RegulationGroup:
    """The regulations in force of one category, in the order of their codes; those without one come last."""

    name: str
    versions: tuple[RegulationVersion, ...]


def versions_in_force(*, on: date) -> QuerySet[RegulationVersion]:
    """Versions that are in force on a day, with their regulations and departments."""
    return versions_on(day=on).select_related("regulation__owner_department")


def categories(*, on: date) -> list[CategoryCount]:
    """Categories of the regulations in force, the largest first."""
    names = versions_in_force(on=on).values_list("regulation__category", flat=True)
    counts = Counter(name for name in names if name)
    return [
        CategoryCount(name, count) for name, count in sorted(counts.items(), key=_largest_first)
    ]


def regulation_groups(
    *, on: date, search: str = "", category: str = "", department: str = ""
) -> list[RegulationGroup]:
    """Regulations in force by category; `search` looks in titles and other names, whatever their spacing."""
    versions = versions_in_force(on=on)
    if category:
        versions = versions.filter(regulation__category=category)
    if department:
        versions = versions.filter(regulation__owner_department__name=department)
    name = normalize_name(search)
    if name:
        aliases = RegulationAlias.objects.filter(
            regulation=OuterRef("regulation"), normalized_name__icontains=name
        )
        versions = versions.filter(
            Q(regulation__normalized_title__icontains=name) | Exists(aliases)
        )
    ordered = versions.order_by(
        "regulation__category", "regulation__code", "regulation__title", "pk"
    )
    groups = [
        RegulationGroup(category, tuple(group))
        for category, group in groupby(ordered, key=lambda version: version.regulation.category)
    ]
    return sorted(groups, key=lambda group: not group.name)


def departments(*, on: date) -> list[str]:
    """Names of the departments that are responsible for regulations in force."""
    names = versions_in_force(on=on).values_list("regulation__owner_department__name", flat=True)
    return sorted({name for name in names if name})


def latest_amendments(*, on: date, limit: int) -> list[RegulationVersion]:
    """The versions in force that began last, the newest first."""
    return list(versions_in_force(on=on).order_by("-enforcement_date", "pk")[:limit])


def published_versions(*, slug: str) -> list[RegulationVersion]:
    """All versions of a regulation that were ever in force or will be, the newest first; drafts are not shown."""
    versions = RegulationVersion.objects.filter(regulation__slug=slug)
    versions = versions.filter(state__in=RegulationVersion.PUBLIC_STATES)
    return list(
        versions.select_related("regulation__owner_department").order_by(
            "-enforcement_date", "-number"
        )
    )


def version_for_reading(*, slug: str, number: int) -> RegulationVersion:
    """One published version, or Http404."""
    versions = RegulationVersion.objects.filter(state__in=RegulationVersion.PUBLIC_STATES)
    versions = versions.select_related("regulation__owner_department")
    return get_object_or_404(versions, regulation__slug=slug, number=number)


def _largest_first(entry: tuple[str, int]) -> tuple[int, str]:
    return -entry[1], entry[0]
