"""Who leads the review: hands out cases, takes them out of hands, sees what the reviewers do."""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID

import pytest
from django.test import Client
from django.utils import timezone

from portal.accounts.models import User
from tests.integration.verification.test_notices import client_of, given_answer, person, told
from verification.models import Assignment, Flag, Notice
from verification.review.deciding import review_decide
from verification.review.flags import flag_raise
from verification.review.leading import cases_assign, reviewer_figures
from verification.review.queue import case_take

pytestmark = pytest.mark.django_db


@pytest.fixture
def lead() -> Client:
    return client_of(person("lead", User.Role.LEAD))


def given_case() -> UUID:
    answer = given_answer()
    flag_raise(answer_id=answer.pk, reason=Flag.Reason.SAMPLED)
    return answer.pk


def test_a_lead_puts_cases_into_hands_also_out_of_those_of_others(lead: Client) -> None:
    one, other = person("one", User.Role.STAFF), person("other", User.Role.STAFF)
    cases = [given_case(), given_case()]
    case_take(
        answer_id=Flag.objects.earliest("created_at").answer_id, reviewer=one, now=timezone.now()
    )

    page = lead.post(
        "/review/assign", {"case": [*cases, "none"], "to": "other", "action": "assign"}, follow=True
    )

    assert "2개를 맡겼습니다" in page.content.decode()
    assert {row.reviewer for row in Assignment.objects.select_related("reviewer")} == {other}
    assert told(other) == [Notice.Kind.CASE_ASSIGNED] * 2


def test_a_lead_takes_a_lock_away_and_a_reviewer_does_not(lead: Client) -> None:
    one = person("one", User.Role.STAFF)
    case = given_case()
    cases_assign(answer_ids=[Flag.objects.get().answer_id], to=one, now=timezone.now())

    refused = client_of(one).post("/review/assign", {"case": case, "action": "free"})
    assert (refused.status_code, Assignment.objects.count()) == (403, 1)

    lead.post("/review/assign", {"case": case, "action": "free"})
    assert not Assignment.objects.exists()


def test_only_a_lead_is_offered_the_choice_of_cases(lead: Client) -> None:
    given_case()
    reviewer = client_of(person("one", User.Role.STAFF))

    assert 'name="case"' in lead.get("/review/").content.decode()
    assert 'name="case"' not in reviewer.get("/review/").content.decode()


def test_figures_of_reviewers_count_decisions_and_hours() -> None:
    one = person("one", User.Role.STAFF)
    flagged = timezone.now() - timedelta(hours=6)
    for decision in ("APPROVED", "WITHDRAWN", "SECOND"):
        case = given_case()
        Flag.objects.filter(answer=case).update(created_at=flagged)
        review_decide(
            answer_id=Flag.objects.get(answer=case).answer_id,
            reviewer=one,
            decision=decision,
            reason="까닭",
        )
    now = timezone.now()

    [row] = reviewer_figures(begins=now - timedelta(days=1), ends=now, now=now)

    assert (row.username, row.approved, row.corrected, row.withdrawn, row.second) == (
        *("one", 1, 0, 1, 1),
    )
    assert row.hours == pytest.approx(6.0, abs=0.1)
