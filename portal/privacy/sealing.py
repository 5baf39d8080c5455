"""Secrets and addresses that the portal itself must read again: sealed in the database, opened where they are used.

The first key of SECOND_FACTOR_KEYS seals, else one that is made of SECRET_KEY; all of them open, SECRET_KEY_FALLBACKS too.
"""

from __future__ import annotations

import base64
import hashlib
from typing import Any

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.apps import apps
from django.conf import settings
from django.db import models, transaction
from django.db.models import QuerySet

# What a key is made for stands in it: one that leaks opens nothing else that SECRET_KEY guards.
_PURPOSE = b"portal.privacy.sealing:"


class SealBroken(Exception):
    """No key opens it: restore SECOND_FACTOR_KEYS or SECRET_KEY, or make the secret anew."""


class SealedField(models.TextField):  # type: ignore[type-arg]
    """Holds what `seal` gave; it is named in a model so that `sealed_anew` finds it."""


def seal(text: str) -> str:
    """As it is stored."""
    return _keys().encrypt(text.encode()).decode()


def unseal(stored: str) -> str:
    """As it was before; raises SealBroken."""
    try:
        return _keys().decrypt(stored).decode()
    except InvalidToken as error:
        raise SealBroken("no key opens this secret") from error


@transaction.atomic
def sealed_anew() -> int:
    """Seal everything with the first key; how many there are. Raises SealBroken and then changes nothing."""
    keys, count = _keys(), 0
    fields = (
        field
        for model in apps.get_models()
        for field in model._meta.fields  # noqa: SLF001 - Django's own name
        if isinstance(field, SealedField)
    )
    for field in fields:
        rows: QuerySet[Any] = QuerySet(field.model).select_for_update().exclude(**{field.name: ""})
        for key, stored in rows.values_list("pk", field.name):
            try:
                sealed = keys.rotate(stored).decode()
            except InvalidToken as error:
                raise SealBroken(f"no key opens {field} of {key}") from error
            QuerySet(field.model).filter(pk=key).update(**{field.name: sealed})
            count += 1
    return count


def _keys() -> MultiFernet:
    made = [
        base64.urlsafe_b64encode(hashlib.sha256(_PURPOSE + secret.encode()).digest())
        for secret in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    ]
    return MultiFernet([*map(Fernet, settings.SECOND_FACTOR_KEYS), *map(Fernet, made)])
