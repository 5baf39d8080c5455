"""What the admin lets nobody do who may only look, whichever page it is on."""

from __future__ import annotations

import pytest
from django.contrib import admin
from django.contrib.auth.models import Permission
from django.http import HttpRequest
from django.test import RequestFactory

from portal.accounts.models import User
from regulations.models import QuestionRun

pytestmark = pytest.mark.django_db

# What changes nothing and costs nothing: whoever sees the rows may do it.
READS_ONLY = {"export"}


@pytest.fixture
def asked_by_a_looker(rf: RequestFactory) -> HttpRequest:
    person = User.objects.create_user("looker", is_staff=True)
    person.user_permissions.set(Permission.objects.filter(codename__startswith="view_"))
    request = rf.get("/admin/")
    request.user = User.objects.get(pk=person.pk)
    return request


def test_who_may_only_look_is_offered_no_action_that_does_something(
    asked_by_a_looker: HttpRequest,
) -> None:
    offered = {
        f"{type(model_admin).__name__}.{name}"
        for model_admin in admin.site._registry.values()
        for name in model_admin.get_actions(asked_by_a_looker)
        if name not in READS_ONLY
    }

    assert not offered, 'give these permissions=["change"], or name them in READS_ONLY'


def test_who_may_change_runs_orders_them_although_nobody_edits_one(
    asked_by_a_looker: HttpRequest,
) -> None:
    may = Permission.objects.get(codename="change_questionrun")
    User.objects.get(username="looker").user_permissions.add(may)
    asked_by_a_looker.user = User.objects.get(username="looker")
    runs = admin.site._registry[QuestionRun]

    assert "again" in runs.get_actions(asked_by_a_looker)
    assert not runs.has_change_permission(asked_by_a_looker)
