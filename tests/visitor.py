"""A visitor of a real web server."""

from __future__ import annotations

import http.cookiejar
import re
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Mapping
from email.message import Message


class Visitor:
    """A browser without scripts: cookies, pages, forms."""

    def __init__(self, address: str) -> None:
        self.address = address
        cookies = urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar())
        self._opener = urllib.request.build_opener(cookies)
        self.status, self.html = 0, ""
        self.headers: Mapping[str, str] = {}

    def get(self, path: str = "/") -> None:
        self._open(urllib.request.Request(self.address + path))

    def ask(self, question: str) -> None:
        """Send the question with the token of the page that is open."""
        token = re.search(r'name="csrfmiddlewaretoken" value="(.+?)"', self.html)
        values = {"question": question, "csrfmiddlewaretoken": token[1] if token else ""}
        body = urllib.parse.urlencode(values).encode()
        self._open(urllib.request.Request(f"{self.address}/", data=body))

    def _open(self, request: urllib.request.Request) -> None:
        try:
            with self._opener.open(request, timeout=30) as reply:
                self._keep(reply.status, reply.headers, reply.read())
        except urllib.error.HTTPError as error:
            self._keep(error.code, error.headers, error.read())

    def _keep(self, status: int, headers: Message, body: bytes) -> None:
        self.status, self.html = status, body.decode()
        self.headers = {name.lower(): value for name, value in headers.items()}
