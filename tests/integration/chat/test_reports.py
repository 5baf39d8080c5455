"""The report of a month: what is stored, that it stands, that nobody is recognized in it, and how it goes out."""

from __future__ import annotations

from datetime import date, datetime

import pypdfium2
import pytest
from django.core import mail
from django.db import DatabaseError, transaction
from django.utils import timezone
from pytest_django import Settings

from chat.asking.services import conversation_start, question_ask
from chat.insights.dashboard.counting import days_count
from chat.insights.reports.figures import MonthFigures, month_figures
from chat.insights.reports.mailing import report_send
from chat.insights.reports.pdf import report_pdf
from chat.insights.reports.stored import report_read, reports_write
from chat.insights.reports.wording import report_of
from chat.models import Answer, Citation, MonthlyReport
from chat.tasks import send_report
from portal.accounts.models import User
from portal.controls.models import ModelUsage
from portal.mailing.models import Letter
from tests.integration.verification.test_notices import client_of, person
from verification.models import Flag, Review
from verification.review.deciding import review_decide
from verification.review.flags import flag_raise

pytestmark = pytest.mark.django_db
MONTH = date(2026, 2, 1)
TODAY = date(2026, 3, 1)
NOW = datetime(2026, 3, 1, 6, 0, tzinfo=timezone.get_default_timezone())


def given_answer(status: str, question: str, *, day: int = 10, asker: str = "asker") -> Answer:
    started = conversation_start(user=None, session_key=asker)
    answer = question_ask(conversation=started, question=question, as_of=MONTH, in_background=False)
    at = datetime(2026, 2, day, 9, 0, tzinfo=timezone.get_default_timezone())
    Answer.objects.filter(pk=answer.pk).update(
        status=status, created_at=at, timings={"total": 1500.0}
    )
    answer.refresh_from_db()
    return answer


def given_month(answered: int = 2, topic: int = 5) -> None:
    for number in range(answered):
        answer = given_answer("ANSWERED", "휴학은 몇 년입니까?")
        Citation.objects.create(
            message=answer.message,
            regulation_title="학칙",
            locator_key="art-25",
            number=1,
            status="VERIFIED" if number else "NOT_FOUND",
        )
    for number in range(topic):
        asker = f"asker {number}"
        given_answer("UNANSWERABLE_NO_SOURCE", "오늘 학식 메뉴는 무엇입니까?", asker=asker)
    given_answer("UNANSWERABLE_NO_SOURCE", "홍길동 교수님 연구실은 어디입니까?")
    days_count(first=MONTH, last=date(2026, 2, 28))


def test_a_finished_month_is_kept_once_and_does_not_change_afterwards() -> None:
    given_month()

    written = [reports_write(today=TODAY) for _time in range(2)]
    given_answer("ANSWERED", "나중에 더해진 질문입니까?")
    days_count(first=MONTH, last=date(2026, 2, 28))

    assert written == [1, 0]
    figures, is_final = report_read(month=MONTH, today=TODAY)
    assert (figures.questions, figures.answered, figures.abstained, is_final) == (8, 2, 6, True)
    assert month_figures(month=MONTH).questions == 9
    with pytest.raises(DatabaseError), transaction.atomic():
        MonthlyReport.objects.update(figures={})


def test_what_fewer_than_five_asked_is_not_named() -> None:
    given_month()
    figures = month_figures(month=MONTH)

    assert [(row.name, row.count) for row in figures.unanswered] == [("메뉴", 5)]
    assert figures.unanswered_rest == 1
    stored = str(figures.as_json())
    assert "홍길동" not in stored
    assert "교수" not in stored


@pytest.mark.parametrize("asker", ["one", ""])
def test_who_asks_the_same_five_times_is_one(asker: str) -> None:
    """Each time in a conversation of its own; nobody knows how many they are who ask without a session."""
    for _number in range(5):
        given_answer("UNANSWERABLE_NO_SOURCE", "학식 메뉴는?", asker=asker)

    figures = month_figures(month=MONTH)

    assert (figures.unanswered, figures.unanswered_rest) == ((), 1)


