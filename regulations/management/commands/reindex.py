"""`reindex [--no-embed]`: brings references, passages, vectors and term statistics up to date, for what changed only."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from regulations.crossreferences import references_refresh
from regulations.indexing_runs import versions_index
from regulations.models import RegulationVersion


class Command(BaseCommand):
    """Read the cross-references of every published version again and index it; unchanged passages keep their terms and vectors."""

    help = "게시된 규정의 검색 색인을 새로 맞춥니다. 바뀐 것만 다시 계산합니다."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the arguments."""
        parser.add_argument("--no-embed", action="store_true", help="임베딩은 나중에 합니다")

    def handle(self, *args: Any, **options: Any) -> None:
        """Index and report."""
        references_refresh(on=timezone.localdate(), report_progress=self.stderr.write)
        states = RegulationVersion.State
        versions = RegulationVersion.objects.filter(state__in=(states.PUBLISHED, states.REPEALED))
        versions_index(
            versions=list(versions.order_by("pk")),
            embed=not options["no_embed"],
            report_progress=self.stderr.write,
        )
        self.stdout.write(f"판 {versions.count()}개")
