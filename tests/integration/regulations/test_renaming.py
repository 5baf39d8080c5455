"""A regulation under another title stays one: its former title leads to it, and nobody outside knows the name of a draft."""

from __future__ import annotations

from datetime import date

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from chat.asking.scopes import UnknownScopeError, scope_chosen
from regulations.importing.uploads import upload_create
from regulations.models import ImportRun, Regulation, RegulationVersion
from regulations.publishing.continuing import former_title_keep
from regulations.reading.names import names_load
from regulations.tasks import read_upload_task
from tests.drafts import draft, publish
from tests.integration.regulations.test_admin_forms import address, opened
from tests.people import admin_by_role

pytestmark = pytest.mark.django_db

TEXT = "제1조(목적) {}의 대여를 정한다.\n제2조(기간) 기간은 {}일로 한다.\n제3조(반납) 빌린 사람은 제때 돌려준다.\n제4조(변상) 잃어버린 사람은 값을 치른다.\n"
FORMER = "우산 대여 규정"


@pytest.fixture
def office(client: Client) -> Client:
    client.force_login(admin_by_role())
    return client


def given(title: str = FORMER, days: int = 7, day: date = date(2025, 3, 1)) -> RegulationVersion:
    return draft(TEXT.format(title.removesuffix(" 대여 규정"), days), title=title, day=day)


def uploaded(title: str, days: int) -> ImportRun:
    text = f"{title}\n시행일: 2026. 3. 1.\n{TEXT.format('우산', days)}"
    run = upload_create(
        upload=SimpleUploadedFile("a.txt", text.encode()), by=None, enforcement_date=None
    )
    if run.is_running:
        read_upload_task(run_id=run.pk)
    return run


def test_a_title_changed_by_hand_is_kept_as_another_name(office: Client) -> None:
    regulation = publish(given()).regulation

    page = office.post(
        address(regulation), opened(office, regulation, title="공유우산 대여 규정"), follow=True
    )

    assert "앞 제목 「우산 대여 규정」" in page.content.decode()
    assert [one.name for one in regulation.aliases.all()] == [FORMER]
    back = opened(office, regulation, title=FORMER)
    office.post(address(regulation), back)
    assert [one.name for one in regulation.aliases.all()] == ["공유우산 대여 규정"]


def test_a_title_that_was_never_published_is_no_name() -> None:
    regulation = given().regulation
    regulation.title = "우산 이용 규정"
    regulation.save()

    assert not former_title_keep(regulation=regulation, former=FORMER)
    assert not regulation.aliases.exists()


def test_the_next_file_under_a_former_title_is_a_version_of_the_same_regulation() -> None:
    regulation = publish(given()).regulation
    regulation.title = "공유우산 대여 규정"
    regulation.save()
    former_title_keep(regulation=regulation, former=FORMER)

    second = given(days=14, day=date(2026, 3, 1))

    assert second.regulation == regulation
    assert "다른 이름이므로" in second.report["notes"][-1]
    regulation.refresh_from_db()
    assert regulation.title == "공유우산 대여 규정"


def test_a_name_that_two_bear_decides_nothing() -> None:
    for title in ("공유우산 대여 규정", "양산 대여 규정"):
        publish(given(title)).regulation.aliases.create(name=FORMER)

    assert given().regulation.title == FORMER


def test_nobody_outside_knows_the_name_of_a_draft() -> None:
    waiting = given().regulation
    waiting.aliases.create(name="우산 규칙")

    known = names_load()

    assert not known.candidates(FORMER) | known.candidates("우산 규칙")
    assert names_load(with_drafts=True).candidates(FORMER) == {waiting.pk}
    with pytest.raises(UnknownScopeError):
        scope_chosen(f"id:{waiting.pk}")
    publish(RegulationVersion.objects.get())
    assert names_load().candidates(FORMER) == {waiting.pk}


def test_a_file_that_comes_alone_may_go_on_with_a_regulation(office: Client) -> None:
    former = publish(given()).regulation
    run = uploaded("양산 대여 규정", 14)
    page = reverse("admin:regulations_import_run", args=[run.pk])

    shown = office.get(page).content.decode()

    assert "이름이 바뀐 규정입니까?" in shown
    assert "한 규정으로 잇기" in shown
    assert "이번 책에 없음" not in shown
    decide = reverse("admin:regulations_import_absence", args=[run.pk, former.pk])
    office.post(decide, {"decision": "CONTINUED", "draft": run.versions.get().pk})
    assert Regulation.objects.get() == former
    assert former.versions.count() == 2


def test_a_file_of_other_words_is_offered_nothing(office: Client) -> None:
    publish(given())
    publish(draft(title="사물함 규정"))
    run = uploaded("주차 규정", 14)
    run.versions.get().articles.exclude(number=3).update(full_text="다른 글")

    page = office.get(reverse("admin:regulations_import_run", args=[run.pk]))

    assert "한 규정으로 잇기" not in page.content.decode()
