"""What admins did is written down for good: no page and no query changes or deletes it."""

from __future__ import annotations

import pytest
from django.contrib.admin.models import LogEntry
from django.db import DatabaseError, transaction
from django.test import Client

from portal.accounts.models import User

pytestmark = pytest.mark.django_db

PEOPLE = "/admin/accounts/user/"


@pytest.fixture
def student(db: None) -> User:
    return User.objects.create_user("student", "s@example.org", "x")


def close(admin_client: Client, *people: User) -> None:
    chosen = [str(person.pk) for person in people]
    admin_client.post(PEOPLE, {"action": "accounts_close", "_selected_action": chosen})


def test_the_log_is_only_ever_added_to(
    admin_client: Client, admin_user: User, student: User
) -> None:
    close(admin_client, student)
    entry = LogEntry.objects.get()

    assert (entry.user, entry.object_id) == (admin_user, str(student.pk))
    for change in (
        lambda: LogEntry.objects.update(object_repr="x"),
        lambda: LogEntry.objects.all().delete(),
        admin_user.delete,
    ):
        with pytest.raises(DatabaseError, match="only ever added"), transaction.atomic():
            change()
    log = f"/admin/admin/logentry/{entry.pk}/"
    assert admin_client.get(f"{log}change/").status_code == 200
    assert admin_client.post(f"{log}change/", {"object_repr": "x"}).status_code == 403
    assert admin_client.post(f"{log}delete/", {"post": "yes"}).status_code == 403


def test_an_account_is_closed_and_not_deleted(
    admin_client: Client, admin_user: User, student: User
) -> None:
    visitor = Client()
    visitor.force_login(student, backend="django.contrib.auth.backends.ModelBackend")
    assert "delete_selected" not in admin_client.get(PEOPLE).content.decode()

    close(admin_client, student, admin_user)

    student.refresh_from_db()
    admin_user.refresh_from_db()
    assert (student.is_active, admin_user.is_active) == (False, True)
    assert visitor.get("/admin/").status_code == 302
    assert not visitor.get("/").wsgi_request.user.is_authenticated
    assert admin_client.post(f"{PEOPLE}{student.pk}/delete/", {"post": "yes"}).status_code == 403
