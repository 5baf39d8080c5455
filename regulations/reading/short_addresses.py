"""What a permanent address names: 학칙/제25조제2항@2024-05-01, by the name and the numbers that people write.

Names are looked up as those of citations are; nothing is guessed. An address without a day is about today.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from urllib.parse import quote

from django.db.models import Q

from regulations.models import Regulation, RegulationVersion
from regulations.reading.catalog import regulation_groups, versions_in_force
from regulations.reading.names import regulation_names
from regulations.reading.versions import version_text
from regulations.text.citations import citation_locator, extract_citations
from regulations.text.locators import InvalidLocatorError, Locator, normalize_name

_DAY = re.compile(r"@(\d{4}-\d{2}-\d{2})$")
_MOST_LIKE = 8


@dataclass(frozen=True)
class AddressedProvision:
    """What an address names on a day: a version and the provision in it, else what stands in the way.

    `candidates` are versions that the name may mean, `like` those whose titles hold it; `elsewhere` is the newest other
    version that has the provision.
    """

    name: str
    place: str
    day: date
    version: RegulationVersion | None = None
    locator_key: str = ""
    candidates: Sequence[RegulationVersion] = field(default_factory=tuple)
    like: Sequence[RegulationVersion] = field(default_factory=tuple)
    regulation: Regulation | None = None
    elsewhere: RegulationVersion | None = None

    @property
    def is_found(self) -> bool:
        """Whether it names one provision, or one whole regulation."""
        return self.version is not None and (bool(self.locator_key) or not self.place)


def short_url(title: str, locator_key: str = "", *, day: date | None = None) -> str:
    """Return the permanent address of a provision."""
    place = f"/{quote(Locator.parse(locator_key).label.replace(' ', ''))}" if locator_key else ""
    return f"/r/{quote(title, safe='')}{place}{f'@{day.isoformat()}' if day else ''}"


def provision_addressed(text: str, *, today: date) -> AddressedProvision:
    """Find what an address names; one with a day that there never was is about no day and finds nothing."""
    found = _DAY.search(text)
    text = text[: found.start()] if found else text
    try:
        day = date.fromisoformat(found[1]) if found else today
    except ValueError:
        day = date.min
    name, _slash, place = (part.strip() for part in text.strip("/").partition("/"))
    asked = AddressedProvision(name=name, place=place, day=day)
    ids = regulation_names().candidates(name)
    versions = list(versions_in_force(on=day).filter(regulation__in=ids).order_by("pk"))
    if len(versions) > 1:
        return _with(asked, candidates=tuple(versions))
    if not versions:
        return _none_in_force(asked, ids)
    [version] = versions
    asked = _with(asked, version=version, regulation=version.regulation)
    if not place:
        return asked
    key = _key(name, place)
    if key and _has(version, key):
        return _with(asked, locator_key=key)
    return _with(asked, elsewhere=_elsewhere(version, key) if key else None)


def _with(asked: AddressedProvision, **values: object) -> AddressedProvision:
    return AddressedProvision(**(vars(asked) | values))


def _none_in_force(asked: AddressedProvision, ids: frozenset[int]) -> AddressedProvision:
    if ids:
        return _with(asked, regulation=Regulation.objects.filter(pk__in=ids).order_by("pk").first())
    if len(normalize_name(asked.name)) < 2 or asked.day == date.min:
        return asked
    groups = regulation_groups(on=asked.day, search=asked.name)
    like = [version for group in groups for version in group.versions]
    return _with(asked, like=tuple(like[:_MOST_LIKE]))


def _key(name: str, place: str) -> str:
    """The locator key of a written place; of a key itself, too."""
    try:
        return Locator.parse(place).key
    except InvalidLocatorError:
        pass
    cited = extract_citations(f"「{name}」 {place.replace('/', ' ')}")
    if len(cited) != 1:
        return ""
    locator = citation_locator(cited[0])
    if locator is None:
        return ""
    # Addenda are counted in a text and mostly cited without that number.
    return f"add-1/{locator.key}" if cited[0].addenda else locator.key


def _has(version: RegulationVersion, key: str) -> bool:
    within = Locator.parse(key).article_locator.key
    return version_text(version=version, cited_key=key, within=within).cited_found


def _elsewhere(version: RegulationVersion, key: str) -> RegulationVersion | None:
    others = version.regulation.versions.filter(~Q(state=RegulationVersion.State.DRAFT))
    newest = others.exclude(pk=version.pk).order_by("-enforcement_date", "-number")
    return next((one for one in newest.select_related("regulation") if _has(one, key)), None)
