"""Who may curate: editors prepare drafts, publishers put them in force. Admins by role may do both."""

from __future__ import annotations

from portal.accounts.models import User

PUBLISH = "regulations.publish_regulationversion"


def may_publish(person: User) -> bool:
    """Say whether a person may put a version in force, repeal a regulation and publish many at once."""
    return person.is_active and person.has_perm(PUBLISH)


def person_name(person: User | None) -> str:
    """The name that other people know a person by; empty where nobody is known."""
    if person is None:
        return ""
    return person.get_full_name() or person.get_username()
