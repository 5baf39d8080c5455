"""`golden import|export|list`: labelled questions into the database and out of it; `evaluate retrieval --golden` runs them."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db.models import Count

from regulations.models import GoldenSet
from regulations.search.golden import InvalidGoldenRowError, golden_export, golden_import


class Command(BaseCommand):
    """Bring golden sets in and out."""

    help = "골든 세트(찾아야 할 조문이 적힌 질문)를 가져오고 내보냅니다."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the subcommands."""
        actions = parser.add_subparsers(dest="action", required=True)
        importing = actions.add_parser("import", help="rows of a JSONL file into a set")
        importing.add_argument("name")
        importing.add_argument("file", type=Path)
        actions.add_parser("export", help="a set as JSONL").add_argument("name")
        actions.add_parser("list", help="all sets with their number of questions")

    def handle(self, *args: Any, **options: Any) -> None:
        """Run the subcommand."""
        if options["action"] == "import":
            self._import(options["name"], options["file"])
        elif options["action"] == "export":
            golden_set = GoldenSet.objects.filter(name=options["name"]).first()
            if golden_set is None:
                raise CommandError(f"그런 골든 세트가 없습니다: {options['name']}")
            for line in golden_export(golden_set=golden_set):
                self.stdout.write(line)
        else:
            for row in GoldenSet.objects.annotate(number=Count("questions")).order_by("name"):
                self.stdout.write(f"{row.name}\t{row.number}\t{row.description}")

    def _import(self, name: str, file: Path) -> None:
        try:
            count = golden_import(name=name, lines=file.read_text(encoding="utf-8").splitlines())
        except (OSError, UnicodeDecodeError) as error:
            raise CommandError(f"{file}: {error}") from error
        except InvalidGoldenRowError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{name}: 질문 {count}개")
