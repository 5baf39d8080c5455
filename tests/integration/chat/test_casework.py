"""A case searched and composed once more by the staff: through the same gate, in a worker, and never before the asker's eyes."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from chat.asking.services import conversation_start, question_ask
from chat.models import Answer, Rerun
from chat.reruns.enqueueing import search_enqueue
from chat.reruns.leases import RerunRefusedError, lease_rerun
from chat.reruns.running import rerun_execute
from chat.reruns.tasks import rerun_case
from portal.accounts.models import User
from portal.tasks import repair_work
from tests.answering import answer_question
from tests.controls import controls_set
from tests.corpus import SCHOOL_REGULATIONS, given_corpus, given_regulation
from tests.stub_llm import StubLLM, StubReply
from verification.models import Flag, Review
from verification.review.flags import flag_raise
from verification.review.queue import case_take

pytestmark = pytest.mark.django_db

QUESTION = "휴학은 최대 몇 년까지 가능한가요?"
ERRING = "「학칙」 제999조에 따르면 휴학기간은 통산하여 5년을 초과할 수 없습니다."
RIGHT = "휴학기간은 통산하여 3년(6학기)을 초과할 수 없습니다[†1]."
NAMED = "휴학기간은 통산하여 3년(6학기)을 초과할 수 없습니다(「학칙」 제25조제2항)."


@pytest.fixture(autouse=True)
def _corpus(db: None, settings: Settings) -> None:
    given_corpus()
    settings.CONTEXT_RELEVANCE_THRESHOLD = 0.0
    settings.MIN_RELEVANCE = 0.0


@pytest.fixture
def case(use_stub: StubLLM) -> Answer:
    """An answer of a model that errs, flagged."""
    use_stub.default = StubReply(ERRING)
    started = conversation_start(user=None, session_key="asker")
    answer = question_ask(
        conversation=started,
        question=QUESTION,
        as_of=timezone.localdate(),
        mode="keyword",
        in_background=False,
    )
    answer_question(answer.pk)
    flag_raise(answer_id=answer.pk, reason=Flag.Reason.UNSUPPORTED_ANSWER)
    answer.refresh_from_db()
    return answer


def staff(name: str = "reviewer") -> Client:
    client = Client()
    client.force_login(User.objects.create_user(name, role=User.Role.STAFF))
    return client


def page_of(client: Client, case: Answer, **headers: str) -> str:
    return client.get(reverse("chat:casework", args=[case.pk])).content.decode()


def searched(client: Client, case: Answer, day: str = "today") -> Rerun:
    """Order a search on the page; the worker's part runs here."""
    client.post(reverse("chat:casework-search", args=[case.pk]), {"day": day})
    return done(Rerun.objects.latest("created_at"))


def composed(client: Client, case: Answer, **fields: object) -> Rerun:
    client.post(reverse("chat:casework-compose", args=[case.pk]), {"day": "today", **fields})
    return done(Rerun.objects.latest("created_at"))


def done(rerun: Rerun) -> Rerun:
    rerun_execute(rerun_id=rerun.pk)
    rerun.refresh_from_db()
    return rerun


def source_of(case: Answer, locator: str = "art-25") -> int:
    row = case.passages.get(locator_key=locator)
    assert row.passage_id is not None
    return row.passage_id


def test_sources_before_and_after_an_amendment_are_compared(case: Answer) -> None:
    client = staff()
    amended = SCHOOL_REGULATIONS.replace("3년(6학기)", "2년(4학기)")
    given_regulation("학칙", amended, enforcement_date=timezone.localdate())

    rerun = searched(client, case)

    standings = {row["label"]: row["standing"] for row in rerun.result["rows"]}
    assert standings["「학칙」 제25조"] == "CHANGED"
    html = page_of(client, case)
    assert "내용이 바뀜 1" in html
    assert "2년(4학기)" in html
    assert "「학칙」의 그 판은 이제" in html


def test_the_same_search_on_the_answers_day_finds_the_same(case: Answer) -> None:
    rerun = searched(staff(), case, day="answer")

    rows = rerun.result["rows"]
    assert {row["standing"] for row in rows if row["rank_before"]} == {"SAME"}
    assert rerun.day == case.as_of


def test_draft_goes_through_the_check_and_begins_a_correction_that_nobody_sees_before_it_is_decided(
    case: Answer, use_stub: StubLLM
) -> None:
    client = staff()
    use_stub.say(RIGHT)
    use_stub.default = StubReply(status=500)

    rerun = composed(client, case, source=[source_of(case)])

    assert rerun.state == Rerun.State.DONE
    assert rerun.result["text"] == NAMED
    [sentence] = rerun.result["sentences"]
    assert (sentence["outcome"], sentence["is_kept"]) == ("CONFIRMED", True)
    # The judge was away: what was not checked is told as that.
    html = page_of(client, case)
    assert rerun.result["faithfulness"] == "NOT_CHECKED"
    assert "충실도는 확인하지 않았습니다." in html
    begun = client.get(
        reverse("verification:case", args=[case.pk]), {"draft": str(rerun.pk)}
    ).content.decode()
    assert NAMED in begun
    assert re.search(r'value="CORRECTED" checked', begun)

    unchanged = Answer.objects.get(pk=case.pk)
    assert (unchanged.status, unchanged.message.content) == (case.status, case.message.content)
    asker = Client()
    session = asker.session
    session.save()
    case.message.conversation.session_key = str(session.session_key)
    case.message.conversation.save()
    shown = asker.get(reverse("chat:conversation", args=[case.message.conversation_id]))
    assert NAMED not in shown.content.decode()


