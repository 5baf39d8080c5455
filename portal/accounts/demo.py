"""The accounts of the demo. Their passwords are printed on the screen, so production refuses to create them."""

from __future__ import annotations

from dataclasses import dataclass

from django.conf import settings

from portal.accounts.models import User


class DemoAccountsForbidden(Exception):
    """Accounts with known passwords were asked for in production."""


@dataclass(frozen=True)
class DemoAccount:
    """One person of the invented university."""

    username: str
    password: str
    role: User.Role


DEMO_ACCOUNTS = (
    DemoAccount("student", "demo-student", User.Role.STUDENT),
    DemoAccount("staff", "demo-staff", User.Role.STAFF),
    DemoAccount("lead", "demo-lead", User.Role.LEAD),
    DemoAccount("admin", "demo-admin", User.Role.ADMIN),
)


def demo_accounts_create() -> tuple[DemoAccount, ...]:
    """Create what is missing; a password that somebody changed is left as it is."""
    if settings.PRODUCTION:
        raise DemoAccountsForbidden("demo accounts have known passwords and stay out of production")
    for account in DEMO_ACCOUNTS:
        is_admin = account.role == User.Role.ADMIN
        user, created = User.objects.get_or_create(
            username=account.username,
            defaults={
                "role": account.role,
                "is_staff": is_admin or account.role == User.Role.LEAD,
                "is_superuser": is_admin,
            },
        )
        if created:
            user.set_password(account.password)
            user.save()
    return DEMO_ACCOUNTS
