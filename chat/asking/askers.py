"""Who asks, as far as the rules differ by it: course of study, year of entry, enrollment, campus. Nothing more is taken.

It is part of the scope of a conversation, so that searches, reruns, exports and shared answers know the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils import timezone, translation
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from portal.controls.selectors import controls_get

COURSES: dict[str, Promise] = {
    "undergraduate": gettext_lazy("학부"),
    "graduate": gettext_lazy("대학원"),
}
ENROLLMENTS: dict[str, Promise] = {
    "enrolled": gettext_lazy("재학"),
    "on_leave": gettext_lazy("휴학"),
    "completed": gettext_lazy("수료"),
    "graduated": gettext_lazy("졸업"),
}
# The parts of a scope that say who asks, as a form, a program and a session name them.
ASKER_PARTS = ("degree", "entry_year", "enrollment", "campus")
# As it is stored: which campuses there were says what the chosen one leaves out.
ASKER_STORED = (*ASKER_PARTS, "campuses")
EARLIEST_ENTRY = 1950


class UnknownAskerError(ValueError):
    """A part has a value that there is not; the message tells a person so."""


def campuses() -> tuple[str, ...]:
    """The campuses of the university; none where it has one."""
    lines = (line.strip() for line in controls_get().campuses.splitlines())
    return tuple(filter(None, lines))


def asker_scope(values: Mapping[str, Any]) -> dict[str, Any]:
    """The parts of a scope that say who asks, from a form, a session or a program; raises UnknownAskerError."""
    said = {name: str(values.get(name) or "").strip() for name in ASKER_PARTS}
    scope: dict[str, Any] = {}
    for name, known in (("degree", COURSES), ("enrollment", ENROLLMENTS)):
        if said[name] and said[name] not in known:
            raise UnknownAskerError(_("알 수 없는 값입니다: %(value)s") % {"value": said[name]})
        if said[name]:
            scope[name] = said[name]
    if said["entry_year"]:
        scope["entry_year"] = _year(said["entry_year"])
    if said["campus"]:
        if said["campus"] not in campuses():
            raise UnknownAskerError(_("알 수 없는 값입니다: %(value)s") % {"value": said["campus"]})
        scope |= {"campus": said["campus"], "campuses": list(campuses())}
    return scope


def asker_of(scope: Mapping[str, Any]) -> dict[str, Any]:
    """What a scope says about who asks."""
    return {name: scope[name] for name in ASKER_STORED if name in scope}


def asker_known(values: object) -> dict[str, Any]:
    """What a session says about who asks, as far as it still is a possible answer."""
    try:
        return asker_scope(values) if isinstance(values, Mapping) else {}
    except UnknownAskerError:
        return {}


def asker_label(scope: Mapping[str, Any]) -> str:
    """학부 · 2020학번; empty where nothing is known."""
    parts = [
        str(COURSES.get(scope.get("degree", ""), "")),
        _("%(year)s학번") % {"year": scope["entry_year"]} if scope.get("entry_year") else "",
        str(ENROLLMENTS.get(scope.get("enrollment", ""), "")),
        scope.get("campus", ""),
    ]
    return " · ".join(filter(None, parts))


def asker_korean(scope: Mapping[str, Any]) -> str:
    """The same in Korean, whatever the page's language: what a model and an office read."""
    with translation.override("ko"):
        return asker_label(scope)


def asker_record(scope: Mapping[str, Any]) -> dict[str, str]:
    """What is recorded beside a search of who asks: not all of it limits the search, but a reviewer has to know."""
    label = asker_korean(scope)
    said = {"asker": label, "enrollment": scope.get("enrollment", "")}
    return {name: part for name, part in said.items() if part}


def _year(text: str) -> int:
    year = int(text) if len(text) == len("2024") and text.isdecimal() else 0
    if not EARLIEST_ENTRY <= year <= timezone.localdate().year + 1:
        raise UnknownAskerError(_("입학년도를 2024처럼 네 자리로 적으십시오."))
    return year
