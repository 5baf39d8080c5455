"""Importing files and folders: what the import command, the sample university and the bulk import share.

One bad file or regulation is reported and the others go on. Versions of one regulation are imported in the order of their
days of enforcement, so that each closes the one before it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path
from typing import Any, Literal

from django.db import DatabaseError, transaction
from django.utils import timezone

from regulations.importing.files import (
    NOT_STORABLE,
    NotImportableError,
    ParsedFile,
    file_parse,
    import_order,
    regulation_check,
    regulation_import,
)
from regulations.models import RegulationVersion
from regulations.publishing.cross_references import references_read_due
from regulations.publishing.versions import (
    EnforcementDateMissingError,
    LossNotAcceptedError,
    NotPublishableError,
    version_publish,
)
from regulations.text.loss import loss_of
from regulations.text.parser import ParsedRegulation
from regulations.text.readers import READABLE_SUFFIXES, UnreadableFileError, file_refusal

Outcome = Literal[
    "published", "repealed", "draft", "held", "unchanged", "failed", "readable", "passed_over"
]
_LABELS: dict[Outcome, str] = {
    "published": "게시함",
    "repealed": "폐지된 규정으로 넣음",
    "draft": "초안으로 저장함",
    "held": "초안으로 둠(확인 필요)",
    "unchanged": "바뀐 것 없음",
    "failed": "가져오지 못함",
    "readable": "가져올 수 있음",
    "passed_over": "읽지 않음",
}
# What systems and word processors leave in folders.
_LEFT_BEHIND = re.compile(r"\.|~\$|(?:thumbs\.db|desktop\.ini)$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class RegulationOutcome:
    """What became of one regulation of one file; a file that could not be read, or was passed over, has no title."""

    file: str
    title: str
    code: str
    outcome: Outcome
    message: str = ""
    version: RegulationVersion | None = None
    parsed: ParsedRegulation | None = None

    @property
    def label(self) -> str:
        """The outcome in a word for a person."""
        return _LABELS[self.outcome]

    def to_json(self) -> dict[str, Any]:
        """The outcome with its loss report as JSON values."""
        return {
            "file": self.file,
            "title": self.title,
            "code": self.code,
            "outcome": self.outcome,
            "message": self.message,
            "enforcement_date": _iso(self.version.enforcement_date if self.version else None),
            "report": self.parsed.report.to_json() if self.parsed else None,
        }


@dataclass(frozen=True, slots=True)
class _FileCandidate:
    file: ParsedFile
    parsed: ParsedRegulation


@dataclass(frozen=True, slots=True)
class _ImportOptions:
    """What the caller wants done with every regulation."""

    publish: bool
    enforcement_date: date | None
    accept_loss: str


def files_import(
    *,
    paths: Iterable[Path],
    now: datetime,
    publish: bool = False,
    enforcement_date: date | None = None,
    accept_loss: str = "",
    dry_run: bool = False,
    report_progress: Callable[[str], None] = lambda _line: None,
) -> list[RegulationOutcome]:
    """Import every readable file of `paths` (folders with all that is in them), each regulation whole or not at all.

    A file of a folder that is of no readable kind is passed over and named.

    `enforcement_date` is that of the texts which do not say their own.
    `accept_loss` is the reason for publishing also what lacks something of its file; without it such a regulation stays a
    draft. What is published is found once the caller has indexed it. A dry run stores nothing and says what an import
    would understand and lose.
    """
    wish = _ImportOptions(publish, enforcement_date, accept_loss)
    outcomes: list[RegulationOutcome] = []
    candidates: list[_FileCandidate] = []
    named = list(paths)
    for path in _files(named):
        if path not in named and path.suffix.lower() not in READABLE_SUFFIXES:
            said = file_refusal(path.name, path.stat().st_size)
            outcomes.append(RegulationOutcome(path.name, "", "", "passed_over", said))
            continue
        report_progress(f"읽는 중: {path.name}")
        try:
            file = file_parse(path=path)
        except (UnreadableFileError, NotImportableError) as error:
            outcomes.append(RegulationOutcome(path.name, "", "", "failed", str(error)))
            continue
        candidates.extend(_FileCandidate(file, parsed) for parsed in file.regulations)
    candidates.sort(key=lambda candidate: import_order(candidate.parsed))
    for number, candidate in enumerate(candidates, start=1):
        if number % 50 == 0:
            report_progress(f"저장하는 중: {number}/{len(candidates)}")
        if dry_run:
            outcomes.append(_check_one(candidate))
        else:
            outcomes.append(_import_one(candidate, now, wish))
    _references_read(outcomes, now, report_progress)
    return outcomes


def _references_read(
    outcomes: Iterable[RegulationOutcome], now: datetime, report_progress: Callable[[str], None]
) -> None:
    """Read the cross-references of all that was published, when every regulation of the batch has its name."""
    versions = [
        one.version for one in outcomes if one.version and one.outcome in ("published", "repealed")
    ]
    if versions:
        report_progress(f"조문 사이의 인용을 읽는 중: 판 {len(versions)}개")
        references_read_due(on=timezone.localdate(now))


def _files(paths: Iterable[Path]) -> Iterator[Path]:
    for path in paths:
        if path.is_dir():
            yield from sorted(
                file
                for file in path.rglob("*")
                if file.is_file() and not _LEFT_BEHIND.match(file.name)
            )
        else:
            yield path


def _check_one(candidate: _FileCandidate) -> RegulationOutcome:
    parsed, name = candidate.parsed, candidate.file.name
    word: Outcome = "readable"
    message = " ".join(parsed.report.notes)
    try:
        regulation_check(parsed=parsed, name=name)
    except NotImportableError as error:
        word, message = "failed", str(error)
    return RegulationOutcome(name, parsed.title, parsed.head.code, word, message, parsed=parsed)


def _import_one(
    candidate: _FileCandidate, now: datetime, wish: _ImportOptions
) -> RegulationOutcome:
    parsed, file = candidate.parsed, candidate.file

    def outcome(
        word: Outcome, message: str = "", version: RegulationVersion | None = None
    ) -> RegulationOutcome:
        title, code = parsed.title, parsed.head.code
        return RegulationOutcome(file.name, title, code, word, message, version, parsed)

    try:
        with transaction.atomic():
            imported = regulation_import(
                parsed=parsed,
                source_name=file.name,
                source_sha256=file.sha256,
                enforcement_date=parsed.enforcement_date or wish.enforcement_date,
            )
            version = imported.version
            if not wish.publish or version.state != RegulationVersion.State.DRAFT:
                word: Outcome = "draft" if imported.created else "unchanged"
                return outcome(word, imported.repetition, version)
            if file.absent and not wish.accept_loss:
                return outcome("held", _absent(file), version)
            try:
                version_publish(
                    version=version,
                    now=now,
                    enforcement_date=version.enforcement_date or wish.enforcement_date,
                    loss_reason=wish.accept_loss or _reason_of_command(version, now),
                    index=False,
                    references=False,
                )
            except NotPublishableError as error:
                same_day = version.report.get("same_day")
                return outcome("held", same_day or f"{error}{_HINTS.get(type(error), '')}", version)
    except NotImportableError as error:
        return outcome("failed", str(error))
    except DatabaseError as error:
        return outcome("failed", f"{NOT_STORABLE} ({type(error).__name__})")
    return outcome(_STATE_OUTCOMES[RegulationVersion.State(version.state)], "", version)


def _reason_of_command(version: RegulationVersion, now: datetime) -> str:
    """The reason of a command for publishing a text of which nothing is missing, though it counts past a number.

    Nor do parts of it keep it back that entered into force on another day, where all those days are over.
    """
    loss = loss_of(version.report)
    is_plain = len(loss.grave_warnings) == len(loss.other_days)
    if loss.is_text_missing or loss.in_force or not is_plain:
        return ""
    if any(day > timezone.localdate(now) for day in loss.other_days):
        return ""
    said = []
    if loss.gaps:
        said.append(f"파일의 글은 모두 들어 있고 번호만 건너뜁니다({', '.join(loss.gaps[:5])}).")
    if loss.other_days:
        said.append("따로 시행일이 있는 부분도 모두 시행 중입니다.")
    return f"명령으로 게시: {' '.join(said)}" if said else ""


def _absent(file: ParsedFile) -> str:
    listed = ", ".join(file.absent[:5]) + (" …" if len(file.absent) > 5 else "")
    return (
        f"차례에 있는 규정 {len(file.absent)}개의 본문을 찾지 못했습니다({listed}). 빠진 규정의 글이 다른 규정에 "
        '들어갔을 수 있어 이 파일의 규정을 게시하지 않았습니다. (--accept-loss "이유")'
    )


_HINTS: dict[type[NotPublishableError], str] = {
    EnforcementDateMissingError: (
        " 글에 날짜가 없는 모든 규정의 시행일을 한 번에 정하려면 --enforcement-date 2025-03-01처럼 더해 다시 실행하십시오."
    ),
    LossNotAcceptedError: ' (--accept-loss "이유")',
}
_STATE_OUTCOMES: dict[RegulationVersion.State, Outcome] = {
    RegulationVersion.State.PUBLISHED: "published",
    RegulationVersion.State.REPEALED: "repealed",
    RegulationVersion.State.DRAFT: "draft",
}


def _iso(day: date | None) -> str | None:
    return day.isoformat() if day else None
