"""`encrypt_second_factors`: after SECOND_FACTOR_KEYS was set or has a new first key, and every process was restarted with it."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from portal.accounts.seeds import SeedUnreadable, seeds_encrypt_anew
from portal.privacy.sealing import SealBroken, sealed_anew


class Command(BaseCommand):
    """Encrypts all of them anew, in one transaction; then the former keys may go."""

    help = (
        "Encrypt the seeds of all second factors and recovery codes, those in clear too, and whatever else is sealed in the database "
        "(keys of certificates and webhooks, addresses) with the first of SECOND_FACTOR_KEYS, and print how many there are. Restart all processes with that key before, and remove former keys only afterwards. "
        "Without a key it fails; it never decrypts for good."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        """Say how many there are."""
        if not settings.SECOND_FACTOR_KEYS:
            raise CommandError("SECOND_FACTOR_KEYS holds no key: nothing was encrypted")
        try:
            count = seeds_encrypt_anew() + sealed_anew()
        except (SeedUnreadable, SealBroken) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{count}")
