"""Addresses for asking and for the answers."""

from __future__ import annotations

from django.conf import settings
from django.urls import path
from prometheus_client import REGISTRY

from chat import personal_views, stream, views
from chat.dashboard import views as dashboard
from chat.metrics import PortalCollector

# Only processes that serve pages read their addresses, and only they are scraped.
if settings.METRICS_ENABLED:
    REGISTRY.register(PortalCollector())

app_name = "chat"
urlpatterns = [
    path("", views.ask, name="ask"),
    path("conversations/<uuid:conversation_id>/", views.conversation, name="conversation"),
    path("my-data/", personal_views.data, name="personal-data"),
    path("my-data/export", personal_views.export, name="personal-export"),
    path("my-data/delete", personal_views.delete, name="personal-delete"),
    path("review/dashboard/", dashboard.dashboard, name="dashboard"),
    path("review/dashboard/figures.csv", dashboard.figures, name="dashboard-figures"),
    path("answers/<uuid:answer_id>/stream", stream.stream, name="stream"),
    path("answers/<uuid:answer_id>/fragment", views.fragment, name="fragment"),
    path("answers/<uuid:answer_id>/faithfulness", views.faithfulness, name="faithfulness"),
]
