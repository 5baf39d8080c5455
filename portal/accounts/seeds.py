"""The seeds of second factors and recovery codes in the database: encrypted where SECOND_FACTOR_KEYS holds a key, else in clear.

Whoever has read a database or its backup then still has no codes. The first key encrypts, all of them decrypt, so a process that
has not been restarted since a key was set opens nothing that this key encrypted.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from allauth.mfa.models import Authenticator
from cryptography.fernet import Fernet, InvalidToken
from django.conf import settings
from django.db import transaction

# With which every text of Fernet begins: its version and the zeros of a time. Seeds in clear are of capitals or of hexadecimal digits.
_ENCRYPTED = "gAAAA"
_FIELDS = ("secret", "seed")


class SeedUnreadable(Exception):
    """No key of SECOND_FACTOR_KEYS opens the seed: restore the key and restart, or take factor and codes away in the admin."""


def seed_encrypt(text: str) -> str:
    """As it is stored."""
    keys = _keys()
    return keys[0].encrypt(text.encode()).decode() if keys else text


def seed_decrypt(stored: str) -> str:
    """As it was before; raises `SeedUnreadable`."""
    if not stored.startswith(_ENCRYPTED):
        return stored
    for key in _keys():
        with suppress(InvalidToken):
            return key.decrypt(stored).decode()
    raise SeedUnreadable("no key of SECOND_FACTOR_KEYS opens this second factor")


def is_encrypted(data: Mapping[str, Any]) -> bool:
    """Whether nothing of a factor is stored in clear."""
    return all(str(data[field]).startswith(_ENCRYPTED) for field in _FIELDS if field in data)


@transaction.atomic
def seeds_encrypt_anew() -> int:
    """Encrypt all of them with the first key, those in clear too; how many there are."""
    factors = list(Authenticator.objects.select_for_update().order_by("pk"))
    for factor in factors:
        for field in _FIELDS:
            if field in factor.data:
                factor.data[field] = seed_encrypt(seed_decrypt(factor.data[field]))
        factor.save(update_fields=["data"])
    return len(factors)


def _keys() -> list[Fernet]:
    return [Fernet(key) for key in settings.SECOND_FACTOR_KEYS]
