"""What an amendment says of an answer that the staff decided: it goes by the text that is shown, whatever its marks."""

from __future__ import annotations

from datetime import date

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from chat.conversations.selectors import answers_with_everything
from chat.models import Answer
from chat.presenters.answers import answer_view
from portal.accounts.models import User
from regulations.importing.files import regulation_import
from regulations.models import RegulationVersion
from regulations.publishing.versions import version_publish
from regulations.text.parser import parse_regulation
from tests.stored_answers import Written, given_answer, path_of
from verification.models import Flag, Notice, Review
from verification.review.deciding import review_decide
from verification.review.flags import flag_raise

pytestmark = pytest.mark.django_db

TEXT = """
제25조(휴학)
① 휴학하려는 학생은 휴학원을 제출하여 총장의 허가를 받아야 한다.
② 휴학기간은 통산하여 {years}년을 초과할 수 없다.
제26조(복학) 휴학생은 복학원을 제출하여야 한다.
"""
YEARS = "휴학기간은 통산하여 3년을 초과할 수 없습니다(「학칙」 제25조제2항)."
RETURNING = "휴학생은 복학원을 제출하여야 합니다(「학칙」 제26조)."
OPEN = "휴학은 앱에서 신청하며 통산하여 3년까지입니다(「학칙」 제25조제2항)."
OF_YEARS = Written("휴학기간은 통산하여 3년을 초과할 수 없습니다.", ("art-25/para-2",))
OF_RETURNING = Written("휴학생은 복학원을 제출하여야 합니다.", ("art-26",))


def published(years: int, begins: date) -> RegulationVersion:
    imported = regulation_import(
        parsed=parse_regulation(TEXT.format(years=years), title="학칙"),
        source_name=f"{begins}.txt",
        source_sha256=f"{begins}",
        enforcement_date=begins,
    )
    return version_publish(
        version=imported.version, now=timezone.now(), index=False, loss_reason="-"
    )


def amended() -> None:
    published(2, timezone.localdate())


def decided(answer: Answer, decision: str, text: str = "") -> None:
    flag_raise(answer_id=answer.pk, reason=Flag.Reason.SAMPLED)
    reviewer, _is_new = User.objects.get_or_create(username="staff", role=User.Role.STAFF)
    review_decide(
        answer_id=answer.pk,
        reviewer=reviewer,
        decision=decision,
        reason="바로잡음",
        corrected_text=text,
        accepts_unconfirmed=True,
    )


def told(answer: Answer) -> list[str]:
    view = answer_view(answer=answers_with_everything().get(pk=answer.pk))
    return [f"{one.number} {one.label} {one.state}" for one in view.amendments]


@pytest.fixture(autouse=True)
def _first(db: None) -> None:
    published(3, date(2024, 3, 1))


@pytest.fixture
def student() -> User:
    return User.objects.create_user("student")


def test_a_citation_of_a_correction_that_was_not_confirmed_is_told_as_amended(
    student: User, client: Client
) -> None:
    answer = given_answer(OF_RETURNING, user=student)
    decided(answer, "CORRECTED", "\n".join([RETURNING, OPEN, OPEN]))
    [review] = Review.objects.all()
    assert {row["status"] for row in review.citations} == {"VERIFIED", "NOT_CHECKED"}

    amended()

    # Once, under the number that it has in the text, however often it is cited.
    assert told(answer) == ["2 「학칙」 제25조제2항 AMENDED"]
    client.force_login(student)
    assert "근거 조문 개정됨" in client.get(path_of(answer)).content.decode()
    export = reverse("chat:export", args=[answer.message.conversation_id])
    assert "근거 조문 개정됨" in client.get(export).content.decode()


def test_a_correction_that_cites_nothing_is_told_of_no_amendment(student: User) -> None:
    answer = given_answer(OF_YEARS, user=student)
    decided(answer, "CORRECTED", "학사지원팀에 물으십시오.")

    amended()

    assert told(answer) == []


def test_an_amendment_opens_and_counts_the_answers_whose_shown_text_cites_it(
    student: User,
) -> None:
    lead = User.objects.create_user("lead", role=User.Role.LEAD)
    texts = {
        "as composed": None,
        "approved": ("APPROVED", ""),
        "withdrawn": ("WITHDRAWN", ""),
        "corrected to another": ("CORRECTED", RETURNING),
        "corrected": ("CORRECTED", YEARS),
        "corrected, then withdrawn": ("CORRECTED", YEARS),
    }
    answers = {name: given_answer(OF_YEARS, user=student) for name in texts}
    answers["corrected to it"] = given_answer(OF_RETURNING, user=student)
    for name, decision in texts.items():
        if decision is not None:
            decided(answers[name], *decision)
    decided(answers["corrected to it"], "CORRECTED", YEARS)
    decided(answers["corrected, then withdrawn"], "WITHDRAWN")

    amended()

    opened = set(
        Flag.objects.filter(resolved_at=None, reason=Flag.Reason.PROVISION_AMENDED).values_list(
            "answer", flat=True
        )
    )
    concerned = {"as composed", "approved", "corrected", "corrected to it"}
    assert {name for name, answer in answers.items() if answer.pk in opened} == concerned
    assert {name for name, answer in answers.items() if told(answer)} == concerned
    notices = Notice.objects.filter(kind__in=("PROVISION_AMENDED", "CASES_OPENED"))
    assert {notice.recipient: notice.figures["count"] for notice in notices} == {
        student: len(concerned),
        lead: len(concerned),
    }
    assert len(notices) == 2
