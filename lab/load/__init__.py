"""Many people at once on the portal as it runs in production: they ask, follow the answers, and read regulations.

Everything goes over HTTP to real processes on the present database, the generator included on the same machine. What was
asked is deleted at the end. The limits of the portal hold: whoever asks too often is counted as an error, as a visitor
would see it.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime

import psutil
from django.utils import timezone

from lab.load.browser import Browser
from lab.load.costs import RequestCost, costs_alone
from lab.load.people import PAGES, STREAMS, Habits, Person
from lab.load.site import Site, running_site
from lab.load.tally import PageLoad, Tally
from lab.load.visitors import signed_in
from verification.models import Verification

# Four of five people are signed in, the others ask as visitors.
_SIGNED_IN = 0.8
# Nobody may ask more than ten questions a minute.
_MEASURE_COSTS = 8
# As long as a visit: five hundred people who all ask for the first time within a minute are another load than five
# hundred who use the portal.
_LONGEST_RAMP_SECONDS = 180.0
_SAMPLED_SECONDS = 1.0
_MEMORY_EVERY = 30
_LONGEST_DRAIN_SECONDS = 300.0


@dataclass(frozen=True)
class LoadPlan:
    """What is to be measured."""

    users: int
    seconds: float
    think_seconds: float
    questions: Sequence[str]
    web: int = 2
    answers: int = 2
    checks: int = 1


@dataclass(frozen=True)
class SiteLoad:
    """What the visitors saw and what it cost; `drain_seconds` is how long the portal worked on after the last click."""

    plan: LoadPlan
    seconds: float
    pages: tuple[PageLoad, ...]
    streams: tuple[PageLoad, ...]
    failed: dict[str, int]
    asked: int
    answers: dict[str, int]
    most_streams: int
    waiting: tuple[int, ...]
    drain_seconds: float | None
    processor_seconds: dict[str, float]
    megabytes: dict[str, float]
    busy: tuple[float, float]
    costs: tuple[RequestCost, ...] = ()

    @property
    def requests(self) -> int:
        """Pages that came."""
        return sum(page.requests for page in self.pages)

    @property
    def errors(self) -> int:
        """Requests that failed, and answers that never ended."""
        return sum(self.failed.values())


@dataclass
class _Samples:
    """What is looked at every second beside the visitors."""

    waiting: list[int] = field(default_factory=list)
    megabytes: dict[str, float] = field(default_factory=dict)

    async def take(self, site: Site, until: float) -> None:
        """Look until the time is over."""
        while time.monotonic() < until:
            self.waiting.append(await asyncio.to_thread(site.waiting))
            if len(self.waiting) % _MEMORY_EVERY == 1:
                for kind, used in (await asyncio.to_thread(site.megabytes)).items():
                    self.megabytes[kind] = max(used, self.megabytes.get(kind, 0.0))
            await asyncio.sleep(_SAMPLED_SECONDS)


def measure_load(plan: LoadPlan, *, with_costs: bool, say: Callable[[str], object]) -> SiteLoad:
    """Let so many people use the portal for so long, and wait until their last answers are checked."""
    known = round(plan.users * _SIGNED_IN)
    with (
        signed_in(max(known, _MEASURE_COSTS)) as cookies,
        running_site(web=plan.web, answers=plan.answers, checks=plan.checks) as site,
    ):
        say("loading dictionary and model …")
        asyncio.run(_warm_up(site, plan, cookies[0]))
        costs: tuple[RequestCost, ...] = ()
        if with_costs:
            say("each page alone …")
            costs = asyncio.run(costs_alone(site, plan.questions, cookies[:_MEASURE_COSTS]))
        say(f"{plan.users} people for {plan.seconds:.0f} s …")
        return asyncio.run(_measure(site, plan, cookies[:known], costs))


async def _measure(
    site: Site, plan: LoadPlan, cookies: Sequence[dict[str, str]], costs: tuple[RequestCost, ...]
) -> SiteLoad:
    began_at = timezone.now()
    tally, samples = Tally(), _Samples()
    psutil.cpu_percent()
    before, begun = site.processor_seconds(), time.monotonic()
    habits = Habits(plan.questions, plan.think_seconds, begun + plan.seconds)
    people = [
        _person(site, number, cookies[number] if number < len(cookies) else {}, habits, tally)
        for number in range(plan.users)
    ]
    ramp = min(_LONGEST_RAMP_SECONDS, plan.seconds / 4)
    async with asyncio.TaskGroup() as group:
        group.create_task(samples.take(site, habits.deadline))
        for number, person in enumerate(people):
            group.create_task(person.use(begins_after=ramp * number / plan.users))
    drained = await _drained(site, habits.deadline)
    after, busy = site.processor_seconds(), psutil.cpu_percent()
    seconds = time.monotonic() - begun
    answers = await asyncio.to_thread(_answers_since, began_at)
    for person in people[len(cookies) :]:
        await person.forget()
    used = {kind: after[kind] - before[kind] for kind in after}
    share = sum(used.values()) / seconds / (psutil.cpu_count() or 1) * 100
    return SiteLoad(
        plan=plan,
        seconds=seconds,
        pages=tally.loads(PAGES),
        streams=tally.loads(STREAMS),
        failed={f"{page}: {kind}": count for (page, kind), count in tally.failed.items()},
        asked=tally.asked,
        answers=answers,
        most_streams=tally.most_streams,
        waiting=tuple(samples.waiting),
        drain_seconds=drained,
        processor_seconds=used,
        megabytes=samples.megabytes,
        busy=(share, busy),
        costs=costs,
    )


def _person(
    site: Site, number: int, cookies: dict[str, str], habits: Habits, tally: Tally
) -> Person:
    address = f"10.{number // 65536}.{number // 256 % 256}.{number % 256}"
    browser = Browser(site.address, comes_from=address, cookies=cookies)
    return Person(browser, habits, tally, random.Random(number))  # noqa: S311 - no secret


async def _warm_up(site: Site, plan: LoadPlan, cookies: dict[str, str]) -> None:
    """The first questions are answered when the workers have loaded dictionary and model; they are not measured."""
    habits = Habits(plan.questions, plan.think_seconds, 0.0)
    for turn in range(2 * plan.answers):
        person = _person(site, plan.users + turn, cookies, habits, Tally())
        await person.read("empty page", "/")
        await person.ask(plan.questions[turn % len(plan.questions)])
        await person.forget()


async def _drained(site: Site, deadline: float) -> float | None:
    """Seconds after the end of the load until nothing waits and nothing is under way; None where that did not come."""
    while not await asyncio.to_thread(site.is_idle):
        if time.monotonic() > deadline + _LONGEST_DRAIN_SECONDS:
            return None
        await asyncio.sleep(_SAMPLED_SECONDS / 4)
    return max(0.0, time.monotonic() - deadline)


def _answers_since(began_at: datetime) -> dict[str, int]:
    """The answers that were stored since, by their status."""
    stored = Verification.objects.filter(created_at__gte=began_at).order_by("pk")
    return dict(Counter(stored.values_list("answer__status", flat=True)))
