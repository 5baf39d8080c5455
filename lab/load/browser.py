"""A browser without scripts that costs almost nothing: five hundred of them must leave two cores to the portal."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Mapping
from dataclasses import dataclass
from urllib.parse import urlencode, urlsplit

_LONGEST_LINE = 2**20
_LONGEST_SECONDS = 30.0
_EVENT, _CONTENT = b"event: ", b"data: "
# A connection that rested is closed by the server or the proxy at some time; ask again over a new one.
_GONE = (ConnectionError, asyncio.IncompleteReadError)


class UnexpectedReplyError(Exception):
    """The server answered with another status than a page, or not as HTTP."""


@dataclass(frozen=True, slots=True)
class BrowserReply:
    """What came back: the body, and for a form the path that it leads to."""

    status: int
    headers: Mapping[str, str]
    body: str


class Browser:
    """One person's browser: a connection that is kept, cookies, an address of its own behind the proxy."""

    def __init__(self, address: str, *, comes_from: str, cookies: Mapping[str, str] = {}) -> None:
        parts = urlsplit(address)
        self._host, self._port = parts.hostname or "", parts.port or 80
        self._comes_from = comes_from
        self._cookies = dict(cookies)
        self._connection: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def get(self, path: str, **headers: str) -> str:
        """The page at a path."""
        return (await self._send("GET", path, headers, b"")).body

    async def post(self, path: str, *, fragment: bool = False, **values: str) -> BrowserReply:
        """Send a form, as htmx does where a fragment is wanted."""
        values["csrfmiddlewaretoken"] = self._cookies.get("csrftoken", "")
        headers = {"Content-Type": "application/x-www-form-urlencoded"}
        if fragment:
            headers["HX-Request"] = "true"
        return await self._send("POST", path, headers, urlencode(values).encode())

    async def follow(self, path: str) -> AsyncGenerator[tuple[str, str], None]:
        """Name and content of a stream's events as they come; over a connection of its own, as browsers do."""
        incoming, outgoing = await self._connect()
        try:
            outgoing.write(self._head("GET", path, {}, b""))
            status, _headers = await _read_head(incoming)
            if status != 200:
                raise UnexpectedReplyError(str(status))
            yield "open", ""
            name, content = "", []
            while line := await incoming.readline():
                if line.startswith(_EVENT):
                    name = line[len(_EVENT) :].decode().strip()
                elif line.startswith(_CONTENT):
                    content.append(line[len(_CONTENT) :])
                # The lengths of chunks stand on lines that end by CR LF; an event ends by an empty line.
                elif line == b"\n" and name:
                    yield name, b"".join(content).decode()
                    name, content = "", []
        finally:
            outgoing.close()

    def close(self) -> None:
        """Leave."""
        if self._connection:
            self._connection[1].close()
            self._connection = None

    async def _send(
        self, method: str, path: str, headers: Mapping[str, str], body: bytes
    ) -> BrowserReply:
        message = self._head(method, path, headers, body)
        async with asyncio.timeout(_LONGEST_SECONDS):
            if self._connection:
                try:
                    return await self._exchange(*self._connection, message)
                except _GONE:
                    self.close()
            self._connection = await self._connect()
            return await self._exchange(*self._connection, message)

    async def _exchange(
        self, incoming: asyncio.StreamReader, outgoing: asyncio.StreamWriter, message: bytes
    ) -> BrowserReply:
        outgoing.write(message)
        status, headers = await _read_head(incoming)
        for line in headers.get("set-cookie", "").split("\n"):
            name, _, value = line.partition(";")[0].partition("=")
            if name:
                self._cookies[name] = value
        body = await incoming.readexactly(int(headers.get("content-length", "0")))
        if headers.get("connection", "").lower() == "close":
            self.close()
        if status not in (200, 303):
            raise UnexpectedReplyError(str(status))
        return BrowserReply(status, headers, body.decode())

    async def _connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection(self._host, self._port, limit=_LONGEST_LINE)

    def _head(self, method: str, path: str, headers: Mapping[str, str], body: bytes) -> bytes:
        sent = {
            "Host": f"{self._host}:{self._port}",
            "X-Forwarded-For": self._comes_from,
            "Cookie": "; ".join(f"{name}={value}" for name, value in self._cookies.items()),
            "Content-Length": str(len(body)),
            **headers,
        }
        lines = "".join(f"{name}: {value}\r\n" for name, value in sent.items())
        return f"{method} {path} HTTP/1.1\r\n{lines}\r\n".encode() + body


async def _read_head(incoming: asyncio.StreamReader) -> tuple[int, dict[str, str]]:
    """Status and headers; several of one name are joined by line breaks."""
    head = (await incoming.readuntil(b"\r\n\r\n")).decode("latin-1")
    first, *lines = head.rstrip("\r\n").split("\r\n")
    headers: dict[str, str] = {}
    for line in lines:
        name, _, value = line.partition(":")
        key = name.lower()
        headers[key] = f"{headers[key]}\n{value.strip()}" if key in headers else value.strip()
    return int(first.split(" ", 2)[1]), headers
