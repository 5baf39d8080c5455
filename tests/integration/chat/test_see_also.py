"""함께 볼 조문: what the cited provisions lead to, beside the answer and never as its evidence."""

from __future__ import annotations

from datetime import date

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries, Settings

from chat.api.responses import verified_response
from chat.api.views import answer_now
from chat.conversations.export import conversation_markdown
from chat.conversations.sharing import answer_share
from chat.models import Answer
from chat.presenters.answers import answer_view
from chat.storing.see_also import MOST
from tests.corpus import TODAY, given_regulation

pytestmark = pytest.mark.django_db

DEGREES = """
제1조(목적) 이 규정은 복수학위에 관한 사항을 정함을 목적으로 한다.
제2조(복수학위의 신청) ① 복수학위를 신청하려는 학생은 제4조의 서류를 학과장에게 제출하여야 한다.
② 복수학위 신청의 심사는 「장학규정」 제3조를 준용한다.
③ 복수학위 신청의 심사위원은 제5조에 따른다.
제3조(기한) 심사는 학기 개시 전에 마쳐야 한다.
제4조(서류) 서류는 신청서와 성적증명서로 한다.
제5조(위원) 위원은 5명으로 한다.
제6조(수수료) 제2조에 따라 신청한 학생은 수수료를 낸다.
"""
SCHOLARSHIPS = """
제1조(목적) 이 규정은 장학금에 관한 사항을 정함을 목적으로 한다.
제3조(심사) 심사는 서류와 면접으로 한다.
"""
QUESTION = "복수학위를 신청하려면 어떻게 합니까?"


@pytest.fixture(autouse=True)
def _corpus(db: None, settings: Settings) -> None:
    given_regulation("복수학위 규정", DEGREES)
    given_regulation("장학규정", SCHOLARSHIPS)
    settings.CONTEXT_RELEVANCE_THRESHOLD = 0.05
    settings.MIN_RELEVANCE = 0.05


def answered(as_of: date = TODAY) -> Answer:
    answer = answer_now(question=QUESTION, as_of=as_of, mode="keyword")
    assert answer.status == Answer.Status.ANSWERED
    return answer


def test_what_the_cited_provisions_lead_to_is_kept_with_the_answer() -> None:
    view = answer_view(answer=answered())
    cited = {source.label for source in view.sources}
    assert "「복수학위 규정」 제2조제1항" in cited or "「복수학위 규정」 제2조" in cited
    found = [(other.label, other.kind_label, other.title) for other in view.see_also]
    # What applies mutatis mutandis first; never what the answer cites already, and not who cites it (제6조).
    assert found[0] == ("「장학규정」 제3조", "준용", "심사")
    assert len(found) <= MOST
    assert not any("제2조" in label or "제6조" in label for label, _kind, _title in found)


def test_it_is_shown_as_what_it_is_on_every_way_out(client: Client) -> None:
    answer = answered()
    share = answer_share(answer=answer)
    assert share is not None
    page = client.get(reverse("chat:shared", args=[share.token])).content.decode()
    section = page.partition('<section class="see-also" data-part="see-also">')[2].partition(
        "</section>"
    )[0]
    assert "「장학규정」 제3조(심사)" in section
    assert "근거로 쓰거나 대조하지는 않았습니다" in section
    assert "확인됨" not in section
    view = answer_view(answer=answer)
    exported = conversation_markdown(title="t", answers=[view], base_url="https://portal.test")
    assert "### 함께 볼 조문" in exported
    (applied,) = [
        row for row in verified_response(answer)["see_also"] if row["kind"] == "MUTATIS_MUTANDIS"
    ]
    assert (applied["regulation"], applied["locator"], applied["relevance"]) == (
        "장학규정",
        "art-3",
        None,
    )


def test_reading_it_asks_the_database_nothing(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    answer = answered()
    kept = answer.see_also
    answer_view(answer=answer)
    answer.see_also = kept * 3
    with django_assert_num_queries(0):
        assert len(answer_view(answer=answer).see_also) == 3 * len(kept)


def test_a_provision_that_was_not_in_force_that_day_is_left_out() -> None:
    given_regulation("학생증 규정", "제1조(목적) 목적을 정한다.", enforcement_date=date(2026, 9, 1))
    given_regulation(
        "복수학위 규정",
        DEGREES.replace("「장학규정」 제3조", "「학생증 규정」 제1조"),
        enforcement_date=date(2025, 9, 1),
    )
    labels = [other.label for other in answer_view(answer=answered()).see_also]
    assert labels
    assert "「학생증 규정」 제1조" not in labels


def test_nothing_is_shown_where_citations_are_hidden(settings: Settings) -> None:
    answer = answered()
    settings.ENABLE_CITATIONS = False
    assert answer_view(answer=answer).see_also == ()
