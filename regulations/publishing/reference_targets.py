"""What mentions lead to: the regulations that a name means, and the provisions that those have on a day."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from datetime import date
from typing import Any

from django.db.models import Manager, QuerySet

from regulations.models import (
    Addenda,
    Article,
    Attachment,
    Item,
    Paragraph,
    RegulationVersion,
    Subparagraph,
)
from regulations.reading.names import RegulationNames
from regulations.text.locators import normalize_name
from regulations.text.mentions import ProvisionText
from regulations.text.provision_keys import ProvisionKeys

State = RegulationVersion.State

_ROWS: tuple[Manager[Any], ...] = (
    Article.objects,
    Paragraph.objects,
    Subparagraph.objects,
    Item.objects,
    Addenda.objects,
    Attachment.objects,
)
# What a law is called.
_STATUTE = re.compile(
    r"(?:법|법률|헌법|시행령|시행규칙|대통령령|총리령|부령|조례|훈령|예규|고시)(?:\s?제\s?[\d-]+호)?$"
)
# Decrees and rules of the state that end in 규정, 기준 or 지침 are told by whom they are for.
_OF_THE_STATE = re.compile(
    r"^(?:국가|정부|공무원|교육공무원|공공기관|교육부|사학기관|사립학교|사립대학|고등교육기관|대학설립|행정업무|교수자격|교원자격"
    r"|교원\s?(?:등의|예우)|군위탁생)"
)
# 전염병예방법 is a statute, 이용 방법 none.
_NO_STATUTE = re.compile(r"(?:^|\s)(?:방법|문법|기법|용법|해법|수법|비법)$")
_INSTRUMENTS = {
    "대통령령": ("시행령",),
    "총리령": ("시행규칙",),
    "세칙": ("시행세칙", "세칙"),
    "지침": ("시행지침", "운영지침", "지침"),
}
_OF_ITS_OWN = ("시행령", "시행규칙", "시행세칙", "운영세칙", "시행지침", "운영지침")
_GENERAL_END = re.compile(r"(?:에관한)?(?:규정|규칙|세칙)$")
_DECREE = re.compile(r"시행령$")


def is_statute(name: str) -> bool:
    """Whether a name that is not in the corpus is that of a law or of a decree."""
    if _OF_THE_STATE.match(name):
        return True
    return _STATUTE.search(name) is not None and _NO_STATUTE.search(name) is None


def delegated_names(*, title: str, instrument: str) -> list[str]:
    """Return the names that a text can have which `title` calls 시행세칙, 대통령령 or 정관, normalized, the likeliest first."""
    if instrument in ("학칙", "정관"):
        return [instrument]
    ends = _INSTRUMENTS.get(instrument, ())
    if instrument.endswith("부령"):
        ends = ("시행규칙",)
    elif instrument in _OF_ITS_OWN:
        ends = (instrument,)
    root = _DECREE.sub("", normalize_name(title))
    stems = dict.fromkeys((root, _GENERAL_END.sub("", root)))
    return [f"{stem}{end}" for stem in stems for end in ends if len(stem) >= 2]


def provisions_of(version_ids: list[int]) -> dict[int, list[ProvisionText]]:
    """Return the texts of each version in order, a deleted provision without its text; one query."""
    fields = ("version_id", "position", "locator_key", "text", "is_deleted")
    found: dict[int, list[ProvisionText]] = {pk: [] for pk in version_ids}
    for version_id, _place, key, text, is_deleted in sorted(_union(fields, version_ids)):
        found[version_id].append(ProvisionText(key, "" if is_deleted else text))
    return found


class ReferenceTargets:
    """Names and provisions that mentions are looked up in; what was looked up once is kept."""

    def __init__(self, names: RegulationNames, *, day: date) -> None:
        self.names = names
        self._day = day
        self._keys: dict[int, ProvisionKeys | None] = {}

    def load(self, regulation_ids: Iterable[int]) -> None:
        """Read the provisions of the regulations as they are on the day, of all of them in two queries."""
        missing = set(regulation_ids) - set(self._keys)
        if not missing:
            return
        shown = self._versions(missing)
        found: dict[int, list[str]] = defaultdict(list)
        if shown:
            for pk, key in _union(("version_id", "locator_key"), list(shown.values())):
                found[pk].append(key)
        for regulation_id in missing:
            version_id = shown.get(regulation_id)
            self._keys[regulation_id] = (
                None if version_id is None else ProvisionKeys(found[version_id])
            )

    def keys(self, regulation_id: int) -> ProvisionKeys | None:
        """The provisions of a loaded regulation; None where no version of it was published."""
        return self._keys[regulation_id]

    def meant(self, name: str, *, is_sure: bool) -> frozenset[int]:
        """The regulations that a name can mean; of names that may be none only whole ones count.

        The 정관 without more is that of the school's corporation, whatever that is called.
        """
        found = self.names.candidates(name) if is_sure else self.names.bearers(name)
        if not found and name == "정관":
            titles = self.names.titles.items()
            found = frozenset(pk for pk, title in titles if title.endswith("정관"))
            corporation = {pk for pk in found if "학교법인" in self.names.titles[pk]}
            found = found & corporation or found
        return found

    def living(self, regulation_ids: frozenset[int]) -> frozenset[int]:
        """Of namesakes, those that are not repealed: a repealed text and its successor may share a title."""
        versions = RegulationVersion.objects.filter(
            regulation_id__in=regulation_ids, state=State.PUBLISHED
        )
        return frozenset(versions.values_list("regulation_id", flat=True)) or regulation_ids

    def _versions(self, regulation_ids: set[int]) -> dict[int, int]:
        """The version of each regulation that is in force on the day, else the newest that was ever published."""
        rows = RegulationVersion.objects.filter(regulation_id__in=regulation_ids)
        rows = rows.filter(state__in=RegulationVersion.PUBLIC_STATES).order_by(
            "enforcement_date", "number"
        )
        shown: dict[int, int] = {}
        settled: set[int] = set()
        for pk, regulation_id, begins, ends in rows.values_list(
            "pk", "regulation_id", "enforcement_date", "ends_on"
        ):
            if regulation_id not in settled:
                shown[regulation_id] = pk
            if begins and begins <= self._day and (ends is None or ends > self._day):
                settled.add(regulation_id)
        return shown


def _union(fields: tuple[str, ...], version_ids: list[int]) -> QuerySet[Any, Any]:
    first, *others = (
        rows.filter(version_id__in=version_ids).order_by().values_list(*fields) for rows in _ROWS
    )
    return first.union(*others, all=True)
