"""Pages as Django answers them, shown in one browser page: a hundred of them are looked at in seconds.

Everything is rendered before there is a browser: beside Playwright's event loop the test's transaction is not seen.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any
from urllib.parse import urlsplit

from django.test import Client
from playwright.sync_api import Page

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
        ended = str(reply.request["PATH_INFO"]).encode("latin-1").decode()
        for address in re.findall(rb'<script src="(/admin/[^"]+)"', body):
            self.scripts[address.decode()] = client.get(address.decode()).content
        headers = {name: reply.headers[name] for name in _HEADERS if name in reply.headers}
        self.pages.append(RenderedPage(state, ended, status, headers, body))
        return ended

    def open(self, page: Page) -> Iterator[RenderedPage]:
        """Show one after the other in a page of a browser, which keeps styles and scripts as a visitor's does."""
        with _served(self) as origin:
            for shown in self.pages:
                self.shown = shown
                page.goto(f"{origin}{shown.path}", wait_until="load")
                yield shown

    def reply(
        self, path: str, *, is_navigation: bool = False
    ) -> tuple[int, Mapping[str, str], bytes]:
        """What stands at an address: status, headers, body."""
        if path.startswith("/static/"):
            kind, body = _static(path)
            return 200, {"Content-Type": kind, "Cache-Control": "max-age=600"}, body
        if path in self.scripts:
            return 200, {"Content-Type": "text/javascript"}, self.scripts[path]
        if self.shown is not None and is_navigation:
            return self.shown.status, self.shown.headers, self.shown.body
        # Streams and what scripts ask for: nothing has changed.
        return 204, {}, b""


@contextmanager
def _served(shelf: PageShelf) -> Iterator[str]:
    class Reply(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            is_navigation = self.headers["Sec-Fetch-Mode"] == "navigate"
            path = urlsplit(self.path).path
            status, headers, body = shelf.reply(path, is_navigation=is_navigation)
            self.send_response(status)
            for name, value in {**headers, "Content-Length": str(len(body))}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

        def do_POST(self) -> None:
            # What is not read would be taken for the next request.
            self.rfile.read(int(self.headers["Content-Length"] or 0))
            self.do_GET()

        def log_message(self, *_arguments: object) -> None:
            """Print nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Reply) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()


@cache
def _static(path: str) -> tuple[str, bytes]:
    reply = Client().get(path)
    body = reply.getvalue()
    reply.close()
    return reply.headers["Content-Type"], body
