from __future__ import annotations

from datetime import date

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from portal.accounts.models import User
from regulations.models import Regulation, RegulationVersion

pytestmark = pytest.mark.django_db

TEXT = "휴게실 규정\n시행일: 2025. 3. 1.\n제1조(목적) 휴게실의 이용을 정한다.\n제3조(끝) 끝이다.\n"


@pytest.fixture
def admin(client: Client) -> Client:
    client.force_login(User.objects.create_superuser("clerk", "clerk@example.org", "x"))
    return client


def upload(client: Client, name: str, content: bytes) -> str:
    file = SimpleUploadedFile(name, content)
    response = client.post(reverse("admin:regulations_import"), {"file": file})
    assert response.status_code == 200
    return response.content.decode()


def test_upload_report_publish(admin: Client) -> None:
    assert "초안으로 저장함" in upload(admin, "휴게실.txt", TEXT.encode("cp949"))
    version = RegulationVersion.objects.get()
    page = admin.get(
        reverse("admin:regulations_regulationversion_change", args=[version.pk])
    ).content.decode()
    assert "제1조 → 제3조" in page
    assert "휴게실의 이용을 정한다." in page
    admin.post(
        reverse("admin:regulations_regulationversion_changelist"),
        {"action": "publish", "_selected_action": [version.pk]},
    )
    version.refresh_from_db()
    assert (version.state, version.enforcement_date) == ("PUBLISHED", date(2025, 3, 1))


def test_bad_upload_is_a_sentence_and_stores_nothing(admin: Client) -> None:
    assert "손상" in upload(admin, "규정.hwpx", b"PK\x03\x04broken")
    assert not Regulation.objects.exists()


def test_a_published_version_cannot_be_deleted(admin: Client) -> None:
    upload(admin, "휴게실.txt", TEXT.encode())
    version = RegulationVersion.objects.get()
    version.state = RegulationVersion.State.PUBLISHED
    version.save()
    response = admin.post(
        reverse("admin:regulations_regulationversion_delete", args=[version.pk]), {"post": "yes"}
    )
    assert response.status_code == 403
    assert RegulationVersion.objects.exists()


@pytest.mark.parametrize("name", ["regulation", "regulationversion", "department", "collection"])
def test_lists_open_and_search(admin: Client, name: str) -> None:
    upload(admin, "휴게실.txt", TEXT.encode())
    response = admin.get(reverse(f"admin:regulations_{name}_changelist"), {"q": "휴게실"})
    assert response.status_code == 200


def test_a_name_is_found_whatever_its_spacing(admin: Client) -> None:
    upload(admin, "휴게실.txt", TEXT.encode())
    page = admin.get(reverse("admin:regulations_regulation_changelist"), {"q": "휴게 실규정"})
    assert "휴게실 규정" in page.content.decode()


def test_a_student_does_not_reach_the_import(client: Client) -> None:
    client.force_login(User.objects.create_user("student", "s@example.org", "x"))
    assert client.get(reverse("admin:regulations_import")).status_code == 302
