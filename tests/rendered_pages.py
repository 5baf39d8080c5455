"""Pages as Django answers them, put into one browser page without a server: a hundred of them are looked at in seconds.

Everything is rendered before there is a browser: beside Playwright's event loop the test's transaction is not seen.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any
from urllib.parse import urlsplit

from django.test import Client
from playwright.sync_api import Page, Request, Route

ORIGIN = "https://portal.test"
_HEADERS = ("Content-Type", "Content-Security-Policy", "Content-Language")


@dataclass(frozen=True)
class RenderedPage:
    """A reply with the state that it shows."""

    state: str
    path: str
    status: int
    headers: Mapping[str, str]
    body: bytes


@dataclass
class PageShelf:
    """The pages of a tour, in order."""

    pages: list[RenderedPage] = field(default_factory=list)
    scripts: dict[str, bytes] = field(default_factory=dict)
    shown: RenderedPage | None = None

    def add(self, state: str, client: Client, path: str, *, status: int = 200, **sent: Any) -> str:
        """Render a page, following redirects; with `sent` by POST. Returns where it stands."""
        reply = client.post(path, sent, follow=True) if sent else client.get(path, follow=True)
        assert reply.status_code == status, f"{state}: {path} {reply.status_code}"
        body = reply.getvalue()
        ended = str(reply.request["PATH_INFO"])
        for address in re.findall(rb'<script src="(/admin/[^"]+)"', body):
            self.scripts[address.decode()] = client.get(address.decode()).content
        headers = {name: reply.headers[name] for name in _HEADERS if name in reply.headers}
        self.pages.append(RenderedPage(state, ended, status, headers, body))
        return ended

    def open(self, page: Page) -> Iterator[RenderedPage]:
        """Show one after the other in a page of a browser."""
        page.route(f"{ORIGIN}/**", self._reply)
        for shown in self.pages:
            self.shown = shown
            page.goto(f"{ORIGIN}{shown.path}", wait_until="load")
            yield shown

    def _reply(self, route: Route, request: Request) -> None:
        path = urlsplit(request.url).path
        if path.startswith("/static/"):
            kind, body = _static(path)
            route.fulfill(status=200, content_type=kind, body=body)
        elif path in self.scripts:
            route.fulfill(content_type="text/javascript", body=self.scripts[path])
        elif self.shown is not None and request.is_navigation_request():
            shown = self.shown
            route.fulfill(status=shown.status, headers=dict(shown.headers), body=shown.body)
        else:
            # Streams and what scripts ask for: nothing has changed.
            route.fulfill(status=204)


@cache
def _static(path: str) -> tuple[str, bytes]:
    reply = Client().get(path)
    body = reply.getvalue()
    reply.close()
    return reply.headers["Content-Type"], body
