"""Asking on the pages, with and without scripts: what is stored, what is shown, who may see it."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import AbstractContextManager

import pytest
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse

from chat.asking.services import conversation_start, question_ask
from chat.models import Answer, Conversation
from chat.presenters.records import LogRow
from chat.presenters.shapes import CitationView, SentenceView
from portal.accounts.models import User
from regulations.models import Department, Regulation
from tests.answering import answer_question
from tests.corpus import TODAY, given_corpus
from verification.citations.states import CitationStatus, Verdict
from verification.models import Verification

pytestmark = pytest.mark.django_db

QUESTION = "휴학은 최대 몇 년까지 가능한가요?"
ASK = "/"


def ask(client: Client, question: str = QUESTION) -> Answer:
    reply = client.post(ASK, {"question": question})
    assert reply.status_code == 303
    return Answer.objects.get(message__conversation_id=reply.headers["Location"].split("/")[2])


def conversation_url(answer: Answer) -> str:
    return reverse("chat:conversation", args=[answer.message.conversation_id])


def text(client: Client, url: str) -> str:
    reply = client.get(url)
    assert reply.status_code == 200
    return reply.content.decode()


def citation(status: CitationStatus, quote: str = "휴학기간은 3년") -> CitationView:
    return CitationView(
        number=1,
        label="「학칙」 제25조제2항",
        regulation_title="학칙",
        provision_label="제25조제2항",
        status=status.value,
        status_label=str(status.label),
        status_sentence=str(status.sentence),
        url="/regulations/학칙/1/?cite=art-25/para-2#art-25/para-2",
        quote=quote,
    )


def test_without_scripts_a_question_is_answered_by_reloading(client: Client) -> None:
    given_corpus(embed=True)
    answer = ask(client)
    waiting = text(client, conversation_url(answer))

    answer_question(str(answer.pk))
    answered = text(client, conversation_url(answer))

    # The address is another one each time: one that differs behind the # alone is not loaded again.
    refresh = rf'<noscript><meta http-equiv="refresh" content="2;url={conversation_url(answer)}\?at=\d+#answer-{answer.pk}"></noscript>'
    assert re.search(refresh, waiting)
    assert QUESTION in waiting
    assert 'http-equiv="refresh" content="5;' in answered
    Verification.objects.update(check_state=Verification.CheckState.DONE)
    assert 'http-equiv="refresh"' not in text(client, conversation_url(answer))
    assert "3년(6학기)을 초과할 수 없다" in answered
    chip = re.search(r'<a class="chip" href="([^"]+)".*?</a>', answered, re.DOTALL)
    assert chip is not None
    assert "「학칙」 제25조제2항" in chip[0]
    assert "확인됨" in chip[0]
    assert "발췌 답변" in answered
    marked = text(client, chip[1].partition("#")[0])
    assert re.search(r'class="[^"]*is-cited[^"]*" id="art-25/para-2"', marked)


def test_question_that_the_regulations_do_not_answer_gets_what_was_looked_at(
    client: Client,
) -> None:
    given_corpus(embed=True)
    Department.objects.create(name="항공우주팀", phone="041-555-0199", handles="탐사선 발사")
    answer = ask(client, "화성 탐사선의 발사 일정은 어떻게 됩니까?")

    answer_question(str(answer.pk))
    html = text(client, conversation_url(answer))

    _before, looked_at, whom = re.split("<h3>(?:찾아본 곳|문의할 부서)</h3>", html)
    assert "「학칙」 제" in looked_at
    # Of what is near only the purpose of the rules has a question that finds it, and nobody asks that.
    assert "목적은 어떻게" not in html
    assert "항공우주팀" in whom
    assert "041-555-0199" in whom
    assert "제공된 규정에서 해당 정보를 찾을 수 없습니다." in html
    assert "data-position" not in html
    assert "state-verified" not in html


@pytest.mark.parametrize(
    ("question", "message"),
    [
        pytest.param("   ", "질문을 입력해 주십시오.", id="empty"),
        pytest.param("휴학 " * 30_000, "1,000자까지", id="100 KB"),
    ],
)
def test_question_that_cannot_be_asked_is_kept_with_the_reason(
    client: Client, question: str, message: str
) -> None:
    reply = client.post(ASK, {"question": question})

    html = reply.content.decode()
    assert reply.status_code == 422
    assert message in html
    assert 'aria-invalid="true"' in html
    assert question.strip() in html
    assert not Conversation.objects.exists()


def test_question_is_shown_as_text(client: Client) -> None:
    answer = ask(client, "<script>alert(1)</script> 휴학")

    html = text(client, conversation_url(answer))

    assert "<script>alert(1)" not in html
    assert "&lt;script&gt;alert(1)&lt;/script&gt; 휴학" in html


def test_follow_up_with_htmx_is_one_turn(client: Client) -> None:
    first = ask(client)

    reply = client.post(
        conversation_url(first), {"question": "복학은요?"}, headers={"HX-Request": "true"}
    )

    html = reply.content.decode()
    assert reply.status_code == 200
    assert "복학은요?" in html
    assert "<html" not in html
    assert "/stream" in html


def test_follow_up_that_cannot_be_asked_comes_back_as_the_form(client: Client) -> None:
    first = ask(client)

    reply = client.post(conversation_url(first), {"question": ""}, headers={"HX-Request": "true"})

    assert reply.status_code == 422
    assert reply.headers["HX-Retarget"] == "#question-form"
    assert 'role="alert"' in reply.content.decode()
    assert Answer.objects.count() == 1


def test_first_question_with_htmx_leads_to_its_conversation(client: Client) -> None:
    reply = client.post(ASK, {"question": QUESTION}, headers={"HX-Request": "true"})

    [begun] = Conversation.objects.all()
    assert reply.headers["HX-Redirect"] == reverse("chat:conversation", args=[begun.pk])


def test_first_question_that_cannot_be_asked_comes_back_as_its_form(client: Client) -> None:
    sent = {"question": "", "degree": "graduate"}
    reply = client.post(ASK, sent, headers={"HX-Request": "true"})

    html = reply.content.decode()
    assert reply.status_code == 422
    assert reply.headers["HX-Retarget"] == "#question-form"
    assert "<html" not in html
    assert 'role="alert"' in html
    assert re.search(r'value="graduate"[^>]* selected', html)


def test_somebody_else_sees_nothing_of_a_conversation(client: Client) -> None:
    answer = ask(client)
    other = Client()

    urls = [conversation_url(answer)]
    urls += [reverse(f"chat:{name}", args=[answer.pk]) for name in ("fragment", "faithfulness")]

    assert [other.get(url).status_code for url in urls] == [404, 404, 404]
    assert [client.get(url).status_code for url in urls] == [200, 200, 200]
    assert QUESTION not in other.get(ASK).content.decode()


@pytest.mark.parametrize("status", CitationStatus)
def test_only_a_verified_citation_looks_verified(status: CitationStatus) -> None:
    sentence = SentenceView(1, "문장", "SUPPORTED", "확인됨", (citation(status),))

    html = render_to_string("chat/_sentence.html", {"sentence": sentence, "answer_id": "a"})

    is_verified = status is CitationStatus.VERIFIED
    assert ("state-verified" in html) is is_verified
    assert ("#check" in html) is is_verified
    assert (">확인됨<" in html) is is_verified
    assert f">{status.label}<" in html
    assert str(status.sentence) in html


@pytest.mark.parametrize(
    ("verdict", "icon"),
    [
        (Verdict.SUPPORTED, "check"),
        (Verdict.CONTRADICTED, "unequal"),
        (Verdict.NOT_IN_CONTEXT, "question"),
        (Verdict.NOT_CHECKED, "dash"),
    ],
)
def test_a_row_of_the_log_says_by_icon_and_word_what_came_of_the_pair(
    verdict: Verdict, icon: str
) -> None:
    row = LogRow(
        citation_number=1,
        citation_text="[†1]",
        statement="문장",
        status="NOT_CHECKED",
        status_label="인용의 상태",
        verdict=verdict,
        verdict_label=str(verdict.label),
        action="KEPT",
        action_label="그대로",
        reason="",
        evidence="",
        label="",
        url="",
        confidence=None,
    )

    html = render_to_string("chat/_log.html", {"answer": {"log": [row]}})

    [of_citation, of_pair] = re.findall(r'#(\w+)"/></svg>\s*([^<]+)</span>', html)
    assert of_citation == ("dash", "인용의 상태")
    assert of_pair == (icon, verdict.label)


@pytest.mark.parametrize("outcome", ["BESIDE_SOURCE", "NOT_CHECKED"])
def test_sentence_that_did_not_pass_is_marked_in_words(outcome: str) -> None:
    sentence = SentenceView(1, "문장", outcome, "확인 필요")

    html = render_to_string("chat/_sentence.html", {"sentence": sentence, "answer_id": "a"})

    assert "확인 필요" in html
    assert "state-verified" not in html


@pytest.mark.parametrize(
    ("check_state", "faithfulness", "words"),
    [
        pytest.param("PENDING", "NOT_CHECKED", "충실도 확인 중", id="waiting"),
        pytest.param("RUNNING", "NOT_CHECKED", "충실도 확인 중", id="running"),
        pytest.param("FAILED", "NOT_CHECKED", "충실도 확인 안 됨", id="failed"),
        pytest.param("DONE", "NOT_CHECKED", "충실도 확인 안 됨", id="nothing judged"),
        pytest.param("", "NOT_CHECKED", "충실도 확인 안 됨", id="never ordered"),
        pytest.param("DONE", "UNFAITHFUL", "충실도: 이름", id="unfaithful"),
        pytest.param("DONE", "PARTLY", "충실도: 이름", id="partly"),
    ],
)
def test_check_that_did_not_pass_never_reads_as_passed(
    check_state: str, faithfulness: str, words: str
) -> None:
    context = {"check_state": check_state, "faithfulness": faithfulness, "label": "이름"}

    html = render_to_string("verification/_badge.html", context)

    assert words in html
    assert "state-verified" not in html


def test_passed_check_reads_as_passed() -> None:
    context = {"check_state": "DONE", "faithfulness": "FAITHFUL", "label": "충실도 확인 완료"}

    html = render_to_string("verification/_badge.html", context)

    assert "state-verified" in html


def test_example_question_in_the_address_is_filled_in(client: Client) -> None:
    html = text(client, f"{ASK}?question=등록금 분할납부")

    assert "등록금 분할납부</textarea>" in html


def test_conversation_takes_a_constant_number_of_queries(
    client: Client,
    django_assert_max_num_queries: Callable[[int], AbstractContextManager[object]],
) -> None:
    """Whatever they came to: of refused ones each names an office, and the search of each was limited."""
    given_corpus()
    answer = ask(client)
    conversation = answer.message.conversation
    for _ in range(5):
        question_ask(conversation=conversation, question="또 하나", as_of=TODAY)
    with django_assert_max_num_queries(16):
        html = text(client, conversation_url(answer))
    assert html.count("data-turn") == 6

    scope = {"regulation_ids": list(Regulation.objects.values_list("pk", flat=True)[:1])}
    Conversation.objects.filter(pk=conversation.pk).update(scope=scope)
    for number, one in enumerate(Answer.objects.filter(message__conversation=conversation)):
        office = Department.objects.create(name=f"{number}팀", phone=f"041-555-000{number}")
        one.status, one.department_name = Answer.Status.UNANSWERABLE_NO_SOURCE, office.name
        one.retrieval = {"scope": scope}
        one.save()

    with django_assert_max_num_queries(18):
        html = text(client, conversation_url(answer))

    assert [html.count(f"041-555-000{number}") > 0 for number in range(6)] == [True] * 6


def test_conversations_of_a_signed_in_person_are_listed(client: Client) -> None:
    person = User.objects.create_user("student")
    started = conversation_start(user=person)
    question_ask(conversation=started, question=QUESTION, as_of=TODAY)
    client.force_login(person)

    assert QUESTION in text(client, ASK)
