"""A model server for tests that speaks OpenAI's protocol over real HTTP and says what the test wrote for it.

It stands in for good and bad models: slow ones, ones that break off, ones that refuse a response format. Replies are
used in the order in which they were put; when none is left, `default` is.
"""

from __future__ import annotations

import hashlib
import json
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass(frozen=True)
class StubReply:
    """One answer of the model. `text` may be an object, which is sent as JSON."""

    text: str | dict[str, Any] | list[Any] = ""
    status: int = 200
    location: str = ""  # where a status of 300 and more points
    delay: float = 0.0
    finish_reason: str = "stop"
    refusal: str | None = None
    raw_body: bytes | None = None
    break_off_after: int | None = (
        None  # pieces of the stream that are sent before the connection drops
    )
    piece_delay: float = 0.0
    thinks: int = (
        0  # pieces of thought before the text, beside the answer as a reasoning parser sends them
    )
    refused_formats: tuple[str, ...] = ()  # response formats that this server answers with 400

    @property
    def content(self) -> str:
        """The text as the model would write it."""
        return (
            self.text if isinstance(self.text, str) else json.dumps(self.text, ensure_ascii=False)
        )

    @property
    def pieces(self) -> list[str]:
        """The text cut as a stream would cut it: anywhere, also within a citation."""
        return [self.content[start : start + 7] for start in range(0, len(self.content), 7)]


# How the prompt of the judge begins, and what only its second reading asks about.
_JUDGING, _ALL_SENTENCES = "대학 규정 답변을 검증하는 전문가", "답변의 모든 문장:"

Scripted = StubReply | Callable[[dict[str, Any]], StubReply]


class StubLLM:
    """The running server: its address, what it will say and what it was asked."""

    def __init__(self, base_url: str) -> None:
        self.base_url = base_url
        self.default: Scripted = StubReply("제공된 규정에서 해당 정보를 찾을 수 없습니다.")
        # The judge of open sentences has a script of its own: whether it is asked depends on what was proved.
        self.judged: Scripted = StubReply({"verdicts": []})
        self.judgements: list[dict[str, Any]] = []
        self.dimensions = 384
        self.requests: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        self._script: deque[Scripted] = deque()

    def say(self, *replies: Scripted | str | dict[str, Any]) -> None:
        """Put replies at the end of the script; a function gets the request and returns the reply."""
        for reply in replies:
            self._script.append(StubReply(reply) if isinstance(reply, str | dict) else reply)

    def next_reply(self, request: dict[str, Any]) -> StubReply:
        """Take the next reply of the script and remember what was asked."""
        said = "\n".join(str(one.get("content")) for one in request.get("messages", []))
        if _JUDGING in said and _ALL_SENTENCES not in said:
            self.judgements.append(request)
            return self.judged(request) if callable(self.judged) else self.judged
        self.requests.append(request)
        wanted = request.get("response_format", {}).get("type")
        first = self._script[0] if self._script else self.default
        if isinstance(first, StubReply) and wanted in first.refused_formats:
            return StubReply(status=400)
        scripted = self._script.popleft() if self._script else self.default
        return scripted(request) if callable(scripted) else scripted

    def vectors(self, texts: Sequence[str]) -> list[list[float]]:
        """The same vector for the same text, of no meaning."""
        return [
            [byte / 255 for byte in hashlib.shake_256(text.encode()).digest(self.dimensions)]
            for text in texts
        ]


class _StubHandler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    stub: StubLLM

    def do_POST(self) -> None:
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.stub.headers.append({name.lower(): value for name, value in self.headers.items()})
        reply = self.stub.next_reply(request)
        time.sleep(reply.delay)
        if reply.status != 200:
            self._send_json({"error": {"message": "scripted error"}}, reply.status, reply.location)
        elif reply.raw_body is not None:
            self._send(reply.raw_body, 200, "application/json")
        elif self.path.endswith("/rerank"):
            self._send_json(json.loads(reply.content))
        elif self.path.endswith("/embeddings"):
            self._send_json(_embeddings(self.stub.vectors(request["input"])))
        elif request.get("stream"):
            self._send_stream(reply)
        else:
            self._send_json(_completion(reply))

    def _send_json(self, body: dict[str, Any], status: int = 200, location: str = "") -> None:
        self._send(json.dumps(body).encode(), status, "application/json", location)

    def _send(self, body: bytes, status: int, kind: str, location: str = "") -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        if location:
            self.send_header("Location", location)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def _send_stream(self, reply: StubReply) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")
        self.end_headers()
        self.close_connection = True
        for _number in range(reply.thinks):
            self._send_event(_chunk({"reasoning_content": "생각"}, None))
            time.sleep(reply.piece_delay)
        for number, piece in enumerate(reply.pieces):
            if number == reply.break_off_after:
                return
            self._send_event(_chunk({"content": piece}, None))
            time.sleep(reply.piece_delay)
        self._send_event(
            _chunk({"refusal": reply.refusal} if reply.refusal else {}, reply.finish_reason)
        )
        self.wfile.write(b"data: [DONE]\n\n")

    def _send_event(self, body: dict[str, Any]) -> None:
        self.wfile.write(f"data: {json.dumps(body)}\n\n".encode())
        self.wfile.flush()

    def log_message(self, format: str, *arguments: object) -> None:
        """Stay quiet: pytest shows what matters."""


def _completion(reply: StubReply) -> dict[str, Any]:
    message = {"role": "assistant", "content": reply.content, "refusal": reply.refusal}
    return {
        "id": "stub",
        "object": "chat.completion",
        "created": 0,
        "model": "stub-model",
        "choices": [{"index": 0, "message": message, "finish_reason": reply.finish_reason}],
        "usage": {"prompt_tokens": 11, "completion_tokens": 7, "total_tokens": 18},
    }


def _chunk(delta: dict[str, Any], finish_reason: str | None) -> dict[str, Any]:
    return {
        "id": "stub",
        "object": "chat.completion.chunk",
        "created": 0,
        "model": "stub-model",
        "choices": [{"index": 0, "delta": delta, "finish_reason": finish_reason}],
    }


def _embeddings(vectors: list[list[float]]) -> dict[str, Any]:
    rows = [
        {"object": "embedding", "index": number, "embedding": vector}
        for number, vector in enumerate(vectors)
    ]
    usage = {"prompt_tokens": 1, "total_tokens": 1}
    return {"object": "list", "data": rows, "model": "stub-model", "usage": usage}


@contextmanager
def running_stub() -> Iterator[StubLLM]:
    """A stub on a free port of the loopback interface."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _StubHandler)
    server.daemon_threads = True
    stub = StubLLM(f"http://127.0.0.1:{server.server_port}/v1")
    server.RequestHandlerClass = type("Handler", (_StubHandler,), {"stub": stub})
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield stub
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
