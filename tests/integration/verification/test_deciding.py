"""Two people and one case: one decides, the other is told, and nothing that was decided is changed or lost."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier

import pytest
from django.db import DatabaseError, connection, transaction
from django.utils import timezone
from pytest_django import Settings

from chat.asking.services import conversation_start, question_ask
from chat.models import Answer, AnswerSentence, Citation
from chat.presenters.answers import answer_view
from portal.accounts.models import User
from tests.corpus import TODAY
from verification.models import Assignment, Flag, Review
from verification.review.deciding import (
    ReviewConflictError,
    ReviewError,
    case_state,
    review_decide,
)
from verification.review.flags import flag_raise
from verification.review.golden import NotDecidedError, golden_add_case
from verification.review.queue import (
    CaseTakenError,
    case_hand_over,
    case_take,
    review_queue,
)
from verification.review.ranking import CasePriority
from verification.review.reopening import case_reopen

SENTENCE = "등록금은 9회로 나누어 낼 수 있습니다."


def given_case(reason: Flag.Reason = Flag.Reason.LOW_FAITHFULNESS) -> Answer:
    started = conversation_start(user=None, session_key="asker")
    answer = question_ask(
        conversation=started, question="나누어 낼 수 있습니까?", as_of=TODAY, in_background=False
    )
    Answer.objects.filter(pk=answer.pk).update(status=Answer.Status.ANSWERED)
    AnswerSentence.objects.create(answer=answer, position=1, text=SENTENCE)
    flag_raise(answer_id=answer.pk, reason=reason)
    answer.refresh_from_db()
    return answer


def reviewer(name: str) -> User:
    return User.objects.create_user(name, role=User.Role.STAFF)


def at_the_same_moment(first: Callable[[], object], second: Callable[[], object]) -> list[object]:
    """What each of two threads got, in transactions of their own: a result or the error that it was told."""
    barrier = Barrier(2)

    def run(act: Callable[[], object]) -> object:
        try:
            barrier.wait(timeout=60)
            return act()
        except (ReviewError, CaseTakenError) as error:
            return error
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        return list(pool.map(run, (first, second)))


@pytest.mark.django_db(transaction=True)
def test_two_reviewers_at_the_same_moment_one_wins_and_the_other_is_told() -> None:
    answer, one, other = given_case(), reviewer("one"), reviewer("other")
    seen = case_state(answer_id=answer.pk)

    def decide(who: User, decision: str) -> Callable[[], object]:
        return lambda: review_decide(
            answer_id=answer.pk, reviewer=who, decision=decision, reason="까닭", seen=seen
        )

    results = at_the_same_moment(decide(one, "APPROVED"), decide(other, "WITHDRAWN"))

    [review] = Review.objects.all()
    [told] = [result for result in results if isinstance(result, ReviewConflictError)]
    assert review in results
    assert review.reviewer.username in str(told)


@pytest.mark.django_db(transaction=True)
def test_two_who_take_a_case_at_the_same_moment() -> None:
    answer, one, other = given_case(), reviewer("one"), reviewer("other")
    now = timezone.now()

    results = at_the_same_moment(
        lambda: case_take(answer_id=answer.pk, reviewer=one, now=now),
        lambda: case_take(answer_id=answer.pk, reviewer=other, now=now),
    )

    held = Assignment.objects.select_related("reviewer").get()
    [told] = [result for result in results if isinstance(result, CaseTakenError)]
    assert str(told) == held.reviewer.username


@pytest.mark.django_db
def test_a_reason_that_came_meanwhile_is_not_closed_unseen() -> None:
    answer, one = given_case(), reviewer("one")
    seen = case_state(answer_id=answer.pk)
    flag_raise(answer_id=answer.pk, reason=Flag.Reason.PROVISION_AMENDED)

    with pytest.raises(ReviewConflictError):
        review_decide(answer_id=answer.pk, reviewer=one, decision="APPROVED", seen=seen)

    assert Flag.objects.filter(resolved_at=None).count() == 2


@pytest.mark.django_db
def test_second_person_is_asked_without_the_asker_seeing_it(settings: Settings) -> None:
    settings.REVIEW_FOUR_EYES = True
    answer, one, other = given_case(), reviewer("one"), reviewer("other")

    with pytest.raises(ReviewError):
        review_decide(answer_id=answer.pk, reviewer=one, decision="APPROVED")
    review_decide(
        answer_id=answer.pk,
        reviewer=one,
        decision="SECOND",
        reason="확실하지 않음",
        corrected_text="등록금은 4회 이내로 나누어 냅니다.",
    )

    shown = answer_view(answer=Answer.objects.get(pk=answer.pk))
    assert [sentence.text for sentence in shown.sentences] == [SENTENCE]
    assert Flag.objects.filter(resolved_at=None).exists()
    with pytest.raises(ReviewError):
        review_decide(answer_id=answer.pk, reviewer=one, decision="APPROVED")
    review_decide(answer_id=answer.pk, reviewer=other, decision="APPROVED")
    assert not Flag.objects.filter(resolved_at=None).exists()


@pytest.mark.django_db
def test_a_case_in_the_hands_of_another_is_not_decided_until_the_time_is_over() -> None:
    answer, one, other = given_case(), reviewer("one"), reviewer("other")
    now = timezone.now()
    case_take(answer_id=answer.pk, reviewer=one, now=now)
    with pytest.raises(ReviewConflictError):
        review_decide(answer_id=answer.pk, reviewer=other, decision="APPROVED")
    case_hand_over(answer_id=answer.pk, reviewer=one, to=other, now=now)
    with pytest.raises(CaseTakenError):
        case_take(answer_id=answer.pk, reviewer=one, now=now)

    case_take(answer_id=answer.pk, reviewer=one, now=now + timedelta(hours=2))

    assert Assignment.objects.get().reviewer == one


@pytest.mark.django_db
def test_queue_holds_each_answer_once_the_urgent_first() -> None:
    sampled = given_case(Flag.Reason.SAMPLED)
    urgent = given_case()
    flag_raise(answer_id=urgent.pk, reason=Flag.Reason.THUMBS_DOWN)

    entries = review_queue(now=timezone.now())

    assert [(entry.answer_id, entry.priority, len(entry.flags)) for entry in entries] == [
        (urgent.pk, CasePriority.HIGH, 2),
        (sampled.pk, CasePriority.LOW, 1),
    ]


@pytest.mark.django_db
def test_database_refuses_to_change_a_decision() -> None:
    answer, one = given_case(), reviewer("one")
    review = review_decide(answer_id=answer.pk, reviewer=one, decision="APPROVED")

    with pytest.raises(DatabaseError), transaction.atomic():
        Review.objects.filter(pk=review.pk).update(citations=[{"status": "VERIFIED"}])


@pytest.mark.django_db
def test_a_decided_case_becomes_a_golden_question_and_an_open_one_does_not() -> None:
    answer, one = given_case(), reviewer("one")
    for number, (key, status) in enumerate(
        (("art-5/para-1", "VERIFIED"), ("art-88", "NOT_FOUND")), start=1
    ):
        Citation.objects.create(
            message=answer.message,
            regulation_title="등록금에 관한 규정",
            locator_key=key,
            number=number,
            status=status,
        )
    with pytest.raises(NotDecidedError):
        golden_add_case(answer_id=answer.pk)
    review_decide(answer_id=answer.pk, reviewer=one, decision="APPROVED")

    row = golden_add_case(answer_id=answer.pk)

    assert (row.question, row.answerable) == ("나누어 낼 수 있습니까?", True)
    assert [(gold["article"], gold["paragraph"]) for gold in row.gold] == [(5, 1)]


@pytest.mark.django_db
def test_decided_case_is_opened_again_with_a_reason_and_keeps_what_was_decided() -> None:
    case, one = given_case(), reviewer("one")
    with pytest.raises(ReviewError):
        case_reopen(answer_id=case.pk, reviewer=one, reason="아직 결정이 없음")
    review_decide(answer_id=case.pk, reviewer=one, decision="WITHDRAWN", reason="잘못 눌렀음")
    with pytest.raises(ReviewError):
        case_reopen(answer_id=case.pk, reviewer=one, reason=" ")

    case_reopen(answer_id=case.pk, reviewer=one, reason="철회가 잘못이었음")

    [entry] = review_queue(now=timezone.now())
    assert [flag.reason for flag in entry.flags] == [Flag.Reason.REOPENED]
    assert answer_view(answer=case).status == "WITHDRAWN", "until it is decided anew"
    review_decide(answer_id=case.pk, reviewer=one, decision="APPROVED")
    assert answer_view(answer=case).status == "ANSWERED"
    assert Review.objects.filter(answer=case).count() == 2
