"""Where the models stand that questions are sent to: on this machine, in the network of the university, or outside."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from ipaddress import ip_address
from urllib.parse import urlsplit

from django.conf import settings

from portal.health.evidence import EvidenceRow, not_checked, told

_ENDPOINTS = {
    "LLM_BASE_URL": "LLM_MODEL",
    "LLM_FALLBACK_BASE_URL": "LLM_FALLBACK_MODEL",
    "EMBEDDING_BASE_URL": "EMBEDDING_MODEL",
    "RERANK_BASE_URL": "RERANK_MODEL",
}


def model_endpoints() -> Iterator[EvidenceRow]:
    """Each endpoint with its model and place; without one the work is done in this process."""
    for address_name, model_name in _ENDPOINTS.items():
        address = getattr(settings, address_name)
        if not address:
            said = "none: nothing leaves this machine for it"
            yield told("models", address_name, said)
            continue
        host = urlsplit(address).hostname or ""
        model = getattr(settings, model_name)
        try:
            place = place_of(host)
        except OSError as error:
            yield not_checked("models", address_name, f"{host} has no address ({error})")
            continue
        yield told("models", address_name, f"{model} at {host}: {place}")


def place_of(host: str) -> str:
    """Where a host stands, by its addresses; the farthest counts. Raises OSError."""
    found = {str(row[4][0]).partition("%")[0] for row in socket.getaddrinfo(host, None)}
    addresses = sorted(map(ip_address, found), key=str)
    outside = [str(one) for one in addresses if not (one.is_private or one.is_loopback)]
    if outside:
        return f"outside, at {outside[0]}: questions, masked, leave the university's network"
    if all(one.is_loopback for one in addresses):
        return "this machine"
    return f"a private network, at {addresses[0]}"
