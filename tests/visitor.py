"""A visitor of a real web server."""

from __future__ import annotations

import http.cookiejar
import re
import urllib.error
import urllib.request
from collections.abc import Mapping
from email.message import Message

from django.test.client import BOUNDARY, MULTIPART_CONTENT, encode_multipart


class ClientVisitor:
    """A browser without scripts: cookies, pages, forms."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._jar = http.cookiejar.CookieJar()
        cookies = urllib.request.HTTPCookieProcessor(self._jar)
        self._opener = urllib.request.build_opener(cookies)
        self.status, self.html = 0, ""
        self.headers: Mapping[str, str] = {}

    def get(self, path: str = "/") -> None:
        self._open(urllib.request.Request(self.address + path))

    def enter(self, session_key: str) -> None:
        """Go on with a session that is signed in."""
        self._jar.set_cookie(
            http.cookiejar.Cookie(
                version=0,
                name="sessionid",
                value=session_key,
                port=None,
                port_specified=False,
                domain="127.0.0.1",
                domain_specified=False,
                domain_initial_dot=False,
                path="/",
                path_specified=True,
                secure=False,
                expires=None,
                discard=True,
                comment=None,
                comment_url=None,
                rest={},
            )
        )

    def ask(self, question: str) -> None:
        """Send a question."""
        self.send("/", {"question": question})

    def send(self, path: str, values: Mapping[str, object]) -> None:
        """Send a form with the token of the page that is open; a file goes as one with a name."""
        token = re.search(r'name="csrfmiddlewaretoken" value="(.+?)"', self.html)
        whole = {**values, "csrfmiddlewaretoken": token[1] if token else ""}
        self._open(
            urllib.request.Request(
                self.address + path,
                data=encode_multipart(BOUNDARY, whole),
                headers={"Content-Type": MULTIPART_CONTENT},
            )
        )

    def _open(self, request: urllib.request.Request) -> None:
        try:
            with self._opener.open(request, timeout=30) as reply:
                self._keep(reply.status, reply.headers, reply.read())
        except urllib.error.HTTPError as error:
            self._keep(error.code, error.headers, error.read())

    def _keep(self, status: int, headers: Message, body: bytes) -> None:
        self.status, self.html = status, body.decode()
        self.headers = {name.lower(): value for name, value in headers.items()}
