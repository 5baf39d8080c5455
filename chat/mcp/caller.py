"""For whom a tool works: the request that it came with, or the operator at the command line."""

from __future__ import annotations

from contextvars import ContextVar

from django.conf import settings
from mcp.server.mcpserver.exceptions import ToolError
from rest_framework.request import Request

from portal.controls.access import API_CLOSED, MayAsk, MayVerify, may_spend
from portal.controls.selectors import controls_get
from portal.http.limits import RateLimitedError, caller_of, question_count

# None at the command line, which belongs to the operator.
current_request: ContextVar[Request | None] = ContextVar("mcp_request", default=None)

_NO_SCOPE = "이 API 키로는 할 수 없거나, 로그인 없이 질문할 수 없는 포털입니다."


def whole_url(path: str) -> str:
    """An address of the portal as an assistant can pass it on."""
    request = current_request.get()
    if not path:
        return ""
    return request.build_absolute_uri(path) if request else f"{settings.PORTAL_URL}{path}"


def may_search_by_meaning() -> bool:
    """Whether models may be asked for the caller, and that it was counted as a question."""
    request = current_request.get()
    if request is None:
        return True
    if not MayAsk().has_permission(request, None) or not may_spend(request):
        return False
    _count(request)
    return True


def asking_permit() -> None:
    """Count a question; raises ToolError where the caller may not ask."""
    request = current_request.get()
    if request is None:
        return
    _require_open()
    if not MayAsk().has_permission(request, None):
        raise ToolError(_NO_SCOPE)
    _count(request)


def verifying_permit() -> None:
    """Count a text as a question, as its page does; raises ToolError where the caller may not have texts checked."""
    request = current_request.get()
    if request is None:
        return
    _require_open()
    if not MayVerify().has_permission(request, None):
        raise ToolError(_NO_SCOPE)
    _count(request)


def _require_open() -> None:
    """Reading stays open where programs may neither ask nor have texts checked."""
    if not controls_get().takes_api_questions:
        raise ToolError(str(API_CLOSED))


def _count(request: Request) -> None:
    try:
        question_count(caller_of(request))
    except RateLimitedError as error:
        raise ToolError(str(error)) from error
