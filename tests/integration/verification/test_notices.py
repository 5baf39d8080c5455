"""Notices: who is told what, once; the list and its counter; and what of it goes out by mail."""

from __future__ import annotations

import smtplib
from datetime import date, datetime, timedelta
from errno import EHOSTUNREACH
from socket import gaierror
from unittest import mock

import pytest
from django.core import mail
from django.core.mail import EmailMultiAlternatives
from django.core.mail.backends.locmem import EmailBackend
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import Settings

from chat.asking.services import conversation_start, feedback_record, question_ask
from chat.conversations.personal_data import person_delete
from chat.conversations.selectors import answers_decided
from chat.models import Answer, Citation, Feedback
from portal.accounts.models import User
from portal.mailing.models import Letter
from tests.corpus import SCHOOL_REGULATIONS, given_regulation
from verification.models import Flag, Notice, NoticePreference
from verification.review.deciding import ReviewError, review_decide
from verification.review.flags import flag_raise
from verification.review.notices.digest import digest_send, digests_send, unsubscribe_token
from verification.review.notices.scheduled import notify_daily_summary, notify_overdue
from verification.review.notices.sending import Notification, send_notifications
from verification.review.queue import case_hand_over, case_take
from verification.review.reopening import case_reopen

pytestmark = pytest.mark.django_db
Kind = Notice.Kind
QUESTION = "누구라비 휴학은 몇 년입니까?"
NOON = datetime(2026, 3, 2, 12, 0, tzinfo=timezone.get_default_timezone())


@pytest.fixture
def _mail(settings: Settings) -> None:
    settings.EMAIL_URL = "memorymail://"
    settings.PORTAL_URL = "https://rules.example.org"


def person(name: str, role: User.Role = User.Role.STUDENT) -> User:
    return User.objects.create_user(name, f"{name}@example.org", role=role)


def client_of(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def given_answer(user: User | None = None, session_key: str = "") -> Answer:
    started = conversation_start(user=user, session_key=session_key)
    answer = question_ask(
        conversation=started, question=QUESTION, as_of=date(2026, 3, 2), in_background=False
    )
    Answer.objects.filter(pk=answer.pk).update(status="ANSWERED", finished_at=timezone.now())
    answer.refresh_from_db()
    return answer


def told(user: User) -> list[str]:
    found = Notice.objects.filter(recipient=user).order_by("created_at", "pk")
    return [str(kind) for kind in found.values_list("kind", flat=True)]


def given_notice(user: User, key: str = "one") -> None:
    send_notifications([Notification(Kind.ANSWER_CORRECTED, key, "/regulations/", user_id=user.pk)])


# -- who is told what -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("decision", "judged", "expected"),
    [
        pytest.param("CORRECTED", False, [Kind.ANSWER_CORRECTED], id="corrected"),
        pytest.param("WITHDRAWN", True, [Kind.ANSWER_WITHDRAWN], id="withdrawn"),
        pytest.param("APPROVED", True, [Kind.FEEDBACK_HANDLED], id="opinion looked at"),
        pytest.param("APPROVED", False, [], id="approved, nothing to tell"),
    ],
)
def test_the_asker_is_told_what_was_decided(
    decision: str, judged: bool, expected: list[str]
) -> None:
    given_regulation("학칙", SCHOOL_REGULATIONS)
    asker = person("asker")
    answer = given_answer(asker)
    flag_raise(answer_id=answer.pk, reason=Flag.Reason.SAMPLED)
    if judged:
        feedback_record(answer=answer, helpful=False)

    review_decide(
        answer_id=answer.pk,
        reviewer=person("one", User.Role.STAFF),
        decision=decision,
        reason="까닭",
        corrected_text="휴학은 3년까지입니다(「학칙」 제25조제2항).",
        accepts_unconfirmed=True,
    )

    assert told(asker) == expected
    assert Feedback.objects.filter(answer=answer).exists() == judged


