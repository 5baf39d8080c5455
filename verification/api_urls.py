"""Addresses of the JSON interface of the checks."""

from __future__ import annotations

from django.urls import path

from verification.api import VerifyView

urlpatterns = [path("verify", VerifyView.as_view(), name="api-verify")]
