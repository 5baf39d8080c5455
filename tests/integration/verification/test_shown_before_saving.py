"""What a reviewer sees before they save is what is saved; what the queue and the lists say of themselves."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from chat.models import Answer
from portal.accounts.models import User
from tests.integration.verification.test_queue_order import QUEUE, given_case
from verification.models import Flag, Review

pytestmark = pytest.mark.django_db

REASON = "학번 20231234 학생의 문의, 010-1234-5678"


@pytest.fixture
def staff(client: Client) -> Client:
    client.force_login(User.objects.create_user("staff", role=User.Role.STAFF))
    return client


@pytest.fixture
def answer() -> Answer:
    return given_case("휴학은?", Flag.Reason.LOW_FAITHFULNESS)


def test_the_previews_are_masked_as_what_is_saved(staff: Client, answer: Answer) -> None:
    page = reverse("verification:case", args=[answer.pk])

    reason = staff.post(reverse("verification:reason-check"), {"reason": REASON}).content.decode()
    text = staff.post(reverse("verification:check"), {"corrected_text": REASON}).content.decode()
    sent = {"decision": "CORRECTED", "reason": REASON, "corrected_text": ""}
    back = staff.post(page, sent).content.decode()
    staff.post(page, sent | {"corrected_text": REASON})

    saved = Review.objects.get()
    assert saved.reason == saved.corrected_text == "학번 ******** 학생의 문의, ***-****-****"
    assert reason == saved.reason
    assert saved.reason in text
    assert "20231234" not in text
    assert re.findall(r'id="told-reason"[^>]*>([^<]*)<', back) == [saved.reason]


def test_markup_in_a_reason_is_no_markup_in_its_preview(staff: Client) -> None:
    reply = staff.post(reverse("verification:reason-check"), {"reason": "<b>까닭</b>"})

    assert reply.content.decode() == "&lt;b&gt;까닭&lt;/b&gt;"
    assert staff.post(reverse("verification:reason-check")).content.decode() == "–"


@pytest.mark.parametrize("asked", [{"q": "없는 말"}, {"reason": "CHECK_FAILED"}])
def test_a_filter_without_a_hit_says_so_and_is_taken_away(
    staff: Client, answer: Answer, asked: dict[str, str]
) -> None:
    html = staff.get(QUEUE, asked).content.decode()

    assert "고른 조건에 맞는 답변이 없습니다." in html
    assert "검토할 답변이 없습니다." not in html
    assert f'href="{QUEUE}">조건 지우기' in html
    assert '<label class="visually-hidden" for="only">급한 정도</label>' in html
    Flag.objects.all().delete()
    assert "검토할 답변이 없습니다." in staff.get(QUEUE).content.decode()


def test_the_list_of_decisions_says_about_which_question(answer: Answer) -> None:
    admin = User.objects.create_superuser("admin", role=User.Role.ADMIN)
    Review.objects.create(answer=answer, reviewer=admin, decision="APPROVED")
    client = Client()
    client.force_login(admin)

    assert "휴학은?" in client.get("/admin/verification/review/").content.decode()
