"""POST to an address that an operator typed, and nowhere else: no private network, no redirect, no proxy, a short reply.

The name is looked up once, all its addresses are looked at, and the connection goes to one of those: a name that changes its
mind in between leads nowhere else.
"""

from __future__ import annotations

import ipaddress
import socket
import ssl
from collections.abc import Collection, Mapping
from contextlib import closing
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from urllib.parse import SplitResult, urlsplit

_SECONDS = 5.0
_MOST_READ = 2_000
# Addresses of version 4 in those of version 6 (RFC 6052): they may lead into any network.
_TRANSLATED = ipaddress.ip_network("64:ff9b::/96")
_SUCCESS = range(200, 300)


class AddressRefused(Exception):
    """The address is none that the portal sends to; the message, for the operator, says why."""


class NotTaken(Exception):
    """The other side did not take it, or was not reached; another try may succeed."""


def post(
    address: str, *, body: bytes, headers: Mapping[str, str], inside: Collection[str] = ()
) -> int:
    """Send a body and return the status; raises AddressRefused, and NotTaken for whatever is not 2xx.

    `inside` names the hosts of the own network that the operator allows; only those may also be reached without TLS.
    """
    parts = address_check(address, inside=inside)
    place = f"{parts.path or '/'}{'?' + parts.query if parts.query else ''}"
    try:
        with closing(_connection(parts, inside)) as connection:
            connection.request("POST", place, body=body, headers=dict(headers))
            reply = connection.getresponse()
            reply.read(_MOST_READ)
    except (OSError, HTTPException) as error:
        raise NotTaken(type(error).__name__) from error
    if reply.status not in _SUCCESS:
        raise NotTaken(f"HTTP {reply.status}")
    return reply.status


def address_check(address: str, *, inside: Collection[str] = ()) -> SplitResult:
    """The parts of an address that may be sent to, as far as it can be told without looking its name up."""
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError as error:
        raise AddressRefused("not an address") from error
    if not parts.hostname or parts.username or parts.password or port == 0:
        raise AddressRefused("not an address of a host alone")
    if parts.scheme != "https" and not (parts.scheme == "http" and parts.hostname in inside):
        raise AddressRefused("only https")
    return parts


def _connection(parts: SplitResult, inside: Collection[str]) -> HTTPConnection:
    """A connection to an address that was looked at; TLS and the Host header go by the name."""
    host = parts.hostname or ""
    is_encrypted = parts.scheme == "https"
    port = parts.port or (443 if is_encrypted else 80)
    reached = _reach(_addresses(host, port, is_inside=host in inside), port)
    made = HTTPSConnection if is_encrypted else HTTPConnection
    connection = made(host, port, timeout=_SECONDS)
    connection.sock = reached
    if is_encrypted:
        try:
            connection.sock = ssl.create_default_context().wrap_socket(
                reached, server_hostname=host
            )
        except OSError:
            reached.close()
            raise
    return connection


def _addresses(host: str, port: int, *, is_inside: bool) -> list[str]:
    """All addresses of a name; where one of them is private, none is used."""
    rows = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    found = list(dict.fromkeys(str(row[4][0]) for row in rows))
    if not is_inside and not all(_is_public(one) for one in found):
        raise AddressRefused(f"{host} lies in a private network")
    return found


def _reach(addresses: Collection[str], port: int) -> socket.socket:
    failure = OSError("no address")
    for one in addresses:
        try:
            return socket.create_connection((one, port), timeout=_SECONDS)
        except OSError as error:
            failure = error
    raise failure


def _is_public(address: str) -> bool:
    found = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(found, ipaddress.IPv6Address):
        within = found.ipv4_mapped or found.sixtofour
        if found in _TRANSLATED or (within is not None and not within.is_global):
            return False
    return found.is_global and not found.is_multicast
