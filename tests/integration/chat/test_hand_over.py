"""From a refusal to the office and back: sent by one click, answered by a person, told, and kept for the next who asks."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from chat.asking.services import conversation_start, question_ask
from chat.insights.dashboard.signals import curation_signals
from chat.models import Answer, AnswerPassage, VerifiedAnswer
from portal.accounts.models import User
from regulations.models import Department, RegulationVersion
from tests.answering import answer_question
from tests.corpus import given_corpus
from verification.models import Flag, Notice

pytestmark = pytest.mark.django_db

QUESTION = "화성 탐사선의 발사 일정은 어떻게 됩니까? 학번 20241234"


@pytest.fixture
def refused(client: Client) -> Answer:
    given_corpus(embed=True)
    person = User.objects.create_user("student", role=User.Role.STUDENT)
    client.force_login(person)
    started = conversation_start(user=person)
    answer = question_ask(
        conversation=started,
        question=QUESTION,
        as_of=timezone.localdate(),
        in_background=False,
    )
    office = Department.objects.get(name="학사지원팀")
    answered = answer_question(answer.pk)
    assert answered is not None
    assert Answer.Status(answered.status).is_refusal
    Answer.objects.filter(pk=answer.pk).update(department_name=office.name)
    answered.refresh_from_db()
    return answered


def page(client: Client, answer: Answer) -> str:
    url = reverse("chat:conversation", args=[answer.message.conversation_id])
    return client.get(url).content.decode()


def test_a_refused_question_goes_to_the_office_and_its_answer_comes_back(
    client: Client, refused: Answer
) -> None:
    assert "학사지원팀에 물어보기" in page(client, refused)

    for _twice in range(2):
        client.post(reverse("chat:hand-over", args=[refused.pk]))

    flag = Flag.objects.get(reason=Flag.Reason.HANDED_OVER)
    assert flag.department is not None
    assert flag.detail.startswith("찾아본 곳:")
    html = page(client, refused)
    assert "담당 부서의 검토를 기다립니다: 학사지원팀" in html
    assert "물어보기" not in html

    staff = Client()
    staff.force_login(User.objects.create_user("reviewer", role=User.Role.STAFF))
    queue = staff.get("/review/", {"office": "학사지원팀"}).content.decode()
    assert "화성 탐사선" in queue
    assert "20241234" not in queue
    assert "화성 탐사선" not in staff.get("/review/", {"office": "다른 부서"}).content.decode()
    case = reverse("verification:case", args=[refused.pk])
    assert 'name="keep" checked' in staff.get(case).content.decode()
    said = "휴학기간은 통산하여 3년(6학기)을 초과할 수 없다(「학칙」 제25조제2항)."
    reply = staff.post(
        case,
        {"decision": "CORRECTED", "reason": "확인", "corrected_text": said, "keep": "on"},
        follow=True,
    )
    assert "결정을 저장했습니다" in reply.content.decode()

    html = page(client, refused)
    assert "학사지원팀에서 이 답변을 고쳤습니다." in html
    assert "휴학기간은 통산하여 3년" in html
    assert Notice.objects.get(kind=Notice.Kind.ANSWER_CORRECTED).recipient is not None
    assert VerifiedAnswer.objects.filter(source=refused, retired_at=None).exists()
    [gap] = curation_signals(first=timezone.localdate(), last=timezone.localdate()).handed_over
    assert gap.text.endswith("학사지원팀 · 찾지 못함")


def test_an_approved_refusal_is_a_missing_rule_and_the_asker_is_told(
    client: Client, refused: Answer
) -> None:
    client.post(reverse("chat:hand-over", args=[refused.pk]))
    staff = Client()
    staff.force_login(User.objects.create_user("reviewer", role=User.Role.STAFF))

    staff.post(
        reverse("verification:case", args=[refused.pk]),
        {"decision": "APPROVED", "cause": "REAL_DOUBT", "reason": "정한 규정이 없습니다."},
    )

    assert Notice.objects.filter(kind=Notice.Kind.FEEDBACK_HANDLED).exists()
    [gap] = curation_signals(first=timezone.localdate(), last=timezone.localdate()).handed_over
    assert gap.text.endswith("규정 없음")


def test_a_question_that_an_office_gives_back_is_not_left_without_help(
    client: Client, refused: Answer
) -> None:
    Answer.objects.filter(pk=refused.pk).update(related_questions=["휴학은 몇 년까지입니까?"])
    staff = Client()
    staff.force_login(User.objects.create_user("reviewer", role=User.Role.STAFF))
    case = reverse("verification:case", args=[refused.pk])
    hand_over = reverse("chat:hand-over", args=[refused.pk])
    given_back = {"decision": "WITHDRAWN", "reason": "우리 부서 일이 아닙니다."}
    client.post(hand_over)
    staff.post(case, given_back)

    html = page(client, refused)
    assert "우리 부서 일이 아닙니다." in html
    assert "휴학은 몇 년까지입니까?" in html
    help_given = html[html.index("문의할 부서") :]
    assert "학사지원팀" in help_given[: help_given.index("</address>")]
    assert "다른 부서에 물어보기" in html

    # It comes to all who review, not to the office that said that it is not theirs.
    client.post(hand_over)
    flag = Flag.objects.get(reason=Flag.Reason.HANDED_OVER, resolved_at=None)
    assert flag.department is None
    html = page(client, refused)
    assert "결정하면 이 화면에 보입니다." in html
    assert "물어보기" not in html
    gaps = curation_signals(first=timezone.localdate(), last=timezone.localdate()).handed_over
    assert sorted(gap.text.rpartition(" · ")[2] for gap in gaps) == ["답을 기다림", "철회"]

    # Once: whoever is refused twice is told whom to call, and asks nobody a third time.
    staff.post(case, given_back)
    html = page(client, refused)
    assert "물어보기" not in html
    assert "문의할 부서" in html
    client.post(hand_over)
    assert not Flag.objects.filter(resolved_at=None).exists()


def test_an_answer_that_was_withdrawn_can_be_asked_of_its_office(
    client: Client, refused: Answer
) -> None:
    Flag.objects.create(answer=refused, reason=Flag.Reason.SAMPLED)
    staff = Client()
    staff.force_login(User.objects.create_user("reviewer", role=User.Role.STAFF))
    case = reverse("verification:case", args=[refused.pk])
    staff.post(case, {"decision": "WITHDRAWN", "reason": "틀렸습니다."})

    # Of an answer no office was named; it is the owner of what was looked at.
    Answer.objects.filter(pk=refused.pk).update(department_name="")
    version = RegulationVersion.objects.get(regulation__title="학칙")
    version.regulation.owner_department = Department.objects.get(name="학사지원팀")
    version.regulation.save()
    refused.passages.all().delete()
    AnswerPassage.objects.create(
        answer=refused, version=version, locator_key="art-25", rank=1, score=1, relevance=1
    )
    html = page(client, refused)
    assert "학사지원팀에 물어보기" in html
    assert html.index("문의할 부서") < html.index("<strong>학사지원팀</strong>")
    client.post(reverse("chat:hand-over", args=[refused.pk]))

    flag = Flag.objects.get(reason=Flag.Reason.HANDED_OVER)
    assert flag.department is not None
