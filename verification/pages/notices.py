"""The notices of a person: the list, reading, and whether a digest comes by mail."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core import signing
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from portal.accounts.addresses import own_address
from portal.accounts.models import User
from portal.mailing.sending import mail_is_sent
from verification.models import NoticePreference
from verification.pages.forms import NoticePreferenceForm
from verification.review.notices.digest import unsubscribe, unsubscribing_user
from verification.review.notices.reading import (
    mark_notices_read,
    notice_row,
    notice_rows,
    notices_of,
)

_PER_PAGE = 30


@never_cache
@require_safe
def notices(request: HttpRequest) -> HttpResponse:
    """What the visitor was told, the latest first."""
    found = notices_of(request)
    page = Paginator(notice_rows(found), _PER_PAGE).get_page(request.GET.get("page"))
    context = {"page": page, "rows": [notice_row(notice) for notice in page]}
    return render(request, "verification/notices.html", context)


@require_POST
def notice_open(request: HttpRequest, notice_id: UUID) -> HttpResponse:
    """Mark one as read and lead to what it is about."""
    notice = get_object_or_404(notices_of(request), pk=notice_id)
    mark_notices_read(notices=notices_of(request).filter(pk=notice_id), now=timezone.now())
    return redirect(notice.url)


@require_POST
def mark_all_notices_read(request: HttpRequest) -> HttpResponse:
    """Mark all as read."""
    mark_notices_read(notices=notices_of(request), now=timezone.now())
    return redirect("verification:notices")


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def notice_settings(request: HttpRequest) -> HttpResponse:
    """Whether a digest comes by mail; it is written in the language in which this was said."""
    person = request.user
    if not isinstance(person, User):
        raise PermissionDenied
    known = NoticePreference.objects.filter(user=person).first() or NoticePreference(user=person)
    form = NoticePreferenceForm(request.POST or None, instance=known)
    if request.method == "POST" and form.is_valid():
        form.instance.language = get_language() or known.language
        form.save()
        messages.success(request, _("알림 설정을 저장했습니다."))
        return redirect("verification:notices")
    address = own_address(person)
    context = {
        "form": form,
        "email": address,
        "unproved": "" if address else person.email,
        "is_sent": mail_is_sent(),
    }
    return render(request, "verification/notice_settings.html", context)


# Mail programs post here by themselves (RFC 8058), without a cookie; the signed link says for whom.
@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def notice_unsubscribe(request: HttpRequest, token: str) -> HttpResponse:
    """End the digests of the person for whom the link was made."""
    try:
        person = (
            unsubscribe(token=token)
            if request.method == "POST"
            else unsubscribing_user(token=token)
        )
    except (signing.BadSignature, User.DoesNotExist) as error:
        raise Http404("no such link") from error
    context = {"person": person, "is_done": request.method == "POST"}
    return render(request, "verification/unsubscribe.html", context)
