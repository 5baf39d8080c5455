"""From a flagged answer to a better one, and back to a case when the rule changes: over HTTP, with a model that errs."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from chat.models import Answer, VerifiedAnswer
from portal.accounts.models import User
from tests.answering import answer_question
from tests.corpus import SCHOOL_REGULATIONS, given_corpus, given_regulation
from tests.stub_llm import StubLLM
from verification.models import Flag, Review

pytestmark = pytest.mark.django_db

QUESTION = "휴학은 최대 몇 년까지 가능한가요?"
SAME_QUESTION = "휴학은 최대 몇년까지 가능한가요"
# What the model says is true, but not where it says that it stands.
ERRING = "「학칙」 제999조에 따르면 휴학기간은 통산하여 3년(6학기)을 초과할 수 없습니다."
CORRECTED = "「학칙」 제25조제2항에 따르면 휴학기간은 통산하여 3년(6학기)을 초과할 수 없습니다."
WRONG = "「학칙」 제88조에 따르면 휴학기간은 통산하여 3년(6학기)을 초과할 수 없습니다."


@pytest.fixture(autouse=True)
def _corpus(db: None, settings: Settings) -> None:
    given_corpus(embed=True)
    settings.CONTEXT_RELEVANCE_THRESHOLD = 0.1
    settings.MIN_RELEVANCE = 0.05


def asked(client: Client, question: str) -> Answer:
    """Ask on the page; the worker's part runs here."""
    client.post("/", {"question": question})
    answer = Answer.objects.latest("created_at")
    answer_question(answer.pk)
    answer.refresh_from_db()
    return answer


def page_of(client: Client, answer: Answer) -> str:
    url = reverse("chat:conversation", args=[answer.message.conversation_id])
    return client.get(url).content.decode()


def decide(staff: Client, answer: Answer, **fields: str) -> tuple[int, str]:
    url = reverse("verification:case", args=[answer.pk])
    seen = re.search(r'name="seen" value="(\w+)"', staff.get(url).content.decode())
    reply = staff.post(url, {"seen": seen[1] if seen else "", **fields}, follow=True)
    return reply.status_code, reply.content.decode()


def signed_in(name: str, role: str) -> Client:
    client = Client()
    client.force_login(User.objects.create_user(name, role=role))
    return client


def amended(years: str = "2년(4학기)") -> None:
    text = SCHOOL_REGULATIONS.replace("3년(6학기)", years)
    given_regulation("학칙", text, enforcement_date=timezone.localdate())


def test_from_a_flagged_answer_to_a_confirmed_one_that_stops_with_its_rule(
    use_stub: StubLLM,
) -> None:
    student, other = signed_in("student", "STUDENT"), signed_in("other", "STUDENT")
    staff = signed_in("reviewer", "STAFF")
    use_stub.say(ERRING)
    answer = asked(student, QUESTION)
    assert str(answer.pk) in staff.get("/review/").content.decode()

    code, page = decide(
        staff, answer, decision="CORRECTED", reason="조문을 바로잡음", corrected_text=WRONG
    )
    assert code == 422
    assert "「학칙」 제88조" in page
    assert not Review.objects.exists()

    fields = {"decision": "CORRECTED", "reason": "조문을 바로잡음", "corrected_text": CORRECTED}
    code, _page = decide(staff, answer, keep="on", **fields)
    assert code == 200
    shown = page_of(student, answer)
    assert "조문을 바로잡음" in shown
    assert "제25조제2항" in shown

    calls = len(use_stub.requests)
    served = asked(other, SAME_QUESTION)
    shown = page_of(other, served)
    assert served.composer == Answer.Composer.STAFF
    assert "담당자가 확인한 답변" in shown
    assert "확인됨" in shown
    assert VerifiedAnswer.objects.get().uses == 1
    assert len(use_stub.requests) == calls, "nothing is composed"

    amended()

    kept = VerifiedAnswer.objects.get()
    assert kept.suspended_from == timezone.localdate()
    reasons = Flag.objects.filter(answer=answer, resolved_at=None).values_list("reason", flat=True)
    assert Flag.Reason.VERIFIED_SUSPENDED in reasons
    assert "근거 조문 개정됨" in page_of(student, answer)
    assert "근거 조문 개정됨" in page_of(other, served)
    use_stub.say("휴학기간은 통산하여 2년(4학기)을 초과할 수 없습니다[†1].")
    assert asked(other, QUESTION).composer != Answer.Composer.STAFF
    assert VerifiedAnswer.objects.get().uses == 1


