"""`reindex [--no-embed]`: brings references, transitional measures, passages, vectors and term statistics up to date, for what changed only."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from regulations.models import RegulationVersion
from regulations.publishing.cross_references import references_refresh
from regulations.publishing.transitional import measures_refresh
from regulations.search.index.embedding_models import model_in_use, vectors_delete
from regulations.search.index.foreground import versions_index


class Command(BaseCommand):
    """Read the cross-references of every published version again and index it; unchanged passages keep their terms and vectors."""

    help = "게시된 규정의 검색 색인을 새로 맞춥니다. 바뀐 것만 다시 계산합니다."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the arguments."""
        parser.add_argument("--no-embed", action="store_true", help="임베딩은 나중에 합니다")
        parser.add_argument(
            "--forget", metavar="MODEL", help="이제 쓰지 않는 임베딩 모델의 벡터를 지웁니다"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Index and report."""
        if options["forget"]:
            try:
                count = vectors_delete(model=options["forget"])
            except ValueError as error:
                raise CommandError(str(error)) from error
            self.stdout.write(f"벡터 {count}개를 지웠습니다.")
            return
        references_refresh(on=timezone.localdate(), report_progress=self.stderr.write)
        measures_refresh(report_progress=self.stderr.write)
        states = RegulationVersion.State
        versions = RegulationVersion.objects.filter(state__in=(states.PUBLISHED, states.REPEALED))
        versions_index(
            versions=list(versions.order_by("pk")),
            embed=not options["no_embed"],
            report_progress=self.stderr.write,
        )
        self.stdout.write(
            f"판 {versions.count()}개, 검색에 쓰는 임베딩 모델: {model_in_use().name}"
        )
