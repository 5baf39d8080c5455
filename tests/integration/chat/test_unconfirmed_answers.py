"""What a program is told of an answer that is refused or not confirmed: no confidence in it, and why, in words."""

from __future__ import annotations

import pytest
from pytest_django import Settings

from chat import pipeline
from chat.api.responses import verified_response
from chat.api.views import answer_now
from chat.composing.outcomes import AnswerVariant
from chat.composing.writing import Written
from chat.models import Answer
from chat.presenters.answers import answer_view
from tests.corpus import TODAY, given_corpus
from tests.stored_answers import given_answer
from tests.stub_llm import StubLLM, StubReply
from verification.checking import CheckedCitation, CheckedSentence, SentenceOutcome
from verification.citations.states import CitationStatus, Verdict
from verification.models import CitationCheck, Flag, Verification

pytestmark = pytest.mark.django_db

QUESTION = "휴학은 최대 몇 년까지 가능한가요?"
NOT_FOUND = "조문에서 뒷받침하는 문장을 찾지 못했습니다."
Status = Answer.Status


@pytest.fixture(autouse=True)
def _corpus(db: None, settings: Settings) -> None:
    given_corpus(embed=True)
    settings.CONTEXT_RELEVANCE_THRESHOLD = 0.1
    settings.MIN_RELEVANCE = 0.05


def confidences(answer: Answer) -> set[float | None]:
    """As the record, the page and the API have it."""
    return {
        Verification.objects.get(answer=answer).confidence,
        answer_view(answer=answer).confidence,
        verified_response(answer)["confidence"],
    }


def test_where_no_claim_may_be_shown_the_answer_is_refused_without_confidence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    citation = CheckedCitation(
        *("휴학기간은 7년입니다.", "[†1]", 1, CitationStatus.VERIFIED, Verdict.SUPPORTED),
        action=CitationCheck.Action.KEPT,
        confidence=0.9,
        shown=True,
    )
    differs = CheckedSentence(
        "휴학기간은 7년입니다[†1].", "", SentenceOutcome.DIFFERS, None, (citation,)
    )
    monkeypatch.setattr(pipeline, "_write", lambda *_: Written(AnswerVariant((differs,))))

    answer = answer_now(question=QUESTION, as_of=TODAY)

    assert answer.status == Status.UNANSWERABLE_UNSUPPORTED
    assert confidences(answer) == {0.0}
    response = verified_response(answer)
    assert response["reason"] == "faithfulness_below_threshold"
    assert response["reasons"] == ["조문으로 확인된 문장이 모자랐습니다."]
    assert response["message"] == "제공된 규정에서 해당 정보를 찾을 수 없습니다."
    assert (response["sentences"], response["corrected_answer"]) == ([], "")
    assert Flag.objects.filter(answer=answer, reason=Flag.Reason.UNSUPPORTED_ANSWER).exists()


def test_a_question_that_no_rule_answers_has_no_confidence_either() -> None:
    answer = answer_now(question="오늘 점심 메뉴는 무엇입니까?", as_of=TODAY)

    assert answer.status == Status.UNANSWERABLE_NO_SOURCE
    assert confidences(answer) == {0.0}


def test_a_model_that_declines_leaves_no_confidence(use_stub: StubLLM) -> None:
    use_stub.say(StubReply(refusal="no"))

    answer = answer_now(question=QUESTION, as_of=TODAY)

    assert answer.status == Status.UNANSWERABLE_DECLINED
    shown = answer_view(answer=answer).confidence, verified_response(answer)["confidence"]
    assert shown == (0.0, 0.0)


def test_a_sentence_that_nothing_proves_says_why_before_the_second_reading(
    use_stub: StubLLM,
) -> None:
    said = "휴학은 길어도 삼 년이면 끝내야 한다고 이해하시면 됩니다"
    use_stub.say(f"{said}[†1].")

    response = verified_response(answer_now(question=QUESTION, as_of=TODAY))

    assert response["verified"] is False
    assert [one["reason"] for one in response["sentences"]] == [NOT_FOUND]
    assert response["reasons"][0] == f"확인하지 못한 문장: {said}. {NOT_FOUND}"


@pytest.mark.parametrize(
    "status", [one for one in Status if one not in (Status.PENDING, Status.COMPOSING)]
)
def test_every_state_in_which_nothing_is_confirmed_has_a_reason(status: Answer.Status) -> None:
    answer = given_answer()
    answer.status = status
    answer.save()
    Verification.objects.update(check_state=Verification.CheckState.NOT_NEEDED)

    response = verified_response(Answer.objects.get(pk=answer.pk))

    assert response["verified"] is False
    assert response["reasons"]
    assert all(response["reasons"])
