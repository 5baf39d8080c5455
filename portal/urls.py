"""All addresses. Each application names its own; this module only says where they begin."""

from __future__ import annotations

from django.conf import settings
from django.contrib import admin
from django.contrib.auth import views as auth
from django.urls import URLPattern, URLResolver, include, path
from drf_spectacular.views import SpectacularAPIView

from portal.errors import server_error
from portal.observability import livez, readyz

urlpatterns: list[URLPattern | URLResolver] = [
    path("livez", livez, name="livez"),
    path("readyz", readyz, name="readyz"),
    path("admin/", admin.site.urls),
    path("login/", auth.LoginView.as_view(template_name="account/login.html"), name="login"),
    path("logout/", auth.LogoutView.as_view(), name="logout"),
    path("language/", include("django.conf.urls.i18n")),
    path("api/schema/", SpectacularAPIView.as_view(), name="api-schema"),
    path("", include("chat.urls")),
    path("", include("chat.api_urls")),
    path("", include("verification.urls")),
    path("", include("verification.api_urls")),
    path("", include("regulations.urls")),
]
handler500 = server_error
if settings.METRICS_ENABLED:
    urlpatterns.append(path("", include("django_prometheus.urls")))
