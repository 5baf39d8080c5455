"""For whom an answer is: course of study, year of entry and what transitional measures make of both, through the pipeline."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from chat.api.responses import verified_response
from chat.api.views import answer_now
from chat.asking.scopes import UnknownScopeError, scope_read
from chat.models import Answer, Conversation
from chat.presenters.answers import answer_view
from chat.reruns.composing import chosen_sources
from chat.reruns.enqueueing import composition_enqueue
from chat.reruns.replaying import answer_replay
from portal.accounts.models import User
from portal.controls.models import SiteControls
from portal.controls.services import controls_changed
from regulations.models import Regulation, TransitionalMeasure
from regulations.publishing.transitional import measures_refresh
from tests.answering import answer_question
from tests.controls import controls_set
from tests.corpus import TODAY, given_regulation
from verification.models import Flag
from verification.review.cases import review_case
from verification.review.deciding import review_decide
from verification.review.flags import flag_raise

pytestmark = pytest.mark.django_db

GRADUATION = "졸업하려면 몇 학점을 이수해야 합니까?"
LEAVE = "휴학기간은 최대 몇 학기입니까?"
BEFORE = """
제1조(목적) 이 학칙은 학사에 관한 사항을 정함을 목적으로 한다.
제4조(다른 규정과의 관계) 대학원의 학사에 관하여는 「대학원 학칙」으로 따로 정한다.
제25조(휴학) 휴학기간은 통산하여 6학기를 초과할 수 없다.
제27조(졸업학점) 졸업하려는 학생은 140학점 이상을 이수하여야 한다.
부칙
제1조(시행일) 이 학칙은 2018년 3월 1일부터 시행한다.
"""
NOW = """
제1조(목적) 이 학칙은 학사에 관한 사항을 정함을 목적으로 한다.
제4조(다른 규정과의 관계) 대학원의 학사에 관하여는 「대학원 학칙」으로 따로 정한다.
제25조(휴학) 휴학기간은 통산하여 6학기를 초과할 수 없다.
제27조(졸업학점) 졸업하려는 학생은 130학점 이상을 이수하여야 한다.
제28조(벌점) 학생이 한 학기에 받는 벌점의 합계는 10점을 초과할 수 없다.
부칙
제1조(시행일) 이 학칙은 2018년 3월 1일부터 시행한다.
부칙 <2022. 2. 15.>
제1조(시행일) 이 학칙은 2022년 3월 1일부터 시행한다.
제2조(졸업학점에 관한 경과조치) 2021학년도 이전 입학자에 대하여는 제27조의 개정규정에도 불구하고 종전의 규정에 따른다.
제3조(벌점에 관한 특례) 2019학년도 입학생의 벌점은 제28조에도 불구하고 20점까지로 한다.
"""
GRADUATE = """
제1조(목적) 이 학칙은 대학원의 학사에 관한 사항을 정함을 목적으로 한다.
제12조(휴학) 대학원생의 휴학기간은 통산하여 4학기를 초과할 수 없다.
제38조(준용) 이 학칙에서 정하지 아니한 사항은 「학칙」을 준용한다.
"""


@pytest.fixture(autouse=True)
def _corpus(db: None, settings: Settings) -> None:
    given_regulation("학칙", BEFORE, enforcement_date=date(2018, 3, 1))
    given_regulation("학칙", NOW, enforcement_date=date(2022, 3, 1))
    given_regulation("대학원 학칙", GRADUATE)
    settings.CONTEXT_RELEVANCE_THRESHOLD = 0.1
    settings.MIN_RELEVANCE = 0.05


def asked(question: str, **scope: Any) -> Answer:
    return answer_now(question=question, as_of=TODAY, scope=scope, mode="keyword")


def quoted(answer: Answer) -> str:
    return " ".join(one.text for one in answer_view(answer=answer).sentences)


def titles(answer: Answer) -> set[str]:
    return {row.regulation_title for row in answer.passages.all()}


def test_courses_are_read_from_title_and_scope_when_a_regulation_comes_in() -> None:
    courses = dict(Regulation.objects.values_list("title", "applies_to"))
    assert courses == {"학칙": "undergraduate", "대학원 학칙": "graduate"}


def test_who_entered_before_an_amendment_gets_the_former_text_with_the_clause() -> None:
    answer = asked(GRADUATION, degree="undergraduate", entry_year=2020)

    view = answer_view(answer=answer)
    assert answer.status == Answer.Status.ANSWERED
    assert "140학점" in quoted(answer)
    assert "130학점" not in quoted(answer)
    [source] = [one for one in view.sources if one.provision_label == "제27조"]
    assert (source.status, source.enforcement_date) == ("VERIFIED", date(2018, 3, 1))
    [rule] = view.transitional
    assert rule.sentence == (
        "2020학번에게는 개정 전 「학칙」 제27조가 적용됩니다 (부칙 <2022. 2. 15.> 제2조)."
    )
    assert "/2/" in rule.addenda_url
    assert "/1/" in rule.former_url
    assert view.asker_label == "학부 · 2020학번"
    flag_raise(answer_id=answer.pk, reason=Flag.Reason.SAMPLED)
    case = review_case(answer_id=answer.pk, on=TODAY)
    assert case.asker == "학부 · 2020학번"
    [(place, _words)] = case.clauses
    assert place == "「학칙」 부칙 <2022. 2. 15.> 제2조"
    # It holds for who asked, so nothing is outdated, and a search made again is the same.
    assert view.amendments == ()
    assert answer_replay(answer=answer).is_same
    former = [row["former_id"] for row in answer.retrieval["transitional"]]
    chosen = [row.passage_id for row in answer.passages.all() if row.version_id in former]
    [again] = chosen_sources(passage_ids=[pk or 0 for pk in chosen], day=TODAY, former=former)
    assert (again.is_former, "140학점" in again.text) == (True, True)
    # A reviewer may have it composed from that text alone.
    rerun = composition_enqueue(
        answer=answer,
        day=TODAY,
        reviewer=User.objects.create(username="reviewer"),
        now=timezone.now(),
        passage_ids=[pk or 0 for pk in chosen],
    )
    assert rerun.sources == chosen


def test_others_get_the_text_in_force_and_the_unknown_are_told_that_it_depends() -> None:
    later = asked(GRADUATION, degree="undergraduate", entry_year=2022)
    assert "130학점" in quoted(later)
    assert answer_view(answer=later).transitional == ()
    [rule] = answer_view(answer=asked(GRADUATION)).transitional
    assert rule.sentence.startswith("「학칙」 제27조는 입학년도에 따라 다릅니다. 2021학년도까지")


def test_a_former_text_that_is_not_stored_is_said_and_the_clause_takes_its_place() -> None:
    Regulation.objects.get(title="학칙").versions.get(number=1).delete()
    answer = asked(GRADUATION, entry_year=2020)
    assert "130학점" not in quoted(answer)
    [rule] = answer_view(answer=answer).transitional
    assert rule.sentence.endswith("개정 전의 글은 여기에 없으니 소관부서에 확인하십시오.")
    assert rule.former_url == ""


def test_a_rule_of_its_own_stands_beside_the_article() -> None:
    answer = asked("한 학기에 벌점의 합계는 몇 점을 초과할 수 없습니까?", entry_year=2019)
    assert {"art-28", "add-2/art-3"} <= {row.locator_key for row in answer.passages.all()}
    [rule] = answer_view(answer=answer).transitional
    assert "제28조에도 불구하고 부칙 <2022. 2. 15.> 제3조가" in rule.sentence


def test_each_course_of_study_gets_its_own_rules() -> None:
    undergraduate = asked(LEAVE, degree="undergraduate")
    graduate = asked(LEAVE, degree="graduate")
    assert titles(undergraduate) == {"학칙"}
    assert titles(graduate) == {"대학원 학칙"}
    # What the graduate school leaves to the other rule is still answered from it.
    assert "학칙" in titles(asked(GRADUATION, degree="graduate"))


def test_where_both_may_answer_the_portal_asks_back_and_one_click_asks_again(
    client: Client,
) -> None:
    client.get(reverse("chat:ask"))
    client.post(reverse("chat:ask"), {"question": "아무 질문"})
    conversation = Conversation.objects.get()
    answer = answer_now(question=LEAVE, as_of=TODAY, mode="keyword", conversation=conversation)
    assert titles(answer) == {"학칙", "대학원 학칙"}
    response = verified_response(answer)
    assert response["asks_course"] is True
    assert {row["course"] for row in response["sources"]} <= {"학부", "대학원"}
    page = client.get(reverse("chat:conversation", args=[conversation.pk])).content.decode()
    assert "학부생입니다" in page
    url = reverse("chat:ask-as", args=[answer.pk])

    controls_set(questions_a_minute=1)
    controls_changed()
    client.post(reverse("chat:ask"), {"question": "다른 질문"})
    late = client.post(url, {"degree": "graduate"})
    # Who asks too soon has said nothing, and is told when to come again.
    assert (late.status_code, int(late["Retry-After"]) > 0) == (429, True)
    assert 'value="graduate" selected' not in client.get(reverse("chat:ask")).content.decode()
    controls_set(questions_a_minute=10)
    controls_changed()
    client.post(url, {"degree": "nobody"})
    assert Answer.objects.count() == 3
    reply = client.post(url, {"degree": "graduate"})

    again = Answer.objects.latest("created_at")
    assert reply.status_code == 303
    Answer.objects.filter(pk=again.pk).update(mode="keyword")
    again = answer_question(again.pk) or again
    assert titles(again) == {"대학원 학칙"}
    assert again.retrieval["scope"] == {"degree": "graduate"}
    assert "courses_differ" not in again.retrieval
    # Said once: the next conversation of this browser knows it.
    assert 'value="graduate" selected' in client.get(reverse("chat:ask")).content.decode()


def test_a_question_that_says_whom_it_is_about_is_not_asked_back_and_limits_nobody() -> None:
    answer = asked("대학원생의 휴학기간은 최대 몇 학기입니까?", degree="undergraduate")
    assert "대학원 학칙" in titles(answer)
    unknown = asked("대학원생의 휴학기간은 최대 몇 학기입니까?")
    assert not answer_view(answer=unknown).asks_course


def test_a_question_about_undergraduates_gets_no_rule_of_graduate_schools() -> None:
    question = "학부생의 휴학기간은 최대 몇 학기입니까?"
    assert titles(asked(question)) == {"학칙"}
    assert titles(asked(question, degree="graduate")) == {"학칙"}


def test_a_question_that_names_its_rule_is_not_asked_back() -> None:
    answer = asked("학칙 제25조 휴학기간은 최대 몇 학기입니까?")
    assert titles(asked(LEAVE)) == {"학칙", "대학원 학칙"}
    assert not answer_view(answer=answer).asks_course


def test_who_asks_is_changed_at_a_further_question_and_stays_with_the_conversation(
    client: Client,
) -> None:
    client.post("/", {"question": "휴학은?", "degree": "graduate", "entry_year": "2024"})
    conversation = Conversation.objects.get()
    page = reverse("chat:conversation", args=[conversation.pk])
    assert "대학원 · 2024학번" in client.get(page).content.decode()

    client.post(page, {"question": "복학은?"})
    conversation.refresh_from_db()
    assert conversation.scope == {"degree": "graduate", "entry_year": 2024}
    client.post(
        page, {"question": "등록은?", "degree": "", "entry_year": "", "enrollment": "on_leave"}
    )
    conversation.refresh_from_db()
    assert conversation.scope == {"enrollment": "on_leave"}
    wrong = client.post(page, {"question": "자퇴는?", "entry_year": "20"})
    assert wrong.status_code == 422
    assert "네 자리로" in wrong.content.decode()


def test_a_verified_answer_is_served_to_whom_it_holds_for() -> None:
    def again(**scope: Any) -> str:
        day = timezone.localdate()
        return answer_now(question=GRADUATION, as_of=day, scope=scope, mode="keyword").composer

    first = asked(GRADUATION)
    flag_raise(answer_id=first.pk, reason=Flag.Reason.SAMPLED)
    staff = User.objects.create_user("staff", role=User.Role.STAFF)
    review_decide(answer_id=first.pk, reviewer=staff, decision="APPROVED", verified_phrasings=[])

    assert again() == again(degree="undergraduate", entry_year=2023) == "STAFF"
    # An amendment does not bind them, or it was given to somebody else.
    assert again(entry_year=2020) == "EXTRACTIVE"
    first.retrieval |= {"scope": {"degree": "undergraduate"}}
    first.save()
    assert (again(degree="undergraduate"), again()) == ("STAFF", "EXTRACTIVE")


def test_programs_say_who_asks_by_fields_or_in_the_scope(client: Client) -> None:
    sent = {"question": GRADUATION, "mode": "keyword", "asker": {"entry_year": 2020}}
    reply = client.post("/query/verified", sent, content_type="application/json").json()
    assert reply["asker"] == {"entry_year": 2020}
    assert "개정 전" in reply["transitional"][0]["message"]
    wrong = sent | {"asker": {"entry_year": 12}}
    assert client.post("/query/verified", wrong, content_type="application/json").status_code == 400
    assert scope_read("degree:graduate, entry_year:2023, enrollment:completed") == {
        "degree": "graduate",
        "entry_year": 2023,
        "enrollment": "completed",
    }
    for unknown in ("entry_year:x", "enrollment:gone", "campus:달"):
        with pytest.raises(UnknownScopeError):
            scope_read(unknown)


def test_regulations_of_another_campus_are_left_out() -> None:
    controls, _created = SiteControls.objects.get_or_create(pk=1)
    controls.campuses = "바다캠퍼스\n산캠퍼스"
    controls.save()
    controls_changed()
    for name, count in (("바다캠퍼스", 3), ("산캠퍼스", 5)):
        given_regulation(
            f"{name} 주차 규정", f"제1조(주차) 주차는 하루 {count}시간까지 할 수 있다."
        )
    answer = asked("주차는 하루 몇 시간까지 할 수 있습니까?", **scope_read("campus:산캠퍼스"))
    assert titles(answer) & {"바다캠퍼스 주차 규정", "산캠퍼스 주차 규정"} == {"산캠퍼스 주차 규정"}
    assert answer_view(answer=answer).asker_label == "산캠퍼스"


def test_measures_are_read_again_for_what_was_published_before() -> None:
    count = TransitionalMeasure.objects.count()
    TransitionalMeasure.objects.all().delete()
    told: list[str] = []
    measures_refresh(report_progress=told.append)
    assert TransitionalMeasure.objects.count() == count == 2
    assert told == ["입학년도에 따른 경과조치 2개를 읽었습니다."]
    assert timezone.localdate() >= TODAY
