"""A student and the pages that they open, in a real browser before a real web server."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from django.conf import settings
from django.db import connections
from django.test import Client
from playwright.sync_api import Browser, Page

from portal.accounts.models import User
from tests.corpus import given_corpus


@pytest.fixture
def student(transactional_db: None) -> User:
    """Somebody who asks, before the small corpus."""
    given_corpus()
    return User.objects.create_user("student", role=User.Role.STUDENT)


@pytest.fixture
def open_page(
    live_asgi_server: str, student: User, browser: Browser
) -> Iterator[Callable[[str, dict[str, int]], Page]]:
    """Open a page as the student: `open_page("/conversations/", WIDE)`."""

    def opened(path: str, window: dict[str, int]) -> Page:
        client = Client()
        client.force_login(student)
        session = client.cookies[settings.SESSION_COOKIE_NAME].value
        context = browser.new_context(viewport=window, locale="ko-KR")  # type: ignore[arg-type]
        cookie = {"name": settings.SESSION_COOKIE_NAME, "value": session, "url": live_asgi_server}
        context.add_cookies([cookie])  # type: ignore[list-item]
        page = context.new_page()
        page.goto(f"{live_asgi_server}{path}")
        return page

    yield opened
    # Beside Playwright's event loop the test has connections of its own, which would outlive it.
    connections.close_all()
