"""Forms of the office: what another person changed meanwhile is not overwritten unseen, and names are compared as they are stored."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.forms import BaseForm
from django.test import Client
from django.urls import reverse

from portal.accounts.models import User
from regulations.models import Department, Regulation, RegulationVersion
from regulations.publishing.withdrawing import version_withdraw
from tests.drafts import draft, publish
from tests.people import admin_by_role

pytestmark = pytest.mark.django_db


@pytest.fixture
def office(client: Client) -> Client:
    client.force_login(admin_by_role())
    return client


def step(version: RegulationVersion) -> str:
    return reverse("admin:regulations_version_publish", args=[version.pk])


def address(regulation: Regulation) -> str:
    return reverse("admin:regulations_regulation_change", args=[regulation.pk])


def typed(form: BaseForm, **changed: Any) -> dict[str, Any]:
    """What a browser sends of a form, with some fields changed."""
    values = {one.html_name: one.value() for one in form}
    return {name: "" if value is None else value for name, value in values.items()} | changed


def opened(client: Client, regulation: Regulation, **changed: Any) -> dict[str, Any]:
    """What a browser sends of the page of a regulation."""
    return page_values(client.get(address(regulation)), **changed)


def page_values(response: Any, **changed: Any) -> dict[str, Any]:
    context = response.context_data
    values = typed(context["adminform"].form)
    for formset in context["inline_admin_formsets"]:
        values |= typed(formset.formset.management_form)
        for form in formset.formset.forms:
            values |= typed(form)
    return values | changed


# -- two at once -------------------------------------------------------------------------------------------------------


def test_the_days_of_a_draft_that_another_changed_are_not_overwritten_unseen(
    office: Client,
) -> None:
    version = draft()
    first, second = (typed(office.get(step(version)).context["form"]) for _ in range(2))
    saved = first | {"wish": "save", "enforcement_date": "2027-03-01", "reason": "늦춤"}
    office.post(step(version), saved)

    stale = second | {"wish": "save", "promulgated_date": "2026-12-01"}
    reply = office.post(step(version), stale)

    page = reply.content.decode()
    assert "그 사이 다른 사람이" in page
    assert "시행일 2027. 3. 1., 공포일 없음, 개정 이유 ‘늦춤’" in page
    version.refresh_from_db()
    assert (version.enforcement_date, version.promulgated_date) == (date(2027, 3, 1), None)
    again = typed(reply.context["form"], wish="save", enforcement_date="2027-03-01", reason="늦춤")
    office.post(step(version), again)
    version.refresh_from_db()
    assert (version.enforcement_date, version.promulgated_date) == (
        date(2027, 3, 1),
        date(2026, 12, 1),
    )


def test_the_page_that_confirms_has_seen_what_it_has_saved(office: Client) -> None:
    version = draft()
    form = typed(office.get(step(version)).context["form"], wish="preview", reason="제정")

    confirmed = office.post(step(version), form)
    office.post(step(version), typed(confirmed.context["form"], wish="publish"))

    version.refresh_from_db()
    assert (version.state, version.reason) == (RegulationVersion.State.PUBLISHED, "제정")


def test_a_regulation_that_another_changed_is_not_overwritten_unseen(office: Client) -> None:
    regulation = publish(draft()).regulation
    Department.objects.create(name="학생지원팀")
    first = opened(office, regulation, category="학생생활")
    second = opened(office, regulation, applies_to="graduate")
    assert office.post(address(regulation), first).status_code == 302

    reply = office.post(address(regulation), second)

    assert "지금 저장된 것: 분류 ‘학생생활’, 적용 과정 ‘없음’." in reply.content.decode()
    regulation.refresh_from_db()
    assert (regulation.category, regulation.applies_to) == ("학생생활", "")
    assert (
        office.post(address(regulation), page_values(reply, category="학생생활")).status_code == 302
    )
    regulation.refresh_from_db()
    assert (regulation.category, regulation.applies_to) == ("학생생활", "graduate")


def test_who_only_looks_sees_no_sign_of_the_form() -> None:
    regulation = publish(draft()).regulation
    person = User.objects.create_user("a", "a@example.org", "x", is_staff=True)
    person.user_permissions.add(Permission.objects.get(codename="view_regulation"))
    client = Client()
    client.force_login(person)

    assert "seen" not in client.get(address(regulation)).content.decode().lower()


# -- what the pages say of versions ------------------------------------------------------------------------------------


def test_the_versions_of_a_regulation_have_days_as_elsewhere_and_no_none(office: Client) -> None:
    regulation = publish(draft(day=date(2025, 3, 1))).regulation
    publish(draft("제1조(목적) 다른 글.\n", day=date(2026, 3, 1)), loss_reason="-")

    page = office.get(address(regulation)).content.decode()

    assert "2026. 2. 28." in page
    assert "2026-02-28" not in page
    assert "None" not in page


def test_a_regulation_without_a_public_text_leads_to_no_page_of_readers(office: Client) -> None:
    regulation = draft().regulation
    assert "독자가 보는 쪽" not in office.get(address(regulation)).content.decode()

    publish(RegulationVersion.objects.get())

    assert "독자가 보는 쪽" in office.get(address(regulation)).content.decode()


def test_a_version_that_was_withdrawn_is_discarded_without_its_regulation(office: Client) -> None:
    version = publish(draft())
    version_withdraw(version=version, by=None, reason="-")
    page = reverse("admin:regulations_version_discard", args=[version.pk])

    assert "규정과 그 다른 이름은 남습니다" in office.get(page).content.decode()
    office.post(page)

    assert Regulation.objects.get().versions.count() == 0


def test_of_two_drafts_of_a_day_either_can_be_chosen(office: Client) -> None:
    first, second = draft(), draft("제1조(목적) 다른 글.\n")
    many = reverse("admin:regulations_publish_many")

    page = office.post(many, {"ask": "1", "chosen": [first.pk, second.pk]}).content.decode()

    assert "초안 둘이" in page
    assert "disabled" not in page.partition("<table")[2]
    assert page.partition("<table")[2].count(" checked") == 1
    office.post(many, {"listed": "1", "ids": f"{first.pk},{second.pk}", "chosen": first.pk})
    first.refresh_from_db()
    assert first.state == RegulationVersion.State.PUBLISHED


# -- names as they are stored ------------------------------------------------------------------------------------------


def test_an_alias_that_differs_by_a_space_only_is_refused_in_a_sentence(office: Client) -> None:
    regulation = publish(draft()).regulation
    office.post(address(regulation), opened(office, regulation, **{"aliases-0-name": "보관 규정"}))
    assert [one.name for one in regulation.aliases.all()] == ["보관 규정"]

    again = opened(office, regulation, **{"aliases-1-name": "보관규정"})
    reply = office.post(address(regulation), again)

    assert "띄어쓰기만 다른 것도 같은 이름입니다" in reply.content.decode()
    assert regulation.aliases.count() == 1


def test_the_title_of_another_regulation_is_refused_in_a_sentence(office: Client) -> None:
    regulation = publish(draft()).regulation
    publish(draft(title="주차 규정"))

    reply = office.post(address(regulation), opened(office, regulation, title="주차규정"))

    assert "「주차 규정」이(가) 이미 있습니다" in reply.content.decode()
    other = opened(office, regulation, title="주차규정", code="3-1-2")
    assert office.post(address(regulation), other).status_code == 302