@pytest.mark.parametrize("decision", ["CORRECTED", "WITHDRAWN"])
def test_the_asker_is_told_that_the_first_answer_stands_again(decision: str) -> None:
    asker, one = person("asker"), person("one", User.Role.STAFF)
    answer = given_answer(asker)
    flag_raise(answer_id=answer.pk, reason=Flag.Reason.SAMPLED)
    review_decide(
        answer_id=answer.pk,
        reviewer=one,
        decision=decision,
        reason="근거가 바뀌었습니다.",
        corrected_text="학과에 문의하십시오.",
    )
    client_of(asker).post("/notices/seen")
    case_reopen(answer_id=answer.pk, reviewer=one, reason="다시 봅니다.")

    page = client_of(asker).get(f"/conversations/{answer.message.conversation_id}/")

    shown = page.content.decode()
    assert "근거가 바뀌었습니다." in shown
    assert "다시 봅니다. 결정하면" in shown
    review_decide(answer_id=answer.pk, reviewer=one, decision="APPROVED", reason="")
    assert told(asker)[-1] == Kind.ANSWER_RESTORED
    assert answers_decided(user=asker, session_key="") == [answer]
    assert "되돌렸습니다" in client_of(asker).get("/notices/").content.decode()
    notice = Notice.objects.get(kind=Kind.ANSWER_RESTORED)
    client_of(asker).post(f"/notices/{notice.pk}/open")
    assert answers_decided(user=asker, session_key="") == []


def test_what_was_read_in_the_list_is_not_told_again_beside_the_question() -> None:
    asker = person("asker")
    answer = given_answer(asker)
    flag_raise(answer_id=answer.pk, reason=Flag.Reason.SAMPLED)
    review_decide(
        answer_id=answer.pk,
        reviewer=person("one", User.Role.STAFF),
        decision="WITHDRAWN",
        reason="까닭",
    )
    assert answers_decided(user=asker, session_key="") == [answer]
    notice = Notice.objects.get(recipient=asker)

    reply = client_of(asker).post(f"/notices/{notice.pk}/open")

    assert reply.headers["Location"].endswith(f"#answer-{answer.pk}")
    assert answers_decided(user=asker, session_key="") == []


def test_an_amendment_is_told_once_to_each_asker_and_counted_for_the_lead() -> None:
    version = given_regulation("학칙", SCHOOL_REGULATIONS)
    asker, lead = person("asker"), person("lead", User.Role.LEAD)
    for _number in range(2):
        answer = given_answer(asker)
        Citation.objects.create(
            message=answer.message,
            version=version,
            regulation_title="학칙",
            locator_key="art-25/para-2",
            number=1,
        )

    given_regulation(
        "학칙", SCHOOL_REGULATIONS.replace("3년", "4년"), enforcement_date=date(2026, 3, 1)
    )

    assert told(asker) == [Kind.PROVISION_AMENDED]
    assert told(lead) == [Kind.CASES_OPENED]
    assert Notice.objects.get(recipient=asker).figures == {"count": 2}
    assert "외 답변 1개" in client_of(asker).get("/notices/").content.decode()
    assert Notice.objects.get(recipient=lead).figures == {"count": 2}


def test_the_staff_is_told_of_cases_put_into_their_hands_until_they_are_decided() -> None:
    one, other = person("one", User.Role.STAFF), person("other", User.Role.STAFF)
    lead = person("lead", User.Role.LEAD)
    answer = given_answer()
    flag_raise(answer_id=answer.pk, reason=Flag.Reason.SAMPLED)
    now = timezone.now()
    case_take(answer_id=answer.pk, reviewer=one, now=now)
    case_hand_over(answer_id=answer.pk, reviewer=one, to=other, now=now)

    review_decide(answer_id=answer.pk, reviewer=other, decision="SECOND", reason="확실하지 않음")

    assert told(other) == [Kind.CASE_ASSIGNED]
    assert (told(one), told(lead)) == ([], [Kind.SECOND_ASKED])
    review_decide(answer_id=answer.pk, reviewer=lead, decision="APPROVED")
    assert not Notice.objects.filter(read_at=None).exists()


def test_only_who_leads_settles_a_second_opinion_where_that_is_set(settings: Settings) -> None:
    settings.REVIEW_SECOND_BY_LEAD = True
    one, other = person("one", User.Role.STAFF), person("other", User.Role.STAFF)
    answer = given_answer()
    flag_raise(answer_id=answer.pk, reason=Flag.Reason.SAMPLED)
    review_decide(answer_id=answer.pk, reviewer=one, decision="SECOND", reason="확실하지 않음")

    with pytest.raises(ReviewError):
        review_decide(answer_id=answer.pk, reviewer=other, decision="APPROVED")

    lead = person("lead", User.Role.LEAD)
    assert review_decide(answer_id=answer.pk, reviewer=lead, decision="APPROVED").pk


