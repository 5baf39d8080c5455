"""What the running site says to a browser, asked for at its public address."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urlsplit

import httpx2

from portal.health.evidence import EvidenceRow, judged, not_checked

_AREA = "site"
_SECONDS = 10.0
# A header and a word that must be in it.
_WANTED = {
    "Strict-Transport-Security": "max-age=",
    "Content-Security-Policy": "default-src 'self'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}
_OF_COOKIES = ("secure", "samesite")


def site_rows(address: str) -> Iterator[EvidenceRow]:
    """Headers, cookies and the way in of a site; nothing is known where no address is given or nobody answers."""
    if not address:
        yield not_checked(_AREA, "headers", "give the address of the site: --site https://…")
        return
    is_https = urlsplit(address).scheme == "https"
    yield judged(_AREA, "HTTPS", is_well=is_https, said=address)
    try:
        with httpx2.Client(timeout=_SECONDS, follow_redirects=True) as client:
            page = client.get(address)
            if is_https:
                yield from _plain_door(client, address)
    except httpx2.HTTPError as error:
        yield not_checked(_AREA, "headers", f"{address} does not answer ({error})")
        return
    for name, wanted in _WANTED.items():
        said = page.headers.get(name, "missing")
        yield judged(_AREA, name, is_well=wanted in said, said=said)
    yield judged(_AREA, "page", is_well=page.is_success, said=f"{page.status_code} at {page.url}")
    for cookie in page.headers.get_list("set-cookie"):
        name, words = cookie.partition("=")[0], cookie.lower()
        missing = [word for word in _OF_COOKIES if word not in words]
        said = f"lacks {', '.join(missing)}" if missing else "Secure, SameSite"
        yield judged(_AREA, f"cookie {name}", is_well=not missing, said=said)


def _plain_door(client: httpx2.Client, address: str) -> Iterator[EvidenceRow]:
    plain = urlsplit(address)._replace(scheme="http", netloc=urlsplit(address).hostname or "")
    try:
        reply = client.get(plain.geturl(), follow_redirects=False)
    except httpx2.HTTPError:
        yield judged(_AREA, "without HTTPS", is_well=True, said="nobody answers")
        return
    leads = reply.headers.get("location", "")
    said = f"{reply.status_code} {leads}"
    yield judged(_AREA, "without HTTPS", is_well=leads.startswith("https://"), said=said)
