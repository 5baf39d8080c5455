"""Signing in by the university in a real browser, which holds the policy of the page against every redirect."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import pytest
from playwright.sync_api import Browser

from tests.processes import start_web
from tests.saml_provider import SamlPerson, SamlProvider, running_provider


@pytest.fixture
def provider() -> Iterator[SamlProvider]:
    with running_provider() as running:
        running.person = SamlPerson("r-1", "reviewer", ("academic-affairs",))
        yield running


@pytest.fixture
def portal(provider: SamlProvider, process_environment: Mapping[str, str]) -> Iterator[str]:
    """The address of a portal to which the environment alone names the provider."""
    named = f"{provider.address}/metadata"
    sign_in = {"SAML_METADATA_URL": named, "SAML_ENTITY_ID": named, "SSO_NAME": "대학 로그인"}
    groups = {"SSO_STAFF_GROUPS": "academic-affairs"}
    web, address = start_web({**process_environment, **sign_in, **groups})
    yield address
    web.discard()


def test_the_browser_goes_to_the_university_and_comes_back_signed_in(
    transactional_db: None, portal: str, browser: Browser
) -> None:
    page = browser.new_page(locale="ko-KR")
    page.goto(f"{portal}/account/login/?next=/review/")
    page.get_by_role("button", name="대학 로그인").click()
    page.get_by_role("button", name="가기").click()
    # Only the staff see this page.
    page.wait_for_url(f"{portal}/review/")
