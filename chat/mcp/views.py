"""The Model Context Protocol over HTTP: each request is answered by itself, with the keys and limits of the API.

The SDK is an ASGI application; it is run within a view, so that whatever guards the API guards it too.
"""

from __future__ import annotations

from typing import Any

from asgiref.sync import async_to_sync
from django.http import HttpResponse
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.views import APIView

from chat.mcp.caller import current_request
from chat.mcp.tools import mcp_server
from portal.controls.keys import ApiKeyAuthentication
from portal.http.slow_calls import slow_call


class McpView(APIView):
    """One message in, one answer out. A key is as at the API; a cookie is not looked at, so no page speaks for its reader."""

    authentication_classes = (ApiKeyAuthentication,)
    permission_classes = (AllowAny,)
    parser_classes = ()
    schema = None

    @slow_call
    def post(self, request: Request) -> HttpResponse:
        """Answer a message."""
        token = current_request.set(request)
        try:
            return async_to_sync(_answer)(request)
        finally:
            current_request.reset(token)


mcp = McpView.as_view()


async def _answer(request: Request) -> HttpResponse:
    """Run the SDK over one request; nothing of it is left afterwards."""
    sent: list[dict[str, Any]] = []
    body = [{"type": "http.request", "body": request._request.body, "more_body": False}]  # noqa: SLF001

    async def receive() -> dict[str, Any]:
        return body.pop() if body else {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        sent.append(message)

    manager = StreamableHTTPSessionManager(
        mcp_server()._lowlevel_server,  # noqa: SLF001 - the SDK's own way of making the application
        stateless=True,
        json_response=True,
    )
    async with manager.run():
        await manager.handle_request(_scope(request), receive, send)
    content = b"".join(one.get("body", b"") for one in sent[1:])
    response = HttpResponse(content, status=sent[0]["status"])
    for name, value in sent[0].get("headers", ()):
        response[name.decode("latin-1")] = value.decode("latin-1")
    return response


def _scope(request: Request) -> dict[str, Any]:
    return {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "POST",
        "scheme": request.scheme,
        "path": request.path,
        "raw_path": request.path.encode(),
        "query_string": b"",
        "root_path": "",
        "headers": [
            (name.lower().encode("latin-1"), value.encode("latin-1", "replace"))
            for name, value in request.headers.items()
        ],
    }
