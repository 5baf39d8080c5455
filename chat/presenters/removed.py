"""Citations that were taken out of an answer, one sentence each: what the provision really is, and since when."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from chat.presenters.shapes import RemovedView
from regulations.models import Article, RegulationVersion
from regulations.reading.labels import provision_label
from regulations.text.locators import Locator
from verification.citations.states import CitationStatus
from verification.models import CitationCheck

State = RegulationVersion.State
_GONE = (CitationCheck.Action.REMOVED, CitationCheck.Action.GENERALIZED)
# 제30조 삭제 <2024. 8. 1.>
_DELETED_ON = re.compile(r"삭제\D{0,4}(\d{4})\s*\.\s*(\d{1,2})\s*\.\s*(\d{1,2})")


def removed_views(
    checks: Iterable[CitationCheck], *, as_of: date, withdrawn: Iterable[str] = ()
) -> tuple[RemovedView, ...]:
    """Each citation that was taken out once, with its reason; one of a sentence that was withdrawn is told with it."""
    told = set(map(_letters, withdrawn))
    found: dict[tuple[str, str], RemovedView] = {}
    for check in checks:
        label = _written(check)
        if check.action in _GONE and label and _letters(check.statement) not in told:
            found.setdefault((label, check.status), _view(check, label, as_of))
    return tuple(found.values())


def check_label(check: CitationCheck) -> str:
    """The provision of a check as a person names it; empty where it names none."""
    if not check.locator_key:
        return ""
    return provision_label(check.regulation_title, Locator.parse(check.locator_key))


def deleted_on(version: RegulationVersion, locator_key: str) -> date | None:
    """Since when an article is deleted: the day in its mark, else the first version without it."""
    head = Locator.parse(locator_key).article_locator.key
    rows = Article.objects.filter(version__regulation=version.regulation_id, locator_key=head)
    published = rows.exclude(version__state=State.DRAFT).select_related("version")
    dated = [row for row in published if row.version.enforcement_date]
    dated.sort(key=lambda row: row.version.enforcement_date or date.min)
    deleted = [row for row in dated if row.is_deleted]
    for row in reversed(deleted):
        said = _DELETED_ON.search(f"{row.text} 삭제 {row.marks}")
        if said is not None:
            return _day(*map(int, said.groups()))
    if not deleted or deleted[0] is dated[0]:
        return None
    return deleted[0].version.enforcement_date


def _view(check: CitationCheck, label: str, as_of: date) -> RemovedView:
    version = check.version
    history = reverse("regulations:history", args=[version.regulation.slug]) if version else ""
    return RemovedView(label, _sentence(check, label, as_of), history)


def _sentence(check: CitationCheck, label: str, as_of: date) -> str:
    dated = _dated(check, as_of)
    if dated:
        return f"{label}: {dated}"
    return f"{label}: {CitationStatus(check.status).sentence}"


def _dated(check: CitationCheck, as_of: date) -> str:
    version = check.version
    if version is None or not check.locator_key:
        return ""
    if check.status == CitationStatus.DELETED:
        day = deleted_on(version, check.locator_key)
        return _("%(day)s 삭제되었습니다.") % {"day": date_format(day)} if day else ""
    return _not_in_force(version, as_of) if check.status == CitationStatus.NOT_IN_FORCE else ""


def _not_in_force(version: RegulationVersion, as_of: date) -> str:
    begins, ends = version.enforcement_date, version.ends_on
    if begins is not None and begins > as_of:
        return _("%(day)s부터 시행됩니다. 아직 시행 전입니다.") % {"day": date_format(begins)}
    if ends is None:
        return ""
    if version.state == State.REPEALED:
        return _("%(day)s 폐지된 규정의 조문입니다.") % {"day": date_format(ends)}
    return _("%(day)s부터 시행되지 않는 판의 조문입니다.") % {"day": date_format(ends)}


def _written(check: CitationCheck) -> str:
    """What was cited; a number among the sources says nothing to a reader, its provision does."""
    return check_label(check) if "†" in check.citation_text else check.citation_text


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text))


def _day(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None
