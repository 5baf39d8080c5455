"""The transitional measures of a version, read from its addenda when it is published."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import date

from django.db import transaction

from regulations.models import (
    Addenda,
    Article,
    Attachment,
    Paragraph,
    RegulationVersion,
    TransitionalMeasure,
)
from regulations.text.transitional import effective_day, topic_articles, transitional_clauses


@dataclass(frozen=True, slots=True)
class _AddendaPart:
    """An article or number of addenda."""

    key: str
    title: str
    text: str


@transaction.atomic
def measures_read(*, versions: Iterable[RegulationVersion]) -> int:
    """Read the measures of the versions anew; returns how many there are."""
    count = 0
    for version in versions:
        rows = list(_measures(version))
        TransitionalMeasure.objects.filter(version=version).delete()
        TransitionalMeasure.objects.bulk_create(rows)
        count += len(rows)
    return count


def measures_refresh(*, report_progress: Callable[[str], None]) -> None:
    """Read everything that was ever published again."""
    versions = RegulationVersion.objects.filter(state__in=RegulationVersion.PUBLIC_STATES)
    count = measures_read(versions=versions.order_by("pk").iterator())
    report_progress(f"입학년도에 따른 경과조치 {count}개를 읽었습니다.")


def addenda_days(version: RegulationVersion) -> dict[str, date]:
    """From when each of the addenda of a version holds, by its key, where they say so."""
    days: dict[str, date] = {}
    for addenda in Addenda.objects.filter(version=version).order_by("position"):
        if day := _day(addenda, _parts(addenda)):
            days[addenda.locator_key] = day
    return days


def _measures(version: RegulationVersion) -> Iterator[TransitionalMeasure]:
    articles: list[tuple[str, str, str]] | None = None
    known = set(Article.objects.filter(version=version).values_list("locator_key", flat=True))
    known |= set(Attachment.objects.filter(version=version).values_list("locator_key", flat=True))
    for addenda in Addenda.objects.filter(version=version).order_by("position"):
        parts = _parts(addenda)
        day = _day(addenda, parts)
        for part in parts:
            for clause in transitional_clauses(part.title, part.text, effective=day):
                # What is not in the text today cannot be asked for by its place.
                places = [key for key in clause.provisions if key.partition("/")[0] in known]
                if not places and (clause.topic or clause.provisions):
                    articles = articles or _articles(version)
                    # Found nowhere: it is told where the clause itself is.
                    places = topic_articles(clause.topic, articles) or [part.key]
                yield TransitionalMeasure(
                    version=version,
                    locator_key=part.key,
                    effect=clause.effect.value,
                    first_year=clause.first_year,
                    last_year=clause.last_year,
                    provisions=places,
                    day=day,
                    text=clause.text,
                )


def _articles(version: RegulationVersion) -> list[tuple[str, str, str]]:
    rows = Article.objects.filter(version=version, addenda=None, is_deleted=False)
    return list(rows.order_by("position").values_list("locator_key", "title", "full_text"))


def _parts(addenda: Addenda) -> list[_AddendaPart]:
    rows: list[Article | Paragraph] = list(Article.objects.filter(addenda=addenda))
    rows += Paragraph.objects.filter(addenda=addenda, article=None)
    parts = [
        _AddendaPart(
            row.locator_key, getattr(row, "title", ""), getattr(row, "full_text", "") or row.text
        )
        for row in sorted(rows, key=lambda row: row.position)
    ]
    return parts or [_AddendaPart(addenda.locator_key, "", addenda.text)]


def _day(addenda: Addenda, parts: list[_AddendaPart]) -> date | None:
    """The first part says it; older addenda bear only the day in their heading."""
    said = effective_day(f"{addenda.text} {parts[0].text}", addenda.promulgated_date)
    return said or addenda.promulgated_date
