"""Addresses of provisions in the portal's pages; nobody but this module puts one together."""

from __future__ import annotations

from urllib.parse import quote

from django.urls import reverse


def provision_url(*, slug: str, version_number: int, locator_key: str = "") -> str:
    """Return the page of the version, opened at the provision with the provision marked."""
    page = reverse("regulations:version", kwargs={"slug": slug, "version": version_number})
    return within_page(page, locator_key)


def within_page(page: str, locator_key: str) -> str:
    """Return the address of a provision on the page of its version; `page` is what `provision_url` gave without a key."""
    if not locator_key:
        return page
    return f"{page}?cite={quote(locator_key)}#{quote(locator_key)}"


def comparison_url(
    *, slug: str, version_number: int, before_number: int, locator_key: str = ""
) -> str:
    """Return the page that shows what a version changed of another one, opened at a provision of the former."""
    page = reverse("regulations:comparison", kwargs={"slug": slug, "version": version_number})
    place = f"#{quote(locator_key.partition('/')[0])}" if locator_key else ""
    return f"{page}?before={before_number}{place}"