def test_what_the_check_holds_back_is_told_and_not_taken_over(
    case: Answer, use_stub: StubLLM
) -> None:
    client = staff()
    use_stub.say(*["휴학기간은 통산하여 9년을 초과할 수 없습니다[†1]."] * 3)
    attempts = len(use_stub.requests)

    rerun = composed(client, case, source=[source_of(case)])

    assert (rerun.result["text"], rerun.result["is_enough"]) == ("", False)
    assert len(use_stub.requests) - attempts >= 3, "asked again, as for every answer"
    html = page_of(client, case)
    assert "초안에서 뺌" in html
    assert "고친 답변으로 옮기기" not in html


def test_a_provision_that_retrieval_missed_can_be_added_by_name(
    case: Answer, use_stub: StubLLM
) -> None:
    client = staff()
    use_stub.say("등록금은 4회 이내로 나누어 납부할 수 있습니다[†1].")

    rerun = composed(client, case, added="「등록금에 관한 규정」 제5조")

    assert "「등록금에 관한 규정」 제5조" in rerun.result["text"]
    url = reverse("chat:casework-compose", args=[case.pk])
    reply = client.post(url, {"day": "today", "added": "「학칙」 제999조"}, follow=True)
    assert "「학칙」 제999조" in reply.content.decode()
    assert Rerun.objects.count() == 1


def test_model_that_is_down_leaves_a_reason_and_the_way_to_try_again(
    case: Answer, use_stub: StubLLM
) -> None:
    client = staff()
    use_stub.default = StubReply(status=503)

    rerun = composed(client, case, source=[source_of(case)])

    assert (rerun.state, rerun.result) == (Rerun.State.FAILED, {})
    html = page_of(client, case)
    assert "실행하지 못함" in html
    assert "언어 모델에 닿지 못했거나" in html
    assert "고친 답변으로 옮기기" not in html
    assert "고른 근거로 다시 작성" in html


def test_where_the_operator_lets_no_model_write_the_draft_quotes(
    case: Answer, use_stub: StubLLM
) -> None:
    client = staff()
    asked = len(use_stub.requests)
    controls_set(may_generate=False)
    cache.clear()

    rerun = composed(client, case, source=[source_of(case)])

    assert rerun.result["composer"] == "EXTRACTIVE"
    assert len(use_stub.requests) == asked
    controls_set(may_generate=True)
    cache.clear()


def test_one_rerun_at_a_time_and_none_in_the_hands_of_another(case: Answer) -> None:
    first, second = staff("first"), staff("second")
    url = reverse("chat:casework-search", args=[case.pk])
    fragment = {"HX-Request": "true"}
    first.post(url, {"day": "today"})

    told = second.post(url, {"day": "today"}, headers=fragment).content.decode()

    assert "다른 실행이 아직 끝나지 않았습니다" in told
    assert "first 님이" in told
    assert Rerun.objects.count() == 1
    assert "작업자가 아직 없습니다" not in told
    Rerun.objects.update(created_at=timezone.now() - timedelta(minutes=1))
    assert "작업자가 아직 없습니다" in page_of(second, case)
    done(Rerun.objects.get())
    case_take(answer_id=case.pk, reviewer=User.objects.get(username="first"), now=timezone.now())
    told = second.post(url, {"day": "today"}, headers=fragment).content.decode()
    assert "first 님이 맡고 있는 답변입니다" in told
    assert Rerun.objects.count() == 1


def test_dead_worker_gives_its_rerun_to_another_and_at_last_it_ends(
    case: Answer, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = timezone.now()
    reviewer = User.objects.create_user("reviewer", role=User.Role.STAFF)
    rerun = search_enqueue(answer=case, day=case.as_of, reviewer=reviewer, now=now)
    lost = lease_rerun(rerun_id=rerun.pk, now=now - timedelta(hours=1))
    assert lost is not None
    ordered: list[str] = []
    monkeypatch.setattr(rerun_case, "delay", lambda *, rerun_id: ordered.append(rerun_id))

    repair_work()
    assert ordered == [str(rerun.pk)]
    done(rerun)
    assert rerun.state == Rerun.State.DONE

    Rerun.objects.filter(pk=rerun.pk).update(
        state=Rerun.State.RUNNING,
        attempts=Rerun.terms.most_attempts,
        lease_until=now - timedelta(minutes=1),
    )
    repair_work()
    rerun.refresh_from_db()
    assert (rerun.state, ordered) == (Rerun.State.FAILED, [str(rerun.pk)])


def test_decided_case_is_not_run_again_and_its_question_takes_the_runs_with_it(
    case: Answer,
) -> None:
    reviewer = User.objects.create_user("reviewer", role=User.Role.STAFF)
    searched_at = timezone.now()
    search_enqueue(answer=case, day=case.as_of, reviewer=reviewer, now=searched_at)
    case.flags.update(resolved_at=searched_at)

    with pytest.raises(RerunRefusedError):
        search_enqueue(answer=case, day=case.as_of, reviewer=reviewer, now=searched_at)
    case.message.conversation.delete()

    assert not Rerun.objects.exists()
    assert not Review.objects.exists()


def test_only_the_staff_reads_and_orders(case: Answer, client: Client) -> None:
    client.force_login(User.objects.create_user("student", role=User.Role.STUDENT))
    for name in ("casework", "casework-similar"):
        assert client.get(reverse(f"chat:{name}", args=[case.pk])).status_code == 403
    for name in ("casework-search", "casework-compose"):
        assert client.post(reverse(f"chat:{name}", args=[case.pk])).status_code == 403
    assert not Rerun.objects.exists()
