"""The dashboard: what is counted of a day, that it is read without the answers, and who sees it."""

from __future__ import annotations

from datetime import timedelta
from io import BytesIO

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from openpyxl import load_workbook
from pytest_django import Settings

from chat.asking.services import conversation_start, question_ask
from chat.insights.dashboard.counting import days_count, days_due
from chat.insights.dashboard.figures import period_figures
from chat.insights.dashboard.overview import overview_of
from chat.insights.dashboard.regulations import ANSWERS, regulation_plot, regulation_rows
from chat.models import Answer, Citation, DailyFigure, Feedback
from portal.accounts.models import User
from portal.controls.costs import costs_by_month, costs_by_step, step_label
from portal.controls.services import usage_record
from tests.corpus import given_regulation
from verification.models import CitationCheck, Flag, Verification
from verification.review.deciding import review_decide
from verification.review.flags import flag_raise
from verification.review.leading import reviewer_figures
from verification.review.queue import waiting_ages

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


def given_checks(verification: Verification) -> None:
    """Every citation that was written, of which only the first is shown as confirmed."""
    rows = (
        ("VERIFIED", "SUPPORTED", "KEPT"),
        ("NOT_CHECKED", "NOT_IN_CONTEXT", "MARKED"),
        # Confirmed when it was shown; the second reading took the sentence out, or the mark alone.
        ("MISATTRIBUTED", "SUPPORTED", "REMOVED"),
        ("MISATTRIBUTED", "SUPPORTED", "MARKED"),
        ("NOT_FOUND", "NOT_CHECKED", "GENERALIZED"),
        ("MISATTRIBUTED", "CONTRADICTED", "REMOVED"),
        ("NOT_CHECKED", "NOT_CHECKED", "MARKED"),
        # A reference inside a quoted rule is nobody's citation.
        ("OUT_OF_CONTEXT", "NOT_CHECKED", "KEPT"),
    )
    for position, (status, verdict, action) in enumerate(rows):
        CitationCheck.objects.create(
            verification=verification,
            position=position,
            statement="문장",
            citation_text="학칙 제25조",
            status=status,
            verdict=verdict,
            action=action,
        )


def test_a_day_is_counted_by_state_citation_faithfulness_time_and_opinion() -> None:
    version = given_regulation("학칙", TEXT)
    version.regulation.category = "학사"
    version.regulation.save()
    answer = given_answer("ANSWERED")
    Citation.objects.create(message=answer.message, version=version, number=1, status="VERIFIED")
    verification = Verification.objects.create(
        answer=answer, faithfulness="FAITHFUL", check_state="DONE", score=0.5
    )
    given_checks(verification)
    Feedback.objects.create(answer=answer, helpful=False)

    assert counted() == {
        "questions": ("학사", 1, 0.0),
        "status:ANSWERED": ("학사", 1, 0.0),
        "outcome:ANSWERED": ("학사", 1, 0.0),
        "written:CONFIRMED": ("학사", 1, 0.0),
        "written:BESIDE_SOURCE": ("학사", 1, 0.0),
        "written:WITHDRAWN": ("학사", 2, 0.0),
        "written:WRONG": ("학사", 2, 0.0),
        "written:NOT_CHECKED": ("학사", 1, 0.0),
        "faithfulness:FAITHFUL": ("학사", 1, 0.5),
        "score": ("학사", 1, 0.5),
        "step:total": ("학사", 1, 900.0),
        "step:retrieve": ("학사", 1, 40.0),
        "within:1": ("학사", 1, 0.0),
        "feedback:down": ("학사", 1, 0.0),
    }
    today = timezone.localdate()
    [written] = [one for one in overview_of(first=today, last=today).figures if one.base]
    assert (written.value, written.base) == ("14.3%", "7개 중 1개")


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

    for words in (
        "에 센 것입니다.",
        "쓴 인용의 수와 다릅니다.",
        "누구라비는 몇 개입니까?",
        "「학칙」 제25조",
        "표로 보기",
        "33.3%",
        "<svg",
    ):
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


