"""Every operation of the published OpenAPI schema, with good and bad input made from it: no 500, and what the schema says."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from django.core.cache import cache
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from django.test import Client
from hypothesis import HealthCheck, given, settings
from schemathesis import Case
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.controls import controls_set
from tests.corpus import given_corpus
from tests.integration.portal.test_permissions import ALL

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("_connection_of_the_test")]

EXAMPLES = 12
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]


@pytest.fixture
def _connection_of_the_test() -> Iterator[None]:
    """A request lets go of its connection to the database when it ends; here it is the test's own."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


def test_no_operation_fails_whatever_the_schema_allows(db: None) -> None:
    given_corpus()
    controls_set(
        api_calls_a_minute=100_000,
        address_api_calls_a_minute=100_000,
        questions_a_minute=100_000,
        questions_a_day=100_000,
        address_questions_a_minute=100_000,
        site_questions_a_minute=100_000,
    )
    cache.clear()
    schema = schemathesis.openapi.from_wsgi("/api/schema/?format=json", get_wsgi_application())
    statuses: dict[str, set[int]] = {}

    for found in schema.get_all_operations():
        assert isinstance(found, Ok), found
        operation = found.ok()

        @settings(
            max_examples=EXAMPLES,
            derandomize=True,
            deadline=None,
            database=None,
            suppress_health_check=list(HealthCheck),
        )
        @given(case=operation.as_strategy())
        def call(case: Case[Any]) -> None:
            response = case.call_and_validate(checks=CHECKS)
            statuses.setdefault(operation.label, set()).add(response.status_code)  # noqa: B023

        call()

    # Nothing was throttled away, and the operations that ask and check were reached.
    assert 429 not in set().union(*statuses.values())
    for path in ("/query/verified", "/verify", "/verify/answer"):
        assert 200 in statuses[f"POST {path}"]


def test_every_address_for_programs_is_in_the_schema(client: Client) -> None:
    described = client.get("/api/schema/?format=json").json()["paths"]
    there = [address for address in ALL if address.name.startswith("api-")]

    # All but the address of the schema itself.
    assert len(described) == len(there) - 1 > 5


@pytest.mark.parametrize(
    ("body", "status"),
    [
        pytest.param(b"[" * 100_000, 400, id="deeper than a reader goes"),
        pytest.param(b'{"text": "' + b"a" * 3_000_000 + b'"}', 413, id="larger than any text"),
        pytest.param(b'{"text": "\\ud800"}', 400, id="half a character"),
        pytest.param(b'{"text": "\\u0000"}', 400, id="a null character"),
        pytest.param(b'{"text": NaN}', 400, id="no JSON"),
        pytest.param(b"\xff\xfe", 400, id="no text"),
    ],
)
@pytest.mark.parametrize("path", ["/verify", "/verify/answer", "/query/verified"])
def test_what_no_request_needs_is_refused_as_the_schema_says(
    client: Client, path: str, body: bytes, status: int
) -> None:
    cache.clear()
    reply = client.post(path, body, "application/json")

    assert reply.status_code == status
    assert reply.headers["Content-Type"] == "application/json"


def test_a_closed_portal_tells_programs_in_json(client: Client) -> None:
    controls_set(is_open=False, closed_message="점검")
    cache.clear()

    reply = client.post("/verify", {"text": "글"}, "application/json")

    assert (reply.status_code, reply.json()) == (503, {"detail": "점검"})
    assert reply.headers["Retry-After"]
