"""Addresses of the regulations. A provision's address is its version's page, with its locator key as the fragment."""

from __future__ import annotations

from django.contrib.sitemaps.views import sitemap
from django.urls import path

from regulations import version_views, views
from regulations.sitemap import SITEMAPS

app_name = "regulations"
urlpatterns = [
    path("sitemap.xml", sitemap, {"sitemaps": SITEMAPS}, name="sitemap"),
    path("regulations/", views.index, name="index"),
    path("regulations/search/", views.search, name="search"),
    path("regulations/<str:slug>/", views.detail, name="detail"),
    path("regulations/<str:slug>/<int:version>/", views.version, name="version"),
    path("regulations/<str:slug>/<int:version>/provision", views.provision, name="provision"),
    path(
        "regulations/<str:slug>/<int:version>/pictures/<int:number>", views.picture, name="picture"
    ),
    path("regulations/<str:slug>/<int:version>/card", views.card, name="card"),
    path("regulations/<str:slug>/<int:version>/citing", views.citing, name="citing"),
    path("regulations/<str:slug>/history", version_views.history, name="history"),
    path(
        "regulations/<str:slug>/<int:version>/comparison",
        version_views.comparison,
        name="comparison",
    ),
    path(
        "regulations/<str:slug>/<int:version>/comparison.docx",
        version_views.comparison_file,
        name="comparison-file",
    ),
    path(
        "regulations/<str:slug>/<int:version>/attachments",
        version_views.attachments,
        name="attachments",
    ),
    path(
        "regulations/<str:slug>/<int:version>/attachments/<path:key>.<str:suffix>",
        version_views.attachment_file,
        name="attachment-file",
    ),
]