def test_a_late_check_or_opinion_makes_its_old_day_due_once(settings: Settings) -> None:
    settings.RETENTION_DAYS = 365
    now = timezone.now()
    old, older, forgotten = (given_answer("ANSWERED") for _number in range(3))
    for answer, days in ((old, 20), (older, 40), (forgotten, 400)):
        Answer.objects.filter(pk=answer.pk).update(created_at=now - timedelta(days=days))
        Verification.objects.create(answer=answer)
    today = timezone.localdate()
    days_count(first=today - timedelta(days=401), last=today)
    usual = [(today - timedelta(days=3), today)]
    assert days_due(now=now) == usual

    later = timezone.now()
    Verification.objects.filter(answer__in=[old, forgotten]).update(
        faithfulness="FAITHFUL", check_state="DONE", score=1.0, checked_at=later
    )
    Feedback.objects.create(answer=older, helpful=True)

    due = days_due(now=timezone.now())

    assert due[0] == usual[0]
    assert due[1:] == [(day, day) for day in (today - timedelta(days=n) for n in (40, 20))]
    for first, last in due:
        days_count(first=first, last=last)
    assert DailyFigure.objects.get(day=today - timedelta(days=40), name="feedback:up").count == 1
    assert days_due(now=timezone.now()) == usual


def test_days_on_which_nothing_counted_are_made_up_for() -> None:
    today = timezone.localdate()
    days_count(first=today - timedelta(days=12), last=today - timedelta(days=10))

    assert days_due(now=timezone.now()) == [(today - timedelta(days=10), today)]


def test_citations_are_shown_by_regulation_and_one_regulation_by_day() -> None:
    for status in ("VERIFIED", "VERIFIED", "NOT_FOUND"):
        answer = given_answer("ANSWERED")
        Citation.objects.create(
            message=answer.message, regulation_title="가상 학칙", number=1, status=status
        )
    counted()
    staff = Client()
    staff.force_login(User.objects.create_user("one", role=User.Role.STAFF))

    page = staff.get("/review/dashboard/?regulation=가상 학칙").content.decode()

    assert "66.7%" in page
    assert "인용의 상태: 가상 학칙" in page


def test_answers_are_counted_once_for_each_regulation_they_cite() -> None:
    for status, titles in (
        ("ANSWERED", ("가상 학칙", "가상 학칙", "가상 내규")),
        ("WITHDRAWN", ("가상 학칙",)),
        ("UNANSWERABLE_NO_SOURCE", ()),
    ):
        answer = given_answer(status)
        for title in titles:
            Citation.objects.create(
                message=answer.message, regulation_title=title, number=1, status="VERIFIED"
            )
    counted()
    today = timezone.localdate()

    rows = regulation_rows(counted=ANSWERS, first=today, last=today, days=1)

    told = [(row.bar.label, row.count, row.good_share) for row in rows]
    assert told == [("가상 학칙", 2, "50.0%"), ("가상 내규", 1, "100.0%")]
    plot = regulation_plot(counted=ANSWERS, name="%s", title="가상 학칙", first=today, last=today)
    assert [(one.label, one.values) for one in plot.series] == [
        ("답변함", (1.0,)),
        ("철회됨", (1.0,)),
    ]


def test_cost_is_told_by_step_and_month_and_unpriced_models_have_none(settings: Settings) -> None:
    settings.MODEL_PRICES = {"cheap": [100, 1000]}
    today = timezone.localdate()
    for model, step in (("cheap", "compose"), ("cheap", "judge"), ("other", "judge")):
        usage_record(model=model, prompt_tokens=2_000_000, completion_tokens=100_000, step=step)

    steps = {row.name: row.shown for row in costs_by_step(first=today, last=today)}
    [month] = costs_by_month(first=today, last=today)

    assert steps == {"compose": "300원", "judge": "–"}
    asked = {"judge", "verify", *settings.LLM_STEP_SECONDS}
    assert not [name for name in asked if step_label(name) == name]
    assert (month.calls, month.prompt_tokens, month.amount) == (3, 6_000_000, None)
    settings.MODEL_PRICES |= {"*": [0.5, 0]}
    assert costs_by_month(first=today, last=today)[0].shown == "601원"


def test_figures_of_reviewers_are_shown_to_leads_only() -> None:
    review_decide(
        answer_id=given_flagged().pk,
        reviewer=User.objects.create_user("somebody", role=User.Role.STAFF),
        decision="APPROVED",
    )
    for role, is_shown in ((User.Role.STAFF, False), (User.Role.LEAD, True)):
        client = Client()
        client.force_login(User.objects.create_user(role.lower(), role=role))

        page = client.get("/review/dashboard/").content.decode()

        assert ("somebody" in page) == is_shown