def test_late_cases_and_the_day_are_told_once_however_often_the_clock_strikes() -> None:
    one, lead = person("one", User.Role.STAFF), person("lead", User.Role.LEAD)
    held, free = given_answer(), given_answer()
    for answer in (held, free):
        flag_raise(answer_id=answer.pk, reason=Flag.Reason.SAMPLED)
    case_take(answer_id=held.pk, reviewer=one, now=timezone.now())
    later = timezone.now() + timedelta(hours=49)

    for _strike in range(2):
        notify_overdue(now=later)
        notify_daily_summary(now=later)

    assert told(one) == [Kind.CASE_LATE]
    assert told(lead) == [Kind.CASE_LATE, Kind.DAY_SUMMARY]
    summary = Notice.objects.get(kind=Kind.DAY_SUMMARY)
    assert summary.figures == {"open": 2, "late": 2, "decided": 0}


# -- the list -------------------------------------------------------------------------------------------------------------


def test_list_and_counter_are_those_of_the_person_and_cost_no_more_for_more_notices() -> None:
    asker, other = person("asker"), person("other")
    given_notice(other)
    page = client_of(asker)
    given_notice(asker)
    assert 'class="bell-count">1<' in page.get("/notices/").content.decode()
    with CaptureQueriesContext(connection) as few:
        page.get("/notices/")
    for number in range(5):
        given_notice(asker, f"more {number}")
    given_notice(asker, "more 1")

    with CaptureQueriesContext(connection) as many:
        shown = page.get("/notices/").content.decode()

    assert len(many) == len(few)
    assert shown.count('class="notice-open"') == 6
    theirs = Notice.objects.get(recipient=other)
    assert page.post(f"/notices/{theirs.pk}/open").status_code == 404
    page.post("/notices/seen")
    assert "bell-count" not in page.get("/notices/").content.decode()
    assert Notice.objects.filter(read_at=None).get() == theirs


def test_who_asks_without_signing_in_is_told_by_the_session() -> None:
    client = Client()
    client.post("/", {"question": QUESTION})
    key = client.session.session_key or ""
    answer = Answer.objects.get()
    flag_raise(answer_id=answer.pk, reason=Flag.Reason.SAMPLED)
    review_decide(
        answer_id=answer.pk,
        reviewer=person("one", User.Role.STAFF),
        decision="WITHDRAWN",
        reason="까닭",
    )

    assert Notice.objects.get().session_key == key
    assert QUESTION in client.get("/notices/").content.decode()
    assert QUESTION not in Client().get("/notices/").content.decode()


def test_notices_end_with_the_account() -> None:
    asker = person("asker")
    given_notice(asker)
    NoticePreference.objects.create(user=asker)

    person_delete(user=asker, now=timezone.now())

    assert not Notice.objects.exists()
    assert not NoticePreference.objects.exists()


# -- the letter -----------------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("_mail")
def test_the_digest_says_how_many_and_where_and_never_what() -> None:
    asker = person("asker")
    answer = given_answer(asker)
    send_notifications(
        [
            Notification(
                Kind.ANSWER_CORRECTED, f"key {n}", "/x", user_id=asker.pk, answer_id=answer.pk
            )
            for n in range(2)
        ]
    )

    assert digests_send(now=NOON) == 1

    [letter] = mail.outbox
    assert isinstance(letter, EmailMultiAlternatives)
    html = str(letter.alternatives[0][0])
    for body in (str(letter.body), html):
        assert "(2)" in body
        assert "https://rules.example.org/notices/" in body
        assert "/notices/unsubscribe/" in body
        assert QUESTION not in body
    assert "고쳤습니다" in html
    assert QUESTION not in letter.subject


@pytest.mark.usefixtures("_mail")
def test_the_digest_comes_once_a_day_after_its_hour_and_tells_nothing_twice() -> None:
    asker = person("asker")
    given_notice(asker)
    early = NOON.replace(hour=6)

    sent = [digests_send(now=at) for at in (early, NOON, NOON + timedelta(minutes=5))]
    given_notice(asker, "another")
    sent += [digests_send(now=NOON + timedelta(hours=n)) for n in (1, 24, 48)]

    assert sent == [0, 1, 0, 0, 1, 0]
    assert "(1)" in mail.outbox[1].body


