"""A browser without scripts, for a bench that is not about browsers."""

from __future__ import annotations

import http.cookiejar
import re
import urllib.parse
import urllib.request

_SECONDS = 60.0
_STREAM = r'data-stream="(.+?)"'
_FORM_KEY = r'name="csrfmiddlewaretoken" value="(.+?)"'


class Visitor:
    """One person with cookies and, behind the proxy, an address of their own."""

    def __init__(self, address: str, *, comes_from: str = "10.0.0.1") -> None:
        self.address = address
        self.comes_from = comes_from
        self._cookies = http.cookiejar.CookieJar()
        self._opener = urllib.request.build_opener(
            urllib.request.HTTPCookieProcessor(self._cookies)
        )
        self._opener.addheaders = [("X-Forwarded-For", comes_from)]
        self._token = ""

    @property
    def cookie(self) -> str:
        """The cookies as a header."""
        return "; ".join(f"{cookie.name}={cookie.value}" for cookie in self._cookies)

    def ask(self, question: str) -> str:
        """Ask a question; returns the path of its conversation."""
        self._token = self.find("/", _FORM_KEY)
        return self.post("/", question=question)

    def find(self, path: str, pattern: str) -> str:
        """What a page holds at a pattern."""
        with self._opener.open(self.address + path, timeout=_SECONDS) as reply:
            match = re.search(pattern, reply.read().decode())
        if match is None:
            raise LookupError(f"{path} holds nothing like {pattern}")
        return match[1]

    def post(self, path: str, **values: str) -> str:
        """Send a form; returns the path to which it leads."""
        body = urllib.parse.urlencode(values | {"csrfmiddlewaretoken": self._token}).encode()
        with self._opener.open(self.address + path, data=body, timeout=_SECONDS) as reply:
            return str(urllib.parse.urlsplit(reply.url).path)

    def wait_for_answer(self, conversation: str) -> None:
        """Read the stream of the newest answer to its end."""
        try:
            stream = self.find(conversation, _STREAM)
        except LookupError:
            # It was there before the page was.
            return
        with self._opener.open(self.address + stream, timeout=_SECONDS) as reply:
            for line in reply:
                if line.startswith(b"event: done"):
                    return
