"""The curation in Django admin: who sees which page, and what each step does and never does by accident."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from portal.accounts.models import User
from regulations.admin import publishing
from regulations.models import (
    Collection,
    Department,
    ImportRun,
    Regulation,
    RegulationAlias,
    RegulationVersion,
)
from regulations.tasks import index_version_task, read_upload_task
from tests.people import admin_by_role, editor, publisher

pytestmark = pytest.mark.django_db

State = RegulationVersion.State

TEXT = "휴게실 규정\n시행일: 2025. 3. 1.\n제1조(목적) 휴게실의 이용을 정한다.\n제2조(시간) 9시부터 연다.\n"
GAP = "휴게실 규정\n시행일: 2025. 3. 1.\n제1조(목적) 휴게실의 이용을 정한다.\n제3조(끝) 끝이다.\n"


@pytest.fixture
def admin(client: Client) -> Client:
    client.force_login(User.objects.create_superuser("clerk", "clerk@example.org", "x"))
    return client


def signed_in(person: User) -> Client:
    client = Client()
    client.force_login(person)
    return client


def upload(client: Client, content: str = TEXT, name: str = "휴게실.txt") -> ImportRun:
    """Upload a file and let it be read, as the worker would."""
    file = SimpleUploadedFile(name, content.encode())
    response = client.post(reverse("admin:regulations_import"), {"file": file})
    run = ImportRun.objects.order_by("-pk")[0]
    assert response.headers["location"] == reverse("admin:regulations_import_run", args=[run.pk])
    if run.is_running:
        read_upload_task(run_id=run.pk)
    run.refresh_from_db()
    return run


def uploaded(client: Client, content: str = TEXT, name: str = "휴게실.txt") -> RegulationVersion:
    return upload(client, content, name).versions.get()


def page(client: Client, name: str, version: RegulationVersion, query: str = "") -> str:
    response = client.get(step(name, version) + query)
    assert response.status_code == 200
    return response.content.decode()


def step(name: str, version: RegulationVersion) -> str:
    return reverse(f"admin:regulations_version_{name}", args=[version.pk])


def state(version: RegulationVersion) -> str:
    version.refresh_from_db()
    return version.state


# -- from the file to the publication ----------------------------------------------------------------------------------


def test_the_steps_from_upload_to_publication(admin: Client) -> None:
    version = uploaded(admin, GAP)
    assert "휴게실의 이용을 정한다." in page(admin, "report", version)
    assert "제1조 → 제3조" in page(admin, "findings", version)
    assert "첫 판" in page(admin, "compare", version)
    form = {"enforcement_date": "2025-03-01", "reason": "새로 정함"}

    response = admin.post(step("publish", version), form | {"wish": "publish"})
    assert "이유를 적어 주십시오" in response.content.decode()
    assert state(version) == State.DRAFT
    form |= {"loss_accepted": "on", "loss_reason": "제2조는 원본에도 없습니다."}
    response = admin.post(step("publish", version), form | {"wish": "preview"})
    assert "이렇게 게시합니다" in response.content.decode()
    later = form | {"wish": "preview", "enforcement_date": "2999-03-01"}
    response = admin.post(step("publish", version), later)
    assert "그날까지는 ‘시행 전’으로 보이고" in response.content.decode()
    assert "지금의 판" not in response.content.decode()
    assert state(version) == State.DRAFT
    admin.post(step("publish", version), form | {"wish": "publish"})

    assert state(version) == State.PUBLISHED
    assert version.reason == "새로 정함"
    shown = page(admin, "publish", version)
    assert "제2조는 원본에도 없습니다." in shown
    assert "clerk" in shown
    history = reverse("admin:regulations_regulationversion_history", args=[version.pk])
    assert "게시" in admin.get(history).content.decode()


def test_what_was_typed_is_kept_without_publishing(admin: Client) -> None:
    version = uploaded(admin)
    day = (timezone.localdate() + timedelta(days=1)).isoformat()

    admin.post(
        step("publish", version), {"enforcement_date": day, "reason": "고침", "wish": "save"}
    )

    assert state(version) == State.DRAFT
    assert day in page(admin, "publish", version)


@pytest.mark.parametrize("wish", ["", "preview", "save", "nonsense"])
def test_nothing_but_the_last_button_publishes(admin: Client, wish: str) -> None:
    version = uploaded(admin)

    admin.post(step("publish", version), {"enforcement_date": "2025-03-01", "wish": wish})

    assert state(version) == State.DRAFT


def test_a_day_that_is_taken_is_said_before_publishing(admin: Client) -> None:
    first = uploaded(admin)
    form = {"enforcement_date": "2025-03-01"}
    admin.post(step("publish", first), form | {"wish": "publish"})
    second = uploaded(admin, TEXT.replace("9시", "8시"), "휴게실2.txt")

    response = admin.post(step("publish", second), form | {"wish": "preview"})

    assert "이 날 시행하는 판이 이미 게시되어" in response.content.decode()


def test_who_comes_second_is_told_that_it_is_published(admin: Client) -> None:
    version = uploaded(admin)
    form = {"enforcement_date": "2025-03-01", "wish": "publish"}
    admin.post(step("publish", version), form)

    response = admin.post(step("publish", version), form, follow=True)

    assert "이미 clerk 님이 게시했습니다" in response.content.decode()


def test_the_comparison_marks_what_changed(admin: Client) -> None:
    first = uploaded(admin)
    admin.post(step("publish", first), {"enforcement_date": "2025-03-01", "wish": "publish"})
    second = uploaded(admin, TEXT.replace("9시", "8시").replace("2025", "2026"), "휴게실2.txt")

    shown = page(admin, "compare", second)

    assert "<del>9시부터</del>" in shown
    assert "<ins>8시부터</ins>" in shown
    assert "휴게실의 이용을 정한다." not in shown
    assert "휴게실의 이용을 정한다." in page(admin, "compare", second, "?all")


def test_a_provision_is_corrected_with_its_history(admin: Client) -> None:
    version = uploaded(admin)
    address = f"{step('edit', version)}?at=art-2"
    form = admin.get(address).context["form"]
    typed = {
        "title": "시간",
        "text": "10시부터 연다.",
        "reason": "오독",
        "seen_digest": form["seen_digest"].value(),
    }

    response = admin.post(address, typed)

    assert response.headers["location"].endswith("#art-2")
    report = page(admin, "report", version)
    assert "10시부터 연다." in report
    assert "고침" in report
    history = admin.get(address).content.decode()
    assert "9시부터 연다." in history
    refused = admin.post(address, typed | {"text": "11시부터 연다."})
    assert "그 사이 clerk 님이" in refused.content.decode()
    assert admin.get(f"{step('edit', version)}?at=art-99").status_code == 404


def test_a_draft_is_discarded_only_after_asking(admin: Client) -> None:
    version = uploaded(admin)
    assert "버립니까" in page(admin, "discard", version)

    admin.post(step("discard", version))

    assert not Regulation.objects.exists()
    assert (
        "버린 초안"
        in admin.get(
            reverse("admin:regulations_import_run", args=[ImportRun.objects.get().pk])
        ).content.decode()
    )


def test_a_published_version_is_neither_edited_nor_discarded(admin: Client) -> None:
    version = uploaded(admin)
    admin.post(step("publish", version), {"enforcement_date": "2025-03-01", "wish": "publish"})

    admin.post(step("discard", version))
    response = admin.get(f"{step('edit', version)}?at=art-2", follow=True)

    assert state(version) == State.PUBLISHED
    assert "바꿀 수 없습니다" in response.content.decode()
    delete = reverse("admin:regulations_regulationversion_delete", args=[version.pk])
    assert admin.post(delete, {"post": "yes"}).status_code == 403
    delete = reverse("admin:regulations_regulation_delete", args=[version.regulation_id])
    assert admin.post(delete, {"post": "yes"}).status_code == 403


def test_the_index_is_watched_and_made_anew(admin: Client) -> None:
    version = uploaded(admin)
    admin.post(step("publish", version), {"enforcement_date": "2025-03-01", "wish": "publish"})
    assert "차례를 기다립니다" in page(admin, "publish", version)
    index_version_task(version_id=version.pk)
    assert "2개 가운데 0개" in page(admin, "index", version)

    admin.post(step("reindex", version))

    version.refresh_from_db()
    assert version.index_state == RegulationVersion.IndexState.PENDING


def test_a_regulation_is_repealed_with_a_day(admin: Client) -> None:
    version = uploaded(admin)
    admin.post(step("publish", version), {"enforcement_date": "2025-03-01", "wish": "publish"})
    address = reverse("admin:regulations_repeal", args=[version.regulation_id])

    admin.post(address, {"on": "2026-03-01", "reason": "통합"})
    assert state(version) == State.PUBLISHED
    admin.post(address, {"on": "2026-03-01", "reason": "통합", "sure": "on"})

    assert state(version) == State.REPEALED
    assert version.ends_on == date(2026, 3, 1)


# -- files --------------------------------------------------------------------------------------------------------------


def test_progress_is_a_fragment_that_ends_by_asking_for_the_page(admin: Client) -> None:
    run = ImportRun.objects.create(
        file_name="a.txt", state=ImportRun.State.STORING, total=9, done=4
    )
    address = reverse("admin:regulations_import_progress", args=[run.pk])

    response = admin.get(address)
    assert "9개 가운데 4개" in response.content.decode()
    assert "HX-Refresh" not in response.headers
    ImportRun.objects.update(state=ImportRun.State.FAILED, error="읽다가 멈췄습니다.")

    assert admin.get(address).headers["HX-Refresh"] == "true"
    shown = admin.get(reverse("admin:regulations_import_run", args=[run.pk])).content.decode()
    assert "읽다가 멈췄습니다." in shown
    assert "다시 시도" in shown


def test_several_files_each_get_an_answer_of_their_own(admin: Client) -> None:
    files = [
        SimpleUploadedFile("휴게실.txt", TEXT.encode()),
        SimpleUploadedFile("사진.png", b"x"),
        SimpleUploadedFile("빈.txt", b""),
    ]

    shown = admin.post(reverse("admin:regulations_import"), {"file": files}, follow=True)

    states = ImportRun.objects.order_by("pk").values_list("state", flat=True)
    assert list(states) == ["WAITING", "REFUSED", "REFUSED"]
    assert "이 형식(.png)의 파일은 읽지 못합니다" in shown.content.decode()


def test_the_original_is_downloaded_by_those_who_curate_only(admin: Client) -> None:
    run = upload(admin)
    address = reverse("admin:regulations_import_file", args=[run.pk])

    response = admin.get(address)
    assert b"".join(response.streaming_content) == TEXT.encode()  # type: ignore[attr-defined]
    assert "attachment" in response.headers["content-disposition"]
    staff = User.objects.create_user("staff", "s@example.org", "x", is_staff=True)
    assert signed_in(staff).get(address).status_code == 403
    assert Client().get(address).status_code == 302


def test_a_bad_upload_is_a_sentence_and_stores_nothing(admin: Client) -> None:
    run = upload(admin, "PK\x03\x04broken", "규정.hwpx")

    shown = admin.get(reverse("admin:regulations_import_run", args=[run.pk])).content.decode()
    assert "손상" in shown
    assert not Regulation.objects.exists()


# -- roles --------------------------------------------------------------------------------------------------------------


def test_an_editor_curates_and_does_not_publish() -> None:
    client = signed_in(editor())
    version = uploaded(client)
    form = {"enforcement_date": "2025-03-01", "reason": "", "wish": "publish"}

    assert "게시할 권한이 없습니다" in page(client, "publish", version)
    client.post(step("publish", version), form)

    assert state(version) == State.DRAFT
    assert "고치기" in page(client, "report", version)
    many = reverse("admin:regulations_publish_many")
    assert client.post(many, {"ids": str(version.pk)}).status_code == 403


def test_a_publisher_publishes_and_does_not_edit() -> None:
    version = uploaded(signed_in(editor()))
    client = signed_in(publisher())

    assert "tree-edit" not in page(client, "report", version)
    assert client.get(f"{step('edit', version)}?at=art-2").status_code == 403
    assert client.post(step("discard", version)).status_code == 403
    assert client.get(reverse("admin:regulations_import")).status_code == 403
    client.post(step("publish", version), {"enforcement_date": "2025-03-01", "wish": "publish"})

    assert state(version) == State.PUBLISHED


def test_an_admin_by_role_does_all_of_it(settings: Settings) -> None:
    settings.PUBLISHING_NEEDS_SECOND_PERSON = True
    client = signed_in(admin_by_role())
    version = uploaded(client)

    client.post(step("publish", version), {"enforcement_date": "2025-03-01", "wish": "publish"})
    assert state(version) == State.DRAFT
    assert "다른 사람이 게시해야" in page(client, "publish", version)
    other = signed_in(admin_by_role("other"))
    other.post(step("publish", version), {"enforcement_date": "2025-03-01", "wish": "publish"})

    assert state(version) == State.PUBLISHED


@pytest.mark.parametrize("name", ["report", "findings", "compare", "publish", "discard", "index"])
def test_a_student_and_a_stranger_reach_nothing(admin: Client, name: str) -> None:
    version = uploaded(admin)
    student = User.objects.create_user("student", "s@example.org", "x")

    assert signed_in(student).get(step(name, version)).status_code == 302
    assert Client().get(step(name, version)).status_code == 302


# -- many at once -------------------------------------------------------------------------------------------------------


def test_many_drafts_are_published_with_a_summary_of_those_that_were_not(admin: Client) -> None:
    whole = uploaded(admin)
    lossy = uploaded(admin, GAP.replace("휴게실", "회의실"), "회의실.txt")
    listing = reverse("admin:regulations_regulationversion_changelist")
    chosen = {"action": "publish", "_selected_action": [whole.pk, lossy.pk]}

    asked = admin.post(listing, chosen).content.decode()
    assert "설명이 필요한 초안" in asked
    assert state(whole) == State.DRAFT
    many = reverse("admin:regulations_publish_many")
    ids = f"{whole.pk},{lossy.pk}"
    done = admin.post(many, {"ids": ids}).content.decode()

    assert (state(whole), state(lossy)) == (State.PUBLISHED, State.DRAFT)
    assert "게시하지 못한 초안" in done
    assert "건너뛴 번호" in done
    admin.post(many, {"ids": ids, "loss_accepted": "on", "loss_reason": "원본과 같습니다."})
    assert state(lossy) == State.PUBLISHED
    assert lossy.loss_reason == "원본과 같습니다."


def test_a_very_large_number_is_published_in_parts(
    admin: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(publishing, "_MOST_AT_ONCE", 1)
    first = uploaded(admin)
    second = uploaded(admin, GAP.replace("휴게실", "회의실"), "회의실.txt")
    many = reverse("admin:regulations_publish_many")
    reason = {"loss_accepted": "on", "loss_reason": "원본과 같습니다."}

    response = admin.post(many, {"ids": f"{second.pk},{first.pk}"} | reason)
    assert "아직 1개가 남았습니다" in response.content.decode()
    rest = response.context["rest"]
    admin.post(many, {field.name: field.value() for field in rest if field.value()})

    assert (state(first), state(second)) == (State.PUBLISHED, State.PUBLISHED)


def test_all_drafts_of_a_file_are_offered(admin: Client) -> None:
    run = upload(admin)

    shown = admin.post(reverse("admin:regulations_publish_many"), {"run": run.pk})

    assert "바로 게시할 수 있음" in shown.content.decode()


# -- lists --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    ["regulation", "regulationversion", "importrun", "department", "collection", "thesaurusentry"],
)
def test_lists_open_search_and_filter(admin: Client, name: str) -> None:
    uploaded(admin)
    department = Department.objects.create(name="휴게실팀")
    Regulation.objects.update(owner_department=department)
    Collection.objects.create(name="휴게실 모음", slug="rest")
    queries: list[dict[str, str]] = [
        {"q": "휴게실"},
        {"in_force": "now"},
        {"in_force": "draft"},
        {"loss": "some"},
        {"contact": "missing"},
        {"origin": "own"},
    ]
    for query in queries:
        response = admin.get(reverse(f"admin:regulations_{name}_changelist"), query)
        assert response.status_code in (200, 302)


@pytest.mark.parametrize("listing", ["regulation", "regulationversion"])
@pytest.mark.parametrize("words", ["휴게 실규정", "쉼 터", "쉼터 규정"])
def test_names_and_aliases_are_found_whatever_their_spacing(
    admin: Client, listing: str, words: str
) -> None:
    version = uploaded(admin)
    RegulationAlias.objects.create(regulation=version.regulation, name="쉼터규정")
    RegulationAlias.objects.create(regulation=version.regulation, name="쉼터 이용 규정")

    response = admin.get(reverse(f"admin:regulations_{listing}_changelist"), {"q": words})

    assert response.context["cl"].result_count == 1


@pytest.mark.parametrize("person", [editor, publisher])
def test_people_of_the_office_open_the_pages_of_a_regulation(person: Callable[[], User]) -> None:
    version = uploaded(signed_in(editor("uploader")))
    client = signed_in(person())

    address = reverse("admin:regulations_regulation_change", args=[version.regulation_id])

    assert client.get(address).status_code == 200
    change = reverse("admin:regulations_regulationversion_change", args=[version.pk])
    assert client.get(change).headers["location"] == step("report", version)