@pytest.mark.usefixtures("_mail")
@pytest.mark.parametrize(
    ("wanted", "expected"), [(NoticePreference.Mail.NONE, 0), (NoticePreference.Mail.IMMEDIATE, 2)]
)
def test_each_person_says_how_often(wanted: str, expected: int) -> None:
    asker = person("asker")
    client_of(asker).post("/notices/settings/", {"mail": wanted})
    for number in range(2):
        given_notice(asker, f"key {number}")
        digests_send(now=NOON.replace(hour=3, minute=number))

    assert len(mail.outbox) == expected


@pytest.mark.usefixtures("_mail")
def test_the_link_in_the_letter_ends_the_letters_without_signing_in() -> None:
    asker = person("asker")
    link = f"/notices/unsubscribe/{unsubscribe_token(asker)}/"
    given_notice(asker)
    by_itself = Client(enforce_csrf_checks=True)

    assert by_itself.get(link).status_code == 200
    assert digests_send(now=NOON) == 1, "looking at the link ends nothing"
    assert by_itself.post(link, {"List-Unsubscribe": "One-Click"}).status_code == 200
    given_notice(asker, "another")

    assert digests_send(now=NOON + timedelta(days=1)) == 0
    assert by_itself.post("/notices/unsubscribe/forged/").status_code == 404


@pytest.mark.usefixtures("_mail")
def test_a_process_that_dies_between_sending_and_noting_does_not_send_twice() -> None:
    asker = person("asker")
    given_notice(asker)

    class Died(BaseException):
        pass

    def send_and_die(message: EmailMultiAlternatives, *_args: object) -> int:
        mail.outbox.append(message)
        raise Died

    with mock.patch.object(EmailMultiAlternatives, "send", send_and_die), pytest.raises(Died):
        digest_send(user=asker, now=NOON)
    sent = [digests_send(now=NOON + timedelta(hours=n)) for n in (0, 1, 24, 25)]

    assert len(mail.outbox) == 1
    assert sent == [0, 0, 0, 0]
    assert Letter.objects.get().state == Letter.State.SENDING


@pytest.mark.usefixtures("_mail")
@pytest.mark.parametrize(
    ("failure", "state", "attempts"),
    [
        pytest.param(
            smtplib.SMTPDataError(451, b"later"),
            "REFUSED",
            Letter.terms.most_attempts,
            id="refused",
        ),
        pytest.param(TimeoutError(), "UNKNOWN", 1, id="nobody knows"),
        pytest.param(smtplib.SMTPServerDisconnected(), "UNKNOWN", 1, id="cut off"),
    ],
)
def test_only_what_the_server_did_not_take_is_tried_again(
    failure: Exception, state: str, attempts: int
) -> None:
    given_notice(person("asker"))

    with mock.patch.object(EmailMultiAlternatives, "send", side_effect=failure) as send:
        for number in range(Letter.terms.most_attempts + 2):
            digests_send(now=NOON + timedelta(minutes=5 * number))

    assert send.call_count == attempts
    assert Letter.objects.get().state == state


@pytest.mark.usefixtures("_mail")
@pytest.mark.parametrize(
    "failure",
    [
        gaierror("no such host"),
        TimeoutError(),
        OSError(EHOSTUNREACH, "no route"),
        smtplib.SMTPServerDisconnected(),
        smtplib.SMTPAuthenticationError(535, b"no"),
    ],
    ids=["no name", "slow", "no route", "closed at once", "wrong password"],
)
def test_a_mail_server_that_is_away_costs_nobody_a_letter(failure: Exception) -> None:
    for name in ("asker", "other"):
        given_notice(person(name))
    later = NOON

    with mock.patch.object(EmailBackend, "open", side_effect=failure) as opened:
        for _ in range(Letter.terms.most_attempts + 2):
            assert digests_send(now=later) == 0
            later += timedelta(minutes=5)

    assert opened.call_count == Letter.terms.most_attempts + 2  # one knock a round
    assert mail.outbox == []
    assert digests_send(now=later) == 2
    assert {letter.state for letter in Letter.objects.all()} == {Letter.State.SENT}


def test_nothing_is_noted_as_sent_where_no_mail_goes_out(settings: Settings) -> None:
    settings.EMAIL_URL = ""
    given_notice(person("asker"))

    assert digests_send(now=NOON) == 0
    assert not Letter.objects.exists()
