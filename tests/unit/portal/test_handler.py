"""One thread answers a request: all middlewares and the view."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from typing import Any

import pytest
from asgiref.testing import ApplicationCommunicator
from django.http import HttpRequest, HttpResponse
from django.utils.deprecation import MiddlewareMixin
from pytest_django import Settings

from portal.http.handler import OneThreadHandler

# Seconds; a busy machine needs more than the one that is the default.
PATIENCE = 30
threads: list[int] = []


class Watching(MiddlewareMixin):
    """Could be run by the event loop, as Django's own could."""

    def process_request(self, _request: HttpRequest) -> None:
        threads.append(threading.get_ident())

    def process_response(self, _request: HttpRequest, response: HttpResponse) -> HttpResponse:
        threads.append(threading.get_ident())
        return response


def watching(get_response: Callable[[HttpRequest], HttpResponse]) -> Any:
    """A middleware that knows no event loop."""

    def middleware(request: HttpRequest) -> HttpResponse:
        threads.append(threading.get_ident())
        return get_response(request)

    return middleware


@pytest.fixture
def handler(settings: Settings) -> OneThreadHandler:
    settings.MIDDLEWARE = [f"{__name__}.Watching", f"{__name__}.watching", f"{__name__}.Watching"]
    threads.clear()
    return OneThreadHandler()


def test_a_request_stays_in_its_thread(handler: OneThreadHandler) -> None:
    async def get(path: str) -> int:
        scope = {"type": "http", "method": "GET", "path": path, "query_string": b"", "headers": []}
        browser: Any = ApplicationCommunicator(handler, scope)  # type: ignore[no-untyped-call]
        await browser.send_input({"type": "http.request", "body": b""})
        status = (await browser.receive_output(PATIENCE))["status"]
        await browser.receive_output(PATIENCE)
        await browser.wait(PATIENCE)
        return int(status)

    assert asyncio.run(get("/livez")) == 200
    assert len(threads) == 5
    assert len(set(threads)) == 1
    assert threads[0] != threading.get_ident()