@pytest.fixture
def kept(use_stub: StubLLM) -> Callable[..., VerifiedAnswer]:
    """Keep the answer of a good model as it is."""

    def keep(**fields: str) -> VerifiedAnswer:
        use_stub.say("휴학기간은 통산하여 3년(6학기)을 초과할 수 없습니다[†1].")
        answer = asked(Client(), QUESTION)
        Flag.objects.create(answer=answer, reason=Flag.Reason.SAMPLED)
        staff = signed_in("reviewer", "STAFF")
        code, page = decide(staff, answer, decision="APPROVED", keep="on", **fields)
        assert code == 200, page
        return VerifiedAnswer.objects.get()

    return keep


def test_approved_answer_serves_its_phrasings_and_no_other_question(
    kept: Callable[..., VerifiedAnswer], use_stub: StubLLM
) -> None:
    kept(phrasings="얼마나 오래 휴학할 수 있습니까?\n휴학 가능 기간 알려 주세요")
    served = asked(Client(), "얼마나 오래 휴학할 수 있습니까")
    assert served.composer == Answer.Composer.STAFF
    [citation] = served.message.citations.all()
    assert (citation.locator_key, citation.status) == ("art-25/para-2", "VERIFIED")

    for question in (
        "휴학은 최소 몇 년까지 가능한가요?",
        "휴학은 최대 몇 학기까지 가능한가요?",
        "휴학은 최대 2년까지 가능한가요?",
        "복학은 최대 몇 년까지 가능한가요?",
        "휴학은 최대 몇 년까지 불가능한가요?",
    ):
        assert asked(Client(), question).composer != Answer.Composer.STAFF, question


def test_citation_that_fails_at_use_suspends_and_opens_a_case(
    kept: Callable[..., VerifiedAnswer], use_stub: StubLLM
) -> None:
    answer = kept()
    # No amendment was announced: the words in the table are others than those that were confirmed.
    answer.citations.update(text_hash="of other words")

    assert asked(Client(), QUESTION).composer != Answer.Composer.STAFF

    answer.refresh_from_db()
    assert answer.suspended_from == timezone.localdate()
    assert "조문의 내용이 확인할 때와 다릅니다" in answer.suspended_reason
    assert Flag.objects.filter(
        answer=answer.source, reason=Flag.Reason.VERIFIED_SUSPENDED, resolved_at=None
    ).exists()


def test_amendment_of_another_article_or_of_next_year_leaves_it_today(
    kept: Callable[..., VerifiedAnswer],
) -> None:
    answer = kept()
    today = timezone.localdate()
    given_regulation(
        "학칙",
        SCHOOL_REGULATIONS.replace("복학원을", "복학 신청서를"),
        enforcement_date=today,
    )
    answer.refresh_from_db()
    assert answer.suspended_from is None

    next_year = today.replace(year=today.year + 1, day=1)
    given_regulation(
        "학칙",
        SCHOOL_REGULATIONS.replace("복학원을", "복학 신청서를").replace("3년(6학기)", "2년"),
        enforcement_date=next_year,
    )
    answer.refresh_from_db()
    assert answer.suspended_from == next_year
    assert asked(Client(), QUESTION).composer == Answer.Composer.STAFF


def test_withdrawn_answer_is_not_kept_and_looked_at_where_it_was_shown(
    kept: Callable[..., VerifiedAnswer],
) -> None:
    answer = kept()
    assert answer.source is not None
    served = asked(Client(), QUESTION)
    Flag.objects.create(answer=answer.source, reason=Flag.Reason.THUMBS_DOWN)
    staff = Client()
    staff.force_login(User.objects.get(username="reviewer"))

    decide(staff, answer.source, decision="WITHDRAWN", reason="다른 경우가 있음")

    assert asked(Client(), QUESTION).composer != Answer.Composer.STAFF
    [flag] = served.flags.all()
    assert (flag.reason, "다른 경우가 있음" in flag.detail) == ("VERIFIED_SUSPENDED", True)


def test_a_case_that_an_amendment_opened_for_two_reasons_is_told_to_the_lead_once(
    kept: Callable[..., VerifiedAnswer],
) -> None:
    answer = kept().source
    assert answer is not None
    Flag.objects.create(answer=answer, reason=Flag.Reason.THUMBS_DOWN)
    staff, lead = Client(), User.objects.create_user("lead", role=User.Role.LEAD)
    staff.force_login(User.objects.get(username="reviewer"))
    decide(staff, answer, decision="CORRECTED", reason="다듬음", corrected_text=CORRECTED)

    amended()

    [flag] = answer.flags.filter(resolved_at=None)
    assert flag.reason == Flag.Reason.PROVISION_AMENDED
    assert [(one.kind, one.figures) for one in lead.notices.all()] == [
        ("CASES_OPENED", {"count": 1})
    ]


