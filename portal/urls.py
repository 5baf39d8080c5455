"""All addresses. Each application names its own; this module only says where they begin."""

from __future__ import annotations

from allauth.account.decorators import secure_admin_login
from allauth.account.views import password_reset as by_mail
from django.conf import settings
from django.contrib import admin
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.urls import URLPattern, URLResolver, include, path
from drf_spectacular.views import SpectacularAPIView

from portal.health.views import livez, metrics, readyz
from portal.http.errors import not_found, server_error


def password_reset(request: HttpRequest) -> HttpResponseBase:
    """A forgotten password is reset by mail; where none is sent, an admin hands over the link and there is no such page."""
    if not settings.EMAIL_URL:
        raise Http404
    reply: HttpResponseBase = by_mail(request)
    return reply


def own_address_closed(request: HttpRequest, **_: object) -> HttpResponseBase:
    """Nobody sets an address for themselves: it would open what somebody else's follows (`portal.accounts.addresses`)."""
    raise Http404


# The admin is entered through the same door as everything else, with its lock-out and its second factor.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]

urlpatterns: list[URLPattern | URLResolver] = [
    path("livez", livez, name="livez"),
    path("readyz", readyz, name="readyz"),
    path("admin/", admin.site.urls),
    path("account/password/reset/", password_reset, name="account_reset_password"),
    path("account/email/", own_address_closed, name="account_email"),
    path("account/confirm-email/", own_address_closed, name="account_email_verification_sent"),
    path("account/confirm-email/<str:key>/", own_address_closed, name="account_confirm_email"),
    path("account/", include("portal.accounts.urls")),
    path("account/", include("allauth.urls")),
    path("language/", include("django.conf.urls.i18n")),
    path("api/schema/", SpectacularAPIView.as_view(), name="api-schema"),
    path("", include("chat.pages.urls")),
    path("", include("chat.api.urls")),
    path("", include("verification.pages.urls")),
    path("", include("verification.api.urls")),
    path("", include("regulations.api.urls")),
    path("", include("regulations.pages.urls")),
]
handler404 = not_found
handler500 = server_error
if settings.METRICS_ENABLED:
    urlpatterns.append(path("metrics", metrics, name="metrics"))
