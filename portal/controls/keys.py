"""Keys for programs: `Authorization: Api-Key …`. A key opens only what its scopes name, and is counted by itself."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser
from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from portal.controls.models import ApiKey
from portal.controls.services import key_used

_HEADER = "Api-Key"


class ApiKeyAuthentication(BaseAuthentication):
    """Recognizes a key. Its bearer is nobody in particular: what the key may do stands in `request.auth`."""

    def authenticate(self, request: Request) -> tuple[AnonymousUser, ApiKey] | None:
        """Return the key; None where none was sent, 401 for one that is unknown, revoked or over."""
        scheme, _space, sent = request.headers.get("Authorization", "").partition(" ")
        if scheme.lower() != _HEADER.lower():
            return None
        sent = sent.strip()
        try:
            # The database takes no zero bytes.
            key = ApiKey.objects.get_from_key(sent) if sent.isprintable() else None
        except ApiKey.DoesNotExist:
            key = None
        if not isinstance(key, ApiKey) or key.has_expired:
            raise AuthenticationFailed(
                _("API 키를 쓸 수 없습니다. 폐기되었거나 기한이 지났습니다.")
            )
        key_used(key=key, now=timezone.now())
        return AnonymousUser(), key

    def authenticate_header(self, request: Request) -> str:
        """The WWW-Authenticate header for callers without a key."""
        return _HEADER


class ApiKeyScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """Describes API keys in the OpenAPI schema."""

    target_class = ApiKeyAuthentication
    name = "apiKey"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        """The header with its prefix."""
        return {
            "type": "apiKey",
            "in": "header",
            "name": "Authorization",
            "description": f"`{_HEADER} <key>`",
        }