def test_a_second_decision_says_that_the_answer_is_kept_and_ends_it_only_where_that_is_asked(
    kept: Callable[..., VerifiedAnswer],
) -> None:
    phrasing = "얼마나 오래 휴학할 수 있습니까?"
    answer = kept(phrasings=phrasing).source
    assert answer is not None
    staff = Client()
    staff.force_login(User.objects.get(username="reviewer"))

    def doubted() -> str:
        Flag.objects.create(answer=answer, reason=Flag.Reason.THUMBS_DOWN)
        return staff.get(f"/review/{answer.pk}/").content.decode()

    page = doubted()
    assert "같은 질문에 먼저 보이고 있는 답변입니다." in page
    assert 'name="keep" checked' in page
    assert re.findall(r'name="phrasings"[^>]*>\n([^<]*)<', page) == [phrasing]
    chosen = {"case": str(answer.pk), "decision": "APPROVED", "cause": "OPINION"}
    staff.post(f"/review/{answer.pk}/alike/", chosen)
    assert VerifiedAnswer.objects.get().retired_at is None, "nobody was asked"

    doubted()
    _code, page = decide(staff, answer, decision="APPROVED", cause="OPINION")
    assert VerifiedAnswer.objects.get().retired_at is not None
    assert "같은 질문에 먼저 보이던 답변은 이제 보이지 않습니다." in page


def test_bulk_approval_ends_a_kept_answer_of_another_text(
    kept: Callable[..., VerifiedAnswer],
) -> None:
    answer = kept()
    assert answer.source is not None
    VerifiedAnswer.objects.update(sentences=["고친 글입니다."])
    Flag.objects.create(answer=answer.source, reason=Flag.Reason.THUMBS_DOWN)
    staff = Client()
    staff.force_login(User.objects.get(username="reviewer"))

    chosen = {"case": str(answer.source_id), "decision": "APPROVED", "cause": "OPINION"}
    staff.post(f"/review/{answer.source_id}/alike/", chosen)

    # The asker sees the first answer again: what others are shown is another.
    assert VerifiedAnswer.objects.get().retired_at is not None


def test_editor_lets_it_be_shown_again_only_where_it_still_stands(
    kept: Callable[..., VerifiedAnswer],
) -> None:
    answer = kept()
    editor = Client()
    editor.force_login(User.objects.create_superuser("editor", role=User.Role.ADMIN))
    listed = "/admin/chat/verifiedanswer/"
    chosen = {"action": "show_again", "_selected_action": str(answer.pk)}
    # Of the article the words that the answer does not rest on were changed, then those that it does.
    for text, is_shown in (
        (SCHOOL_REGULATIONS.replace("병역 의무를", "병역의 의무를"), True),
        (SCHOOL_REGULATIONS.replace("3년(6학기)", "2년(4학기)"), False),
    ):
        day = timezone.localdate() - timedelta(days=1 if is_shown else 0)
        given_regulation("학칙", text, enforcement_date=day)
        answer.refresh_from_db()
        assert answer.suspended_from == day
        editor.post(listed, chosen)
        answer.refresh_from_db()
        assert answer.is_shown(on=timezone.localdate()) is is_shown


def test_a_sample_of_what_nothing_speaks_against_is_looked_at(settings: Settings) -> None:
    settings.REVIEW_SAMPLE_RATE = 1.0

    [flag] = asked(Client(), QUESTION).flags.all()

    assert flag.reason == Flag.Reason.SAMPLED


def test_correction_of_a_refusal_is_told_of_amendments_too(use_stub: StubLLM) -> None:
    student, staff = signed_in("student", "STUDENT"), signed_in("reviewer", "STAFF")
    use_stub.say("제공된 규정에서 해당 정보를 찾을 수 없습니다.")
    answer = asked(student, QUESTION)
    Flag.objects.get_or_create(answer=answer, reason=Flag.Reason.THUMBS_DOWN, resolved_at=None)
    decide(staff, answer, decision="CORRECTED", reason="규정에 있음", corrected_text=CORRECTED)

    lead = User.objects.create_user("lead", role=User.Role.LEAD)
    amended()

    assert lead.notices.get().figures == {"count": 1}
    assert "근거 조문 개정됨" in page_of(student, answer)
    [flag] = answer.flags.filter(resolved_at=None)
    assert flag.reason == Flag.Reason.PROVISION_AMENDED
    assert flag.detail.startswith("「학칙」 제25조제2항 개정됨")
