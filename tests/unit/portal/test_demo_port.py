"""Which port the demo takes."""

from __future__ import annotations

import socket
from collections.abc import Iterator

import pytest
from django.core.management import CommandError

from portal.management.commands import demo
from portal.management.commands.demo import port_choose


@pytest.fixture
def busy_port() -> Iterator[int]:
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        server.listen()
        yield server.getsockname()[1]


def test_busy_port_that_was_asked_for_is_an_error_with_a_way_out(busy_port: int) -> None:
    with pytest.raises(CommandError, match=rf"{busy_port} is taken.*PORT={busy_port + 1}"):
        port_choose(busy_port)


def test_next_free_port_is_taken_where_none_was_asked_for(
    busy_port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(demo, "FIRST_PORT", busy_port)

    assert port_choose(None) > busy_port


def test_number_that_is_no_port_is_an_error() -> None:
    with pytest.raises(CommandError):
        port_choose(70_000)
