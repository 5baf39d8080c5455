"""Figures that somebody counted by hand: answers and not decisions, citations that were written, what became of an answer."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from chat.insights.dashboard.figures import period_figures
from chat.insights.dashboard.overview import overview_of
from chat.insights.dashboard.signals import curation_signals
from chat.insights.public import public_figures
from chat.insights.reports.figures import month_figures
from chat.insights.reports.wording import report_of
from chat.models import Answer, AnswerSentence, Citation, DailyFigure, RegulationAnswerFigure
from portal.accounts.models import User
from tests.integration.chat.test_dashboard import counted, given_answer
from verification.models import CitationCheck, Flag, Review, Verification
from verification.review.flags import flag_raise, flags_settle

pytestmark = pytest.mark.django_db


@pytest.fixture
def staff() -> User:
    return User.objects.create_user("staff", role=User.Role.LEAD)


def decided(answer: Answer, staff: User, *decisions: str, **fields: object) -> None:
    for decision in decisions:
        flag_raise(answer_id=answer.pk, reason=Flag.Reason.THUMBS_DOWN)
        Review.objects.create(
            answer=answer, reviewer=staff, decision=decision, reason="까닭", **fields
        )
        flags_settle(answer_id=answer.pk, now=timezone.now())


def test_an_answer_that_was_decided_twice_is_one_answer(staff: User) -> None:
    twice, other = given_answer("ANSWERED"), given_answer("ANSWERED")
    decided(twice, staff, "CORRECTED", "WITHDRAWN")
    decided(other, staff, "WITHDRAWN", "APPROVED")
    today = timezone.localdate()

    month = month_figures(month=today.replace(day=1))

    assert (month.decided, month.approved, month.corrected, month.withdrawn) == (2, 1, 0, 1)
    DailyFigure.objects.create(day=today, name="questions", category="", count=9)
    told = public_figures(today=today + timedelta(days=1))
    assert told is not None
    assert told.corrected == 1


def test_what_was_withdrawn_is_not_answered_and_what_was_corrected_is(staff: User) -> None:
    answers = [given_answer("ANSWERED") for _number in range(3)]
    refused = given_answer("UNANSWERABLE_NO_SOURCE")
    for answer in answers:
        Citation.objects.create(message=answer.message, regulation_title="학칙", number=1)
    decided(answers[0], staff, "WITHDRAWN")
    decided(answers[1], staff, "CORRECTED", "APPROVED")
    decided(refused, staff, "CORRECTED")
    names = counted()
    today = timezone.localdate()

    assert (names["status:ANSWERED"][1], names["outcome:ANSWERED"][1]) == (2, 3)
    for name in ("status:WITHDRAWN", "status:CORRECTED", "outcome:WITHDRAWN"):
        assert names[name][1] == 1, name
    assert "status:UNANSWERABLE_NO_SOURCE" not in names
    by_regulation = RegulationAnswerFigure.objects.values_list("status", "count")
    assert dict(by_regulation) == {"ANSWERED": 2, "WITHDRAWN": 1}
    figures = {one.label: one.value for one in overview_of(first=today, last=today).figures}
    assert (figures["답변함"], figures["답하지 않음"]) == ("75.0%", "0.0%")
    assert month_figures(month=today.replace(day=1)).answered == 3


def test_every_step_of_an_answer_has_a_name_for_people() -> None:
    answer = given_answer("ANSWERED")
    Answer.objects.filter(pk=answer.pk).update(timings={"kept": 3.0})
    counted()
    today = timezone.localdate()

    plots = {plot.title: plot for plot in overview_of(first=today, last=today).plots}

    [step] = plots["단계마다 걸린 평균 시간(ms)"].series
    assert step.label == "확인해 둔 답변 찾기"


def given_pairs(answer: Answer) -> None:
    """Two citations that the model wrote, one of them beside an open sentence; one that the portal found for each."""
    verification = Verification.objects.create(answer=answer)
    added = "문장을 뒷받침하는 조문을 찾아 붙였습니다."
    rows = (
        ("[†1]", "VERIFIED", "SUPPORTED", "KEPT", ""),
        ("[†2]", "NOT_CHECKED", "NOT_IN_CONTEXT", "REMOVED", ""),
        ("[†3]", "VERIFIED", "SUPPORTED", "COMPLETED", added),
    )
    for position, (written, status, verdict, action, reason) in enumerate(rows):
        CitationCheck.objects.create(
            verification=verification,
            position=position,
            statement="문장",
            citation_text=written,
            status=status,
            verdict=verdict,
            action=action,
            reason=reason,
        )
    for position, outcome in enumerate(("CONFIRMED", "BESIDE_SOURCE", "DIFFERS"), start=1):
        sentence = AnswerSentence.objects.create(answer=answer, position=position, outcome=outcome)
        status = "VERIFIED" if outcome == "CONFIRMED" else "NOT_CHECKED"
        Citation.objects.create(
            message=answer.message, sentence=sentence, number=position, status=status
        )


def test_what_the_portal_found_for_a_sentence_is_no_citation_that_was_written() -> None:
    given_pairs(given_answer("ANSWERED"))
    counted()
    today = timezone.localdate()

    period = period_figures(first=today, last=today)
    assert period.written == {"CONFIRMED": 1, "BESIDE_SOURCE": 1}
    assert period.family("attached") == {"CONFIRMED": 1, "OPEN": 2}
    month = month_figures(month=today.replace(day=1))
    report = report_of(month=today, now=month, before=month, is_final=False)
    told = " ".join(report.sections[1].sentences)
    assert "쓴 인용 2개 가운데 1개(50.0%)" in told
    assert "1개는 확인하지 못해 원문과 함께" in told
    assert "확인된 문장에 1개, 확인되지 않은 문장에 2개" in told


@pytest.mark.parametrize(
    ("status", "decision", "citations", "told"),
    [
        ("UNANSWERABLE_NO_SOURCE", "CORRECTED", [{"label": "제1조"}], "찾지 못함"),
        ("UNANSWERABLE_NO_SOURCE", "CORRECTED", [], "규정 없음"),
        ("UNANSWERABLE_NO_SOURCE", "APPROVED", [], "규정 없음"),
        ("ANSWERED", "APPROVED", [], "승인"),
        ("UNANSWERABLE_NO_SOURCE", "WITHDRAWN", [], "철회"),
    ],
)
def test_a_question_that_was_handed_over_says_what_the_office_made_of_it(
    staff: User, status: str, decision: str, citations: list[dict[str, str]], told: str
) -> None:
    answer = given_answer(status)
    flag_raise(answer_id=answer.pk, reason=Flag.Reason.HANDED_OVER)
    decided(answer, staff, decision, citations=citations)
    today = timezone.localdate()

    [signal] = curation_signals(first=today, last=today).handed_over

    assert signal.text.split(" · ")[-1] == told


def test_a_false_alarm_is_told_once_with_the_doubts_that_were_settled(
    client: Client, staff: User
) -> None:
    answer, rethought = given_answer("ANSWERED"), given_answer("ANSWERED")
    flag_raise(answer_id=answer.pk, reason=Flag.Reason.LOW_FAITHFULNESS)
    decided(answer, staff, "APPROVED", cause="WORDING")
    decided(answer, staff, "APPROVED", cause="OPINION")
    flag_raise(answer_id=answer.pk, reason=Flag.Reason.PROVISION_AMENDED)
    decided(rethought, staff, "APPROVED", cause="OPINION")
    decided(rethought, staff, "WITHDRAWN")
    client.force_login(staff)

    [line] = client.get("/review/false-alarms.jsonl").content.decode().splitlines()

    told = json.loads(line)
    assert (told["cause"], told["doubts"]) == ("OPINION", ["THUMBS_DOWN"])
