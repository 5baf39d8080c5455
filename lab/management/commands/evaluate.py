"""`evaluate KIND FILE`: figures on a labelled JSONL file; as text, `--json`, an HTML page, or against an earlier run."""

from __future__ import annotations

import json
import re
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from lab.evaluation.kinds import KINDS
from lab.evaluation.pages import pictures, report_page
from lab.evaluation.registry import (
    EvaluationKind,
    EvaluationReport,
    EvaluationTable,
    NotMeasurableError,
)


class Command(BaseCommand):
    """Measure one kind against one file."""

    help = "이름표가 붙은 JSONL 파일로 성능을 잽니다."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """One subcommand a kind."""
        subcommands = parser.add_subparsers(dest="kind", required=True)
        for kind in KINDS:
            subcommand = subcommands.add_parser(kind.name, help=kind.help)
            subcommand.set_defaults(measured=kind)
            subcommand.add_argument("file", type=Path, nargs=None if kind.needs_file else "?")
            subcommand.add_argument(
                "--json", action="store_true", help="figures as one JSON object"
            )
            subcommand.add_argument("--html", type=Path, help="write a page with plots here")
            subcommand.add_argument("--pictures", type=Path, help="write the plots here, as SVG")
            subcommand.add_argument("--save", type=Path, help="keep the figures for --against")
            subcommand.add_argument("--against", type=Path, help="compare with figures kept before")
            subcommand.add_argument("--misses", action="store_true", help="print what was missed")
            if kind.add_arguments:
                kind.add_arguments(subcommand)

    def handle(self, *args: Any, **options: Any) -> None:
        """Measure and report."""
        kind: EvaluationKind = options["measured"]
        try:
            report = kind.measure(_rows(options["file"]) if options["file"] else [], options)
        except NotMeasurableError as error:
            raise CommandError(str(error)) from error
        before = _earlier_figures(options["against"]) if options["against"] else {}
        if options["save"]:
            options["save"].write_text(json.dumps(dict(report.figures), indent=1), encoding="utf-8")
        if options["html"]:
            options["html"].write_text(report_page(report, before), encoding="utf-8")
        if options["pictures"]:
            _write_pictures(options["pictures"], report)
        if options["json"]:
            self.stdout.write(json.dumps(_as_json(report), ensure_ascii=False))
        else:
            self._print(report, before)
            if options["misses"]:
                self.stdout.write("\n".join(report.misses))
        if any(gate.is_critical and not gate.is_met for gate in report.gates):
            sys.exit(1)

    def _print(self, report: EvaluationReport, before: dict[str, float]) -> None:
        self.stdout.write(f"{report.kind}: {report.count}")
        for name, value in report.figures.items():
            change = f"  ({value - before[name]:+.3f})" if name in before else ""
            self.stdout.write(f"  {name:<24}{value:8.3f}{change}")
        for gate in report.gates:
            met = "met" if gate.is_met else "missed, critical" if gate.is_critical else "missed"
            self.stdout.write(f"  gate: {gate.name} {gate.value:.3f} of {gate.target:.2f}: {met}")
        for table in report.tables:
            self.stdout.write(f"\n{table.title}\n{_text(table)}")


def _as_json(report: EvaluationReport) -> dict[str, Any]:
    if report.as_json is not None:
        return dict(report.as_json)
    value = {"kind": report.kind, "count": report.count, "figures": dict(report.figures)}
    gates = {
        gate.name: {"value": gate.value, "target": gate.target, "met": gate.is_met}
        for gate in report.gates
    }
    return value | ({"gates": gates} if gates else {})


def _write_pictures(folder: Path, report: EvaluationReport) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for title, picture in pictures(report).items():
        name = re.sub(r"\W+", "-", title.partition(":")[0]).strip("-")
        (folder / f"{report.kind}-{name}.svg").write_text(f"{picture}\n", encoding="utf-8")


def _text(table: EvaluationTable) -> str:
    rows = [table.columns, *(tuple(map(_cell, row)) for row in table.rows)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(table.columns))]
    return "\n".join(
        "| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) + " |"
        for row in rows
    )


def _cell(value: str | float) -> str:
    return f"{value:.3f}" if isinstance(value, float) else str(value)


def _rows(path: Path) -> list[dict[str, Any]]:
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
        return [json.loads(line) for line in lines if line.strip()]
    except (OSError, ValueError) as error:
        raise CommandError(f"{path}: not a readable JSONL file ({error})") from error


def _earlier_figures(path: Path) -> dict[str, float]:
    try:
        return dict(json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError) as error:
        raise CommandError(f"{path}: no figures of an earlier run ({error})") from error