def test_disputed_rules_decisions_and_cost_are_counted(settings: Settings) -> None:
    settings.MODEL_PRICES = {"*": [100, 1000]}
    given_month(answered=5, topic=0)
    ModelUsage.objects.create(
        day=MONTH, model="any", calls=3, prompt_tokens=2_000_000, completion_tokens=500_000
    )
    reviewer = person("reviewer-1", User.Role.STAFF)
    for answer in Answer.objects.filter(status="ANSWERED"):
        flag_raise(answer_id=answer.pk, reason=Flag.Reason.LOW_FAITHFULNESS)
    Flag.objects.update(created_at=datetime(2026, 2, 10, 9, 0, tzinfo=NOW.tzinfo))
    decided = Answer.objects.filter(status="ANSWERED").first()
    assert decided is not None
    with transaction.atomic():
        review = review_decide(
            answer_id=decided.pk, reviewer=reviewer, decision="WITHDRAWN", reason="까닭"
        )

    figures = month_figures(month=MONTH)

    assert [(row.name, row.count) for row in figures.disputed] == [("「학칙」 제25조", 5)]
    assert figures.cost == "700"
    assert figures.waiting == 5, "what was decided after the month waited at its end"
    this = timezone.localdate(review.created_at).replace(day=1)
    assert month_figures(month=this).withdrawn == Review.objects.count() == 1
    assert "reviewer-1" not in str(figures.as_json())


def test_without_a_price_there_is_no_cost_and_not_a_cost_of_nothing() -> None:
    ModelUsage.objects.create(day=MONTH, model="any", calls=1, prompt_tokens=10)

    assert month_figures(month=MONTH).cost is None


def test_pages_and_pdf_say_the_same_in_three_pages_at_most() -> None:
    given_month()
    reports_write(today=TODAY)
    lead = client_of(person("lead", User.Role.LEAD))

    page = lead.get("/review/reports/?month=2026-02", follow=True).content.decode()
    file = lead.get("/review/reports/2026-02/report.pdf")

    assert file.headers["Content-Type"] == "application/pdf"
    pdf = pypdfium2.PdfDocument(file.content)
    assert 1 <= len(pdf) <= 3
    text = " ".join(one.get_textpage().get_text_range() for one in pdf)
    for said in ("2026년 2월 규정 길잡이 운영 보고", "8", "메뉴", "지난달의 숫자가 없습니다"):
        assert said in page
        assert said in text
    for month in ("2026-01", "next", "2026-13", "1"):
        assert lead.get(f"/review/reports/{month}/").status_code == 404


def test_a_month_in_which_nothing_was_asked_has_a_pdf_too() -> None:
    empty = MonthFigures()
    report = report_of(month=MONTH, now=empty, before=empty, is_final=False)

    assert report_pdf(report, made_on=TODAY).startswith(b"%PDF")


def test_a_report_goes_to_each_address_once(settings: Settings) -> None:
    settings.EMAIL_URL, settings.PORTAL_URL = "memorymail://", "https://rules.example.org"
    given_month()
    reports_write(today=TODAY)

    for address in ("dean@example.org", "DEAN@example.org", "board@example.org"):
        send_report(month="2026-02", address=address, language="ko")
    assert report_send(month=MONTH, address="dean@example.org", language="en", now=NOW) is None

    assert [letter.to for letter in mail.outbox] == [["dean@example.org"], ["board@example.org"]]
    [(name, content, kind)] = mail.outbox[0].attachments
    assert (name, kind) == ("report-2026-02.pdf", "application/pdf")
    assert bytes(content).startswith(b"%PDF")
    assert Letter.objects.filter(state=Letter.State.SENT).count() == 2


@pytest.mark.parametrize(
    ("addresses", "status"),
    [("dean@example.org, board@example.org", 302), ("no address", 422), ("", 422)],
)
def test_only_addresses_are_sent_to(settings: Settings, addresses: str, status: int) -> None:
    settings.EMAIL_URL, settings.PORTAL_URL = "memorymail://", "https://rules.example.org"
    given_month()
    reports_write(today=TODAY)
    lead = client_of(person("lead", User.Role.LEAD))

    reply = lead.post("/review/reports/2026-02/send", {"addresses": addresses})

    assert reply.status_code == status


def test_the_present_month_is_shown_as_unfinished_and_is_not_sent(settings: Settings) -> None:
    settings.EMAIL_URL, settings.PORTAL_URL = "memorymail://", "https://rules.example.org"
    lead = client_of(person("lead", User.Role.LEAD))
    this = f"{timezone.localdate():%Y-%m}"

    assert "아직 끝나지 않았습니다" in lead.get(f"/review/reports/{this}/").content.decode()
    sent = lead.post(f"/review/reports/{this}/send", {"addresses": "dean@example.org"})
    assert sent.status_code == 404
