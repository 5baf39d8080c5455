"""The keys that sign certificates: one in use, made when it is first needed; former ones go on checking what they signed."""

from __future__ import annotations

import base64
from datetime import datetime

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from django.db import transaction

from chat.models import SigningKey
from portal.privacy.sealing import seal, unseal


def signing_key() -> SigningKey:
    """The key in use, a new one where there is none."""
    key, _created = SigningKey.objects.get_or_create(retired_at=None, defaults=_new_pair())
    return key


@transaction.atomic
def signing_key_rotate(*, now: datetime) -> SigningKey:
    """Sign with a new key from now on."""
    SigningKey.objects.filter(retired_at=None).update(retired_at=now)
    return SigningKey.objects.create(**_new_pair())


def statement_sign(statement: str, *, key: SigningKey) -> str:
    """Sign a text; raises SealBroken where nothing opens the private half."""
    private = Ed25519PrivateKey.from_private_bytes(_bytes(unseal(key.sealed_private)))
    return _text(private.sign(statement.encode()))


def is_signed(statement: str, signature: str, *, key: SigningKey) -> bool:
    """Whether the signature is the key's over this very text."""
    public = Ed25519PublicKey.from_public_bytes(_bytes(key.public))
    try:
        public.verify(_bytes(signature), statement.encode())
    except InvalidSignature:
        return False
    return True


def published_keys() -> dict[str, list[dict[str, str]]]:
    """The public halves as a JSON Web Key Set (RFC 8037), for whoever checks without the portal."""
    rows = SigningKey.objects.order_by("created_at", "pk")
    return {
        "keys": [
            {"kty": "OKP", "crv": "Ed25519", "use": "sig", "alg": "EdDSA", "kid": str(row.pk), "x": row.public}
            for row in rows
        ]
    }  # fmt: skip


def _new_pair() -> dict[str, str]:
    private = Ed25519PrivateKey.generate()
    return {
        "public": _text(private.public_key().public_bytes_raw()),
        "sealed_private": seal(_text(private.private_bytes_raw())),
    }


def _text(value: bytes) -> str:
    return base64.urlsafe_b64encode(value).decode().rstrip("=")


def _bytes(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
