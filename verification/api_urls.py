"""Addresses of the JSON interface of the checks."""

from __future__ import annotations

from django.urls import path

from verification.api import VerifyView
from verification.layers.api import VerifyAnswerView

urlpatterns = [
    path("verify", VerifyView.as_view(), name="api-verify"),
    path("verify/answer", VerifyAnswerView.as_view(), name="api-verify-answer"),
]
