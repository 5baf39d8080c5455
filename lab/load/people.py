"""How a student uses the portal: asks, reads the answer and what it cites, looks into the regulations, comes back."""

from __future__ import annotations

import asyncio
import html
import random
import re
import time
from collections.abc import Sequence
from contextlib import aclosing, suppress
from dataclasses import dataclass, field

from lab.load.browser import Browser
from lab.load.tally import FAULTS, Tally

# Pages, of which the target speaks, and what the streams bring.
PAGES = (
    "empty page",
    "question sent",
    "conversation",
    "answer alone",
    "claims of the check",
    "cited article beside the answer",
    "list of regulations",
    "regulation",
    "list of conversations",
    "earlier conversation",
)
STREAMS = ("stream opened", "first sentence", "answer", "answer checked")
_MEASURED = {"open": "stream opened", "sentence": "first sentence", "answer": "answer"}
# How often a visit has this part.
_FOLLOW_UP = 0.25
_CITED = 0.6
_CITED_IN_FULL = 0.2
_BROWSE = 0.5
_COME_BACK = 0.3
_LONGEST_ANSWER_SECONDS = 120.0
_REGULATION = re.compile(r'href="(/regulations/[^"#?]+/\d+/)"')
_CITATION = re.compile(r'class="chip" href="(/regulations/[^"#?]+/\d+/)(\?cite=[^"#]+)')
_STREAM = re.compile(r'data-stream="([^"]+)"')
# The same is asked in other words, so that not every question after the first few meets a vector that is kept.
_LEADS = ("", "혹시 ", "궁금한데 ", "3학년인데 ", "신입생입니다. ", "질문 있습니다. ", "급합니다. ")
_ENDS = ("", " 알려 주십시오.", " 어느 규정에 있습니까?", " 근거도 알려 주십시오.")
FOLLOW_UPS = (
    "대학원생도 같습니까?",
    "예외는 없습니까?",
    "언제까지 신청해야 합니까?",
    "누가 정합니까?",
)


class _LeavesError(Exception):
    """The time is over: whoever pauses now does not go on, or all would click at the same moment."""


@dataclass(frozen=True)
class Habits:
    """What all visitors have in common."""

    questions: Sequence[str]
    # Mean of the exponential pauses between two clicks.
    think_seconds: float
    deadline: float


@dataclass
class Person:
    """One visitor with a browser."""

    browser: Browser
    habits: Habits
    tally: Tally
    chance: random.Random
    conversations: list[str] = field(default_factory=list)

    async def use(self, *, begins_after: float) -> None:
        """Come and go until the time is over."""
        await asyncio.sleep(begins_after)
        while time.monotonic() < self.habits.deadline:
            with suppress(_LeavesError):
                # A fault was counted where it happened; a person tries again.
                with suppress(*FAULTS):
                    await self._visit()
                await self._think()
        self.browser.close()

    async def forget(self) -> None:
        """Delete what was asked."""
        for path in self.conversations:
            with suppress(*FAULTS):
                await self.browser.post(f"{path}delete")
        self.browser.close()

    async def read(self, page: str, path: str) -> str:
        """Read one page."""
        with self.tally.timed(page):
            return await self.browser.get(path)

    async def ask(self, question: str) -> str:
        """Ask from the empty page and follow the answer, which is returned."""
        asked_at = time.monotonic()
        self.tally.asked += 1
        with self.tally.timed("question sent"):
            reply = await self.browser.post("/", question=question)
            path = reply.headers.get("location", "")
            if not path.startswith("/conversations/"):
                raise LookupError("the question was not taken")
        self.conversations.append(path)
        return await self._follow(await self.read("conversation", path), asked_at)

    async def _visit(self) -> None:
        await self.read("empty page", "/")
        await self._think()
        answer = await self.ask(self._question())
        await self._think()
        if self._does(_CITED):
            await self._open_cited(answer)
        if self._does(_FOLLOW_UP):
            await self._ask_further(self.conversations[-1])
        if self._does(_BROWSE):
            found = _REGULATION.findall(await self.read("list of regulations", "/regulations/"))
            await self._think()
            await self.read("regulation", self.chance.choice(found))
            await self._think()
        if self._does(_COME_BACK):
            await self.read("list of conversations", "/conversations/")
            await self.read("earlier conversation", self.chance.choice(self.conversations))

    async def _ask_further(self, path: str) -> None:
        asked_at = time.monotonic()
        self.tally.asked += 1
        with self.tally.timed("question sent"):
            reply = await self.browser.post(
                path, fragment=True, question=self.chance.choice(FOLLOW_UPS)
            )
        await self._follow(reply.body, asked_at)
        await self._think()

    async def _open_cited(self, answer: str) -> None:
        """Open a citation in the pane, and now and then in the whole regulation."""
        found = _CITATION.findall(answer)
        if not found:
            return
        page, cite = self.chance.choice(found)
        cite = html.unescape(cite)
        await self.read("cited article beside the answer", f"{page}provision{cite}")
        await self._think()
        if self._does(_CITED_IN_FULL):
            await self.read("regulation", f"{page}{cite}")
            await self._think()

    async def _follow(self, page: str, asked_at: float) -> str:
        """Follow the stream until it ends, the answer first, then its check; returns the answer."""
        match = _STREAM.search(page)
        if match is None:
            # It was there before the page was.
            return page
        seen = await self._events(match[1], asked_at)
        answer = match[1].removesuffix("stream")
        # The page asks for what the stream has only announced.
        if "answer" not in seen:
            seen["answer"] = await self.read("answer alone", f"{answer}fragment")
        if "faithfulness" in seen:
            await self.read("claims of the check", f"{answer}faithfulness")
        return seen["answer"]

    async def _events(self, stream: str, asked_at: float) -> dict[str, str]:
        """The last content of each kind of event until the stream ends."""
        begun = time.monotonic()
        seen: dict[str, str] = {}
        with self.tally.timed("answer checked"), self.tally.streaming():
            async with (
                asyncio.timeout(_LONGEST_ANSWER_SECONDS),
                aclosing(self.browser.follow(stream)) as events,
            ):
                async for name, content in events:
                    if name in _MEASURED and name not in seen:
                        since = begun if name == "open" else asked_at
                        self.tally.record(_MEASURED[name], time.monotonic() - since)
                    seen[name] = content
                    if name == "done":
                        return seen
            raise LookupError("the answer never ended")

    def _question(self) -> str:
        choice = self.chance.choice
        return f"{choice(_LEADS)}{choice(self.habits.questions)}{choice(_ENDS)}"

    def _does(self, how_often: float) -> bool:
        return self.chance.random() < how_often

    async def _think(self) -> None:
        left = self.habits.deadline - time.monotonic()
        pause = self.chance.expovariate(1 / self.habits.think_seconds)
        await asyncio.sleep(max(0.0, min(pause, left)))
        if pause >= left:
            raise _LeavesError
