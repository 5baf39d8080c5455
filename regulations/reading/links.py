"""Addresses of provisions in the portal's pages; nobody but this module puts one together."""

from __future__ import annotations

from urllib.parse import quote

from django.urls import reverse

from regulations.text.locators import Locator

_OFFICIAL = f"https://www.law.go.kr/{quote('법령')}/"


def provision_url(*, slug: str, version_number: int, locator_key: str = "") -> str:
    """Return the page of the version, opened at the provision with the provision marked."""
    page = reverse("regulations:version", kwargs={"slug": slug, "version": version_number})
    return within_page(page, locator_key)


def within_page(page: str, locator_key: str) -> str:
    """Return the address of a provision on the page of its version; `page` is what `provision_url` gave without a key."""
    if not locator_key:
        return page
    return f"{page}?cite={quote(locator_key)}#{quote(locator_key)}"


def official_statute_url(title: str, locator_key: str = "") -> str:
    """Return the stable address of a statute at the National Law Information Center; it knows 조 and nothing below."""
    article = Locator.parse(locator_key.partition("/")[0]).label if locator_key else ""
    place = f"/{quote(article)}" if article.startswith("제") else ""
    return f"{_OFFICIAL}{quote(title)}{place}"


def comparison_url(
    *, slug: str, version_number: int, before_number: int, locator_key: str = ""
) -> str:
    """Return the page that shows what a version changed of another one, opened at a provision of the former."""
    page = reverse("regulations:comparison", kwargs={"slug": slug, "version": version_number})
    place = f"#{quote(locator_key.partition('/')[0])}" if locator_key else ""
    return f"{page}?before={before_number}{place}"
