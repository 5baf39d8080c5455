"""What staff wrote in the place of an answer keeps its marks only where the corrected words of a rule hold it up."""

from __future__ import annotations

from datetime import date

import pytest
from django.test import Client
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
from verification.models import CorrectionMarks, Flag, Notice, Review
from verification.review.deciding import review_decide
from verification.review.flags import flag_raise

pytestmark = pytest.mark.django_db

TEXT = """
제25조(휴학)
① 휴학하려는 학생은 휴학원을 제출하여 총장의 허가를 받아야 한다.
② 휴학기간은 통산하여 {years}년을 초과할 수 없다.
③ 신입생은 첫 학기에 휴학할 수 없다.{more}
제26조(복학) 휴학생은 복학원을 제출하여야 한다.
"""
YEARS = "휴학기간은 통산하여 4년을 초과할 수 없습니다(「학칙」 제25조제2항)."
STILL_SO = "신입생은 첫 학기에 휴학할 수 없습니다(「학칙」 제25조제3항)."
UNTOUCHED = "휴학생은 복학원을 제출하여야 합니다(「학칙」 제26조)."
ANSWER = Written("휴학생은 복학원을 제출하여야 합니다.", ("art-26",))


def published(years: int, *, more: str = "", correcting: str = "") -> RegulationVersion:
    imported = regulation_import(
        parsed=parse_regulation(TEXT.format(years=years, more=more), title="학칙"),
        source_name=f"{years}{more}.txt",
        source_sha256=f"{years}{more}",
        enforcement_date=date(2024, 3, 1),
    )
    return version_publish(
        version=imported.version,
        now=timezone.now(),
        index=False,
        loss_reason="-",
        correction_reason=correcting,
    )


def decided(answer: Answer, *lines: str, reviewer: User, **more: object) -> Review:
    flag_raise(answer_id=answer.pk, reason=Flag.Reason.SAMPLED)
    return review_decide(
        answer_id=answer.pk,
        reviewer=reviewer,
        decision=Review.Decision.CORRECTED,
        reason="바로잡음",
        corrected_text="\n".join(lines),
        **more,  # type: ignore[arg-type]
    )


@pytest.fixture
def staff(django_user_model: type[User]) -> User:
    return django_user_model.objects.create_user("staff", role="STAFF")


@pytest.fixture
def student(django_user_model: type[User]) -> User:
    return django_user_model.objects.create_user("student")


@pytest.fixture
def answer(student: User) -> Answer:
    """Its correction rests on a text that has 4 years where the file has 3; the answer itself on nothing that was wrong."""
    published(4)
    return given_answer(ANSWER, user=student)


def states(answer: Answer) -> dict[str, str]:
    view = answer_view(answer=answers_with_everything().get(pk=answer.pk))
    return {one.text: one.citations[0].status for one in view.sentences}


def test_only_what_the_corrected_words_hold_up_stays_marked(
    answer: Answer, staff: User, student: User, client: Client
) -> None:
    review = decided(answer, YEARS, STILL_SO, UNTOUCHED, reviewer=staff)
    assert set(states(answer).values()) == {"VERIFIED"}

    published(3, more=" 다만, 질병은 그러하지 아니하다.", correcting="4년의 오기")

    assert states(answer) == {YEARS: "MISATTRIBUTED", STILL_SO: "VERIFIED", UNTOUCHED: "VERIFIED"}
    view = answer_view(answer=answers_with_everything().get(pk=answer.pk))
    assert "3년" in view.sentences[0].citations[0].quote
    assert all("4년" not in one.quote for line in view.sentences for one in line.citations)
    [notice] = Notice.objects.filter(answer=answer, kind=Notice.Kind.MARK_WITHDRAWN)
    assert notice.figures["count"] == 1
    flag = Flag.objects.get(answer=answer, reason=Flag.Reason.PROVISION_AMENDED, resolved_at=None)
    assert "제25조제2항" in flag.detail
    client.force_login(student)
    page = client.get(path_of(answer)).content.decode()
    assert "내용 불일치" in page
    assert all(Client().get(one.url).status_code == 200 for one in view.sentences[0].citations)
    assert "고친 답변에서 확인 표시를 거둠: 「학칙」 제25조제2항" in flag.detail
    client.force_login(staff)
    assert str(answer.pk) in client.get("/review/").content.decode()
    # The decision itself is as it was taken.
    assert {row["status"] for row in Review.objects.get(pk=review.pk).citations} == {"VERIFIED"}


