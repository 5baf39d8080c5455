"""How students use the portal, for locust: they ask and follow the answer, open what it cites, read regulations, come back.

`manage.py bench load` starts a portal and this file; by itself: `locust -f lab/locustfile.py --host ADDRESS`. What was
asked is deleted at the end. The limits of the portal hold: whoever asks too often sees an error, and it is counted.
"""

from __future__ import annotations

import html
import itertools
import json
import random
import re
import time
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from locust import FastHttpUser, events, stats, task
from locust.exception import CatchResponseError

_SAMPLES = Path(__file__).resolve().parents[1] / "samples"
_LONGEST_ANSWER_SECONDS = 120.0
_FORM_KEY = re.compile(r'name="csrfmiddlewaretoken" value="([^"]+)"')
_CONVERSATION = re.compile(r'action="(/conversations/[0-9a-f-]{36}/)delete"')
_STREAM = re.compile(r'data-stream="([^"]+)"')
_REGULATION = re.compile(r'href="(/regulations/[^"#?]+/\d+/)"')
_CITATION = re.compile(r'class="chip" href="(/regulations/[^"#?]+/\d+/)(\?cite=[^"#]+)')
# What the stream brings: the name of the event, and of the row that says how long it took from sending the question.
_MILESTONES = {"sentence": "first confirmed sentence", "answer": "answer", "done": "answer checked"}
# The same is asked in other words, so that not every question after the first few meets a vector that is kept.
_LEADS = ("", "혹시 ", "궁금한데 ", "3학년인데 ", "신입생입니다. ", "질문 있습니다. ", "급합니다. ")
_ENDS = ("", " 알려 주십시오.", " 어느 규정에 있습니까?", " 근거도 알려 주십시오.")
_FOLLOW_UPS = ("대학원생도 같습니까?", "예외는 없습니까?", "언제까지 신청해야 합니까?")
_numbers = itertools.count()
stats.PERCENTILES_TO_REPORT = [0.5, 0.95, 1.0]


@events.init_command_line_parser.add_listener  # type: ignore[untyped-decorator]
def add_arguments(parser: ArgumentParser) -> None:
    """Declare what this file takes besides locust's own options."""
    parser.add_argument("--think", type=float, default=40.0, help="mean pause between two clicks")
    parser.add_argument("--questions", type=Path, help="JSONL with `question`")


def questions_from(file: Path | None) -> list[str]:
    """The questions of a file, or those of the samples."""
    files = [file] if file else sorted(_SAMPLES.glob("questions_*.jsonl"))
    lines = [line for one in files for line in one.read_text(encoding="utf-8").splitlines()]
    return [json.loads(line)["question"] for line in lines if line.strip()]


