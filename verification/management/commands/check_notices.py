"""`check_notices FOLDER|LIST`: notices of offices held against the rules, and what amendments made wrong in them."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from dataclasses import asdict
from datetime import date
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from verification.checked_texts.announcements import (
    NoticeFinding,
    NoticesMissingError,
    findings_new,
    findings_of,
    notice_check,
    notices_due,
    notices_find,
)
from verification.checked_texts.reports import TextSentenceState
from verification.models import Announcement


class Command(BaseCommand):
    """Checks notices that are new or changed, and those that rest on provisions that were amended."""

    help = "공지를 규정과 대조하고, 지난 확인 뒤 개정으로 틀리게 된 문장을 알립니다. 바뀐 공지와 근거 조문이 개정된 공지만 다시 확인합니다."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the arguments."""
        parser.add_argument(
            "source",
            type=Path,
            metavar="FOLDER|LIST",
            help="폴더, 또는 한 줄에 파일 하나를 적은 목록",
        )
        parser.add_argument("--as-of", type=date.fromisoformat, help="기준일 (없으면 오늘)")
        parser.add_argument("--all", action="store_true", help="모두 다시 확인하고 모두 알립니다")
        parser.add_argument("--json", action="store_true")

    def handle(self, **options: Any) -> None:
        """Check what is due and report what is newly wrong; with --all everything that is wrong."""
        day = options["as_of"] or timezone.localdate()
        try:
            paths = notices_find(options["source"])
        except NoticesMissingError as error:
            raise CommandError(str(error)) from error
        due = notices_due(paths, on=day, everything=options["all"])
        rows = [notice_check(path=path, as_of=day, now=timezone.now()) for path in due]
        found = (
            [one for row in rows for one in findings_of(row)]
            if options["all"]
            else findings_new(rows, on=day)
        )
        if options["json"]:
            self.stdout.write(json.dumps(_as_json(len(paths), rows, found), ensure_ascii=False))
            return
        self.stdout.write(
            f"공지 {len(paths)}건 가운데 {len(rows)}건을 확인했습니다. 틀린 문장 {len(found)}개, "
            f"그 가운데 개정으로 틀리게 된 문장 {sum(bool(one.right_on) for one in found)}개"
        )
        for row in rows:
            if row.problem:
                self.stdout.write(f"\n{row.path}\n  읽지 못함: {row.problem}")
        for one in found:
            self.stdout.write("\n" + "\n".join(_lines(one)))


def _lines(found: NoticeFinding) -> list[str]:
    state = str(TextSentenceState(found.state).label)
    since = f" ({found.right_on}에는 맞았음)" if found.right_on else ""
    lines = [found.notice, f"  {state}{since}: {found.sentence}"]
    lines += [f"  - {reason}" for reason in found.differs]
    if found.provision:
        words = f": {' '.join(found.right_words.split())}" if found.right_words else ""
        lines.append(f"  - {found.provision}{words}")
        lines.append(f"    {settings.PORTAL_URL}{found.url}")
    return lines


def _as_json(count: int, rows: list[Announcement], found: list[NoticeFinding]) -> dict[str, Any]:
    return {
        "notices": count,
        "checked": [row.path for row in rows],
        "unreadable": {row.path: row.problem for row in rows if row.problem},
        "findings": [asdict(one) for one in found],
    }
