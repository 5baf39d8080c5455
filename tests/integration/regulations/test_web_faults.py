"""A web process that is killed while it publishes or takes in a file: nothing of it is kept, and it can be done again."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from datetime import date

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection, transaction
from django.test import Client

from regulations.importing.files import regulation_import
from regulations.models import ImportRun, RegulationVersion
from regulations.text.parser import parse_regulation
from tests.corpus import given_regulation
from tests.faults import until_somebody_waits
from tests.people import admin_by_role
from tests.processes import start_web
from tests.visitor import ClientVisitor

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

TEXT = "제1조(목적) 이 규정은 사물함의 이용을 정한다.\n제2조(반납) 사물함은 제1조에 따라 비운다.\n"
State = RegulationVersion.State


def _killed(
    client: Client,
    environment: Mapping[str, str],
    *,
    page: str,
    values: Mapping[str, object],
    table: str,
) -> None:
    """Send a form to a server that is killed while it writes into a table."""
    client.force_login(admin_by_role())
    server, address = start_web(environment)
    visitor = ClientVisitor(address)
    visitor.enter(client.cookies["sessionid"].value)
    visitor.get(page)
    assert visitor.status == 200, visitor.html[:500]
    with ThreadPoolExecutor() as people:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(f"LOCK TABLE {table} IN SHARE ROW EXCLUSIVE MODE")
            sending = people.submit(visitor.send, page, values)
            until_somebody_waits()
            server.kill()
        with pytest.raises(OSError):  # noqa: PT011 - cut off in one of several ways
            sending.result()
    server.stop()


def test_a_web_server_killed_while_it_publishes_leaves_the_draft_and_what_is_in_force(
    client: Client, process_environment: dict[str, str]
) -> None:
    in_force = given_regulation("사물함 규정", TEXT, enforcement_date=date(2025, 3, 1))
    draft = regulation_import(
        parsed=parse_regulation(TEXT.replace("비운다", "반납한다"), title="사물함 규정"),
        source_name="사물함.txt",
        source_sha256="0" * 64,
        enforcement_date=date(2026, 3, 1),
    ).version
    values = {
        "wish": "publish",
        "enforcement_date": "2026-03-01",
        "loss_accepted": "on",
        "loss_reason": "시험입니다.",
    }

    page = f"/admin/regulations/regulationversion/{draft.pk}/publish/"

    _killed(
        client, process_environment, page=page, values=values, table="regulations_crossreference"
    )

    in_force.refresh_from_db()
    draft.refresh_from_db()
    assert (draft.state, draft.published_at, in_force.ends_on) == (State.DRAFT, None, None)
    assert client.post(page, values).status_code == 302
    in_force.refresh_from_db()
    draft.refresh_from_db()
    assert (draft.state, in_force.ends_on) == (State.PUBLISHED, date(2026, 3, 1))


def test_a_web_server_killed_while_it_takes_in_a_file_keeps_no_half_run(
    client: Client, process_environment: dict[str, str]
) -> None:
    given_regulation("사물함 규정", TEXT)
    content = f"사물함 규정\n시행일: 2026. 3. 1.\n{TEXT}".encode()
    page = "/admin/regulations/importrun/upload/"

    _killed(
        client,
        process_environment,
        page=page,
        values={"file": SimpleUploadedFile("사물함.txt", content)},
        table="regulations_importrun",
    )

    assert not ImportRun.objects.exists()
    client.post(page, {"file": SimpleUploadedFile("사물함.txt", content)})
    assert ImportRun.objects.get().state == ImportRun.State.WAITING
