"""Questions that belong to provisions lead there: those of the sample, one that the staff gives, one that an admin edits or refuses."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from contextlib import AbstractContextManager
from io import StringIO
from pathlib import Path

import pytest
from django.conf import settings as django_settings
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from chat.asking.services import conversation_start, question_ask
from portal.accounts.models import User
from regulations.models import Passage, PassageQuestion
from regulations.reading.corpus_version import corpus_version_get
from regulations.search.questions.indexing import questions_index
from regulations.search.questions.selectors import place_of
from regulations.search.questions.services import question_add
from regulations.search.questions.writing import run_order, run_write
from regulations.search.retrieval import search_passages
from regulations.search.thesaurus import thesaurus_load
from tests.answering import answer_question
from tests.corpus import TODAY, given_corpus, given_regulation
from tests.stub_llm import StubLLM
from verification.models import Flag
from verification.review.flags import flag_raise

pytestmark = pytest.mark.django_db

Callbacks = Callable[..., AbstractContextManager[list[Callable[[], object]]]]
SAMPLES = Path(django_settings.BASE_DIR) / "samples"
LOADED = ("등록금에 관한 규정", "장학금 지급 규정", "도서관 이용 규정")
ASKED = "돈 내고 이름 올리는 날이 따로 있나요?"
OTHERWISE = "이름을 올리는 날짜는 따로 정해져 있나요?"


def test_questions_of_the_sample_find_their_own_articles_first(tmp_path: Path) -> None:
    (tmp_path / "regulations").mkdir()
    for name in LOADED:
        [newest] = (SAMPLES / "regulations").glob(f"*_{name}.md")
        shutil.copy(newest, tmp_path / "regulations")
    shutil.copy(SAMPLES / "passage_questions.jsonl", tmp_path)
    (tmp_path / "departments.json").write_text("[]", encoding="utf-8")
    thesaurus_load()
    call_command("load_sample", "--from", str(tmp_path), stdout=StringIO(), stderr=StringIO())

    questions = PassageQuestion.objects.order_by("pk")
    missed = [row.text for row in questions if not _leads_there(row)]
    assert len(questions) >= 30
    # One may have a like article before its own.
    assert len(missed) <= 1, missed


def _leads_there(row: PassageQuestion) -> bool:
    found = search_passages(row.text, as_of=timezone.localdate(), limit=1)
    place = place_of(found.passages[0].passage)
    return (found.outcome, place) == ("answer", (row.regulation_id, row.locator_key))


def test_a_question_leads_to_its_provision_whatever_the_thesaurus_says_of_its_words() -> None:
    """Its vector is that of its own words, which no change of the thesaurus moves."""
    given_corpus(embed=True)
    passage = _registration()
    question_add(passage=passage, text=ASKED, origin=PassageQuestion.Origin.STAFF)
    questions_index(seconds=10)
    plainly = search_passages(ASKED, as_of=TODAY)
    thesaurus_load()

    found = search_passages(ASKED, as_of=TODAY)
    assert [one.passages[0].passage for one in (plainly, found)] == [passage, passage]
    assert (plainly.outcome, found.outcome) == ("answer", "answer")


def test_the_question_of_a_case_leads_to_the_provision_that_the_staff_names(client: Client) -> None:
    given_corpus(embed=True)
    passage = _registration()
    conversation = conversation_start(user=None, session_key="asker", as_of=TODAY)
    answer = question_ask(
        conversation=conversation, question=ASKED, as_of=TODAY, in_background=False
    )
    answer_question(answer.pk)
    flag_raise(answer_id=answer.pk, reason=Flag.Reason.UNSUPPORTED_ANSWER)
    before = search_passages(ASKED, as_of=TODAY)
    client.force_login(User.objects.create_user("reviewer", role=User.Role.STAFF))

    client.post(reverse("chat:casework-belongs", args=[answer.pk]), {"belongs": passage.pk})
    questions_index(seconds=10)

    found = search_passages(ASKED, as_of=TODAY)
    assert before.outcome != "answer"
    assert (found.outcome, found.passages[0].passage) == ("answer", passage)


def test_an_admin_edits_a_question_and_refuses_it(client: Client) -> None:
    given_corpus(embed=True)
    passage = _registration()
    row = question_add(
        passage=passage, text=ASKED, origin=PassageQuestion.Origin.STUDENT, is_decided=False
    )
    client.force_login(User.objects.create_superuser("clerk", "clerk@example.org", "x"))
    page = reverse("admin:regulations_passagequestion_change", args=[row.pk])
    edited = {
        "regulation": row.regulation_id,
        "locator_key": row.locator_key,
        "text": OTHERWISE,
        "origin": row.origin,
        "state": PassageQuestion.State.ACTIVE,
    }
    assert client.post(page, edited).status_code == 302
    questions_index(seconds=10)
    assert search_passages(OTHERWISE, as_of=TODAY).passages[0].passage == passage
    led = search_passages(OTHERWISE, as_of=TODAY).best_relevance

    chosen = {"action": "refuse", "_selected_action": [row.pk]}
    client.post(reverse("admin:regulations_passagequestion_changelist"), chosen)
    row.refresh_from_db()
    assert (row.state, row.text) == (PassageQuestion.State.REFUSED, OTHERWISE)
    assert search_passages(OTHERWISE, as_of=TODAY).best_relevance < led


def test_what_an_admin_deletes_is_not_searched_by_from_what_was_cached(
    client: Client, django_capture_on_commit_callbacks: Callbacks
) -> None:
    given_corpus()
    client.force_login(User.objects.create_superuser("clerk", "clerk@example.org", "x"))
    kept, one, other = (
        question_add(passage=_registration(), text=text, origin=PassageQuestion.Origin.STAFF)
        for text in (ASKED, OTHERWISE, UNWANTED)
    )
    page = reverse("admin:regulations_passagequestion_delete", args=[one.pk])
    listed = reverse("admin:regulations_passagequestion_changelist")
    chosen = {"action": "delete_selected", "_selected_action": [other.pk]}
    for address, asked in ((page, {}), (listed, chosen)):
        before = corpus_version_get()
        with django_capture_on_commit_callbacks(execute=True):
            client.post(address, {**asked, "post": "yes"})
        assert corpus_version_get() != before
    assert PassageQuestion.objects.get() == kept


LOCKERS = """제1조(목적) 이 지침은 보관함의 이용을 정한다.
제2조(배정) 보관함은 학기 초에 추첨하여 배정하며, 배정받은 학생은 보증금을 낸다.
"""
WRITTEN = "캐비닛은 어떻게 받아요?"
REWRITTEN = "캐비닛 뽑기는 언제 하는 건가요?"
UNWANTED = "짐을 넣어 둘 데가 어디예요?"


def test_from_publishing_to_the_words_of_a_student(client: Client, use_stub: StubLLM) -> None:
    """A model writes, an admin edits one and refuses one, a student's words lead there, and the staff adds what did not."""
    version = given_regulation("보관함 지침", LOCKERS, embed=True)
    use_stub.say({"questions": []}, {"questions": [WRITTEN, UNWANTED]}, {"answerable": [1, 2]})
    run_write(run_id=run_order(version_id=version.pk).pk, now=timezone.now(), seconds=30)
    passage = version.passages.get(locator_key="art-2")
    written = {row.text: row for row in PassageQuestion.objects.all()}
    assert {row.locator_key for row in written.values()} == {"art-2"}
    assert set(written) == {WRITTEN, UNWANTED}

    client.force_login(User.objects.create_superuser("clerk", "clerk@example.org", "x"))
    edited = {
        "regulation": version.regulation_id,
        "locator_key": "art-2",
        "text": REWRITTEN,
        "origin": PassageQuestion.Origin.MODEL,
        "state": PassageQuestion.State.ACTIVE,
    }
    change = reverse("admin:regulations_passagequestion_change", args=[written[WRITTEN].pk])
    assert client.post(change, edited).status_code == 302
    chosen = {"action": "refuse", "_selected_action": [written[UNWANTED].pk]}
    client.post(reverse("admin:regulations_passagequestion_changelist"), chosen)
    questions_index(seconds=10)
    states = dict(PassageQuestion.objects.values_list("text", "state"))
    assert states == {
        REWRITTEN: PassageQuestion.State.ACTIVE,
        UNWANTED: PassageQuestion.State.REFUSED,
    }
    found = search_passages(REWRITTEN, as_of=TODAY)
    assert (found.outcome, found.passages[0].passage) == ("answer", passage)

    conversation = conversation_start(user=None, session_key="asker", as_of=TODAY)
    asked = question_ask(
        conversation=conversation, question=ASKED, as_of=TODAY, in_background=False
    )
    answer_question(asked.pk)
    flag_raise(answer_id=asked.pk, reason=Flag.Reason.UNSUPPORTED_ANSWER)
    client.post(reverse("chat:casework-belongs", args=[asked.pk]), {"belongs": passage.pk})
    questions_index(seconds=10)
    assert search_passages(ASKED, as_of=TODAY).passages[0].passage == passage
    assert set(states) < set(PassageQuestion.objects.values_list("text", flat=True))


def _registration() -> Passage:
    return Passage.objects.get(version__regulation__title="학칙", locator_key="art-24")
