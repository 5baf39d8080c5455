"""The queue in use: its order and filters, the next case, like cases together, what a false alarm teaches."""

from __future__ import annotations

import json
import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from chat.asking.services import conversation_start, question_ask
from chat.models import Answer, Citation
from portal.accounts.models import User
from tests.corpus import TODAY
from verification.models import Flag, Review, Verification
from verification.review.flags import flag_raise

pytestmark = pytest.mark.django_db

QUEUE = "/review/"


@pytest.fixture
def lead(client: Client) -> Client:
    client.force_login(User.objects.create_user("lead", role=User.Role.LEAD))
    return client


def given_case(
    question: str, *reasons: Flag.Reason, key: str = "art-25", asker: str = "asker"
) -> Answer:
    started = conversation_start(user=None, session_key=asker)
    answer = question_ask(conversation=started, question=question, as_of=TODAY, in_background=False)
    Answer.objects.filter(pk=answer.pk).update(
        status=Answer.Status.ANSWERED, finished_at=timezone.now()
    )
    if key:
        Citation.objects.create(
            message=answer.message, regulation_title="학칙", locator_key=key, number=1
        )
    Verification.objects.create(answer=answer, check_state=Verification.CheckState.FAILED)
    for reason in reasons:
        flag_raise(answer_id=answer.pk, reason=reason)
    return answer


def order(html: str, *questions: str) -> list[str]:
    return sorted(questions, key=lambda one: html.index(f">{one}<"))


def test_the_queue_is_ranked_sorted_and_filtered_by_its_address(lead: Client) -> None:
    for _time in range(3):
        # One person who asks again and again is one.
        given_case("뺀 인용이 있는 질문", Flag.Reason.CITATION_NOT_VERIFIED)
    for asker in ("one", "another"):
        given_case("많이 물은 질문", Flag.Reason.THUMBS_DOWN, asker=asker)
    given_case("근거와 다른 질문", Flag.Reason.LOW_FAITHFULNESS)
    names = ("뺀 인용이 있는 질문", "많이 물은 질문", "근거와 다른 질문")

    ranked, oldest = (lead.get(QUEUE, {"sort": sort}).content.decode() for sort in ("", "oldest"))

    assert order(ranked, *names) == ["많이 물은 질문", "근거와 다른 질문", "뺀 인용이 있는 질문"]
    assert order(oldest, *names) == ["뺀 인용이 있는 질문", "많이 물은 질문", "근거와 다른 질문"]
    assert "2명이 물음" in ranked
    assert "3명이 물음" not in ranked
    assert 'option value="oldest" selected' in oldest


def test_after_a_decision_comes_the_next_case_of_the_same_filter(lead: Client) -> None:
    first = given_case("첫 질문", Flag.Reason.LOW_FAITHFULNESS)
    other = given_case("다른 사유", Flag.Reason.PROVISION_AMENDED)
    second = given_case("둘째 질문", Flag.Reason.LOW_FAITHFULNESS)
    query = "?from=queue&reason=LOW_FAITHFULNESS"

    for decided, leads_to in ((first, f"/review/{second.pk}/{query}"), (second, QUEUE)):
        reply = lead.post(
            reverse("verification:case", args=[decided.pk]) + query,
            {"decision": "APPROVED", "cause": "WORDING"},
        )
        assert reply.headers["Location"].startswith(leads_to)
    assert str(other.pk) in lead.get(QUEUE).content.decode()


def test_an_approval_says_why_it_had_been_doubted_and_teaches_it(lead: Client) -> None:
    answer = given_case("오경보", Flag.Reason.LOW_FAITHFULNESS)
    page = reverse("verification:case", args=[answer.pk])

    assert lead.post(page, {"decision": "APPROVED"}).status_code == 422
    lead.post(page, {"decision": "APPROVED", "cause": "FIGURE"})

    line = json.loads(lead.get(reverse("verification:alarms")).content)
    assert (line["question"], line["cause"], line["is_false_alarm"]) == ("오경보", "FIGURE", True)
    assert line["doubts"] == ["LOW_FAITHFULNESS"]
    sampled = given_case("표본", Flag.Reason.SAMPLED)
    page = reverse("verification:case", args=[sampled.pk])
    assert lead.post(page, {"decision": "APPROVED"}).status_code == 302


def test_like_cases_are_decided_together_after_a_look(lead: Client) -> None:
    alike = [given_case(f"휴학 {n}", Flag.Reason.PROVISION_AMENDED) for n in range(3)]
    given_case("등록", Flag.Reason.PROVISION_AMENDED, key="art-4")
    page = reverse("verification:alike", args=[alike[0].pk])

    html = lead.get(page).content.decode()
    assert "비슷한 3개 함께 결정" in lead.get(QUEUE).content.decode()
    assert ("휴학 2" in html, "등록<" in html) == (True, False)
    chosen = [str(alike[0].pk), str(alike[2].pk)]
    sent = {"case": chosen, "decision": "WITHDRAWN", "reason": "개정되었습니다."}
    lead.post(page, sent)

    assert set(Review.objects.values_list("answer", flat=True)) == {alike[0].pk, alike[2].pk}


