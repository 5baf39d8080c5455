"""What the running portal holds in memory, by process: each page counted once, shared ones in parts (PSS)."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import cycle, islice
from pathlib import Path
from urllib.parse import urlsplit

import psutil

from lab.benchmarks.visitor import Visitor

_KILOBYTE = 1024
_SAMPLES = Path(__file__).resolve().parents[2] / "samples"


class NothingListensError(Exception):
    """No portal of this machine answers at the address."""


@dataclass(frozen=True)
class ProcessMemory:
    """One process: its share of all pages, and what no other process has."""

    name: str
    pss: float
    own: float


def sample_questions_ask(address: str, count: int) -> None:
    """Ask so many in a browser of its own each, and wait for every answer."""
    for number, question in enumerate(islice(cycle(_sample_questions()), count)):
        visitor = Visitor(address, comes_from=f"10.1.{number // 250}.{number % 250 + 1}")
        visitor.wait_for_answer(visitor.ask(question))


def memory_measure(address: str) -> list[ProcessMemory]:
    """The processes that were started with the one that answers at the address, and those that they started."""
    root = _started_with(urlsplit(address).port or 80)
    return [
        found
        for process in [root, *root.children(recursive=True)]
        if (found := _memory_of(process)) is not None
    ]


def memory_table(rows: Sequence[ProcessMemory]) -> str:
    """As Markdown, the greatest first."""
    lines = [
        f"| {row.name} | {row.pss:,.0f} | {row.own:,.0f} |"
        for row in sorted(rows, key=lambda row: -row.pss)
    ]
    total = sum(row.pss for row in rows)
    head = ["| process | share MB (PSS) | its own MB |", "| --- | --- | --- |"]
    return "\n".join([*head, *lines, f"| all {len(rows)} | {total:,.0f} | |"])


def _sample_questions() -> list[str]:
    files = sorted(_SAMPLES.glob("questions_*.jsonl"))
    lines = [line for file in files for line in file.read_text(encoding="utf-8").splitlines()]
    return [json.loads(line)["question"] for line in lines]


def _started_with(port: int) -> psutil.Process:
    """Whoever started all processes: the parent of the one that listens, or that one itself where it has none."""
    for connection in psutil.net_connections("tcp"):
        if (
            connection.status == psutil.CONN_LISTEN
            and connection.laddr.port == port
            and connection.pid
        ):
            listening = psutil.Process(connection.pid)
            return _eldest(listening)
    raise NothingListensError(f"nothing on this machine listens at port {port}")


def _eldest(process: psutil.Process) -> psutil.Process:
    parent = process.parent()
    while parent is not None and "manage.py" in parent.cmdline():
        process, parent = parent, parent.parent()
    return process


def _memory_of(process: psutil.Process) -> ProcessMemory | None:
    try:
        figures = dict(_rollup(process.pid))
        name = Path(f"/proc/{process.pid}/comm").read_text(encoding="utf-8").strip()
    except (OSError, psutil.NoSuchProcess):
        return None
    own = figures["Private_Clean"] + figures["Private_Dirty"]
    return ProcessMemory(name, figures["Pss"], own)


def _rollup(pid: int) -> Iterator[tuple[str, float]]:
    """The lines of smaps_rollup, in megabytes."""
    for line in Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="utf-8").splitlines()[1:]:
        name, value, _unit = line.split()
        yield name.removesuffix(":"), int(value) * _KILOBYTE / 1e6
