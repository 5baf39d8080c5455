"""`import_watched [--json]`: brings in what changed in the folder of the operator's settings, as drafts."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from portal.stores.schema import require_migrated
from regulations.importing.watching import watched_import


class Command(BaseCommand):
    """Look through the watched folder once; beat does the same every hour."""

    help = "운영 설정에 적은 폴더에서 새로 생기거나 바뀐 파일만 초안으로 가져옵니다. 게시하지 않습니다."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the arguments."""
        parser.add_argument("--json", action="store_true", help="결과를 JSON으로")

    def handle(self, *args: Any, **options: Any) -> None:
        """Look and report."""
        require_migrated()
        outcome = watched_import(now=timezone.now())
        if options["json"]:
            value = {
                "runs": [{"id": run.pk, "file": run.file_name} for run in outcome.runs],
                "unchanged": outcome.unchanged,
                "problems": outcome.problems,
            }
            self.stdout.write(json.dumps(value, ensure_ascii=False))
        else:
            for run in outcome.runs:
                self.stdout.write(f"가져옴: {run.file_name}")
            self.stdout.write(f"새 파일 {len(outcome.runs)}개, 그대로 {outcome.unchanged}개")
        if outcome.problems:
            raise CommandError("\n".join(outcome.problems))
