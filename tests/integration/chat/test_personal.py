"""What is kept about a person can be had, deleted, and is forgotten in time; the records of the staff stay whole."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from django.db.models import ForeignObjectRel
from django.test import Client
from django.utils import timezone

from chat.asking.services import conversation_start, feedback_record, question_ask
from chat.conversations.certificates.issuing import certificate_issue
from chat.conversations.personal_data import conversations_expire, person_delete
from chat.conversations.selectors import questions_asked
from chat.models import Answer, AnswerShare, Conversation, Message
from chat.reruns.enqueueing import search_enqueue
from chat.reruns.leases import RerunRefusedError
from portal.accounts.models import User
from tests.answering import answer_question
from tests.corpus import TODAY, given_corpus
from tests.stored_answers import Written
from tests.stored_answers import given_answer as stored_answer
from verification.models import Flag, NoticePreference, Review, Verification

pytestmark = pytest.mark.django_db
QUESTION = "경영학과 3학년 과대표인데 휴학은 몇 년까지 됩니까?"
PASSWORD = "sounding-line-42"  # pragma: allowlist secret


def given_answer(user: User | None) -> Answer:
    return question_ask(
        conversation=conversation_start(user=user, session_key="browser"),
        question=QUESTION,
        as_of=TODAY,
        in_background=False,
    )


def given_person(name: str = "gaon") -> User:
    return User.objects.create_user(name, email="gaon@example.com")


def review(answer: Answer) -> Review:
    reviewer = User.objects.create_user("reviewer", role=User.Role.STAFF)
    return Review.objects.create(answer=answer, reviewer=reviewer, decision="APPROVED")


def made_old(days: int) -> None:
    Conversation.objects.update(updated_at=timezone.now() - timedelta(days=days))


def test_old_conversations_are_forgotten_and_younger_ones_stay() -> None:
    given_answer(given_person())
    given_answer(None)
    made_old(days=31)
    young = given_answer(None)

    forgotten = conversations_expire(now=timezone.now(), days=30)

    assert (forgotten.deleted, forgotten.anonymized) == (2, 0)
    assert list(Answer.objects.all()) == [young]


def test_nothing_is_forgotten_where_the_university_keeps_everything() -> None:
    given_answer(None)
    made_old(days=9000)

    assert conversations_expire(now=timezone.now(), days=0).deleted == 0
    assert Conversation.objects.count() == 1


def test_a_reviewed_answer_stays_without_the_person_and_is_not_forgotten_twice() -> None:
    answer = given_answer(given_person())
    decision = review(answer)
    made_old(days=31)

    forgotten = conversations_expire(now=timezone.now(), days=30)
    made_old(days=31)
    again = conversations_expire(now=timezone.now(), days=30)

    assert (forgotten.deleted, forgotten.anonymized) == (0, 1)
    assert (again.deleted, again.anonymized) == (0, 0)
    stored = Conversation.objects.get()
    assert (stored.user, stored.session_key, stored.title) == (None, "", Conversation.FORGOTTEN)
    assert not Message.objects.filter(content__contains="과대표").exists()
    assert Review.objects.get() == decision


def test_nothing_that_the_person_said_is_left_beside_a_reviewed_answer() -> None:
    given_corpus()
    person = given_person()
    talk = conversation_start(
        user=person, session_key="", scope={"entry_year": 2021, "degree": "graduate"}
    )
    for question in (QUESTION, f"{QUESTION} 지도교수님이 반대하시는데 그때는요?"):
        answer = question_ask(
            conversation=talk, question=question, as_of=TODAY, in_background=False
        )
        answer_question(answer.pk)
        answer.refresh_from_db()
    feedback_record(answer=answer, helpful=False, comment="과대표라서 급합니다.")
    review(answer)
    assert "과대표" in json.dumps(answer.retrieval, ensure_ascii=False)

    person_delete(user=person, now=timezone.now())

    answer = Answer.objects.get(pk=answer.pk)
    kept = json.dumps([answer.retrieval, answer.message.conversation.scope], ensure_ascii=False)
    assert not [word for word in ("과대표", "지도교수", "2021", "대학원") if word in kept]
    assert not Flag.objects.filter(detail__contains="과대표").exists()
    assert answer.retrieval["results"]
    reviewer = User.objects.get(username="reviewer")
    with pytest.raises(RerunRefusedError):
        search_enqueue(answer=answer, day=TODAY, reviewer=reviewer, now=timezone.now())
    assert questions_asked(limit=10) == []


def test_a_person_gets_everything_that_was_asked_and_nothing_of_others(client: Client) -> None:
    given_answer(given_person("other"))
    person = given_person()
    given_answer(person)
    client.force_login(person)

    reply = client.post("/my-data/export")

    assert "attachment" in reply.headers["Content-Disposition"]
    data = json.loads(reply.content)
    assert data["account"]["username"] == "gaon"
    assert [turn["question"] for row in data["conversations"] for turn in row["turns"]] == [
        QUESTION
    ]


def test_what_belongs_to_the_account_and_to_answers_is_handed_out_too(client: Client) -> None:
    given_corpus()
    person = given_person()
    claims = {"userinfo": {"sub": "20261234", "department": "경영학과"}}
    SocialAccount.objects.create(
        user=person, provider="university", uid="20261234", extra_data=claims
    )
    EmailAddress.objects.create(user=person, email="gaon@example.com", verified=True)
    Authenticator.objects.create(user=person, type="totp", data={"seed": "not handed out"})
    NoticePreference.objects.create(user=person, mail=NoticePreference.Mail.NONE)
    rule = Written("휴학기간은 통산하여 3년(6학기)을 초과할 수 없습니다.", ("art-25/para-2",))
    answer = stored_answer(rule, user=person)
    who = {"degree": "graduate", "entry_year": 2024}
    Conversation.objects.update(scope=who)
    Verification.objects.update(check_state=Verification.CheckState.DONE)
    issued = certificate_issue(answer_id=answer.pk, with_question=True, now=timezone.now())
    AnswerShare.objects.create(answer=answer)
    handed = "찾아본 곳: 학칙 제25조\n묻는 사람: 대학원 · 2024학번"
    Flag.objects.create(answer=answer, reason=Flag.Reason.HANDED_OVER, detail=handed)
    client.force_login(person)

    reply = client.post("/my-data/export")

    data = json.loads(reply.content)
    [account] = data["university_accounts"]
    assert (account["uid"], account["extra_data"]) == ("20261234", claims)
    assert data["addresses"] == [{"email": "gaon@example.com", "primary": False, "verified": True}]
    assert [row["type"] for row in data["second_factors"]] == ["totp"]
    assert "not handed out" not in reply.content.decode()
    assert data["notice_settings"] == [{"mail": "NONE", "language": "ko"}]
    [talk] = data["conversations"]
    assert talk["scope"] == who
    [turn] = talk["turns"]
    [certificate] = turn["certificates"]
    assert (certificate["code"], certificate["statement"]) == (issued.code, issued.statement)
    assert [row["detail"] for row in turn["handed_over"]] == [handed]
    assert [row["revoked_at"] for row in turn["links"]] == [None]
    page = client.get("/my-data/").content.decode()
    for kind in (
        "계정",
        "로그인 기록",
        "알림과 구독",
        "의견",
        "물어본 질문",
        "확인서",
        "공유 링크",
    ):
        assert kind in page.partition("<h2>내려받기")[2].partition("<form")[0]


# What a person did as staff, and who may see what: records of the portal.
OF_STAFF = {
    *("accounts.User_groups", "accounts.User_user_permissions", "admin.LogEntry"),
    *("controls.HistoricalSiteControls", "regulations.HistoricalRegulation"),
    *("regulations.RegulationVersion", "regulations.AdvanceNotice", "regulations.NoticeRemark"),
    *("regulations.ImportRun", "regulations.AbsenceDecision", "regulations.ProvisionEdit"),
    *("regulations.GoldenRun", "regulations.ThesaurusTrial", "regulations.WorklistItem"),
    *("verification.Contradiction", "verification.Assignment", "verification.Review"),
    *("chat.Rerun", "chat.VerifiedAnswer"),
}
HANDED_OUT = {
    *("account.EmailAddress", "mfa.Authenticator", "usersessions.UserSession"),
    *("socialaccount.SocialAccount", "chat.Conversation"),
    *("verification.Notice", "verification.NoticePreference"),
}


def test_every_table_that_names_a_person_is_handed_out_or_a_record_of_the_staff() -> None:
    naming = {
        relation.related_model._meta.label
        for relation in User._meta.get_fields(include_hidden=True)
        if isinstance(relation, ForeignObjectRel)
    }

    assert naming == OF_STAFF | HANDED_OUT, "hand it out in chat.conversations.personal_copy"


def test_a_deleted_person_is_gone_and_cannot_come_back(client: Client) -> None:
    person = given_person()
    person.set_password(PASSWORD)
    person.save()
    given_answer(person)

    person_delete(user=person, now=timezone.now())

    person.refresh_from_db()
    assert Conversation.objects.count() == 0
    assert (person.email, person.is_active, person.username) == ("", False, f"deleted-{person.pk}")
    assert not client.login(username="gaon", password=PASSWORD)


def test_deleting_asks_for_the_password_first(client: Client) -> None:
    person = given_person()
    person.set_password(PASSWORD)
    person.save()
    client.force_login(person)

    reply = client.post("/my-data/delete")

    assert reply.status_code == 302
    assert "/reauthenticate/" in reply.headers["Location"]
    assert User.objects.get(pk=person.pk).is_active