class Student(FastHttpUser):
    """One visitor with a browser; the weights are how often a visit of twenty clicks has this part."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        options = self.environment.parsed_options
        number = next(_numbers)
        self._is_first = number == 0
        self._address = f"10.{number // 65536}.{number // 256 % 256}.{number % 256}"
        self._chance = random.Random(number)  # noqa: S311 - no secret
        self._think = float(options.think) if options else 0.0
        self._questions = questions_from(options.questions if options else None)
        self._token = ""
        self._asked: list[str] = []
        self._cited: list[tuple[str, str]] = []

    def wait_time(self) -> float:
        """Pauses of any length, seldom long ones."""
        return self._chance.expovariate(1 / self._think) if self._think else 0.0

    def on_start(self) -> None:
        """Arrive at the empty page; who comes first asks at once, so that a question is in the shortest run on the slowest machine."""
        if self._is_first:
            self.ask()
        else:
            self._open_empty_page()

    def on_stop(self) -> None:
        """Have everything deleted that was asked."""
        for path in self._asked:
            self._post("conversation deleted", f"{path}delete")

    @task(20)
    def ask(self) -> None:
        """Ask something new and follow the answer."""
        self._open_empty_page()
        choice = self._chance.choice
        question = f"{choice(_LEADS)}{choice(self._questions)}{choice(_ENDS)}"
        begun = time.monotonic()
        page = self._post("question sent", "/", question=question)
        if found := _CONVERSATION.search(page):
            self._asked.append(found[1])
        self._follow(page, begun)

    @task(5)
    def ask_further(self) -> None:
        """Ask what only the conversation explains."""
        if not self._asked:
            return
        begun = time.monotonic()
        question = self._chance.choice(_FOLLOW_UPS)
        page = self._post("question sent", self._asked[-1], fragment=True, question=question)
        self._follow(page, begun)

    @task(12)
    def open_citation(self) -> None:
        """Read the cited article beside the answer."""
        if self._cited:
            page, cite = self._chance.choice(self._cited)
            self._get("cited article beside the answer", f"{page}provision{cite}")

    @task(2)
    def open_cited_regulation(self) -> None:
        """Read the whole regulation at the place that is cited."""
        if self._cited:
            self._get("regulation", "".join(self._chance.choice(self._cited)))

    @task(10)
    def browse(self) -> None:
        """Look through the regulations."""
        found = _REGULATION.findall(self._get("list of regulations", "/regulations/"))
        if found:
            self._get("regulation", self._chance.choice(found))

    @task(6)
    def come_back(self) -> None:
        """Look for what one asked before."""
        self._get("list of conversations", "/conversations/")
        if self._asked:
            self._get("earlier conversation", self._chance.choice(self._asked))

    def _open_empty_page(self) -> None:
        if found := _FORM_KEY.search(self._get("empty page", "/")):
            self._token = found[1]

    def _follow(self, page: str, begun: float) -> None:
        """Follow the stream until the answer is checked, and fetch what the stream only announces."""
        found = _STREAM.search(page)
        if found is None:
            # It was there before the page was.
            self._cited = _citations(page) or self._cited
            return
        seen: dict[str, str] = {}
        headers = self._headers()
        with self.client.get(
            found[1], name="stream opened", headers=headers, stream=True, catch_response=True
        ) as reply:
            if reply.status_code != 200:
                return
            for name, content in self._events(reply):
                if name in _MILESTONES and name not in seen:
                    self._record(_MILESTONES[name], begun)
                seen[name] = content
                if name == "done" or time.monotonic() - begun > _LONGEST_ANSWER_SECONDS:
                    break
        if "done" not in seen:
            self._record("answer checked", begun, CatchResponseError("the answer never ended"))
        answer = found[1].removesuffix("stream")
        if "answer" not in seen:
            seen["answer"] = self._get("answer alone", f"{answer}fragment")
        if "faithfulness" in seen:
            self._get("claims of the check", f"{answer}faithfulness")
        self._cited = _citations(seen["answer"]) or self._cited

    def _events(self, reply: Any) -> Iterator[tuple[str, str]]:
        """Name and content of the events as they come."""
        name, content = "", []
        while line := reply.stream.readline(b"\n").decode():
            if line.startswith("event: "):
                name = line.removeprefix("event: ").strip()
            elif line.startswith("data: "):
                content.append(line.removeprefix("data: "))
            elif not line.strip() and name:
                yield name, "".join(content)
                name, content = "", []

    def _record(self, name: str, begun: float, exception: Exception | None = None) -> None:
        self.environment.events.request.fire(
            request_type="SSE",
            name=name,
            response_time=(time.monotonic() - begun) * 1000,
            response_length=0,
            exception=exception,
            context={},
        )

    def _get(self, name: str, path: str) -> str:
        return self.client.get(path, name=name, headers=self._headers()).text or ""

    def _post(self, name: str, path: str, *, fragment: bool = False, **values: str) -> str:
        """Send a form, as htmx does where a fragment is wanted; the page that it leads to."""
        form = values | {"csrfmiddlewaretoken": self._token}
        headers = self._headers() | ({"HX-Request": "true"} if fragment else {})
        return self.client.post(path, name=name, data=form, headers=headers).text or ""

    def _headers(self) -> dict[str, str]:
        # An address of their own, which a proxy in front would name.
        return {"X-Forwarded-For": self._address}


def _citations(page: str) -> list[tuple[str, str]]:
    return [(path, html.unescape(cite)) for path, cite in _CITATION.findall(page)]
