"""How soon the first confirmed sentence is there, with a model that writes so many tokens a second.

An endpoint of our own plays the model over HTTP: it says sentences of the provision that was found best, politely and as short as
a prompt can ask for, each followed by the words that it rests on. Questions of the sample university, on the present database.
"""

from __future__ import annotations

import json
import statistics
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

from django.conf import settings
from django.test.utils import override_settings
from django.utils import timezone

from chat.composing.generative import GenerativeComposer
from chat.composing.sources import sources_of
from chat.composing.writing import Watching, write
from lab.grid.changes import politely
from regulations.search.retrieval import SearchOutcome, search_passages
from verification.checking import SentenceChecker, Source
from verification.grounding import split_sentences

QUESTIONS = Path(settings.BASE_DIR) / "samples" / "questions_a.jsonl"
# Korean text is about so many characters a token in the tokenizers of today's models; two come at a time.
_CHARACTERS_A_TOKEN = 1.5
_PIECE = 3
_SENTENCES = 3
_LONGEST = 70


@dataclass(frozen=True)
class FirstSentence:
    """Seconds from the model's first token to the first confirmed sentence, p50 and p95; `without` have none.

    `own_seconds` are those of the portal: from the last token of that sentence's text.
    """

    answers: int
    without: int
    tokens_a_second: float
    seconds: tuple[float, float]
    own_seconds: tuple[float, float]


@dataclass
class _PacedModel:
    """What the endpoint says next, and when its first token went out."""

    tokens_a_second: float
    text: str = ""
    began: float = 0.0
    took: list[float] = field(default_factory=list)
    own: list[float] = field(default_factory=list)

    def pieces(self) -> Iterator[str]:
        """The tokens at their pace."""
        self.began = time.monotonic()
        for at in range(0, len(self.text), _PIECE):
            due = self.began + at / _CHARACTERS_A_TOKEN / self.tokens_a_second
            time.sleep(max(0.0, due - time.monotonic()))
            yield self.text[at : at + _PIECE]


def measure_first_sentence(*, answers: int, tokens_a_second: float) -> FirstSentence:
    """Have so many questions answered, one after the other; the first one only warms up."""
    writer = _PacedModel(tokens_a_second)
    asked = 0
    with _endpoint(writer) as address, override_settings(LLM_BASE_URL=address, MAX_REGENERATIONS=0):
        for question in _questions():
            found = search_passages(
                question, as_of=timezone.localdate(), limit=settings.MAX_SOURCES
            )
            sources = sources_of(found, min_relevance=settings.MIN_RELEVANCE)
            if found.outcome is not SearchOutcome.ANSWER or not sources:
                continue
            spans = [span.text for span in split_sentences(sources[0].text)]
            short = [one for one in spans if len(one) <= _LONGEST and "|" not in one][:_SENTENCES]
            if not short:
                continue
            _answer(writer, found.query, sources, short)
            asked += 1
            if asked == 1:
                writer.took.clear()
                writer.own.clear()
            if asked > answers:
                break
    without = max(0, asked - 1 - len(writer.took))
    seconds, own = _middle_and_most(writer.took), _middle_and_most(writer.own)
    return FirstSentence(max(0, asked - 1), without, tokens_a_second, seconds, own)


def _middle_and_most(took: Sequence[float]) -> tuple[float, float]:
    ordered = sorted(took) or [0.0]
    return statistics.median(ordered), ordered[int(len(ordered) * 0.95)]


def _answer(
    writer: _PacedModel, question: str, sources: Sequence[Source], spans: Sequence[str]
) -> None:
    said = [" ".join(politely(span).split()) for span in spans]
    sentences = [
        {"text": text, "evidence": [{"source": 1, "quote": span}]}
        for text, span in zip(said, spans, strict=True)
    ]
    writer.text = json.dumps({"sentences": sentences}, ensure_ascii=False)
    confirmed: list[tuple[float, str]] = []
    write(
        question=question,
        sources=sources,
        composer=GenerativeComposer(),
        checker=SentenceChecker(sources, as_of=timezone.localdate(), question=question),
        judge=lambda _question, _sentences, _sources: (),
        watching=Watching(
            goes_on=lambda: not confirmed,
            confirmed=lambda checked: confirmed.append((time.monotonic(), checked[0].draft)),
        ),
    )
    if confirmed:
        after, text = confirmed[0][0] - writer.began, confirmed[0][1]
        # Where its text ends in what the model sends; its beginning may have been the mark of a list.
        whole = json.dumps(
            next((one for one in said if one.endswith(text)), said[0]), ensure_ascii=False
        )
        ended = writer.text.index(whole) + len(whole)
        writer.took.append(after)
        writer.own.append(after - ended / _CHARACTERS_A_TOKEN / writer.tokens_a_second)


def _questions() -> list[str]:
    rows = [json.loads(line) for line in QUESTIONS.read_text(encoding="utf-8").splitlines()]
    return [row["question"] for row in rows if row["answerable"]]


@contextmanager
def _endpoint(writer: _PacedModel) -> Iterator[str]:
    """The model behind a free port of this machine."""
    handler = type("Handler", (_StreamingHandler,), {"writer": writer})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/v1"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


class _StreamingHandler(BaseHTTPRequestHandler):
    writer: _PacedModel

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        try:
            for piece in self.writer.pieces():
                self._send({"content": piece}, None)
            self._send({}, "stop")
            self.wfile.write(b"data: [DONE]\n\n")
        except ConnectionError:
            # The first sentence was there: nobody reads on.
            self.close_connection = True

    def _send(self, delta: dict[str, str], finish_reason: str | None) -> None:
        choice: dict[str, Any] = {"index": 0, "delta": delta, "finish_reason": finish_reason}
        chunk = {"id": "1", "object": "chat.completion.chunk", "created": 0, "model": "bench"}
        self.wfile.write(f"data: {json.dumps(chunk | {'choices': [choice]})}\n\n".encode())
        self.wfile.flush()

    def log_message(self, format: str, *arguments: object) -> None:  # noqa: A002
        """Stay quiet: the figures matter."""
