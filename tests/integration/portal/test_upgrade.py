"""A release moves into a database that the one before has filled, and that one goes on writing while it does."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import DatabaseError, connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.test import Client
from pytest_django import DjangoDbBlocker

from chat.models import Answer
from tests.release_data import (
    APPLICATIONS,
    FOLDER,
    counts,
    release_read,
    release_record,
    rows_given,
    tables,
)
from verification.citations.states import Verdict
from verification.models import CitationCheck

pytestmark = pytest.mark.slow

RELEASES = sorted(FOLDER.glob("*.sql"))


@pytest.fixture
def empty_database(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """The default connection on a database without tables: migrations with Python code use no other."""
    with django_db_blocker.unblock():
        before = str(connection.settings_dict["NAME"])
        with connection.cursor() as cursor:
            cursor.execute(f'DROP DATABASE IF EXISTS "{before}_upgrade"')
            cursor.execute(f'CREATE DATABASE "{before}_upgrade"')
        connection.close()
        connection.settings_dict["NAME"] = f"{before}_upgrade"
        yield
        connection.close()
        connection.settings_dict["NAME"] = before
        with connection.cursor() as cursor:
            cursor.execute(f'DROP DATABASE "{before}_upgrade"')


def _write(statements: str) -> None:
    """Run a release's own statements; its foreign keys are checked at the end, as in its transactions."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statements)


@pytest.mark.parametrize("file", RELEASES, ids=lambda file: file.stem)
def test_rows_of_a_release_are_carried_over_and_it_goes_on_writing_meanwhile(
    file: Path, empty_database: None
) -> None:
    targets, statements = release_read(file)
    executor = MigrationExecutor(connection)
    others = [key for key in executor.loader.graph.leaf_nodes() if key[0] not in APPLICATIONS]
    executor.migrate([*others, *targets])
    with connection.cursor() as cursor:
        cursor.execute(f"TRUNCATE {', '.join(tables())} CASCADE")
    _write(statements)
    written = counts()

    call_command("migrate", verbosity=0, interactive=False)

    carried = counts()
    assert {table: carried[table] for table in written} == written
    for model in (
        model for name in APPLICATIONS for model in apps.get_app_config(name).get_models()
    ):
        list(model._base_manager.all())
    assert "학칙" in Client().get("/regulations/").content.decode()
    answer = Answer.objects.filter(status="ANSWERED").get()
    assert answer.message.citations.exists()
    with connection.cursor() as cursor:
        cursor.execute(f"TRUNCATE {', '.join(tables())} CASCADE")
    # What the release before sends while it is being replaced.
    _write(statements)
    assert {table: counts()[table] for table in written} == written
    words = CitationCheck.objects.values_list("verdict", "model_verdict")
    assert {word for pair in words for word in pair} <= set(Verdict.values)
    _a_column_that_it_cannot_know_is_noticed(statements)


def _a_column_that_it_cannot_know_is_noticed(statements: str) -> None:
    """The test can fail: a new column that must be given stops the release before."""
    with connection.cursor() as cursor:
        cursor.execute(f"TRUNCATE {', '.join(tables())} CASCADE")
        cursor.execute("ALTER TABLE chat_answer ADD COLUMN must_be_given integer NOT NULL")
    with pytest.raises(DatabaseError, match="must_be_given"):
        _write(statements)


@pytest.mark.skipif("RECORD_RELEASE" not in os.environ, reason="RECORD_RELEASE names no release")
@pytest.mark.django_db(transaction=True)
def test_record_the_rows_of_this_release() -> None:
    rows_given()

    assert release_record(os.environ["RECORD_RELEASE"]).stat().st_size < 300_000
