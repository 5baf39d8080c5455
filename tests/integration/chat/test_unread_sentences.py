"""Open sentences: the verifier confirms what no judge has read and it is sure of, and a judge nothing that it doubts altogether."""

from __future__ import annotations

import pytest
from pytest_django import Settings

from chat.api.views import answer_now
from chat.presenters.answers import answer_view
from chat.presenters.shapes import SentenceView
from tests.corpus import TODAY, given_corpus
from tests.stub_llm import StubLLM, StubReply
from verification.checking import by_verifier
from verification.grounding import EntailmentScores

pytestmark = pytest.mark.django_db

QUESTION = "휴학은 최대 몇 년까지 가능한가요?"
OPEN = "휴학은 모두 합해서 3년, 그러니까 여섯 학기까지만 쓸 수 있어요[†1]."
ONLY = "일반휴학만 모두 합해서 3년까지 쓸 수 있어요[†1]."


@pytest.fixture(autouse=True)
def _corpus(db: None, settings: Settings) -> None:
    given_corpus(embed=True)
    settings.CONTEXT_RELEVANCE_THRESHOLD = 0.1
    settings.MIN_RELEVANCE = 0.05


def shown(
    stub: StubLLM, monkeypatch: pytest.MonkeyPatch, written: str, score: float
) -> SentenceView:
    """The one sentence of an answer, as it is shown where the verifier gives it such a score."""
    monkeypatch.setattr(
        by_verifier,
        "entailment_scores",
        lambda *_: EntailmentScores(score, 1 - score, 0.0),
    )
    stub.default = StubReply(written)
    [sentence] = answer_view(answer=answer_now(question=QUESTION, as_of=TODAY)).sentences
    return sentence


def test_what_the_verifier_is_sure_of_is_confirmed_where_the_judge_fails(
    use_stub: StubLLM, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_stub.judged = StubReply(status=500)

    sentence = shown(use_stub, monkeypatch, OPEN, 0.97)

    assert (sentence.outcome, sentence.method) == ("CONFIRMED", "VERIFIER")
    assert [chip.label for chip in sentence.citations] == ["「학칙」 제25조제2항"]


@pytest.mark.parametrize(
    ("written", "score"),
    [
        pytest.param(OPEN, 0.8, id="not sure"),
        pytest.param(ONLY, 0.99, id="only one kind"),
    ],
)
def test_what_it_is_not_sure_of_stays_beside_its_source(
    use_stub: StubLLM, monkeypatch: pytest.MonkeyPatch, written: str, score: float
) -> None:
    sentence = shown(use_stub, monkeypatch, written, score)

    assert (sentence.outcome, sentence.method) == ("BESIDE_SOURCE", "NONE")


def test_what_no_provision_says_by_itself_is_not_confirmed_by_all_together(
    use_stub: StubLLM, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_stub.default = StubReply(OPEN)
    scores = iter([0.97])
    monkeypatch.setattr(
        by_verifier,
        "entailment_scores",
        lambda *_: EntailmentScores(score := next(scores, 0.2), 1 - score, 0.0),
    )

    [sentence] = answer_view(answer=answer_now(question=QUESTION, as_of=TODAY)).sentences

    assert (sentence.outcome, sentence.method) == ("BESIDE_SOURCE", "NONE")


def test_it_is_not_heard_against_the_judge(
    use_stub: StubLLM, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_stub.judged = StubReply(
        {"verdicts": [{"sentence": 1, "verdict": "not_enough", "confidence": 0.9}]}
    )

    sentence = shown(use_stub, monkeypatch, OPEN, 0.99)

    assert sentence.outcome == "BESIDE_SOURCE"


@pytest.mark.parametrize(
    ("score", "shown_as"), [(0.02, ("BESIDE_SOURCE", "NONE")), (0.6, ("CONFIRMED", "JUDGE"))]
)
def test_a_judge_confirms_nothing_that_the_verifier_doubts_altogether(
    use_stub: StubLLM, monkeypatch: pytest.MonkeyPatch, score: float, shown_as: tuple[str, str]
) -> None:
    quote = "휴학기간은 통산하여 3년(6학기)을 초과할 수 없다"
    said = {"sentence": 1, "verdict": "supported", "confidence": 0.97, "source": 1, "quote": quote}
    use_stub.judged = StubReply({"verdicts": [said]})

    sentence = shown(use_stub, monkeypatch, OPEN, score)

    assert (sentence.outcome, sentence.method) == shown_as
