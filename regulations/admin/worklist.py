"""The page on which the office works off what amendments make stale."""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from portal.http.numbers import whole_numbers
from regulations.admin.access import CHANGE_DRAFT, VIEW, CuratedRecord, any_permission_required
from regulations.admin.steps import curation_context
from regulations.models import Department, WorklistItem
from regulations.publishing.roles import PUBLISH
from regulations.worklist.selectors import worklist, worklist_states
from regulations.worklist.settling import ReasonMissingError, items_settle

State = WorklistItem.State
_A_PAGE = 100


@admin.register(WorklistItem)
class WorklistItemAdmin(CuratedRecord, admin.ModelAdmin[WorklistItem]):
    """The worklist stands in the admin's index; its page is its own."""

    def get_urls(self) -> list[URLPattern]:
        """Add what settles items."""
        view = self.admin_site.admin_view(settle)
        return [path("settle/", view, name="regulations_worklist_settle"), *super().get_urls()]

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """The items, those to do first."""
        return worklist_page(request)


@any_permission_required(VIEW)
def worklist_page(request: HttpRequest) -> HttpResponse:
    """One worklist, by state, kind and department."""
    asked = {name: request.GET.get(name, "") for name in ("state", "kind", "department", "q")}
    state = asked["state"] or State.TODO
    items = worklist(
        state="" if state == "all" else state,
        kind=asked["kind"],
        department=asked["department"],
        words=asked["q"],
    )
    page = Paginator(items, _A_PAGE).get_page(request.GET.get("page"))
    counts = worklist_states()
    context = curation_context(request, title=_("개정 뒤에 할 일")) | {
        "page": page,
        "asked": asked | {"state": state},
        "states": [(one.value, one.label, counts.get(one.value, 0)) for one in State],
        "kinds": WorklistItem.Kind.choices,
        "departments": Department.objects.filter(worklistitem__isnull=False).distinct(),
        "may_settle": request.user.has_perm(CHANGE_DRAFT) or request.user.has_perm(PUBLISH),
    }
    return render(request, "admin/curation/worklist.html", context)


@require_POST
@any_permission_required(CHANGE_DRAFT, PUBLISH)
def settle(request: HttpRequest) -> HttpResponse:
    """Set the state of the items that were ticked."""
    chosen = whole_numbers(request.POST.getlist("item"))
    state = request.POST.get("state", "")
    try:
        count = items_settle(
            items=chosen,
            state=state if state in State.values else State.TODO,
            reason=request.POST.get("reason", ""),
            by=request.user,  # type: ignore[arg-type]
            now=timezone.now(),
        )
    except ReasonMissingError as error:
        messages.error(request, str(error))
    else:
        messages.success(request, _("%d건을 처리했습니다.") % count)
    return redirect(reverse("admin:regulations_worklistitem_changelist"))
