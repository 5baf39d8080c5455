"""Addresses of the JSON interface for asking."""

from __future__ import annotations

from django.urls import path

from chat.api.views import QueryVerifiedView

urlpatterns = [path("query/verified", QueryVerifiedView.as_view(), name="api-query-verified")]
