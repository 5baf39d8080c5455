"""`rotate_certificate_key`: sign certificates with a new key from now on."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from chat.conversations.certificates.keys import signing_key_rotate


class Command(BaseCommand):
    """Makes a key; the former ones stay for checking."""

    help = (
        "Make a new key for certificates and print its number and its public half. Former keys sign no more; "
        "what they signed is checked with them for ever."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        """Say which key is in use."""
        key = signing_key_rotate(now=timezone.now())
        self.stdout.write(f"{key.pk} {key.public}")
