"""Addresses of the JSON interface of the checks."""

from __future__ import annotations

from django.urls import path

from verification.api.answer_verifier import VerifyAnswerView
from verification.api.views import VerifyView

urlpatterns = [
    path("verify", VerifyView.as_view(), name="api-verify"),
    path("verify/answer", VerifyAnswerView.as_view(), name="api-verify-answer"),
]
