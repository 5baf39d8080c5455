"""The second reading moves the marks of a stored answer: rows, page, API, export, shared link, and what the asker is told."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from unittest.mock import Mock

import pytest
from django.test import Client
from django.urls import reverse
from kombu.exceptions import OperationalError

from chat.api.responses import verified_response
from chat.conversations.selectors import answers_with_everything
from chat.conversations.sharing import answer_share
from chat.models import Answer, AnswerSentence, Citation
from chat.presenters.answers import answer_view
from chat.presenters.shapes import AnswerView
from portal.accounts.models import User
from tests.corpus import given_corpus
from tests.stored_answers import RULES, Written, given_answer
from tests.stub_llm import StubLLM, StubReply
from verification.citations.states import ConfirmedBy, SentenceOutcome, Verdict
from verification.faithfulness.rechecking import check_again
from verification.faithfulness.settling import accuracy_of, shown_texts
from verification.faithfulness.tasks import check_faithfulness
from verification.models import Flag, Notice, Review, Verification
from verification.review.deciding import review_decide
from verification.review.flags import flag_raise
from verification.review.reopening import case_reopen

pytestmark = pytest.mark.django_db

PERMIT = Written("휴학하려면 휴학원을 제출하여 총장의 허가를 받아야 합니다.", ("art-25/para-1",))
LEAVE = Written("휴학기간은 통산하여 3년(6학기)을 초과할 수 없습니다.", ("art-25/para-2",))
TOO_LONG = Written("휴학기간은 통산하여 7년을 초과할 수 없습니다.", ("art-25/para-2",))
ENTRANTS = Written("신입생은 첫 학기에 휴학할 수 없습니다.", ("art-25/para-3",))
RETURN = Written("휴학생은 개시일 전까지 복학원을 제출하여야 합니다.", ("art-26",))
BESIDE = SentenceOutcome.BESIDE_SOURCE
CONFIRMED = SentenceOutcome.CONFIRMED
WITHDRAWN = SentenceOutcome.WITHDRAWN


@pytest.fixture(autouse=True)
def _corpus(db: None) -> None:
    given_corpus()


def said(
    written: Written, verdict: str = "supported", *, confidence: float = 0.95, evidence: str = "?"
) -> dict[str, Any]:
    """What the judge says of a sentence, with the words of its provision unless others are given."""
    keys = list(RULES)
    return {
        "sentence": written.text,
        "verdict": verdict,
        "confidence": confidence,
        "source": keys.index(written.keys[0]) + 1,
        "quote": RULES[written.keys[0]] if evidence == "?" else evidence,
        "reason": "조문은 그렇게 정하지 않습니다." if verdict != "supported" else "",
    }


def read_again(
    stub: StubLLM, answer: Answer, claims: Sequence[dict[str, Any]], wrong: Sequence[int] = ()
) -> AnswerView:
    """Let the judge answer about the claims and then about the pairs, of which the numbers in `wrong` are inaccurate."""
    pairs = answer.verification.citation_checks.count()
    judged = [
        {
            "pair": number,
            "is_accurate": number not in wrong,
            "confidence": 0.9,
            "explanation": "조문에 없는 내용입니다." if number in wrong else "",
        }
        for number in range(1, pairs + 1)
    ]
    texts = shown_texts(answer.verification)
    verdicts = [one | {"sentence": texts.index(one["sentence"]) + 1} for one in claims]
    # Of copies alone nobody is asked.
    stub.say(*([{"verdicts": verdicts}] if verdicts else []), {"pairs": judged})
    check_faithfulness(answer_id=str(answer.pk))
    return shown(answer)


def shown(answer: Answer) -> AnswerView:
    return answer_view(answer=answers_with_everything().get(pk=answer.pk))


def outcomes(answer: Answer) -> list[str]:
    return list(answer.sentences.order_by("position").values_list("outcome", flat=True))


def test_a_contradiction_takes_the_mark_off_and_opens_the_provision(use_stub: StubLLM) -> None:
    answer = given_answer(PERMIT, ENTRANTS)

    view = read_again(use_stub, answer, [said(PERMIT), said(ENTRANTS, "contradicted")])

    assert outcomes(answer) == [CONFIRMED, BESIDE]
    sentence = view.sentences[1]
    assert sentence.quote.startswith(RULES["art-25/para-3"])
    assert sentence.reason == "조문은 그렇게 정하지 않습니다."
    assert sentence.withdrawn_at is not None
    assert [one.status for one in sentence.citations] == ["MISATTRIBUTED"]
    assert view.state_line == "문장 2개 중 1개 확인, 1개는 원문과 함께"
    assert (view.verified_count, view.citation_count) == (1, 2)
    assert view.accuracy_rate == 0.5


def test_words_cut_from_their_rule_are_shown_in_the_whole_of_it(use_stub: StubLLM) -> None:
    answer = given_answer(LEAVE)
    words = "3년(6학기)을 초과할 수 없다"
    Citation.objects.update(quote=words)

    view = read_again(use_stub, answer, [said(LEAVE, "contradicted")])

    [sentence] = view.sentences
    assert sentence.outcome == BESIDE
    assert sentence.quote == RULES["art-25/para-2"]
    assert sentence.quote_words == (words,)
    shared = answer_share(answer=answer)
    assert shared is not None
    page = Client().get(reverse("chat:shared", args=[shared.token])).content.decode()
    assert f"휴학기간은 통산하여 <mark>{words}</mark>. 다만" in page


def test_two_voices_withdraw_a_sentence_and_its_number_goes(use_stub: StubLLM) -> None:
    answer = given_answer(PERMIT, TOO_LONG, RETURN)

    view = read_again(
        use_stub, answer, [said(PERMIT), said(TOO_LONG, "contradicted"), said(RETURN)], wrong=[2]
    )

    assert outcomes(answer) == [CONFIRMED, WITHDRAWN, CONFIRMED]
    withdrawn = view.sentences[1]
    assert (withdrawn.text, withdrawn.withdrawn_text) == ("", TOO_LONG.text)
    assert "7년" in withdrawn.reason  # the fact, not the judge's opinion
    assert [(one.number, one.label) for one in view.sources] == [
        (1, "「학칙」 제25조제1항"),
        (2, "「학칙」 제26조"),
    ]
    assert view.removed_numbers == (2,)
    # It is told where the sentence stood, and not a second time.
    assert view.removed == ()
    answer.message.refresh_from_db()
    assert "7년" not in answer.message.content
    assert answer.message.content.endswith("제출하여야 합니다[†2].")


def test_what_follows_a_number_that_goes_moves_up_by_one_and_no_further(use_stub: StubLLM) -> None:
    answer = given_answer(TOO_LONG, PERMIT, RETURN)

    view = read_again(
        use_stub, answer, [said(TOO_LONG, "contradicted"), said(PERMIT), said(RETURN)], wrong=[1]
    )

    assert outcomes(answer) == [WITHDRAWN, CONFIRMED, CONFIRMED]
    assert [one.number for one in view.sources] == [1, 2]
    answer.message.refresh_from_db()
    assert answer.message.content == (
        "휴학하려면 휴학원을 제출하여 총장의 허가를 받아야 합니다[†1].\n"
        "휴학생은 개시일 전까지 복학원을 제출하여야 합니다[†2]."
    )


def test_wrong_citations_of_sentences_that_stand_are_taken_out_and_the_rest_renumbered(
    use_stub: StubLLM,
) -> None:
    first = Written(PERMIT.text, ("art-25/para-1", "art-25/para-3"))
    answer = given_answer(first, RETURN)

    view = read_again(use_stub, answer, [said(first), said(RETURN)], wrong=[2])

    assert outcomes(answer) == [CONFIRMED, CONFIRMED]
    assert [one.number for one in view.sources] == [1, 2]
    assert view.removed_numbers == (2,)
    answer.message.refresh_from_db()
    assert answer.message.content == (
        "휴학하려면 휴학원을 제출하여 총장의 허가를 받아야 합니다[†1].\n"
        "휴학생은 개시일 전까지 복학원을 제출하여야 합니다[†2]."
    )
    assert view.accuracy_rate == pytest.approx(2 / 3)


def test_supported_by_words_that_stand_there_confirms_a_sentence(use_stub: StubLLM) -> None:
    beside = Written(ENTRANTS.text, ENTRANTS.keys, BESIDE, ConfirmedBy.NONE)
    answer = given_answer(PERMIT, beside)

    view = read_again(use_stub, answer, [said(PERMIT), said(beside)])

    assert outcomes(answer) == [CONFIRMED, CONFIRMED]
    assert view.sentences[1].method == ConfirmedBy.JUDGE
    assert [one.status for one in view.sentences[1].citations] == ["VERIFIED"]
    assert (view.verified_count, view.citation_count) == (2, 2)
    assert not Notice.objects.exists()


@pytest.mark.parametrize(
    "judged",
    [
        pytest.param({"confidence": 0.5}, id="not-sure"),
        pytest.param({"evidence": "신입생은 언제든지 휴학할 수 있다."}, id="invented-words"),
        pytest.param({"verdict": "not_enough"}, id="not-enough"),
    ],
)
def test_what_is_no_clear_support_confirms_nothing(
    use_stub: StubLLM, judged: dict[str, Any]
) -> None:
    beside = Written(ENTRANTS.text, ENTRANTS.keys, BESIDE, ConfirmedBy.NONE)
    answer = given_answer(beside)

    read_again(use_stub, answer, [said(beside, **judged)])

    assert outcomes(answer) == [BESIDE]


def test_a_fact_outweighs_the_judge(use_stub: StubLLM) -> None:
    wrong = Written(TOO_LONG.text, TOO_LONG.keys, BESIDE, ConfirmedBy.NONE)
    answer = given_answer(wrong)

    read_again(use_stub, answer, [said(wrong)])

    assert outcomes(answer) == [BESIDE]


def test_the_rules_own_words_and_what_a_person_confirmed_stay(use_stub: StubLLM) -> None:
    copy = Written(RULES["art-26"], ("art-26",), method=ConfirmedBy.COPY)
    copied = given_answer(copy)
    approved = given_answer(ENTRANTS)
    Review.objects.create(
        answer=approved,
        reviewer=User.objects.create_user("reviewer", role=User.Role.STAFF),
        decision=Review.Decision.APPROVED,
    )

    read = read_again(use_stub, copied, [], wrong=[1])
    view = read_again(use_stub, approved, [said(ENTRANTS, "contradicted")], wrong=[1])

    assert (outcomes(copied), read.faithfulness) == ([CONFIRMED], "FAITHFUL")
    assert outcomes(approved) == [CONFIRMED]
    # The staff is told all the same.
    assert Flag.objects.filter(answer=approved, reason=Flag.Reason.DISAGREEMENT).exists() or (
        Flag.objects.filter(answer=approved, reason=Flag.Reason.LOW_FAITHFULNESS).exists()
    )
    assert view.verified_count == 1


def test_a_proved_sentence_is_never_withdrawn_by_a_judge_alone(use_stub: StubLLM) -> None:
    proved = Written(ENTRANTS.text, ENTRANTS.keys, method=ConfirmedBy.PROOF)
    answer = given_answer(proved)

    read_again(use_stub, answer, [said(proved, "contradicted")], wrong=[1])

    assert outcomes(answer) == [BESIDE]


def test_page_api_export_and_shared_link_say_the_same(client: Client, use_stub: StubLLM) -> None:
    client.get(reverse("chat:ask"))
    user = User.objects.create_user("student", role=User.Role.STUDENT)
    client.force_login(user)
    beside = Written("복학은 학과에 문의하여 정합니다.", ("art-26",), BESIDE, ConfirmedBy.NONE)
    differs = Written(
        "신입생은 첫 학기에 휴학할 수 있습니다.", ("art-25/para-3",), SentenceOutcome.DIFFERS
    )
    answer = given_answer(PERMIT, TOO_LONG, beside, differs, user=user)
    read_again(use_stub, answer, [said(PERMIT), said(TOO_LONG, "contradicted")], wrong=[2])
    share = answer_share(answer=answer)
    assert share is not None

    conversation = answer.message.conversation_id
    pages = {
        "page": reverse("chat:conversation", args=[conversation]),
        "fragment": reverse("chat:fragment", args=[answer.pk]),
        "export": reverse("chat:export", args=[conversation]),
        "shared": reverse("chat:shared", args=[share.token]),
    }
    texts = {name: client.get(url).content.decode() for name, url in pages.items()}

    for name, text in texts.items():
        assert (
            "문장 4개 중 1개 확인, 1개는 원문과 함께, 1개는 규정 원문으로 바꿈, 1개 거둠" in text
        ), name
        assert "이 문장을 거두었습니다." in text, name
        assert "이 문장은 확인하지 못했습니다. 원문을 함께 읽어 주십시오." in text, name
        assert "답변의 문장이 규정과 달라 원문으로 바꾸었습니다." in text, name
        assert RULES["art-26"] in text, name
    assert differs.text not in texts["export"]
    response = verified_response(answers_with_everything().get(pk=answer.pk))
    assert [one["outcome"] for one in response["sentences"]] == outcomes(answer)
    assert [one["text"] for one in response["sentences"]] == [
        PERMIT.text,
        "",
        beside.text,
        RULES["art-25/para-3"],
    ]
    assert response["sentences"][3]["quote"] == RULES["art-25/para-3"]
    assert response["counts"] == {
        "total": 4,
        "confirmed": 1,
        "beside": 1,
        "replaced": 1,
        "withdrawn": 1,
        "unchecked": 0,
    }
    assert response["verified"] is False
    assert any(text.startswith("거둔 문장: 휴학기간은") for text in response["reasons"])
    assert differs.text not in response["corrected_answer"]


def test_the_asker_is_told_once_and_has_read_it(client: Client, use_stub: StubLLM) -> None:
    user = User.objects.create_user("student", role=User.Role.STUDENT)
    client.force_login(user)
    answer = given_answer(PERMIT, ENTRANTS, user=user)
    read_again(use_stub, answer, [said(PERMIT), said(ENTRANTS, "contradicted")])

    notice = Notice.objects.get()
    asked = client.get(reverse("chat:ask")).content.decode()
    told = client.get(reverse("verification:notices")).content.decode()
    client.post(reverse("chat:seen", args=[answer.pk]))

    words = "다시 확인하여 지난 답변에서 확인 표시를 거두었습니다."
    assert (notice.kind, notice.recipient, notice.answer) == ("MARK_WITHDRAWN", user, answer)
    assert words in asked
    assert "답변의 문장에서 확인 표시를 거두었습니다." in told
    assert words not in client.get(reverse("chat:ask")).content.decode()


def test_staff_orders_a_failed_check_again_and_the_flag_goes(
    client: Client, use_stub: StubLLM, django_capture_on_commit_callbacks: Any
) -> None:
    client.force_login(User.objects.create_user("reviewer", role=User.Role.STAFF))
    answer = given_answer(ENTRANTS)
    use_stub.say(StubReply(status=400))
    check_faithfulness(answer_id=str(answer.pk))
    page = reverse("verification:case", args=[answer.pk])
    failed = client.get(page).content.decode()

    with django_capture_on_commit_callbacks() as ordered:
        reply = client.post(reverse("verification:recheck", args=[answer.pk]), follow=True)
    waiting = shown(answer)
    twice = check_again(answer_id=answer.pk)
    view = read_again(use_stub, answer, [said(ENTRANTS)])

    assert "실행하지 못했습니다" in failed
    assert "실행 안 함" in failed
    assert "두 번째 읽기 다시 하기" in failed
    assert "다시 확인하고 있습니다." in reply.content.decode()
    assert ordered
    assert (waiting.check_state, waiting.faithfulness) == ("PENDING", "NOT_CHECKED")
    assert twice is False
    assert (view.check_state, view.faithfulness) == ("DONE", "FAITHFUL")
    assert not Flag.objects.filter(reason=Flag.Reason.CHECK_FAILED, resolved_at=None).exists()
    done = client.get(page).content.decode()
    assert "충실도 확인 완료 (모델)" in done


@pytest.mark.parametrize("decision", ["CORRECTED", "WITHDRAWN"])
@pytest.mark.parametrize("is_reopened", [False, True])
def test_what_nobody_sees_any_more_is_not_read_again(
    client: Client, decision: str, is_reopened: bool
) -> None:
    reviewer = User.objects.create_user("reviewer", role=User.Role.STAFF)
    client.force_login(reviewer)
    answer = given_answer(ENTRANTS)
    Verification.objects.update(check_state="FAILED")
    flag_raise(answer_id=answer.pk, reason=Flag.Reason.CHECK_FAILED)
    page = reverse("verification:case", args=[answer.pk])
    assert "두 번째 읽기 다시 하기" in client.get(page).content.decode()
    review_decide(
        answer_id=answer.pk,
        reviewer=reviewer,
        decision=decision,
        reason="까닭",
        corrected_text="학과에 문의하십시오.",
    )
    if is_reopened:
        case_reopen(answer_id=answer.pk, reviewer=reviewer, reason="다시 봅니다.")

    shown_case = client.get(page).content.decode()
    reply = client.post(reverse("verification:recheck", args=[answer.pk]), follow=True)

    assert "두 번째 읽기 다시 하기" not in shown_case
    label = {"CORRECTED": "정정됨", "WITHDRAWN": "철회됨"}[decision]
    assert f"<span>{label}" in shown_case
    assert "다시 읽지 않습니다" in reply.content.decode()
    assert Verification.objects.get().check_state == "FAILED"
    assert not answer_view(answer=Answer.objects.get()).can_recheck


def test_a_check_is_ordered_again_while_no_broker_answers(
    monkeypatch: pytest.MonkeyPatch, use_stub: StubLLM, django_capture_on_commit_callbacks: Any
) -> None:
    answer = given_answer(ENTRANTS)
    use_stub.say(StubReply(status=400))
    check_faithfulness(answer_id=str(answer.pk))
    monkeypatch.setattr(check_faithfulness, "delay", Mock(side_effect=OperationalError))

    with django_capture_on_commit_callbacks(execute=True):
        ordered = check_again(answer_id=answer.pk)

    assert ordered
    assert shown(answer).check_state == "PENDING"


def test_what_nothing_speaks_against_is_not_called_different(use_stub: StubLLM) -> None:
    open_still = Written("복학은 학과에 문의하여 정합니다.", ("art-26",), BESIDE, ConfirmedBy.NONE)
    answer = given_answer(PERMIT, open_still)

    view = read_again(use_stub, answer, [said(PERMIT), said(open_still, "not_enough", evidence="")])

    assert view.faithfulness == "PARTLY"
    assert answer.flags.filter(reason=Flag.Reason.LOW_FAITHFULNESS).exists()


def test_pairs_that_nobody_judged_have_no_accuracy() -> None:
    open_still = Written("복학은 학과에 문의하여 정합니다.", ("art-26",), BESIDE, ConfirmedBy.NONE)
    checks = list(Verification.objects.get(answer=given_answer(open_still)).citation_checks.all())

    assert accuracy_of(checks) is None
    checks[0].model_verdict = Verdict.NOT_IN_CONTEXT
    assert accuracy_of(checks) == 0.0


def test_a_second_reading_by_rules_moves_nothing() -> None:
    answer = given_answer(Written(TOO_LONG.text, TOO_LONG.keys))

    check_faithfulness(answer_id=str(answer.pk))

    assert Verification.objects.get(answer=answer).method == Verification.Method.RULES
    assert outcomes(answer) == [CONFIRMED]


def test_a_failure_never_reads_as_passed(use_stub: StubLLM) -> None:
    answer = given_answer(ENTRANTS)
    use_stub.say(StubReply(status=400))

    check_faithfulness(answer_id=str(answer.pk))

    response = verified_response(answers_with_everything().get(pk=answer.pk))
    assert response["faithfulness"] == "NOT_CHECKED"
    assert "두 번째 확인을 실행하지 못했습니다." in response["reasons"]
    assert AnswerSentence.objects.get(answer=answer).outcome == CONFIRMED
