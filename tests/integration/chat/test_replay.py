"""The retrieval of a stored answer, made once more: the same, or why not."""

from __future__ import annotations

import io
import json
from datetime import date

import pytest
from django.core.management import CommandError, call_command
from pytest_django import Settings

from chat.api.views import answer_now
from chat.models import Answer
from chat.reruns.replaying import NotRecordedError, answer_replay
from regulations.models import Regulation, ThesaurusEntry
from tests.corpus import SCHOOL_REGULATIONS, TODAY, given_corpus, given_regulation

pytestmark = pytest.mark.django_db

QUESTION = "휴학은 최대 몇 년까지 가능한가요?"


@pytest.fixture
def answer(settings: Settings) -> Answer:
    given_corpus()
    settings.CONTEXT_RELEVANCE_THRESHOLD = 0.1
    settings.MIN_RELEVANCE = 0.05
    return answer_now(question=QUESTION, as_of=TODAY, mode="keyword")


def test_what_was_retrieved_is_stored_with_all_parameters(answer: Answer) -> None:
    stored = answer.retrieval
    assert (stored["mode"], stored["query"], stored["scope"]) == ("keyword", QUESTION, {})
    assert stored["setup"]["embedding_model"] == ""
    assert all(stored["setup"][name] for name in ("tokenizer", "thesaurus", "weights", "reranker"))
    ranks = [row["rank"] for row in stored["results"]]
    assert ranks == list(range(1, len(ranks) + 1))
    assert stored["results"][0]["locator_key"] == "art-25"
    assert answer.passages.get(rank=1).used


def test_nothing_changed_gives_the_same_sources(answer: Answer) -> None:
    replay = answer_replay(answer=answer)
    assert (replay.is_same, replay.causes, replay.lost, replay.gained) == (True, (), (), ())
    out = io.StringIO()
    call_command("replay", str(answer.pk), stdout=out)
    assert "같은 조문을" in out.getvalue()


def test_an_amendment_explains_the_difference(answer: Answer) -> None:
    amended = SCHOOL_REGULATIONS.replace("3년(6학기)", "2년(4학기)")
    given_regulation("학칙", amended, enforcement_date=date(2026, 1, 1))
    replay = answer_replay(answer=answer)
    assert not replay.is_same
    assert any("「학칙」의 그 판은" in cause and "2판" in cause for cause in replay.causes)


def test_changed_words_settings_and_weights_are_named(answer: Answer, settings: Settings) -> None:
    ThesaurusEntry.objects.create(line="휴학 = 등록")
    settings.MAX_SOURCES = 2
    Answer.objects.filter(pk=answer.pk).update(
        retrieval=answer.retrieval | {"setup": answer.retrieval["setup"] | {"weights": "other"}}
    )
    answer.refresh_from_db()
    causes = " ".join(answer_replay(answer=answer).causes)
    assert "동의어:" in causes
    assert "휴학 = 등록" in causes
    assert "설정 MAX_SOURCES: 5 → 2" in causes
    assert "순위 가중치: other" in causes


def test_only_what_is_proved_is_named(answer: Answer) -> None:
    """A regulation that another synonym brought up did not come in, and one that left a category did not change."""
    ThesaurusEntry.objects.create(line="휴학 = 등록금")
    replay = answer_replay(answer=answer)
    assert {row.regulation for row in replay.gained} >= {"등록금에 관한 규정"}
    assert not any("새로 들어왔습니다" in cause for cause in replay.causes)
    Regulation.objects.update(category="학사")
    scoped = answer_now(question=QUESTION, as_of=TODAY, mode="keyword", scope={"category": "학사"})
    Regulation.objects.filter(title="학칙").update(category="")
    told = " ".join(answer_replay(answer=scoped).causes)
    assert "「학칙」은(는) 이제 그 범위에 들지 않습니다." in told


def test_the_command_reports_in_json_and_fails_where_it_differs(answer: Answer) -> None:
    given_regulation("휴학 기간 연장 지침", "제1조(휴학) 휴학은 최대 5년까지 가능하다.")
    out = io.StringIO()
    with pytest.raises(CommandError, match="다릅니다"):
        call_command("replay", str(answer.pk), json=True, stdout=out)
    told = json.loads(out.getvalue())
    assert told["same"] is False
    assert any("휴학 기간 연장 지침" in label for label in told["gained"])
    assert any("새로 들어왔습니다" in cause for cause in told["causes"])


def test_an_answer_without_a_record_says_so(answer: Answer) -> None:
    answer.retrieval = {}
    with pytest.raises(NotRecordedError):
        answer_replay(answer=answer)
    with pytest.raises(CommandError, match="그런 답변이 없습니다"):
        call_command("replay", "00000000-0000-4000-8000-000000000000")
