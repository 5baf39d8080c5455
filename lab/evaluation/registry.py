"""The kinds of measurement that `manage.py evaluate KIND FILE` knows."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

Row = Mapping[str, Any]


class NotMeasurableError(ValueError):
    """What was asked for cannot be measured; the message says what is missing."""


@dataclass(frozen=True, slots=True)
class EvaluationTable:
    """Figures in rows and columns; the first column names the row."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str | float, ...], ...]


@dataclass(frozen=True, slots=True)
class EvaluationPlot:
    """Points (x, y, how many they stand for), both from 0 to 1; on the diagonal what is said is what is so."""

    title: str
    across: str
    upward: str
    points: tuple[tuple[float, float, int], ...]


@dataclass(frozen=True, slots=True)
class EvaluationBars:
    """Shares side by side: for each row its name and one share a series, in the order of `series`."""

    title: str
    series: tuple[str, ...]
    rows: tuple[tuple[str, tuple[float, ...]], ...]


@dataclass(frozen=True, slots=True)
class EvaluationGate:
    """A figure that a set has to reach; one that is critical and missed ends the command with the exit code 1."""

    name: str
    value: float
    target: float
    is_critical: bool = False

    @property
    def is_met(self) -> bool:
        """Whether the target is reached."""
        return self.value >= self.target


@dataclass(frozen=True, slots=True)
class EvaluationReport:
    """What a measurement found. `figures` are the few that are compared between runs; `misses` are for reading."""

    kind: str
    count: int
    figures: Mapping[str, float]
    tables: tuple[EvaluationTable, ...] = ()
    misses: tuple[str, ...] = field(default=())
    plots: tuple[EvaluationPlot, ...] = ()
    bars: tuple[EvaluationBars, ...] = ()
    gates: tuple[EvaluationGate, ...] = ()
    # What `--json` prints, where it is more than the figures.
    as_json: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class EvaluationKind:
    """A kind of measurement: its name, its own arguments, and the function that measures labelled rows."""

    name: str
    help: str
    measure: Callable[[Sequence[Row], Mapping[str, Any]], EvaluationReport]
    add_arguments: Callable[[ArgumentParser], None] | None = None
    needs_file: bool = True
