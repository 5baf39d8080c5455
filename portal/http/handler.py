"""How a web process answers a request: every middleware and the view in one thread, one after another."""

from __future__ import annotations

from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIHandler
from django.http import HttpRequest, HttpResponseBase


class OneThreadHandler(ASGIHandler):
    """Goes over to the request's thread once, and not before and after each of the middlewares.

    All views and middlewares of the portal are ordinary functions; in Django's own handler each of them costs two changes
    of thread. What a view returns to be streamed is still read by the event loop, however many streams there are.
    """

    def load_middleware(self, is_async: bool = False) -> None:
        """Load the chain as ordinary functions, whatever the server is."""
        super().load_middleware(is_async=False)

    async def get_response_async(self, request: HttpRequest) -> HttpResponseBase:
        """Answer a request in its thread."""
        return await sync_to_async(self.get_response, thread_sensitive=True)(request)
