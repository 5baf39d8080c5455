"""The state of a version in a word, as of a day: a published text may be in force, to come, or of the past."""

from __future__ import annotations

from datetime import date

from django.db.models import CharField, F, Func, Value
from django.db.models.functions import NullIf
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from regulations.models import RegulationVersion

State = RegulationVersion.State


def state_name(version: RegulationVersion, today: date) -> tuple[str, str]:
    """Return the state as a word for a style sheet and a word for a person."""
    if version.state == State.DRAFT:
        return "draft", _("초안")
    if version.state == State.CORRECTED:
        return "past", _("정정됨")
    begins, ends = version.enforcement_date, version.ends_on
    if version.state == State.REPEALED and (ends is None or ends <= today):
        return "past", _("폐지")
    if begins is None or begins > today:
        return "upcoming", _("개정 예정")
    if ends is not None and ends <= today:
        return "past", _("지난 판")
    return "current", _("현행") if version.state == State.PUBLISHED else _("현행 · 폐지 예정")


def state_badge(version: RegulationVersion, today: date) -> SafeString:
    """The state as a small mark; the word says it, the color only helps."""
    style, name = state_name(version, today)
    return format_html('<span class="badge badge-{}">{}</span>', style, name)


def code_expression(field: str) -> Func:
    """The order of 규정번호 as numbers in the database: 3-1-5, 3-1-6, 3-1-50; what has none comes last."""
    return Func(
        NullIf(F(field), Value("")),
        function="REGEXP_REPLACE",
        template=r"REGEXP_REPLACE(REGEXP_REPLACE(%(expressions)s, '(\d+)', '000000\1', 'g'), '0*(\d{6})(?!\d)', '\1', 'g')",
        output_field=CharField(),
    )