def test_time_until_a_decision_begins_with_the_doubt_that_it_settles() -> None:
    answer = given_flagged()
    somebody = User.objects.create_user("somebody", role=User.Role.STAFF)
    review_decide(answer_id=answer.pk, reviewer=somebody, decision="APPROVED")
    # Doubted and settled a month ago; doubted anew two hours ago.
    now = timezone.now()
    Flag.objects.update(created_at=now - timedelta(days=31), resolved_at=now - timedelta(days=30))
    flag_raise(answer_id=answer.pk, reason=Flag.Reason.THUMBS_DOWN)
    Flag.objects.filter(resolved_at=None).update(created_at=now - timedelta(hours=2))
    review_decide(answer_id=answer.pk, reviewer=somebody, decision="APPROVED")

    today = timezone.localdate()
    counted()

    decided = DailyFigure.objects.get(day=today, name="decision:APPROVED")
    assert 1.9 < decided.total / decided.count < 2.1
    begins = now - timedelta(days=1)
    [figures] = reviewer_figures(begins=begins, ends=timezone.now(), now=timezone.now())
    assert figures.hours is not None
    assert 1.9 < figures.hours < 2.1


def test_time_of_handling_begins_with_opening_the_case_and_the_lead_sees_its_median() -> None:
    lead = User.objects.create_user("chief", role=User.Role.LEAD)
    now = timezone.now()
    for minutes in (1, 1.5, 30):
        answer = given_flagged()
        opened = now - timedelta(minutes=minutes)
        review_decide(answer_id=answer.pk, reviewer=lead, decision="APPROVED", opened_at=opened)
    answer = given_flagged()
    client = Client()
    client.force_login(lead)
    case = f"/review/{answer.pk}/"
    client.get(case)
    opened_first = client.session["cases-opened"][str(answer.pk)]
    client.get(case)
    client.post(case, {"decision": "APPROVED", "cause": "REAL_DOUBT"})
    opened_at = answer.reviews.get().opened_at
    assert opened_at is not None
    assert opened_at.isoformat() == opened_first
    assert client.session["cases-opened"] == {}

    begins = now - timedelta(days=1)
    [figures] = reviewer_figures(begins=begins, ends=timezone.now(), now=timezone.now())

    assert figures.minutes is not None
    assert 0.9 < figures.minutes < 1.6
    assert figures.is_within_goal
    page = client.get("/review/dashboard/").content.decode()
    assert "처리 시간(중앙값)" in page
    assert "plot-goal" in page


def test_open_cases_are_told_by_age_and_two_states_never_look_the_same() -> None:
    for hours in (1, 30, 60, 400):
        answer = given_flagged()
        Flag.objects.filter(answer=answer).update(
            created_at=timezone.now() - timedelta(hours=hours)
        )
    assert [one.count for one in waiting_ages(now=timezone.now())] == [1, 1, 1, 1]
    for status in Answer.Status.values:
        given_answer(status)
    counted()
    today = timezone.localdate()

    [states, abstained, *_rest] = overview_of(first=today, last=today).plots

    open_states = {str(Answer.Status(one).label) for one in ("PENDING", "COMPOSING")}
    drawn = [key.drawn for key in states.legend() if key.label not in open_states]
    assert len(drawn) > 6
    assert len(set(drawn)) == len(drawn)
    assert len(abstained.rows()) == 1


def test_share_of_nothing_abstained_is_zero_and_not_unmeasured() -> None:
    given_answer("ANSWERED")
    counted()
    today = timezone.localdate()

    _states, abstained, *_rest = overview_of(first=today, last=today).plots

    assert abstained.rows() == [(today, ["0.0%"])]
    assert abstained.svg()


def test_workbook_holds_texts_as_texts_and_numbers_as_numbers() -> None:
    answer = given_answer("ANSWERED")
    Citation.objects.create(
        message=answer.message, regulation_title='=HYPERLINK("x")', number=1, status="VERIFIED"
    )
    counted()
    staff = Client()
    staff.force_login(User.objects.create_user("one", role=User.Role.STAFF))

    book = load_workbook(BytesIO(staff.get("/review/dashboard/figures.xlsx").content))

    cell = book.worksheets[1]["B2"]
    assert (cell.value, cell.data_type) == ('=HYPERLINK("x")', "s")
    assert {row[3].data_type for row in book.worksheets[0].iter_rows(min_row=2)} == {"n"}