@pytest.mark.parametrize("decision", ["CORRECTED", "WITHDRAWN"])
def test_what_staff_put_in_the_place_of_an_answer_is_not_decided_together(
    lead: Client, decision: str
) -> None:
    open_ones = [given_case(f"휴학 {n}", Flag.Reason.THUMBS_DOWN) for n in range(2)]
    replaced = given_case("복학", Flag.Reason.SAMPLED)
    reviewer = User.objects.create_user("one", role=User.Role.STAFF)
    Review.objects.create(
        answer=replaced, reviewer=reviewer, decision=decision, corrected_text="고친 글", reason="-"
    )
    Flag.objects.filter(answer=replaced).delete()
    for answer in (*open_ones, replaced):
        flag_raise(
            answer_id=answer.pk,
            reason=Flag.Reason.THUMBS_DOWN,
            detail=f"의견 {answer.question}",
        )

    queue = lead.get(QUEUE).content.decode()
    html = lead.get(reverse("verification:alike", args=[open_ones[0].pk])).content.decode()
    of_replaced = reverse("verification:alike", args=[replaced.pk])

    assert "비슷한 2개 함께 결정" in queue
    assert f'href="{of_replaced}"' not in queue
    row = queue[queue.index(">복학<") :]
    assert str(Answer.Status(decision).label) in row[: row.index("</tr>")]
    assert "의견 휴학 1" in html
    assert f'value="{replaced.pk}"' not in html
    assert reverse("verification:case", args=[replaced.pk]) in html
    assert "이미 고쳤거나 철회한 답변 1개" in html

    # Whoever sends it all the same, from an old page or by hand, puts nothing back.
    sent = {"case": str(replaced.pk), "decision": "APPROVED", "cause": "OTHER"}
    lead.post(of_replaced, sent)
    assert Review.objects.count() == 1
    Flag.objects.exclude(answer=replaced).delete()
    assert "고른 답변 결정" not in lead.get(of_replaced).content.decode()


def test_what_was_entered_for_like_cases_comes_back_where_something_is_missing(
    lead: Client,
) -> None:
    alike = [given_case(f"휴학 {n}", Flag.Reason.PROVISION_AMENDED) for n in range(3)]
    page, chosen = reverse("verification:alike", args=[alike[0].pk]), [str(alike[1].pk)]
    sent = {"case": chosen, "decision": "APPROVED", "reason": "긴 이유", "cause": ""}

    for changed, told in (
        ({}, "왜 의심했는지 고르십시오"),
        ({"decision": "WITHDRAWN", "reason": " "}, "승인이 아니면 이유를 적으십시오"),
        ({"case": [], "cause": "FIGURE"}, "결정할 답변을 고르십시오"),
        ({"decision": ""}, "결정을 고르십시오"),
    ):
        given = sent | changed
        reply = lead.post(page, given)
        html = reply.content.decode()
        assert reply.status_code == 422, given
        assert told in html
        ticked = re.findall(r'name="case" value="([^"]+)" checked', html)
        assert ticked == given["case"]
        assert html.count('name="case"') == len(alike)
        assert f"\n{given['reason']}</textarea>" in html
        if given["decision"]:
            assert f'<option value="{given["decision"]}" selected>' in html
    assert not Review.objects.exists()


def test_like_cases_of_which_none_was_decided_come_back_with_the_reason(
    lead: Client, settings: Settings
) -> None:
    settings.REVIEW_FOUR_EYES = True
    alike = [given_case(f"휴학 {n}", Flag.Reason.PROVISION_AMENDED) for n in range(2)]
    page = reverse("verification:alike", args=[alike[0].pk])
    sent = {"case": [str(alike[1].pk)], "decision": "WITHDRAWN", "reason": "긴 이유"}

    reply = lead.post(page, sent)

    html = reply.content.decode()
    assert reply.status_code == 422
    assert "먼저 2차 검토를 요청하십시오" in html
    assert "긴 이유" in html
    assert html.count("checked") == 1


def test_cases_that_cite_nothing_are_decided_one_by_one(lead: Client) -> None:
    for question in ("학식 메뉴", "주차 요금"):
        given_case(question, Flag.Reason.HANDED_OVER, key="")

    assert "함께 결정" not in lead.get(QUEUE).content.decode()


def test_failed_checks_are_made_again_by_one_click(lead: Client) -> None:
    for number in range(2):
        given_case(f"실패 {number}", Flag.Reason.CHECK_FAILED)
    assert "실패한 확인 2개 다시 실행" in lead.get(QUEUE).content.decode()

    lead.post(reverse("verification:recheck-failed"))

    states = set(Verification.objects.values_list("check_state", flat=True))
    assert states == {Verification.CheckState.PENDING}
