"""The text of an answer where a model's own may not stand: it only points, invents, is not sure, or does not know a part."""

from __future__ import annotations

import re

import pytest
from pytest_django import Settings

from chat.api.views import answer_now
from chat.models import Answer
from chat.presenters.answers import answer_view
from tests.corpus import TODAY, given_corpus
from tests.stub_llm import StubLLM, StubReply
from verification.citations.correction import NOTICE

pytestmark = pytest.mark.django_db

QUESTION = "휴학은 최대 몇 년까지 가능한가요?"
FAITHFUL = "휴학기간은 통산하여 3년(6학기)을 초과할 수 없습니다[†1]."


@pytest.fixture(autouse=True)
def _corpus(db: None, settings: Settings) -> None:
    given_corpus(embed=True)
    settings.CONTEXT_RELEVANCE_THRESHOLD = 0.1
    settings.MIN_RELEVANCE = 0.05


def answered(stub: StubLLM, said: str) -> Answer:
    """The answer of a model that says the same at every attempt."""
    stub.default = StubReply(said)
    return answer_now(question=QUESTION, as_of=TODAY)


def test_a_sentence_that_only_points_is_replaced_by_what_the_provision_says(
    use_stub: StubLLM,
) -> None:
    answer = answered(use_stub, "자세한 내용은 「학칙」 제26조를 참고하세요.")

    assert answer.message.content == (
        "「학칙」 제26조: “휴학생은 휴학기간이 끝나는 학기의 개시일 전까지 복학원을 제출하여야 한다.”[†1]"
    )
    assert answer.generations == 1


def test_by_the_policy_of_notices_the_text_says_that_a_provision_is_to_be_looked_up(
    use_stub: StubLLM, settings: Settings
) -> None:
    settings.UNVERIFIED_CITATION_POLICY = "notice"

    answer = answered(
        use_stub,
        "「학칙」 제999조에 따르면 휴학기간은 통산하여 3년(6학기)을 초과할 수 없습니다.",
    )

    assert answer.message.content.startswith(
        f"관련 규정에 따르면 휴학기간은 통산하여 3년(6학기)을 초과할 수 없습니다. {NOTICE} (확인 필요."
    )


def test_the_model_is_told_what_it_may_cite_a_line_for_each_regulation(
    use_stub: StubLLM, settings: Settings
) -> None:
    settings.MIN_RELEVANCE, settings.MAX_SOURCES = 0.0, 9
    answered(use_stub, FAITHFUL)

    prompt = use_stub.requests[0]["messages"][0]["content"]
    listed = dict(re.findall(r"^- 「([^」]+)」 (.+)$", prompt, re.MULTILINE))
    assert {"제25조", "제26조"} <= set(listed["학칙"].split(", "))
    assert "제4조" in listed["등록금에 관한 규정"].split(", ")


@pytest.mark.parametrize(
    ("said", "invented"),
    [
        ("휴학원은 학사민원팀에 제출하면 됩니다[†1].", "학사민원팀"),
        ("문의는 041-555-7777로 하시면 됩니다[†1].", "041-555-7777"),
        ("휴학원은 leave@example.ac.kr로 보내면 됩니다[†1].", "leave@example.ac.kr"),
    ],
    ids=["office", "telephone", "address"],
)
def test_an_invented_contact_reaches_no_text(use_stub: StubLLM, said: str, invented: str) -> None:
    answer = answered(use_stub, f"{FAITHFUL} {said}")

    confirmed, differs = answer_view(answer=answer).sentences
    assert (confirmed.outcome, differs.outcome) == ("CONFIRMED", "DIFFERS")
    assert invented in differs.reason
    assert invented not in answer.message.content
    assert answer.message.content.startswith(FAITHFUL)


def test_a_sentence_that_nothing_proves_is_marked_in_the_text_itself(use_stub: StubLLM) -> None:
    said = "휴학은 길어도 삼 년이면 끝내야 한다고 이해하시면 됩니다"

    answer = answered(use_stub, f"{said}[†1].")

    assert answer.message.content.startswith(f"{said}. (확인 필요. 원문: “")


@pytest.mark.parametrize(
    ("missing", "status"),
    [
        ("휴학 위로금에 관한 내용은 제공된 규정에서 찾을 수 없습니다.", Answer.Status.PARTIAL),
        # What was asked does stand there: nothing is missing.
        ("제공된 규정에서 해당 정보를 찾을 수 없습니다.", Answer.Status.ANSWERED),
    ],
    ids=["right", "wrong"],
)
def test_a_right_refusal_beside_an_answer_makes_it_a_partial_one_in_the_portals_words(
    use_stub: StubLLM, missing: str, status: Answer.Status
) -> None:
    answer = answered(use_stub, f"{FAITHFUL} {missing}")

    assert answer.status == status
    said = answer_view(answer=answer).status_sentence
    assert (said == "질문의 일부만 규정에서 찾았습니다.") is (status == Answer.Status.PARTIAL)
    assert answer.message.content == FAITHFUL
