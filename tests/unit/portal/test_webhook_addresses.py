"""Where webhooks are sent: to public addresses by https, to the own network where the operator names the host, nowhere else."""

from __future__ import annotations

import socket
from typing import Any

import pytest

from portal.mailing.webhooks.addresses import AddressRefused, NotTaken, address_check, post

INSIDE = ("hooks.example.ac.kr",)


@pytest.mark.parametrize(
    "address",
    [
        "",
        "hooks.example.com",
        "http://hooks.example.com/",
        "ftp://hooks.example.com/",
        "file:///etc/passwd",
        "https://",
        "https://user:word@hooks.example.com/",  # pragma: allowlist secret
        "https://hooks.example.com:99999/",
        "https://[broken/",
    ],
)
def test_what_is_no_address_is_refused(address: str) -> None:
    with pytest.raises(AddressRefused):
        address_check(address, inside=INSIDE)


def test_a_named_host_of_the_own_network_may_do_without_tls() -> None:
    assert address_check("http://hooks.example.ac.kr:8080/in", inside=INSIDE).port == 8080
    assert address_check("https://hooks.example.com/in").hostname == "hooks.example.com"


@pytest.mark.parametrize(
    "found",
    [
        ["127.0.0.1"],
        ["10.0.0.7"],
        ["172.16.3.4"],
        ["192.168.0.1"],
        ["169.254.169.254"],
        ["100.64.0.1"],
        ["0.0.0.0"],
        ["224.0.0.1"],
        ["::1"],
        ["fe80::1%eth0"],
        ["fd00::1"],
        ["::ffff:10.0.0.1"],
        ["2002:a00:1::"],
        ["64:ff9b::a00:1"],
        ["93.184.215.14", "10.0.0.7"],
    ],
)
def test_a_name_that_leads_into_a_private_network_is_refused(
    monkeypatch: pytest.MonkeyPatch, found: list[str]
) -> None:
    def lookup(*_args: Any, **_more: Any) -> list[Any]:
        return [(socket.AF_INET, socket.SOCK_STREAM, 0, "", (one, 443)) for one in found]

    def connect(*_args: Any, **_more: Any) -> None:
        pytest.fail("nothing is connected to")

    monkeypatch.setattr(socket, "getaddrinfo", lookup)
    monkeypatch.setattr(socket, "create_connection", connect)

    with pytest.raises(AddressRefused):
        post("https://hooks.example.com/in", body=b"{}", headers={})


def test_a_public_address_is_connected_to_as_it_was_looked_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    reached: list[tuple[str, int]] = []

    def lookup(*_args: Any, **_more: Any) -> list[Any]:
        return [(socket.AF_INET, socket.SOCK_STREAM, 0, "", ("93.184.215.14", 443))]

    def connect(address: tuple[str, int], **_more: Any) -> None:
        reached.append(address)
        raise ConnectionRefusedError

    monkeypatch.setattr(socket, "getaddrinfo", lookup)
    monkeypatch.setattr(socket, "create_connection", connect)

    with pytest.raises(NotTaken, match="ConnectionRefusedError"):
        post("https://hooks.example.com/in", body=b"{}", headers={})
    assert reached == [("93.184.215.14", 443)]
