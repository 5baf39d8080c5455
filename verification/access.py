"""Who may open the staff's pages."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse

from portal.accounts.models import User


def reviewer_of(request: HttpRequest) -> User:
    """Return who reviews; everybody else is turned away."""
    if not isinstance(request.user, User) or not request.user.may_review:
        raise PermissionDenied
    return request.user


def reviewers() -> QuerySet[User]:
    """Everybody who reviews, by name."""
    may = Q(is_superuser=True) | Q(role__in=(User.Role.STAFF, User.Role.ADMIN))
    return User.objects.filter(may, is_active=True).order_by("username")


def reviewers_only(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Turn everybody else away before anything is said about the page, its methods included."""

    @wraps(view)
    def checked(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        reviewer_of(request)
        return view(request, *args, **kwargs)

    return login_required(checked)
