"""`import_statutes PATH… [--embed]`: Markdown files of laws, decrees and rules, published as the collection 법령."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from regulations.importing.statutes import StatuteNameError, statutes_import
from regulations.search.index.foreground import versions_index


class Command(BaseCommand):
    """Import statutes; citations of them in regulations and texts then resolve."""

    help = "법령 파일(Markdown)을 모음 ‘법령’으로 가져와 게시합니다. 법령은 고르거나 이름을 부른 질문에만 근거로 씁니다."

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the arguments."""
        parser.add_argument("paths", nargs="+", type=Path, metavar="PATH")
        parser.add_argument(
            "--embed", action="store_true", help="뜻으로도 찾도록 임베딩까지 합니다"
        )

    def handle(self, **options: Any) -> None:
        """Import, index by words, report."""
        missing = [str(path) for path in options["paths"] if not path.exists()]
        if missing:
            raise CommandError(f"파일이나 폴더가 없습니다: {', '.join(missing)}")
        try:
            done = statutes_import(
                paths=options["paths"], now=timezone.now(), report_progress=self.stderr.write
            )
        except StatuteNameError as error:
            raise CommandError(str(error)) from error
        if done.versions:
            versions_index(
                versions=done.versions, embed=options["embed"], report_progress=self.stderr.write
            )
        counted = Counter(one.label for one in done.outcomes)
        self.stdout.write(", ".join(f"{label} {count}" for label, count in counted.items()))
        failed = [one for one in done.outcomes if one.outcome == "failed"]
        if failed:
            lines = "\n".join(f"- {one.title or one.file}: {one.message}" for one in failed)
            raise CommandError(f"가져오지 못한 것이 있습니다:\n{lines}")
