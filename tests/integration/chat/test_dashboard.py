"""The dashboard: what is counted of a day, that it is read without the answers, and who sees it."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from chat.dashboard.counting import days_count
from chat.dashboard.figures import period_figures
from chat.models import Answer, Citation, DailyFigure, Feedback
from chat.services import conversation_start, question_ask
from portal.accounts.models import User
from tests.corpus import given_regulation
from verification.deciding import review_decide
from verification.flags import flag_raise
from verification.models import Flag, Verification
from verification.states import CitationStatus

pytestmark = pytest.mark.django_db

TEXT = "제1조(목적) 이 학칙은 학사에 관한 사항을 정함을 목적으로 한다."


def given_answer(status: str, question: str = "휴학은?", total: float = 900.0) -> Answer:
    started = conversation_start(user=None, session_key="asker")
    answer = question_ask(
        conversation=started, question=question, as_of=timezone.localdate(), in_background=False
    )
    answer.status = status
    answer.timings = {"total": total, "retrieve": 40.0}
    answer.save()
    return answer


def counted() -> dict[str, tuple[str, int, float]]:
    today = timezone.localdate()
    days_count(first=today - timedelta(days=1), last=today)
    return {
        row.name: (row.category, row.count, row.total)
        for row in DailyFigure.objects.filter(day=today)
    }


def test_a_day_is_counted_by_state_citation_faithfulness_time_and_opinion() -> None:
    version = given_regulation("학칙", TEXT)
    version.regulation.category = "학사"
    version.regulation.save()
    answer = given_answer("ANSWERED")
    for status in (CitationStatus.VERIFIED, CitationStatus.NOT_FOUND):
        Citation.objects.create(message=answer.message, version=version, number=1, status=status)
    Verification.objects.create(
        answer=answer, faithfulness="FAITHFUL", check_state="DONE", score=0.5
    )
    Feedback.objects.create(answer=answer, helpful=False)

    assert counted() == {
        "questions": ("학사", 1, 0.0),
        "status:ANSWERED": ("학사", 1, 0.0),
        "citation:VERIFIED": ("학사", 1, 0.0),
        "citation:NOT_FOUND": ("학사", 1, 0.0),
        "faithfulness:FAITHFUL": ("학사", 1, 0.5),
        "score": ("학사", 1, 0.5),
        "step:total": ("학사", 1, 900.0),
        "step:retrieve": ("학사", 1, 40.0),
        "within:1": ("학사", 1, 0.0),
        "feedback:down": ("학사", 1, 0.0),
    }


def test_counting_twice_counts_once_and_days_are_those_of_the_university() -> None:
    answer = given_answer("ANSWERED")
    midnight = timezone.localtime().replace(hour=0, minute=0, second=1)
    Answer.objects.filter(pk=answer.pk).update(created_at=midnight)
    given_answer("UNANSWERABLE_NO_SOURCE", total=70_000.0)
    counted()

    assert counted()["questions"][1] == 2
    today = timezone.localdate()
    period = period_figures(first=today, last=today)
    assert period.abstained == 0.5
    assert (period.percentile(0.5), period.percentile(0.95)) == (1000.0, 60000.0)


def test_nothing_measured_is_not_shown_as_zero() -> None:
    today = timezone.localdate()
    period = period_figures(first=today, last=today)

    assert (period.abstained, period.mean("score"), period.percentile(0.95)) == (None, None, None)


def test_page_reads_no_more_for_more_answers_and_names_what_to_curate() -> None:
    given_regulation("학칙", TEXT)
    given_answer("UNANSWERABLE_NO_SOURCE", "누구라비는 몇 개입니까?")
    wrong = given_answer("ANSWERED")
    Citation.objects.create(
        message=wrong.message, regulation_title="학칙", locator_key="art-25", number=1
    )
    flag_raise(answer_id=wrong.pk, reason=Flag.Reason.PROVISION_AMENDED)
    review_decide(
        answer_id=given_flagged().pk,
        reviewer=User.objects.create_user("one", role=User.Role.STAFF),
        decision="APPROVED",
    )
    counted()
    staff = Client()
    staff.force_login(User.objects.get(username="one"))

    page = staff.get("/review/dashboard/").content.decode()

    for words in ("누구라비는 몇 개입니까?", "「학칙」 제25조", "표로 보기", "33.3%", "<svg"):
        assert words in page
    with CaptureQueriesContext(connection) as few:
        staff.get("/review/dashboard/")
    for _number in range(5):
        given_answer("UNANSWERABLE_NO_SOURCE")
    counted()
    with CaptureQueriesContext(connection) as many:
        staff.get("/review/dashboard/")
    assert len(many) == len(few)


def given_flagged() -> Answer:
    answer = given_answer("ANSWERED")
    flag_raise(answer_id=answer.pk, reason=Flag.Reason.SAMPLED)
    return answer


def test_figures_come_as_csv_for_the_staff_only() -> None:
    given_answer("ANSWERED")
    counted()
    staff, student = Client(), Client()
    staff.force_login(User.objects.create_user("one", role=User.Role.STAFF))
    student.force_login(User.objects.create_user("two", role=User.Role.STUDENT))

    rows = staff.get("/review/dashboard/figures.csv").content.decode("utf-8-sig").splitlines()

    assert rows[0] == "day,category,name,count,total"
    assert f"{timezone.localdate()},,status:ANSWERED,1,0.0" in rows
    assert student.get("/review/dashboard/figures.csv").status_code == 403
