"""Permissions of the curation pages, and the log of admin actions."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from django.contrib.admin.models import CHANGE, LogEntry
from django.core.exceptions import PermissionDenied
from django.db.models import Model
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from portal.admin_site import ReadOnlyRecord

VIEW = "regulations.view_regulationversion"
CHANGE_DRAFT = "regulations.change_regulationversion"
DISCARD = "regulations.delete_regulationversion"
UPLOAD = "regulations.add_importrun"
SEE_UPLOADS = "regulations.view_importrun"

P = ParamSpec("P")
R = TypeVar("R", bound=HttpResponseBase)
View = Callable[Concatenate[HttpRequest, P], R]


def any_permission_required(*permissions: str) -> Callable[[View[P, R]], View[P, R]]:
    """Open a page to those who have one of the permissions."""

    def decorate(view: View[P, R]) -> View[P, R]:
        @wraps(view)
        def guarded(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> R:
            if not any(request.user.has_perm(permission) for permission in permissions):
                raise PermissionDenied
            return view(request, *args, **kwargs)

        return guarded

    return decorate


def log_admin_action(request: HttpRequest, row: Model, said: Any) -> None:
    """Add an entry to the history of a row in the admin."""
    LogEntry.objects.log_actions(
        user_id=request.user.pk or 0,
        queryset=[row],
        action_flag=CHANGE,
        change_message=str(said),
        single_object=True,
    )


class CuratedRecord(ReadOnlyRecord):
    """A record that those see who may see `seen_by`, and that is worked on elsewhere: at a page of its own, or by nobody."""

    seen_by = VIEW

    def has_module_permission(self, request: HttpRequest) -> bool:
        """Those who may."""
        return request.user.has_perm(self.seen_by)

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """As for the whole."""
        return request.user.has_perm(self.seen_by)
