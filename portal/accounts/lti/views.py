"""The two addresses that a learning platform is given: where a launch begins, and where it comes in."""

from __future__ import annotations

import structlog
from allauth.usersessions.models import UserSession
from django.contrib.auth import login as sign_in
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST

from portal.accounts.lti.launching import (
    STATE_SECONDS,
    LaunchRefused,
    asker_of_launch,
    launch_check,
    launched_user,
    login_address,
    target_of,
)
from portal.http.pages import see_other

logger = structlog.get_logger(__name__)

_COOKIE = "__Host-lti"
# Where the pages for asking look for what is known of who asks.
_ASKER = "asker"
_BAD_REQUEST = 400
_BACKEND = "django.contrib.auth.backends.ModelBackend"


# The platform's page sends the browser here; there is no form of ours before it.
@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def login(request: HttpRequest) -> HttpResponse:
    """Ask the platform who is there."""
    asked = (request.POST if request.method == "POST" else request.GET).dict()
    launch_address = request.build_absolute_uri(reverse("lti_launch"))
    try:
        address, browser = login_address(
            asked={name: str(value) for name, value in asked.items()}, launch_address=launch_address
        )
    except LaunchRefused as error:
        return _refused(request, error)
    response = HttpResponseRedirect(address)
    # The platform posts the launch from its own site.
    response.set_cookie(
        _COOKIE, browser, max_age=STATE_SECONDS, secure=True, httponly=True, samesite="None"
    )
    return response


# The signed state and the cookie say that this browser began it.
@csrf_exempt
@never_cache
@require_POST
def launch(request: HttpRequest) -> HttpResponse:
    """Sign in whom the platform vouches for, and show the page that the course wants."""
    posted = {name: str(value) for name, value in request.POST.dict().items()}
    try:
        platform, claims = launch_check(posted=posted, browser=request.COOKIES.get(_COOKIE, ""))
        user = launched_user(platform, claims)
    except LaunchRefused as error:
        return _refused(request, error)
    sign_in(request, user, backend=_BACKEND)
    # Among the sessions that the person sees and that are ended with the account's.
    UserSession.objects.create_from_request(request)
    logger.info("signed_in", person=user.pk, role=user.role, methods=["lti"])
    if asker := asker_of_launch(claims):
        request.session[_ASKER] = asker
    target = target_of(claims)
    is_ours = url_has_allowed_host_and_scheme(
        target, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    response = see_other(target if is_ours else "/")
    response.delete_cookie(_COOKIE, samesite="None")
    return response


def _refused(request: HttpRequest, error: LaunchRefused) -> HttpResponse:
    logger.warning("sign_in_failed", method="lti", reason=str(error))
    return render(request, "account/lti_refused.html", status=_BAD_REQUEST)
