"""What the OpenID Connect provider answers is held against the settings, and no connection is left open."""

from __future__ import annotations

import json
from io import BytesIO

import pytest
from requests import Request, Response

from portal.accounts.provider_calls import ProviderError, provider_response_check


def answer(configured: str, status: int = 200, body: bytes = b"", **headers: str) -> Response:
    """As `requests` hands it over: its address is as `requests` writes it, and nobody has read it yet."""
    reply = Response()
    asked = Request("GET", f"{configured}/.well-known/openid-configuration").prepare()
    reply.url, reply.status_code, reply.raw = str(asked.url), status, BytesIO(body)
    reply.headers.update(headers)
    return reply


@pytest.mark.parametrize(
    ("configured", "named", "fits"),
    [
        ("https://Login.Example.ac.kr/realms/All", "https://Login.Example.ac.kr/realms/All", True),
        ("https://login.example.ac.kr/realms/All", "HTTPS://LOGIN.example.ac.kr/realms/All", True),
        ("https://Login.example.ac.kr", "https://Login.example.ac.kr/", True),
        ("https://login.example.ac.kr/realms/All", "https://login.example.ac.kr/realms/all", False),
        ("https://login.example.ac.kr", "https://login.example.ac.kr.example.org", False),
        ("https://login.example.ac.kr", "https://[", False),
    ],
)
def test_capitals_of_the_host_make_no_other_issuer(configured: str, named: str, fits: bool) -> None:
    reply = answer(configured, body=json.dumps({"issuer": named}).encode())

    if fits:
        provider_response_check(reply)
    else:
        with pytest.raises(ProviderError, match="are those of the issuer"):
            provider_response_check(reply)


@pytest.mark.parametrize(
    ("status", "headers"), [(302, {"Location": "/elsewhere"}), (404, {}), (503, {})]
)
def test_an_answer_that_is_refused_unread_is_closed(status: int, headers: dict[str, str]) -> None:
    reply = answer("https://login.example.ac.kr", status, b"<html>", **headers)

    with pytest.raises(ProviderError):
        provider_response_check(reply)

    assert reply.raw.closed
