"""Addresses of the JSON interface for asking."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import HttpRequest, HttpResponseBase
from django.urls import path
from django.views.decorators.csrf import csrf_exempt

from chat.api.kakao import KakaoSkillView
from chat.api.views import CallView, QueryVerifiedView
from portal.processes.deferring import DeferredModule

if TYPE_CHECKING:
    from chat.mcp import views as mcp_views
else:
    mcp_views = DeferredModule("chat.mcp.views")


@csrf_exempt
def mcp(request: HttpRequest) -> HttpResponseBase:
    """Its library is for few."""
    return mcp_views.mcp(request)


urlpatterns = [
    path("query/verified", QueryVerifiedView.as_view(), name="api-query-verified"),
    path("calls/<slug:token>", CallView.as_view(), name="api-call"),
    path("query/kakao", KakaoSkillView.as_view(), name="kakao-skill"),
    path("mcp", mcp, name="mcp"),
]
