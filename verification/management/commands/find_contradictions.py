"""`find_contradictions [--on DATE] [--limit N] [--json]`: provisions that do not fit together, the likeliest first."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from datetime import date
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from verification.contradictions.finding import contradictions_find


class Command(BaseCommand):
    """Hold the provisions in force against each other; what was dismissed with a reason is not listed again."""

    help = "시행 중인 조문을 서로 대조해 맞지 않는 곳을 찾습니다. 결과는 관리 화면에서 정리합니다."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the arguments."""
        parser.add_argument("--on", type=date.fromisoformat, help="기준일 (YYYY-MM-DD)")
        parser.add_argument("--limit", type=int, default=20, help="보여 줄 개수")
        parser.add_argument("--json", action="store_true", help="한 줄에 하나씩 JSON으로")

    def handle(self, *args: Any, **options: Any) -> None:
        """Find and list."""
        found = contradictions_find(day=options["on"] or timezone.localdate())
        for number, row in enumerate(found[: options["limit"]], start=1):
            if options["json"]:
                value = {
                    "kind": row.kind,
                    "score": row.score,
                    "place": row.place,
                    "other_place": row.other_place,
                    "why": row.why,
                }
                self.stdout.write(json.dumps(value, ensure_ascii=False))
            else:
                self.stdout.write(
                    f"{number}. [{row.get_kind_display()} {row.score:.2f}] {row.place}: {row.why}"
                )
        self.stderr.write(f"모두 {len(found)}건")
