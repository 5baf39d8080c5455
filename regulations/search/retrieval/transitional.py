"""What transitional measures make of what was found: the former text for whom they bind, and what is to be said of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date

from django.db.models import Q

from regulations.models import Addenda, Passage, RegulationVersion, TransitionalMeasure
from regulations.publishing.transitional import addenda_days
from regulations.reading.comparison import version_difference
from regulations.search.retrieval.calibration import NEAR_RELEVANCE
from regulations.search.retrieval.results import RankedPassage, TransitionalRule
from regulations.text.locators import Locator

_FORMER, _SPECIAL = TransitionalMeasure.Effect.FORMER, TransitionalMeasure.Effect.SPECIAL
_PARTIAL = TransitionalMeasure.Effect.PARTIAL
# Where nobody knows when the asker entered, so many clauses are told.
_TOLD = 2


@dataclass(frozen=True)
class _Former:
    """The version before an amendment and the passages that hold the article there."""

    version: RegulationVersion
    passages: tuple[Passage, ...]


def with_transitional(
    ranked: Sequence[RankedPassage], *, entry_year: int | None
) -> tuple[tuple[RankedPassage, ...], tuple[TransitionalRule, ...]]:
    """Put the text that binds who entered in a year in the place of the one in force, and the clause behind it.

    Without the year nothing changes; what would is told.
    """
    measures = _measures(ranked)
    if not measures:
        return tuple(ranked), ()
    if entry_year is None:
        told = (
            _rule(one, measure, None)
            for one in ranked
            if one.relevance >= NEAR_RELEVANCE
            for measure in _concerning(one, measures)
            if measure.effect != _PARTIAL
        )
        return tuple(ranked), _once_each(told)[:_TOLD]
    bound: list[RankedPassage] = []
    rules: list[TransitionalRule] = []
    for one in ranked:
        measure = _binding(_concerning(one, measures), entry_year)
        if measure is None or measure.effect == _PARTIAL:
            # Whom such a measure binds nobody knows by the year: its words are told, the article stays.
            rules += [_rule(one, measure, entry_year)] if measure else []
            bound.append(one)
            continue
        former = _former(one, measure) if measure.effect == _FORMER else None
        if former is not None and not former.passages:
            # The article is what it was: the amendment was about others.
            bound.append(one)
            continue
        rules.append(_rule(one, measure, entry_year, former))
        bound += _in_its_place(one, measure, former)
    return _ranked(bound), _once_each(rules)


def is_bound(places: Iterable[tuple[int, str]], *, entry_year: int) -> bool:
    """Whether a measure departs from one of the provisions (version, locator key) for who entered in a year."""
    keys = {(version_id, _outer(key)) for version_id, key in places}
    found = TransitionalMeasure.objects.filter(version__in={version for version, _key in keys})
    return any(
        measure.binds(entry_year)
        and (
            not measure.provisions
            or any((measure.version_id, _outer(place)) in keys for place in measure.provisions)
        )
        for measure in found
    )


def _measures(ranked: Sequence[RankedPassage]) -> list[TransitionalMeasure]:
    versions = {one.passage.version_id: one.passage.version for one in ranked}
    found = list(TransitionalMeasure.objects.filter(version__in=versions.keys()).order_by("pk"))
    for measure in found:
        measure.version = versions[measure.version_id]
    return found


def _concerning(
    one: RankedPassage, measures: Sequence[TransitionalMeasure]
) -> list[TransitionalMeasure]:
    """The measures about the article or table of a passage; addenda are what they are."""
    locator = one.passage.locator
    key = locator.article_locator.key
    return [
        measure
        for measure in measures
        if measure.version_id == one.passage.version_id
        and (
            any(_outer(place) == key for place in measure.provisions)
            or (not measure.provisions and locator.addenda is None)
        )
    ]


def _binding(
    measures: Sequence[TransitionalMeasure], entry_year: int
) -> TransitionalMeasure | None:
    """The measure that binds who entered in a year: of several the oldest, whose former text knew none of the others."""
    binding = [measure for measure in measures if measure.binds(entry_year)]
    former = [measure for measure in binding if measure.effect == _FORMER]
    if former:
        return min(former, key=_age)
    special = [measure for measure in binding if measure.effect == _SPECIAL]
    return next(iter(special or binding), None)


def _age(measure: TransitionalMeasure) -> tuple[date, int]:
    return measure.day or date.max, measure.pk


def _former(one: RankedPassage, measure: TransitionalMeasure) -> _Former | None:
    """The text before the amendment; None where it is not stored, no passages where it is the same."""
    version = one.passage.version
    before = (
        version.regulation.versions.filter(
            state__in=RegulationVersion.PUBLIC_STATES, enforcement_date__lt=measure.day
        )
        .select_related("regulation")
        .order_by("-enforcement_date")
        .first()
    )
    if before is None or measure.day is None or before.enforcement_date is None:
        return None
    between = (
        day for day in addenda_days(version).values() if before.enforcement_date < day < measure.day
    )
    if any(between):
        # Another amendment stands between: that text was never stored.
        return None
    key = _former_key(one.passage.locator.article_locator.key, before, version)
    here = Passage.objects.filter(version=before).select_related(
        "version__regulation", "article", "attachment"
    )
    found = here.filter(Q(locator_key=key) | Q(locator_key__startswith=f"{key}/")).order_by(
        "position"
    )
    passages = list(found)
    now = Passage.objects.filter(
        Q(locator_key=_article_key(one)) | Q(locator_key__startswith=f"{_article_key(one)}/"),
        version=version,
    ).order_by("position")
    if not passages:
        return None
    if [row.text for row in passages] == [row.text for row in now]:
        return _Former(before, ())
    return _Former(before, tuple(_best(passages, one)))


def _best(passages: Sequence[Passage], one: RankedPassage) -> Iterable[Passage]:
    """Of a long article the part with the number that was found, else its first."""
    same = [row for row in passages if row.locator_key == one.passage.locator_key]
    return same or passages[:1]


def _former_key(key: str, before: RegulationVersion, after: RegulationVersion) -> str:
    renumbered = version_difference(before=before, after=after).renumbered
    return next((old for old, new in renumbered.items() if new == key), key)


def _in_its_place(
    one: RankedPassage, measure: TransitionalMeasure, former: _Former | None
) -> Iterator[RankedPassage]:
    """The former text and the clause; the clause alone where that text is not stored, behind the article that it departs from."""
    if former is not None:
        for passage in former.passages:
            yield replace(one, passage=passage, is_former=True)
    elif measure.effect == _SPECIAL:
        yield one
    # Addenda that are a numbered list are one passage.
    keys = (measure.locator_key, measure.locator_key.partition("/")[0])
    clause = (
        Passage.objects.filter(version=measure.version, locator_key__in=keys)
        .select_related("version__regulation", "article", "attachment")
        .order_by("-locator_key")
        .first()
    )
    if clause is not None:
        yield replace(one, passage=clause)


def _rule(
    one: RankedPassage,
    measure: TransitionalMeasure,
    entry_year: int | None,
    former: _Former | None = None,
) -> TransitionalRule:
    regulation = measure.version.regulation
    key = _article_key(one)
    places = [place for place in measure.provisions if _outer(place) == key] or [key]
    version = former.version if former else None
    day = version.enforcement_date if version else None
    return TransitionalRule(
        effect=measure.effect,
        regulation=regulation.title,
        regulation_id=regulation.pk,
        slug=regulation.slug,
        locator_key=key,
        provision="·".join(Locator.parse(place).label for place in places),
        version_number=measure.version.number,
        addenda_key=measure.locator_key,
        addenda=_addenda_label(measure),
        text=measure.text,
        first_year=measure.first_year,
        last_year=measure.last_year,
        entry_year=entry_year,
        former_number=version.number if version else None,
        former_id=version.pk if version else None,
        former_day=day.isoformat() if day else "",
    )


def _addenda_label(measure: TransitionalMeasure) -> str:
    """부칙 <2018. 2. 12.> 제2조."""
    outer, _slash, inner = measure.locator_key.partition("/")
    addenda = Addenda.objects.filter(version=measure.version, locator_key=outer).first()
    day = addenda.promulgated_date if addenda else None
    dated = f"부칙 <{day:%Y. %-m. %-d.}>" if day else "부칙"
    return f"{dated} {Locator.parse(inner).label}" if inner else dated


def _outer(key: str) -> str:
    return Locator.parse(key).article_locator.key


def _article_key(one: RankedPassage) -> str:
    return one.passage.locator.article_locator.key


def _once_each(rules: Iterable[TransitionalRule]) -> tuple[TransitionalRule, ...]:
    found: dict[tuple[int, str, str], TransitionalRule] = {}
    for rule in rules:
        found.setdefault((rule.regulation_id, rule.addenda_key, rule.provision), rule)
    return tuple(found.values())


def _ranked(bound: Sequence[RankedPassage]) -> tuple[RankedPassage, ...]:
    once: dict[int, RankedPassage] = {}
    for one in bound:
        once.setdefault(one.passage.pk, one)
    return tuple(replace(one, rank=rank) for rank, one in enumerate(once.values(), start=1))
