"""Where a person is signed in: the list, and ending one of them or all others."""

from __future__ import annotations

from allauth.usersessions.models import UserSession
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from portal.accounts.models import User
from portal.accounts.sessions import sessions_end


@never_cache
@login_required
@require_safe
def sessions(request: HttpRequest) -> HttpResponse:
    """The open sessions, the one in use first."""
    here = request.session.session_key
    rows = sorted(
        UserSession.objects.purge_and_list(request.user),
        key=lambda row: (row.session_key != here, -row.last_seen_at.timestamp()),
    )
    return render(request, "account/sessions.html", {"sessions": rows, "here": here})


@login_required
@require_POST
def end(request: HttpRequest, session_id: int) -> HttpResponse:
    """End one of one's own sessions; somebody else's is not there."""
    row = get_object_or_404(UserSession, pk=session_id, user_id=request.user.pk)
    row.end()
    messages.success(request, _("그 기기에서 로그아웃했습니다."))
    return redirect("account_sessions")


@login_required
@require_POST
def end_others(request: HttpRequest) -> HttpResponse:
    """End all of one's own sessions but the one in use."""
    if isinstance(request.user, User):
        sessions_end(people=[request.user], but=request.session.session_key or "")
    messages.success(request, _("다른 기기에서 모두 로그아웃했습니다."))
    return redirect("account_sessions")
