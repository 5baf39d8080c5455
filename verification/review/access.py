"""Who may open the staff's pages."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse

from portal.accounts.models import User
from portal.http.pages import wants_fragment

View = Callable[..., HttpResponse]


def reviewer_of(request: HttpRequest) -> User:
    """Return who reviews; everybody else is turned away."""
    if not isinstance(request.user, User) or not request.user.may_review:
        raise PermissionDenied
    return request.user


def reviewers() -> QuerySet[User]:
    """Everybody who reviews, by name."""
    return _active(User.Role.STAFF, User.Role.LEAD, User.Role.ADMIN)


def leads() -> QuerySet[User]:
    """Who leads the review, by name; where nobody was named, the admins."""
    named = User.objects.filter(role=User.Role.LEAD, is_active=True).order_by("username")
    return named if named.exists() else _active(User.Role.ADMIN)


def lead_of(request: HttpRequest) -> User:
    """Return who leads the review; everybody else is turned away."""
    if not isinstance(request.user, User) or not request.user.may_lead:
        raise PermissionDenied
    return request.user


def leads_only(view: View) -> View:
    """Turn everybody else away before anything is said about the page, its methods included."""
    return _only(lead_of, view)


def reviewers_only(view: View) -> View:
    """Turn everybody else away before anything is said about the page, its methods included."""
    return _only(reviewer_of, view)


def _only(allowed: Callable[[HttpRequest], User], view: View) -> View:
    @wraps(view)
    def checked(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not request.user.is_authenticated:
            if wants_fragment(request):
                # Asked for by an open page, in the middle of which the page for signing in would stand.
                return HttpResponse(status=HTTPStatus.UNAUTHORIZED)
            return redirect_to_login(request.get_full_path())
        allowed(request)
        return view(request, *args, **kwargs)

    return checked


def _active(*roles: User.Role) -> QuerySet[User]:
    may = Q(is_superuser=True) | Q(role__in=roles)
    return User.objects.filter(may, is_active=True).order_by("username")
