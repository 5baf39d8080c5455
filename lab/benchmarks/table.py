"""The figures of the benchmark as Markdown, and their place in the documentation."""

from __future__ import annotations

import platform
import re
from collections.abc import Iterable
from pathlib import Path

import psutil

from lab.benchmarks.search_speed import SearchBenchmark, SearchTiming

BEGIN = "<!-- manage.py bench search writes from here -->"
END = "<!-- to here -->"
# Passages → the p95 that is aimed at beside the models, in milliseconds.
TARGETS = {20_000: 40.0, 1_000_000: 120.0}
RECALL_TARGET = 0.97


def machine() -> str:
    """What the figures were measured on."""
    model = platform.processor() or platform.machine()
    for line in _cpu_lines():
        if line.startswith("model name"):
            model = line.partition(":")[2].strip()
            break
    memory = psutil.virtual_memory().total / 1e9
    return f"{psutil.cpu_count()} virtual CPUs ({model}), {memory:.0f} GB, Python {platform.python_version()}"


def section(measured: SearchBenchmark) -> str:
    """One corpus: how it was built, the search, the index against exact search."""
    built = measured.built
    steps = ", ".join(f"{name} {value:,.0f} s" for name, value in built.seconds.items())
    sizes = ", ".join(f"{name} {value / 1e6:,.0f} MB" for name, value in built.sizes.items())
    target = TARGETS.get(built.passages)
    aim = f" Target of p95 beside the models: {target:g} ms." if target else ""
    lines = [
        f"### {built.passages:,} passages",
        (
            f"Built in {built.total_seconds:,.0f} s ({steps}). {sizes}. "
            f"Process {measured.megabytes:,.0f} MB. {measured.questions} questions. "
            f"Processes waiting for {psutil.cpu_count()} CPUs while it was measured: {measured.load:.1f}.{aim}"
        ),
        "",
        "| way | p50 ms | p95 ms | processor ms | found in the first 5 |",
        "| --- | --- | --- | --- | --- |",
        *map(_row, measured.ways),
        "",
        f"| HNSW against exact search, filter | recall@10 (target {RECALL_TARGET}) | p50 ms | p95 ms |",
        "| --- | --- | --- | --- |",
        *(
            f"| {n} | {recall:.3f} | {p50:.1f} | {p95:.1f} |"
            for n, recall, p50, p95 in measured.index_recall
        ),
    ]
    return "\n".join(lines)


def write_sections(path: Path, sections: Iterable[str], *, before: str) -> None:
    """Put sections into the documentation between their marks; sections of other sizes stay."""
    text = path.read_text(encoding="utf-8")
    head, begin, rest = text.partition(BEGIN)
    old, end, tail = rest.partition(END)
    if not (begin and end):
        raise ValueError(f"{path} has no place for the table: {BEGIN} … {END}")
    kept = {
        _size(part): part.strip()
        for part in re.split(r"(?=^### )", old, flags=re.MULTILINE)
        if _size(part)
    }
    kept |= {_size(part): part for part in sections}
    body = "\n\n".join(kept[size] for size in sorted(kept))
    path.write_text(f"{head}{BEGIN}\n{before}\n\n{body}\n{END}{tail}", encoding="utf-8")


def _size(part: str) -> int:
    match = re.match(r"### ([\d,]+) passages", part)
    return int(match[1].replace(",", "")) if match else 0


def _row(way: SearchTiming) -> str:
    work = "" if way.work is None else f"{way.work:.1f}"
    found = "" if way.found is None else f"{way.found:.2f}"
    return f"| {way.name} | {way.p50:.1f} | {way.p95:.1f} | {work} | {found} |"


def _cpu_lines() -> list[str]:
    try:
        return Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return []
