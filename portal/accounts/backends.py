"""What the role of a person allows, beside the permissions that they and their groups were given."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib.auth.backends import BaseBackend

from portal.accounts.models import User

# Who may make accounts may make themselves everything: that stays with superusers and with explicit permissions.
_ACCOUNTS = frozenset(
    {
        *("accounts", "auth", "admin", "contenttypes", "sessions"),
        # Whose address, second factor or university account it is, says who somebody is.
        *("account", "mfa", "socialaccount", "usersessions"),
    }
)


class RoleBackend(BaseBackend):
    """An admin by role has every permission but those on accounts; who leads the review has those that the settings name."""

    def has_perm(self, user_obj: Any, perm: str, obj: object | None = None) -> bool:
        """Say whether the role alone grants the permission."""
        application = perm.partition(".")[0]
        if _is_lead(user_obj):
            return perm in settings.LEAD_PERMISSIONS
        return _is_admin(user_obj) and application not in _ACCOUNTS

    def has_module_perms(self, user_obj: Any, app_label: str) -> bool:
        """Say whether the role alone opens the application in Django's admin."""
        if _is_lead(user_obj):
            return any(perm.startswith(f"{app_label}.") for perm in settings.LEAD_PERMISSIONS)
        return _is_admin(user_obj) and app_label not in _ACCOUNTS


def _is_lead(user: Any) -> bool:
    return user.is_active and isinstance(user, User) and user.role == User.Role.LEAD


def _is_admin(user: Any) -> bool:
    return user.is_active and isinstance(user, User) and user.role == User.Role.ADMIN
