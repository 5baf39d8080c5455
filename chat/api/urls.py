"""Addresses of the JSON interface for asking."""

from __future__ import annotations

from django.urls import path

from chat.api.kakao import KakaoSkillView
from chat.api.views import CallView, QueryVerifiedView
from chat.mcp.views import McpView

urlpatterns = [
    path("query/verified", QueryVerifiedView.as_view(), name="api-query-verified"),
    path("calls/<slug:token>", CallView.as_view(), name="api-call"),
    path("query/kakao", KakaoSkillView.as_view(), name="kakao-skill"),
    path("mcp", McpView.as_view(), name="mcp"),
]
