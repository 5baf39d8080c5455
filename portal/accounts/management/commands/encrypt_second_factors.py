"""`encrypt_second_factors`: after SECOND_FACTOR_KEYS was set or has a new first key."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from portal.accounts.seeds import SeedUnreadable, seeds_encrypt_anew


class Command(BaseCommand):
    """Encrypts all of them anew, in one transaction; then the former keys may go."""

    help = "Encrypt the seeds of all second factors and recovery codes with the first of SECOND_FACTOR_KEYS."

    def handle(self, *args: Any, **options: Any) -> None:
        """Say how many there are."""
        try:
            count = seeds_encrypt_anew()
        except SeedUnreadable as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{count}")
