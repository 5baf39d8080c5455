"""Reads that several callers share: which version of a regulation is in force, which come next."""

from __future__ import annotations

from datetime import date

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from regulations.models import Regulation, RegulationVersion

State = RegulationVersion.State


def versions_on(*, day: date) -> QuerySet[RegulationVersion]:
    """Versions that were, are or will be in force on a day, those of regulations repealed later among them."""
    return RegulationVersion.objects.filter(
        Q(ends_on__isnull=True) | Q(ends_on__gt=day),
        state__in=(State.PUBLISHED, State.REPEALED),
        enforcement_date__lte=day,
    )


def regulations_known() -> QuerySet[Regulation]:
    """The regulations that anybody outside may know of: those of which a text was ever published."""
    published = RegulationVersion.objects.filter(regulation=OuterRef("pk")).exclude(
        state=State.DRAFT
    )
    return Regulation.objects.filter(Exists(published))


def searched_from(day: date) -> Q:
    """The published versions that searches find: of those that are repealed, the ones that are in force until a later day."""
    return Q(state=State.PUBLISHED) | Q(state=State.REPEALED, ends_on__gt=day)


def version_in_force(*, regulation: Regulation, as_of: date) -> RegulationVersion | None:
    """Return the version of a regulation in force on a day; there is at most one."""
    return versions_on(day=as_of).filter(regulation=regulation).order_by("pk").first()


def version_upcoming(*, regulation: Regulation, as_of: date) -> RegulationVersion | None:
    """Return the next published version that is not in force yet, be it repealed later."""
    later = regulation.versions.filter(
        Q(state=State.PUBLISHED) | Q(state=State.REPEALED, ends_on__gt=F("enforcement_date")),
        enforcement_date__gt=as_of,
    )
    return later.order_by("enforcement_date", "pk").first()
