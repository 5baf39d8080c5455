"""Addresses of the JSON interface for reading."""

from __future__ import annotations

from django.urls import path

from portal.stores.replicas import reads_replica
from regulations.api import views as api

urlpatterns = [
    path(
        "api/regulations/", reads_replica(api.RegulationListView.as_view()), name="api-regulations"
    ),
    path(
        "api/regulations/<str:slug>/",
        reads_replica(api.RegulationView.as_view()),
        name="api-regulation",
    ),
    path(
        "api/regulations/<str:slug>/versions/<int:version>/",
        reads_replica(api.VersionView.as_view()),
        name="api-version",
    ),
    path(
        "api/regulations/<str:slug>/versions/<int:version>/comparison/",
        reads_replica(api.ComparisonView.as_view()),
        name="api-comparison",
    ),
    path(
        "api/regulations/<str:slug>/versions/<int:version>/provisions/<path:key>/",
        reads_replica(api.ProvisionView.as_view()),
        name="api-provision",
    ),
]
