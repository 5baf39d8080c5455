"""The portal itself calls the university's identity provider at the addresses that were configured, and follows nobody elsewhere.

Whoever could lead these calls elsewhere could be anybody in the portal.
"""

from __future__ import annotations

import urllib.request
from http import HTTPStatus
from http.client import HTTPMessage
from typing import IO, Any


class ProviderError(Exception):
    """The provider is not the one that the settings name. The message, for the log, says why and what to do."""

    is_about_settings = True


class ProviderUnavailable(ProviderError):
    """The provider has an outage; the settings may still be right."""

    is_about_settings = False


def provider_response_check(response: Any, **options: Any) -> None:
    """Check a response of the OpenID Connect provider against the settings, before `requests` follows a redirect."""
    try:
        if response.is_redirect:
            raise _leads_elsewhere(response.url, response.status_code, setting="OIDC_ISSUER")
        configured, is_metadata, _file = response.url.partition("/.well-known/")
        if is_metadata:
            _issuer_check(_issuer_of(response), configured)
    except ProviderError:
        # Nobody has read it, so nobody else closes its connection.
        response.close()
        raise


def provider_error_of(exception: Exception) -> Exception | None:
    """The exception if it is about the provider or the connection to it, else None."""
    # What `requests` and the standard library raise are errors of the operating system, too.
    if isinstance(exception, ProviderError | OSError):
        return exception
    # The package of SAML has no type for a page that is no metadata.
    if type(exception) is Exception and str(exception).startswith("Not valid IdP XML"):
        return ProviderError(f"SAML_METADATA_URL holds no metadata: {exception}")
    return None


class NoRedirects(urllib.request.HTTPRedirectHandler):
    """For SAML, whose package opens the address of the metadata by the standard library."""

    def redirect_request(
        self,
        req: urllib.request.Request,
        fp: IO[bytes],
        code: int,
        msg: str,
        headers: HTTPMessage,
        newurl: str,
    ) -> None:
        """Follow nothing."""
        fp.close()
        raise _leads_elsewhere(req.full_url, code, setting="SAML_METADATA_URL")


def _issuer_of(response: Any) -> object:
    if response.status_code >= HTTPStatus.INTERNAL_SERVER_ERROR:
        raise ProviderUnavailable(f"{response.url} is away (HTTP status {response.status_code})")
    try:
        metadata = response.json() if response.ok else None
    except ValueError:
        metadata = None
    if not isinstance(metadata, dict):
        raise ProviderError(
            f"{response.url} holds no metadata (HTTP status {response.status_code})"
        )
    return metadata.get("issuer")


def _issuer_check(issuer: object, configured: str) -> None:
    """The issuer of the metadata is what ID tokens are held against, so it must be the one that was asked (OpenID Connect Discovery 4.3)."""
    if _comparable(str(issuer)) != _comparable(configured):
        raise ProviderError(
            f"the metadata at OIDC_ISSUER are those of the issuer {issuer!r}, not of {configured}: "
            "let OIDC_ISSUER name the issuer exactly as its metadata do"
        )


def _comparable(issuer: str) -> str:
    """With scheme and host in small letters, as `requests` asks, for capitals mean nothing there; and without a slash at the end.

    allauth puts the path of the metadata behind OIDC_ISSUER, so that slash is there or not as that demands.
    """
    scheme, separator, rest = issuer.partition("://")
    host, slash, path = rest.partition("/")
    return f"{scheme.lower()}{separator}{host.lower()}{slash}{path}".rstrip("/")


def _leads_elsewhere(address: str, status: int, *, setting: str) -> ProviderError:
    return ProviderError(
        f"{address} leads elsewhere (HTTP status {status}), which is not followed: "
        f"let {setting} name the provider's own address"
    )
