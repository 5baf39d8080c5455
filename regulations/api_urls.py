"""Addresses of the JSON interface for reading."""

from __future__ import annotations

from django.urls import path

from regulations import api

urlpatterns = [
    path("api/regulations/", api.RegulationListView.as_view(), name="api-regulations"),
    path("api/regulations/<str:slug>/", api.RegulationView.as_view(), name="api-regulation"),
    path(
        "api/regulations/<str:slug>/versions/<int:version>/",
        api.VersionView.as_view(),
        name="api-version",
    ),
    path(
        "api/regulations/<str:slug>/versions/<int:version>/comparison/",
        api.ComparisonView.as_view(),
        name="api-comparison",
    ),
    path(
        "api/regulations/<str:slug>/versions/<int:version>/provisions/<path:key>/",
        api.ProvisionView.as_view(),
        name="api-provision",
    ),
]
