"""The rail of the curation: which steps a version goes through, which one this is, and what waits in each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from django.contrib import admin
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from regulations.admin.states import state_badge
from regulations.models import RegulationVersion
from regulations.text.loss import loss_of

StepName = Literal["upload", "report", "findings", "compare", "publish"]


@dataclass(frozen=True, slots=True)
class CurationStep:
    """One step of the rail; `note` says what waits there, and `attention` that it has to be looked at."""

    name: StepName
    label: str
    address: str
    is_here: bool
    note: str = ""
    attention: bool = False


def curation_context(request: HttpRequest, *, title: Any) -> dict[str, Any]:
    """What every page of the curation needs of Django's admin; without its side bar, which takes the room of the text."""
    return admin.site.each_context(request) | {"title": title, "is_nav_sidebar_enabled": False}


def version_context(
    request: HttpRequest, version: RegulationVersion, here: StepName
) -> dict[str, Any]:
    """The context of a page about one version, with its rail."""
    today = timezone.localdate()
    title = f"{version.regulation.title} 제{version.number}판"
    return curation_context(request, title=title) | {
        "version": version,
        "regulation": version.regulation,
        "badge": state_badge(version, today),
        "today": today,
        "is_draft": version.state == RegulationVersion.State.DRAFT,
        "steps": _steps(version, here),
        "step": here,
    }


def _steps(version: RegulationVersion, here: StepName) -> list[CurationStep]:
    loss = loss_of(version.report)
    is_published = version.state != RegulationVersion.State.DRAFT
    upload = (
        reverse("admin:regulations_import_run", args=[version.import_run_id])
        if version.import_run_id
        else reverse("admin:regulations_import")
    )

    def page(name: str) -> str:
        return reverse(f"admin:regulations_version_{name}", args=[version.pk])

    needs_reason = loss.needs_reason and not is_published
    return [
        CurationStep("upload", _("올리기"), upload, here == "upload", version.source_name),
        CurationStep("report", _("분석 결과"), page("report"), here == "report"),
        CurationStep(
            "findings",
            _("빠진 내용"),
            page("findings"),
            here == "findings",
            _("확인할 곳 %d") % loss.count if loss.needs_reason else _("없음"),
            needs_reason,
        ),
        CurationStep("compare", _("현행과 비교"), page("compare"), here == "compare"),
        CurationStep(
            "publish",
            _("시행일·게시"),
            page("publish"),
            here == "publish",
            _("게시됨") if is_published else "",
        ),
    ]
