"""Addresses of the regulations. A provision's address is its version's page, with its locator key as the fragment."""

from __future__ import annotations

from django.contrib.sitemaps.views import index, sitemap
from django.urls import path

from portal.stores.replicas import reads_replica
from regulations.pages import machine_pages, notices, subscriptions, views
from regulations.pages import versions as version_views
from regulations.pages.following import AmendmentFeed, NoticeFeed, calendar
from regulations.pages.sitemap import SITEMAPS

app_name = "regulations"
_FOLLOWED = (
    ("", "amendments"),
    ("-collection", "collections/<str:collection>/amendments"),
    ("-regulation", "regulations/<str:slug>/amendments"),
    ("-provision", "regulations/<str:slug>/<path:key>/amendments"),
)
# Versions of regulations, in as many lists as they need.
_LISTED = {"sitemaps": SITEMAPS, "content_type": "application/xml; charset=utf-8"}
_FOLLOWING = [
    pattern
    for name, address in _FOLLOWED
    for pattern in (
        path(f"feeds/{address}.atom", reads_replica(AmendmentFeed()), name=f"feed{name}"),
        path(f"feeds/{address}.ics", reads_replica(calendar), name=f"calendar{name}"),
    )
]
urlpatterns = [
    *_FOLLOWING,
    path("subscriptions/", subscriptions.subscribe, name="subscribe"),
    path("subscriptions/confirm/<str:token>/", subscriptions.confirm, name="subscription-confirm"),
    path(
        "subscriptions/unsubscribe/<str:token>/",
        subscriptions.unsubscribe,
        name="subscription-unsubscribe",
    ),
    path("r/<path:address>", reads_replica(machine_pages.short_address), name="short"),
    path("llms.txt", reads_replica(machine_pages.llms), name="llms"),
    path(
        "sitemap.xml",
        index,
        {"sitemap_url_name": "regulations:sitemap-section", **_LISTED},
        name="sitemap",
    ),
    path("sitemap-<section>.xml", sitemap, _LISTED, name="sitemap-section"),
    path("regulations/", reads_replica(views.index), name="index"),
    path("regulations/notices/", reads_replica(notices.notice_list), name="advance-notices"),
    path("regulations/notices/<int:pk>/", notices.notice, name="advance-notice"),
    path("feeds/notices.atom", reads_replica(NoticeFeed()), name="feed-advance-notices"),
    path("regulations/search/", reads_replica(views.search), name="search"),
    path("regulations/<str:slug>/", reads_replica(views.detail), name="detail"),
    path("regulations/<str:slug>/<int:version>/", reads_replica(views.version), name="version"),
    path(
        "regulations/<str:slug>/<int:version>/provision",
        reads_replica(views.provision),
        name="provision",
    ),
    path(
        "regulations/<str:slug>/<int:version>/pictures/<int:number>",
        reads_replica(views.picture),
        name="picture",
    ),
    path(
        "regulations/<str:slug>/<int:version>/legislation.jsonld",
        reads_replica(machine_pages.linked_data),
        name="linked-data",
    ),
    path("regulations/<str:slug>/<int:version>/card", reads_replica(views.card), name="card"),
    path("regulations/<str:slug>/<int:version>/citing", reads_replica(views.citing), name="citing"),
    path("regulations/<str:slug>/history", reads_replica(version_views.history), name="history"),
    path(
        "regulations/<str:slug>/<int:version>/comparison",
        reads_replica(version_views.comparison),
        name="comparison",
    ),
    path(
        "regulations/<str:slug>/<int:version>/comparison.<str:suffix>",
        reads_replica(version_views.comparison_file),
        name="comparison-file",
    ),
    path(
        "regulations/<str:slug>/<int:version>/attachments",
        reads_replica(version_views.attachments),
        name="attachments",
    ),
    path(
        "regulations/<str:slug>/<int:version>/attachments/<path:key>.<str:suffix>",
        reads_replica(version_views.attachment_file),
        name="attachment-file",
    ),
]
