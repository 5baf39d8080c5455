"""The address of a visitor, before the servers that the portal is started with: nobody chooses their own."""

from __future__ import annotations

import json
import os
import socket
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.controls import controls_set
from tests.processes import PROJECT, PortalProcess, start_web

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


def _gunicorn(environment: dict[str, str]) -> tuple[PortalProcess, str]:
    """What the image runs, on a free port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{probe.getsockname()[1]}"
    (line,) = (
        part for part in Path(PROJECT, "Dockerfile").read_text().split("CMD ") if "gunicorn" in part
    )
    command = json.loads(line.replace("\\\n", ""))
    command[command.index("--bind") + 1] = address
    command[command.index("--workers") + 1] = "1"
    web = PortalProcess(command, environment)
    web.wait_until(lambda: "Application startup complete" in web.printed or _open(address), "port")
    return web, f"http://{address}"


def _open(address: str) -> bool:
    host, port = address.split(":")
    with socket.socket() as probe:
        return probe.connect_ex((host, int(port))) == 0


@pytest.fixture(params=["uvicorn", "gunicorn"])
def server(request: pytest.FixtureRequest, process_environment: dict[str, str]) -> Iterator[str]:
    """The address of a web server, as the demo and the image start it."""
    start = start_web if request.param == "uvicorn" else _gunicorn
    web, address = start({**os.environ, **process_environment})
    yield address
    web.discard()


def _status(address: str, claimed: str) -> int:
    request = urllib.request.Request(
        f"{address}/verify",
        data=json.dumps({"text": "「학칙」 제25조에 따릅니다."}).encode(),
        headers={"Content-Type": "application/json", "X-Forwarded-For": claimed},
    )
    try:
        with urllib.request.urlopen(request, timeout=60) as reply:
            return int(reply.status)
    except urllib.error.HTTPError as error:
        return error.code


def test_the_address_that_a_visitor_of_this_machine_claims_is_not_believed(server: str) -> None:
    controls_set(api_calls_a_minute=2)

    statuses = [_status(server, f"10.0.0.{number}") for number in range(4)]

    assert statuses == [200, 200, 429, 429]
