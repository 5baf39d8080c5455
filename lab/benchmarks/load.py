"""Many people at once on the portal as it runs in production, on the present database: lab/locustfile.py, run by locust."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from lab.benchmarks.site import running_site, seconds_until_idle
from lab.benchmarks.visitor import Visitor

_LOCUSTFILE = Path(__file__).resolve().parents[1] / "locustfile.py"
# Five hundred people who all ask for the first time within a minute are another load than five hundred who use it.
_RAMP_SECONDS = 120.0
_LONGEST_DRAIN_SECONDS = 300.0
_WARM_UP = "휴학은 최대 몇 년까지 할 수 있습니까?"


class LoadFailed(Exception):
    """Requests failed, or the portal could not keep up."""


@dataclass(frozen=True)
class LoadPlan:
    """How many people for how long, and which processes serve them."""

    users: int
    run_time: str
    think_seconds: float = 40.0
    questions: Path | None = None
    web: int = 2
    answers: int = 2
    checks: int = 1


def run_load(plan: LoadPlan, *, say: Callable[[str], object]) -> float:
    """Let so many people use the portal; locust prints what they saw. Returns the seconds until the last answer is checked.

    Raises LoadFailed where a request failed, or answers still wait minutes later.
    """
    with running_site(web=plan.web, answers=plan.answers, checks=plan.checks) as site:
        say("loading dictionary and models …")
        _warm_up(site.address, plan.answers)
        say(f"{plan.users} people for {plan.run_time} …")
        failed = subprocess.run(_locust(plan, site.address), check=False).returncode
        drained = seconds_until_idle(at_most=_LONGEST_DRAIN_SECONDS)
    if failed:
        raise LoadFailed("requests failed; the table above says which")
    if drained is None:
        raise LoadFailed(f"answers still wait {_LONGEST_DRAIN_SECONDS:.0f} s after the last click")
    return drained


def _locust(plan: LoadPlan, address: str) -> list[str]:
    questions = ["--questions", str(plan.questions)] if plan.questions else []
    return [
        *(sys.executable, "-m", "locust", "--locustfile", str(_LOCUSTFILE), "--host", address),
        *("--headless", "--only-summary", "--loglevel", "WARNING"),
        *("--users", str(plan.users), "--spawn-rate", str(max(1.0, plan.users / _RAMP_SECONDS))),
        # Whoever waits for an answer at the end gets it.
        *("--run-time", plan.run_time, "--stop-timeout", "60"),
        *("--think", str(plan.think_seconds), *questions),
    ]


def _warm_up(address: str, answers: int) -> None:
    """The first questions are answered when the workers have loaded dictionary and models."""
    for number in range(2 * answers):
        visitor = Visitor(address, comes_from=f"10.255.0.{number + 1}")
        conversation = visitor.ask(_WARM_UP)
        visitor.wait_for_answer(conversation)
        visitor.post(f"{conversation}delete")
