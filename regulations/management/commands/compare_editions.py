"""`compare_editions OLD NEW [--json]`: what differs between two volumes of a rulebook. Nothing is stored."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from regulations.curation.editions import editions_compare, lines_of
from regulations.importing.files import NotImportableError, ParsedFile, file_parse
from regulations.text.readers import UnreadableFileError


class Command(BaseCommand):
    """Compare two files, each a rulebook or one regulation."""

    help = (
        "규정집 두 판(파일 두 개)을 견주어 바뀐 규정과 조문을 알립니다. 아무것도 저장하지 않습니다."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the arguments."""
        parser.add_argument("old", type=Path, metavar="OLD", help="앞 판")
        parser.add_argument("new", type=Path, metavar="NEW", help="새 판")
        parser.add_argument("--json", action="store_true", help="JSON으로 출력합니다")

    def handle(self, **options: Any) -> None:
        """Read both, compare, report."""
        before, after = (self._read(options[name]) for name in ("old", "new"))
        comparison = editions_compare(before.regulations, after.regulations)
        if options["json"]:
            self.stdout.write(json.dumps(comparison.to_json(), ensure_ascii=False))
            return
        for line in lines_of(comparison):
            self.stdout.write(line)

    def _read(self, path: Path) -> ParsedFile:
        if not path.is_file():
            raise CommandError(f"파일이 없습니다: {path}")
        self.stderr.write(f"읽는 중: {path.name}")
        try:
            return file_parse(path=path)
        except (UnreadableFileError, NotImportableError) as error:
            raise CommandError(f"{path.name}: {error}") from error
