"""`load_sample`: the invented university that the demo runs on. Loading it twice changes nothing."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone
from pydantic import BaseModel, TypeAdapter, ValidationError

from regulations.importing.folders import files_import
from regulations.models import Department, RegulationVersion
from regulations.search.index.foreground import versions_index
from regulations.search.questions.indexing import questions_index
from regulations.search.questions.sample import questions_load

_QUESTIONS_SECONDS = 120


class SampleDepartment(BaseModel):
    """One entry of samples/departments.json."""

    name: str
    phone: str = ""
    email: str = ""
    location: str = ""
    hours: str = ""
    handles: list[str] = []


class Command(BaseCommand):
    """Load departments and regulations of the sample university and publish them."""

    help = "예시 대학의 부서와 규정을 넣고 게시합니다. 여러 번 실행해도 같습니다."

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the arguments."""
        folder = Path(settings.BASE_DIR) / "samples"
        parser.add_argument("--from", dest="folder", type=Path, default=folder, metavar="FOLDER")
        parser.add_argument("--no-embed", action="store_true", help="임베딩은 나중에 합니다")

    def handle(self, **options: Any) -> None:
        """Load the folder."""
        folder: Path = options["folder"]
        for entry in _departments(folder / "departments.json"):
            values = entry.model_dump() | {"handles": ", ".join(entry.handles)}
            Department.objects.update_or_create(name=values.pop("name"), defaults=values)
        outcomes = files_import(
            paths=[folder / "regulations"],
            now=timezone.now(),
            publish=True,
            report_progress=lambda _line: None,
        )
        failed = [one for one in outcomes if one.outcome in {"failed", "held"}]
        if failed:
            raise CommandError("\n".join(f"{one.file}: {one.message}" for one in failed))
        versions_index(
            versions=list(
                RegulationVersion.objects.filter(
                    pk__in=[one.version.pk for one in outcomes if one.version],
                    state=RegulationVersion.State.PUBLISHED,
                    index_state=RegulationVersion.IndexState.PENDING,
                ).order_by("pk")
            ),
            embed=not options["no_embed"],
            report_progress=self.stderr.write,
        )
        questions_load(path=folder / "passage_questions.jsonl")
        if not options["no_embed"]:
            questions_index(seconds=_QUESTIONS_SECONDS)
        read = [one for one in outcomes if one.outcome != "passed_over"]
        new = sum(1 for one in read if one.outcome != "unchanged")
        self.stdout.write(f"예시 규정 {len(read)}개 파일 가운데 새로 넣은 것 {new}개")


def _departments(path: Path) -> list[SampleDepartment]:
    try:
        entries = json.loads(path.read_text(encoding="utf-8"))
        return TypeAdapter(list[SampleDepartment]).validate_python(entries)
    except FileNotFoundError:
        return []
    except (json.JSONDecodeError, ValidationError) as error:
        raise CommandError(f"{path.name}을 읽을 수 없습니다: {error}") from error
