"""The pages of subscriptions: asking for letters, confirming, ending. Nobody signs in for it."""

from __future__ import annotations

from django import forms
from django.core import signing
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from portal.http.limits import RateLimitedError, caller_of, letter_count
from portal.jobs.dispatch import send_on_commit
from portal.mailing.sending import mail_is_sent
from regulations.following.subscribing import (
    address_key,
    followed_title,
    subscription_confirm,
    subscription_request,
    subscription_waiting,
    subscriptions_of_link,
)
from regulations.following.tasks import send_confirmation
from regulations.models import AmendmentSubscription
from regulations.reading.amendment_entries import followed_name

_TOO_MANY = 429


class SubscriptionForm(forms.Form):
    """The address; what is followed stands in the page's own address."""

    email = forms.EmailField(max_length=254)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def subscribe(request: HttpRequest) -> HttpResponse:
    """Ask for letters on all regulations, or on the collection, regulation or provision that the address names."""
    followed = {
        "collection": request.GET.get("collection", ""),
        "slug": request.GET.get("regulation", ""),
        "key": request.GET.get("key", ""),
    }
    form = SubscriptionForm(request.POST if request.method == "POST" else None)
    context = {
        "title": followed_name(**followed),
        "form": form,
        "is_sent": False,
        "is_open": mail_is_sent(),
    }
    if not context["is_open"] or not form.is_valid():
        return render(request, "regulations/subscribe.html", context)
    address = form.cleaned_data["email"]
    try:
        letter_count(caller_of(request), to=address_key(address))
    except RateLimitedError as error:
        form.add_error("email", _("메일을 너무 많이 요청했습니다. 나중에 다시 해 주십시오."))
        response = render(request, "regulations/subscribe.html", context, status=_TOO_MANY)
        response["Retry-After"] = str(error.seconds)
        return response
    waiting = subscription_request(
        address=address, language=get_language() or "ko", now=timezone.now(), **followed
    )
    if waiting is not None:
        send_on_commit(send_confirmation, subscription_id=str(waiting.pk))
    return render(request, "regulations/subscribe.html", context | {"is_sent": True})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def confirm(request: HttpRequest, token: str) -> HttpResponse:
    """Confirm by a press: programs that look into letters open every link."""
    try:
        row = (
            subscription_confirm(token=token, now=timezone.now())
            if request.method == "POST"
            else subscription_waiting(token=token)
        )
    except (signing.BadSignature, AmendmentSubscription.DoesNotExist) as error:
        raise Http404("no such link") from error
    context = {"title": followed_title(row), "is_done": request.method == "POST"}
    return render(request, "regulations/subscription_confirm.html", context)


# Mail programs post here by themselves (RFC 8058), without a cookie; the signed link says for whom.
@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def unsubscribe(request: HttpRequest, token: str) -> HttpResponse:
    """End what the link names; the rows are deleted, and with the last of them the address."""
    try:
        rows = subscriptions_of_link(token=token)
    except signing.BadSignature as error:
        raise Http404("no such link") from error
    titles = [followed_title(row) for row in rows]
    if request.method == "POST":
        rows.delete()
    context = {"titles": titles, "is_done": request.method == "POST" or not titles}
    return render(request, "regulations/subscription_end.html", context)
