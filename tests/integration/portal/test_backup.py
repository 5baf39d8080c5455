"""A backup is one only if it can be restored: rows, vectors and the constraints that hold the promise."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import IntegrityError, connection, transaction

from regulations.models import PassageEmbedding, Regulation, RegulationVersion
from tests.corpus import given_corpus


# django-dbbackup leaves its temporary files to the garbage collector.
@pytest.mark.filterwarnings(
    "ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning"
)
@pytest.mark.django_db(transaction=True)
def test_what_was_lost_comes_back_from_the_backup(tmp_path: Path) -> None:
    backup = str(tmp_path / "portal.psql.bin")
    given_corpus(embed=True)
    before = _contents()
    call_command("dbbackup", output_path=backup, interactive=False, verbosity=0)
    with connection.cursor() as cursor:
        cursor.execute("TRUNCATE regulations_regulation CASCADE")
    assert not Regulation.objects.exists()

    call_command("dbrestore", input_path=backup, interactive=False, verbosity=0)

    assert _contents() == before
    version = RegulationVersion.objects.filter(state="PUBLISHED").order_by("pk").first()
    assert version is not None
    with pytest.raises(IntegrityError), transaction.atomic():
        RegulationVersion.objects.create(
            regulation=version.regulation,
            number=99,
            state="PUBLISHED",
            enforcement_date=date(2026, 3, 2),
        )


def _contents() -> list[object]:
    vectors = PassageEmbedding.objects.order_by("pk").values_list("pk", "vector")
    return [
        list(Regulation.objects.order_by("pk").values_list("pk", "title")),
        [(pk, list(vector)) for pk, vector in vectors],
    ]
