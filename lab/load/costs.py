"""What one page, and one question with its answer and check, cost alone: processor time does not grow with others' work."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random

from lab.load.browser import Browser
from lab.load.people import Habits, Person
from lab.load.site import BENCH, Site
from lab.load.tally import Tally

_TURNS = 40
_QUESTIONS = 30
_BEFORE = 4
_LONGEST_WAIT_SECONDS = 30.0
_ADDRESS = "10.255.0.1"
_REGULATION = re.compile(r'href="(/regulations/[^"#?]+/\d+/)"')


@dataclass(frozen=True)
class RequestCost:
    """Milliseconds of processor time of one request, by kind of process."""

    what: str
    milliseconds: dict[str, float]


async def costs_alone(
    site: Site, questions: Sequence[str], cookies: Sequence[Mapping[str, str]]
) -> tuple[RequestCost, ...]:
    """Ask for each page, then ask questions, one after another, by as many people as the limits make necessary."""
    habits = Habits(questions, 0.0, 0.0)
    people = [
        Person(Browser(site.address, comes_from=_ADDRESS, cookies=own), habits, Tally(), Random(1))  # noqa: S311
        for own in cookies
    ]
    for person in people:
        await person.read("empty page", "/")
    first = people[0]
    await first.ask(questions[0])
    costs = [
        await _cost(site, what, _TURNS, partial(_read, first, path))
        for what, path in (await _pages(first)).items()
    ]
    costs.append(await _cost(site, "question, answer and check", _QUESTIONS, partial(_ask, people)))
    for person in people:
        await person.forget()
    return tuple(costs)


async def _pages(person: Person) -> dict[str, str]:
    """What each page is called, and where it is."""
    browser = person.browser
    regulations = sorted(set(_REGULATION.findall(await browser.get("/regulations/"))))
    lengths = {path: len(await browser.get(path)) for path in regulations}
    longest = max(regulations, key=lambda path: lengths[path])
    return {
        "empty page": "/",
        "conversation": person.conversations[0],
        "cited article beside the answer": f"{longest}provision?cite=art-3",
        "list of regulations": "/regulations/",
        f"longest regulation ({lengths[longest] / 1000:,.0f} KB)": longest,
        "list of conversations": "/conversations/",
    }


async def _read(person: Person, path: str, _turn: int) -> None:
    await person.browser.get(path)


async def _ask(people: Sequence[Person], turn: int) -> None:
    person = people[turn % len(people)]
    questions = person.habits.questions
    await person.ask(questions[turn % len(questions)])


async def _cost(
    site: Site, what: str, turns: int, request: Callable[[int], Awaitable[None]]
) -> RequestCost:
    # The first ones find nothing kept.
    for turn in range(_BEFORE):
        await request(turns + turn)
    await _idle(site)
    before = site.processor_seconds()
    for turn in range(turns):
        await request(turn)
    await _idle(site)
    after = site.processor_seconds()
    spent = {kind: (after[kind] - before[kind]) / turns * 1000 for kind in after if kind != BENCH}
    return RequestCost(what, spent)


async def _idle(site: Site) -> None:
    deadline = time.monotonic() + _LONGEST_WAIT_SECONDS
    while time.monotonic() < deadline:
        if site.is_idle():
            return
        await asyncio.sleep(0.1)
