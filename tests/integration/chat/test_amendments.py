"""Old answers when what they cite is amended: flagged when it is published, told from the day on that it is in force."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import date

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from chat.asking.services import conversation_start, question_ask
from chat.conversations.amendments import amendment_detail, flag_amended_answers
from chat.conversations.selectors import answers_with_everything, conversation_answers
from chat.models import Answer, AnswerSentence, Citation
from chat.presenters.amended import amended_citations
from regulations.importing.files import regulation_import
from regulations.models import RegulationVersion
from regulations.publishing.amendments import Amendment, amendments_of
from regulations.publishing.versions import version_publish
from regulations.publishing.withdrawing import NotWithdrawableError, version_withdraw
from regulations.text.parser import parse_regulation
from verification.citations.states import CitationStatus
from verification.models import Flag

pytestmark = pytest.mark.django_db

TEXT = """제1조(목적) 이 학칙은 학사에 관한 사항을 정한다.
제25조(휴학)
① 휴학하려는 학생은 휴학원을 낸다.
② 휴학기간은 통산하여 {years}년을 초과할 수 없다.
제26조(복학) 휴학생은 복학원을 낸다.
"""
FIRST, AMENDED, TODAY = date(2024, 3, 1), date(2027, 3, 1), date(2026, 11, 22)


def published(years: int, begins: date, text: str = TEXT) -> RegulationVersion:
    imported = regulation_import(
        parsed=parse_regulation(text.format(years=years), title="학칙"),
        source_name=f"{begins}.txt",
        source_sha256=f"{begins}",
        enforcement_date=begins,
    )
    return version_publish(
        version=imported.version, now=timezone.now(), index=False, loss_reason="-"
    )


def given_answer(
    version: RegulationVersion, *keys: str, client: Client | None = None, question: str = "휴학은?"
) -> Answer:
    """A finished answer that cites provisions of a version."""
    session = ""
    if client is not None:
        client.get("/")
        client.session.save()
        session = client.session.session_key or ""
    conversation = conversation_start(user=None, session_key=session or "of-another")
    answer = question_ask(conversation=conversation, question=question, as_of=TODAY)
    Answer.objects.filter(pk=answer.pk).update(status=Answer.Status.ANSWERED)
    sentence = AnswerSentence.objects.create(answer=answer, position=1, text="3년까지입니다.")
    for number, key in enumerate(keys, start=1):
        Citation.objects.create(
            message=answer.message,
            sentence=sentence,
            version=version,
            regulation_title="학칙",
            locator_key=key,
            number=number,
            status=CitationStatus.VERIFIED,
        )
    answer.refresh_from_db()
    return answer


def told(answer: Answer, on: date = TODAY) -> list[tuple[str, str, date | None]]:
    read = answers_with_everything().get(pk=answer.pk)
    found = amended_citations(read.message.citations.all(), on=on)
    return [(one.state.value, one.label, one.day) for one in found]


def test_answers_on_changed_provisions_are_flagged_when_it_is_published() -> None:
    first = published(3, FIRST)
    concerned = given_answer(first, "art-25/para-2", "art-26")
    whole = given_answer(first, "art-25")
    untouched = given_answer(first, "art-25/para-1", "art-26")

    published(2, AMENDED)

    flags = dict(Flag.objects.values_list("answer", "detail"))
    assert flags == {
        concerned.pk: "「학칙」 제25조제2항 개정됨 (2027. 3. 1. 시행)",
        whole.pk: "「학칙」 제25조 개정됨 (2027. 3. 1. 시행)",
    }
    assert untouched.pk not in flags


def test_telling_it_twice_flags_once_and_a_later_amendment_is_added() -> None:
    first = published(3, FIRST)
    answer = given_answer(first, "art-25/para-2")
    second = published(2, AMENDED)
    for amendment in amendments_of(second):
        flag_amended_answers(amendment=amendment)
    flag = Flag.objects.get(answer=answer)
    assert flag.detail.count("\n") == 0

    # Of the version before the last, too: the answer cites the first one.
    published(1, date(2028, 3, 1))

    flag.refresh_from_db()
    assert flag.detail.splitlines()[1] == "「학칙」 제25조제2항 개정됨 (2028. 3. 1. 시행)"


def test_flagging_many_answers_takes_no_more_queries_than_flagging_two(
    django_assert_max_num_queries: Callable[[int], AbstractContextManager[object]],
) -> None:
    first = published(3, FIRST)
    for _number in range(12):
        given_answer(first, "art-25/para-2")
    second = published(2, AMENDED)
    Flag.objects.all().delete()
    (amendment,) = amendments_of(second)

    with django_assert_max_num_queries(10):
        flag_amended_answers(amendment=amendment)

    assert Flag.objects.filter(reason=Flag.Reason.PROVISION_AMENDED).count() == 12


def test_an_amendment_takes_effect_on_its_day_without_a_job() -> None:
    first = published(3, FIRST)
    answer = given_answer(first, "art-25/para-2", "art-26")
    published(2, AMENDED)

    assert told(answer) == [("UPCOMING", "「학칙」 제25조제2항", AMENDED)]
    assert told(answer, on=AMENDED) == [("AMENDED", "「학칙」 제25조제2항", AMENDED)]


def test_the_day_told_is_that_of_the_version_that_changed_the_provision() -> None:
    first = published(3, FIRST)
    answer = given_answer(first, "art-26")
    published(2, date(2025, 3, 1))
    assert told(answer) == []

    published(2, date(2026, 3, 1), TEXT.replace("복학원을", "복학 신청서를"))
    published(1, date(2026, 9, 1), TEXT.replace("복학원을", "복학 신청서를"))

    assert told(answer) == [("AMENDED", "「학칙」 제26조", date(2026, 3, 1))]


def test_an_article_that_only_moved_is_not_amended() -> None:
    first = published(3, FIRST)
    answer = given_answer(first, "art-26")
    inserted = TEXT.replace("제26조", "제26조(자퇴) 자퇴원을 낸다.\n제27조")
    published(3, date(2025, 3, 1), inserted)

    assert told(answer) == []
    assert not Flag.objects.exists()


def test_a_repeal_concerns_every_provision() -> None:
    first = published(3, FIRST)
    answer = given_answer(first, "art-26")
    repeal = regulation_import(
        parsed=parse_regulation(
            "---\n제목: 학칙\n시행일자: 2025-03-01\n폐지일자: 2027-03-01\n---\n"
            + TEXT.format(years=3),
            title="학칙",
        ),
        source_name="repeal.txt",
        source_sha256="repeal",
    ).version
    version_publish(version=repeal, now=timezone.now(), index=False, loss_reason="-")

    assert Flag.objects.get().detail == "「학칙」 제26조 폐지됨 (2027. 3. 1. 시행)"
    assert told(answer) == [("REPEAL_UPCOMING", "「학칙」 제26조", AMENDED)]
    assert told(answer, on=AMENDED) == [("REPEALED", "「학칙」 제26조", AMENDED)]


def test_a_flag_invents_no_day_for_a_repeal_and_names_a_provision_once() -> None:
    first = published(3, FIRST)
    repeal = Amendment(first, first, None, is_repeal=True)

    detail = amendment_detail(repeal, ["「학칙」 제26조", "「학칙」 제26조"])

    assert detail == "「학칙」 제26조 폐지됨 (날짜를 알 수 없음)"


def test_reader_is_told_and_can_ask_again_once_it_is_in_force(client: Client) -> None:
    with time_machine.travel("2027-02-28 12:00:00+09:00"):
        first = published(3, FIRST)
        answer = given_answer(first, "art-25/para-2", client=client, question="휴학은 몇 년?")
        published(2, AMENDED)
        url = reverse("chat:conversation", args=[answer.message.conversation_id])
        before = client.get(url).content.decode()
    with time_machine.travel("2027-03-01 00:00:00+09:00"):
        after = client.get(url).content.decode()

    assert "개정 예정" in before
    assert "2027. 3. 1. 시행" in before
    assert "/regulations/%ED%95%99%EC%B9%99/2/comparison?before=1#art-25" in before
    assert "?question=" not in before
    assert "근거 조문 개정됨" in after
    assert f"/?again={answer.pk}" in after
    assert "휴학은 몇 년?" in client.get(f"/?again={answer.pk}").content.decode()
    assert "휴학은 몇 년?" not in Client().get(f"/?again={answer.pk}").content.decode()


def test_many_amended_answers_take_a_constant_number_of_queries(
    django_assert_num_queries: Callable[[int], AbstractContextManager[object]],
) -> None:
    first = published(3, FIRST)
    one = given_answer(first, "art-25/para-2").message.conversation
    many = given_answer(first, "art-25/para-2").message.conversation
    for _number in range(4):
        other = given_answer(first, "art-25/para-2", "art-26")
        type(other.message).objects.filter(conversation=other.message.conversation).update(
            conversation=many
        )
    published(2, AMENDED)
    conversation_answers(conversation=one, now=timezone.now())

    with CaptureQueriesContext(connection) as captured:
        conversation_answers(conversation=one, now=timezone.now())
    with django_assert_num_queries(len(captured)):
        shown = conversation_answers(conversation=many, now=timezone.now())

    assert [len(answer.amendments) for answer in shown] == [1] * 5


def test_a_downloaded_answer_says_what_was_amended_since(client: Client) -> None:
    answer = given_answer(published(3, FIRST), "art-25/para-2", client=client)
    published(2, date(2026, 3, 1))

    url = reverse("chat:export", args=[answer.message.conversation_id])
    text = client.get(url).content.decode()

    assert "> **근거 조문 개정됨 (2026. 3. 1. 시행) · 「학칙」 제25조제2항** [「학칙」" in text
    assert "범위: 전체 규정" in text


def test_a_corrected_text_of_the_same_day_takes_the_citations_over() -> None:
    first = published(3, FIRST)
    concerned = given_answer(first, "art-25/para-2")
    untouched = given_answer(first, "art-26")
    with pytest.raises(NotWithdrawableError, match="인용한 답변 2개"):
        version_withdraw(version=first, by=None, reason="오독")
    imported = regulation_import(
        parsed=parse_regulation(TEXT.format(years=4), title="학칙"),
        source_name="정정.txt",
        source_sha256="corrected",
        enforcement_date=FIRST,
    )

    corrected = version_publish(
        version=imported.version,
        now=timezone.now(),
        index=False,
        loss_reason="-",
        correction_reason="4년의 오기",
    )

    cited = dict(Citation.objects.values_list("message__answer", "version"))
    assert cited == {concerned.pk: corrected.pk, untouched.pk: corrected.pk}
    flag = Flag.objects.get()
    assert (flag.answer_id, "정정됨" in flag.detail) == (concerned.pk, True)
    first.refresh_from_db()
    assert first.state == RegulationVersion.State.CORRECTED
