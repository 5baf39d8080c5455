"""`import_regulations PATH… [--publish] [--enforcement-date D] [--accept-loss R] [--report F] [--json] [--dry-run]
[--no-embed]`.

`--publish` alone publishes what is whole: a text that lacks lines, characters or rows of its file stays a draft and is reported,
unless a reason says why it may be published so.
"""

from __future__ import annotations

import json
from argparse import ArgumentTypeError
from collections import Counter
from datetime import date
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from portal.stores.schema import require_migrated
from regulations.importing.folders import Outcome, RegulationOutcome, files_import
from regulations.search.index.foreground import versions_index
from regulations.text.parser import LossReport
from regulations.text.parser.report import ACCEPTED_STRUCTURE

_MOST_LISTED = 100


class Command(BaseCommand):
    """Import files and folders as drafts, or publish them at once."""

    help = "규정 파일이나 폴더를 가져와 초안으로 저장합니다. --publish를 주면 바로 게시하고 색인합니다."

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the arguments."""
        parser.add_argument("paths", nargs="+", type=Path, metavar="PATH")
        parser.add_argument("--publish", action="store_true", help="게시까지 합니다")
        parser.add_argument(
            "--enforcement-date", type=_day, help="글에 시행일이 없는 규정의 시행일 (YYYY-MM-DD)"
        )
        parser.add_argument(
            "--accept-loss",
            default="",
            metavar="이유",
            help="빠진 내용이 있는 규정도 이 이유로 게시합니다. 이유는 판에 남습니다",
        )
        parser.add_argument("--report", type=Path, metavar="F", help="분석 결과를 쓸 파일")
        parser.add_argument("--json", action="store_true", help="요약을 JSON으로 출력합니다")
        parser.add_argument(
            "--dry-run", action="store_true", help="저장하지 않고 파일마다 결과를 보여 줍니다"
        )
        parser.add_argument("--no-embed", action="store_true", help="임베딩은 나중에 합니다")

    def handle(self, **options: Any) -> None:
        """Import, index what was published, report."""
        missing = [str(path) for path in options["paths"] if not path.exists()]
        if missing:
            raise CommandError(f"파일이나 폴더가 없습니다: {', '.join(missing)}")
        require_migrated()
        outcomes = files_import(
            paths=options["paths"],
            now=timezone.now(),
            publish=options["publish"],
            enforcement_date=options["enforcement_date"],
            accept_loss=options["accept_loss"],
            dry_run=options["dry_run"],
            report_progress=self.stderr.write,
        )
        published = [one.version for one in outcomes if one.outcome == "published" and one.version]
        if published:
            versions_index(
                versions=published,
                embed=not options["no_embed"],
                report_progress=self.stderr.write,
            )
        summary = _summary(outcomes)
        if options["report"]:
            value = summary | {"regulations": [one.to_json() for one in outcomes]}
            text = json.dumps(value, ensure_ascii=False, indent=1)
            options["report"].write_text(text, encoding="utf-8")
        if options["json"]:
            self.stdout.write(json.dumps(summary, ensure_ascii=False))
        else:
            self._write_lines(outcomes, summary)
        problems = [
            f"{said}:\n{_by_message(listed)}"
            for said, listed in (
                ("가져오지 못한 것이 있습니다", summary["failures"]),
                ("게시하지 않고 초안으로 둔 것이 있습니다", summary["held"]),
            )
            if listed
        ]
        if len(summary["passed_over"]) == len(outcomes):
            problems.append(
                "읽은 규정이 없습니다. 읽을 수 있는 형식의 파일이 있는지 확인해 주십시오."
            )
        if problems:
            raise CommandError("\n".join(problems))

    def _write_lines(self, outcomes: list[RegulationOutcome], summary: dict[str, Any]) -> None:
        read = [one for one in outcomes if one.outcome != "passed_over"]
        if len(read) <= _MOST_LISTED:
            for one in read:
                name = f"{one.file}: {one.title}" if one.title else one.file
                said = f" {one.message}" if one.message else ""
                self.stdout.write(f"{one.label}: {name}{said}")
        counted = ", ".join(f"{word} {count}" for word, count in summary["outcomes"].items())
        self.stdout.write(
            f"규정 {len(read)}개 ({counted}), 조 {summary['counts'].get('articles', 0)}개, "
            f"글자 {summary['kept_share']:.4%}, 구조 {summary['structure_share']:.2%}"
            f"({summary['structure_found']}/{summary['structure_expected']}), "
            f"표의 행 {summary['counts'].get('rows_kept', 0)}/{summary['counts'].get('rows_in_source', 0)}"
        )
        if passed_over := summary["passed_over"]:
            rest = " …" if len(passed_over) > _MOST_LISTED else ""
            names = ", ".join(passed_over[:_MOST_LISTED])
            self.stdout.write(f"읽지 않은 파일 {len(passed_over)}개: {names}{rest}")
        for name in summary["disordered"][:_MOST_LISTED]:
            self.stdout.write(f"구조를 확인할 규정: {name}")


def _summary(outcomes: list[RegulationOutcome]) -> dict[str, Any]:
    counts: Counter[str] = Counter()
    headings: Counter[str] = Counter()
    characters = kept = expected = found = 0
    disordered: list[str] = []
    for one in outcomes:
        if one.parsed is None:
            continue
        report = one.parsed.report
        counts.update(report.to_json()["counts"])
        headings.update(report.heading_lines)
        characters += report.source_characters
        kept += report.kept_characters
        counts["headings_in_source"] += report.headings_in_source
        counts["articles_in_provisions"] += report.articles_in_provisions
        counts["articles_without_heading"] += len(report.articles_without_heading)
        counts["images"] += report.images
        counts["images_kept"] += report.images_kept
        counts["gaps"] += len(report.gaps)
        counts["repeats"] += len(report.repeats)
        counts["unplaced_lines"] += len(report.unplaced_lines)
        counts["rows_in_source"] += report.rows_in_source
        counts["rows_kept"] += report.rows_kept
        counts["cells_in_source"] += report.cells_in_source
        counts["cells_kept"] += report.cells_kept
        counts["warnings"] += len(report.warnings)
        counts["regulations_absent"] += len(report.absent)
        expected += report.structure.expected
        found += report.structure.found
        if report.structure_share < ACCEPTED_STRUCTURE:
            disordered.append(_disorder(one))
    return {
        "files": len({one.file for one in outcomes}),
        "outcomes": dict(Counter(one.outcome for one in outcomes)),
        "counts": dict(counts),
        "heading_lines": dict(headings),
        "source_characters": characters,
        "kept_characters": kept,
        "kept_share": round(kept / characters, 6) if characters else 0.0,
        "structure_expected": expected,
        "structure_found": found,
        "structure_share": _share(found, expected),
        "disordered": disordered,
        "failures": _listed(outcomes, "failed"),
        "passed_over": [one.file for one in outcomes if one.outcome == "passed_over"],
        "held": _listed(outcomes, "held"),
    }


def _share(part: int, whole: int) -> float:
    """A share that never rounds up to the whole."""
    return min(round(part / whole, 6), 0.999999 if part < whole else 1.0) if whole else 1.0


def _disorder(one: RegulationOutcome) -> str:
    report = one.parsed.report if one.parsed else LossReport()
    labels = [place.label for place in report.structure.places[:5]]
    more = " …" if len(report.structure.places) > 5 else ""
    return f"{one.title} {report.structure_share:.2%} ({', '.join(labels)}{more})"


def _by_message(listed: list[dict[str, str]]) -> str:
    """Each message once, with all that it is about."""
    names: dict[str, list[str]] = {}
    for one in listed:
        names.setdefault(one["message"], []).append(one["title"] or one["file"])
    return "\n".join(f"- {', '.join(named)}: {said}" for said, named in names.items())


def _listed(outcomes: list[RegulationOutcome], word: Outcome) -> list[dict[str, str]]:
    return [
        {"file": one.file, "title": one.title, "message": one.message}
        for one in outcomes
        if one.outcome == word
    ]


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError as error:
        raise ArgumentTypeError("날짜는 2025-03-01처럼 적어 주십시오.") from error