def test_a_correction_that_the_corrected_words_hold_up_is_read_in_them(
    answer: Answer, staff: User
) -> None:
    decided(answer, STILL_SO, reviewer=staff)

    after = published(4, more=" 다만, 질병은 그러하지 아니하다.", correcting="단서가 빠짐")

    [citation] = (
        answer_view(answer=answers_with_everything().get(pk=answer.pk)).sentences[0].citations
    )
    assert citation.status == "VERIFIED"
    assert f"/{after.number}" in citation.url
    assert not Notice.objects.filter(kind=Notice.Kind.MARK_WITHDRAWN).exists()
    assert Flag.objects.filter(answer=answer, reason=Flag.Reason.PROVISION_AMENDED).exists()


def test_a_text_that_is_corrected_twice_gives_no_mark_back(answer: Answer, staff: User) -> None:
    decided(answer, YEARS, reviewer=staff)

    published(3, correcting="4년의 오기")
    published(4, more=" 다만, 질병은 그러하지 아니하다.", correcting="4년이 맞음")

    assert states(answer) == {YEARS: "NOT_CHECKED"}
    [quote] = [
        one.quote
        for one in answer_view(answer=answers_with_everything().get(pk=answer.pk))
        .sentences[0]
        .citations
    ]
    assert "4년" in quote
    assert Notice.objects.filter(kind=Notice.Kind.MARK_WITHDRAWN).count() == 1


def test_what_was_never_confirmed_stays_so_beside_the_corrected_words(
    answer: Answer, staff: User
) -> None:
    said = "신입생은 첫 학기에 쉬지 못하며 서류를 갖추어 말합니다(「학칙」 제25조제3항)."
    decided(answer, said, reviewer=staff, accepts_unconfirmed=True)
    assert states(answer) == {said: "NOT_CHECKED"}

    published(4, more=" 다만, 질병은 그러하지 아니하다.", correcting="단서가 빠짐")

    [citation] = (
        answer_view(answer=answers_with_everything().get(pk=answer.pk)).sentences[0].citations
    )
    assert citation.status == "NOT_CHECKED"
    assert "다만, 질병" in citation.quote
    assert not Notice.objects.filter(kind=Notice.Kind.MARK_WITHDRAWN).exists()


def test_a_correction_that_nobody_sees_any_more_is_left(answer: Answer, staff: User) -> None:
    decided(answer, YEARS, reviewer=staff)
    flag_raise(answer_id=answer.pk, reason=Flag.Reason.REOPENED)
    other = User.objects.create_user("other", role="STAFF")
    review_decide(answer_id=answer.pk, reviewer=other, decision="APPROVED", reason="처음이 맞음")

    published(3, correcting="4년의 오기")

    assert not CorrectionMarks.objects.exists()
    assert not Notice.objects.filter(kind=Notice.Kind.MARK_WITHDRAWN).exists()


@pytest.mark.parametrize("decision", ["CORRECTED", "WITHDRAWN"])
def test_a_corrected_text_reopens_no_answer_that_shows_nothing_of_it(
    student: User, staff: User, decision: str
) -> None:
    published(4)
    answer = given_answer(Written("휴학은 4년까지입니다.", ("art-25/para-2",)), user=student)
    flag_raise(answer_id=answer.pk, reason=Flag.Reason.SAMPLED)
    review_decide(
        answer_id=answer.pk,
        reviewer=staff,
        decision=decision,
        reason="바로잡음",
        corrected_text=UNTOUCHED,
    )

    after = published(3, correcting="4년의 오기")

    assert not Flag.objects.filter(answer=answer, resolved_at=None).exists()
    # Should the first answer be shown again, it leads to the corrected text.
    assert not answer.message.citations.exclude(version=after).exists()
