"""People with the roles of the curation."""

from __future__ import annotations

import importlib
import pkgutil

from django.apps import apps
from django.contrib.auth.models import Group

from portal.accounts.models import User
from regulations import migrations

EDITORS, PUBLISHERS = "규정 편집", "규정 게시"


def person_of(group: str, name: str) -> User:
    """Somebody of the office who is in one of the groups that come with the portal."""
    person = User.objects.create_user(
        name, f"{name}@example.org", "x", role=User.Role.STAFF, is_staff=True
    )
    if not Group.objects.filter(name=group).exists():
        _groups_again()
    person.groups.add(Group.objects.get(name=group))
    return person


def _groups_again() -> None:
    """A test with real transactions empties all tables, also those that migrations filled."""
    names = [module.name for module in pkgutil.iter_modules(migrations.__path__)]
    (name,) = (name for name in names if name.endswith("_curation"))
    importlib.import_module(f"regulations.migrations.{name}").groups_create(apps, None)


def editor(name: str = "editor") -> User:
    """Prepares drafts."""
    return person_of(EDITORS, name)


def publisher(name: str = "publisher") -> User:
    """Puts drafts in force."""
    return person_of(PUBLISHERS, name)


def admin_by_role(name: str = "admin") -> User:
    """An admin by role, who is no superuser."""
    return User.objects.create_user(
        name, f"{name}@example.org", "x", role=User.Role.ADMIN, is_staff=True
    )
