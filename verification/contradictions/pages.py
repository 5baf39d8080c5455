"""The page on which the office reads what does not fit, and says what becomes of it."""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.core.paginator import Paginator
from django.db.models import Count
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import URLPattern, path
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from regulations.admin.access import CHANGE_DRAFT, VIEW, CuratedRecord, any_permission_required
from regulations.admin.steps import curation_context
from regulations.publishing.roles import PUBLISH
from verification.contradictions.finding import DismissalReasonMissingError, contradiction_decide
from verification.contradictions.tasks import contradictions_order
from verification.models import Contradiction

State = Contradiction.State
_A_PAGE = 20
_LIST = "admin:verification_contradiction_changelist"


@admin.register(Contradiction)
class ContradictionAdmin(CuratedRecord, admin.ModelAdmin[Contradiction]):
    """Listed in the admin's index; the page is its own."""

    def get_urls(self) -> list[URLPattern]:
        """Add what finds and decides."""
        guard = self.admin_site.admin_view
        own = [
            path("find/", guard(find), name="verification_contradictions_find"),
            path("<int:pk>/decide/", guard(decide), name="verification_contradiction_decide"),
        ]
        return [*own, *super().get_urls()]

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """What does not fit, the likeliest first."""
        return contradictions_page(request)


@any_permission_required(VIEW)
def contradictions_page(request: HttpRequest) -> HttpResponse:
    """One list, by state and kind."""
    asked = {name: request.GET.get(name, "") for name in ("state", "kind")}
    state = asked["state"] if asked["state"] in State.values else State.OPEN
    kind = asked["kind"] if asked["kind"] in Contradiction.Kind.values else ""
    rows = Contradiction.objects.filter(is_present=True)
    counts = dict(rows.values_list("state").annotate(Count("pk")).order_by())
    shown = rows.filter(state=state).select_related(
        "version__regulation", "other_version__regulation", "decided_by"
    )
    if kind:
        shown = shown.filter(kind=kind)
    context = curation_context(request, title=_("서로 맞지 않는 조문")) | {
        "page": Paginator(shown.order_by("-score", "pk"), _A_PAGE).get_page(
            request.GET.get("page")
        ),
        "state": state,
        "kind": kind,
        "states": [(one.value, one.label, counts.get(one.value, 0)) for one in State],
        "kinds": Contradiction.Kind.choices,
        "may_decide": request.user.has_perm(CHANGE_DRAFT) or request.user.has_perm(PUBLISH),
    }
    return render(request, "admin/curation/contradictions.html", context)


@require_POST
@any_permission_required(CHANGE_DRAFT, PUBLISH)
def find(request: HttpRequest) -> HttpResponse:
    """Have a worker find what does not fit."""
    contradictions_order()
    messages.success(request, _("조문을 대조하고 있습니다. 몇 분 뒤에 이 쪽을 다시 열어 주십시오."))
    return redirect(_LIST)


@require_POST
@any_permission_required(CHANGE_DRAFT, PUBLISH)
def decide(request: HttpRequest, pk: int) -> HttpResponse:
    """Say what becomes of one."""
    row = get_object_or_404(Contradiction, pk=pk)
    state = request.POST.get("state", "")
    try:
        contradiction_decide(
            row=row,
            state=state if state in State.values else State.OPEN,
            reason=request.POST.get("reason", ""),
            by=request.user,  # type: ignore[arg-type]
            now=timezone.now(),
        )
    except DismissalReasonMissingError as error:
        messages.error(request, str(error))
    return redirect(_LIST)
