"""What becomes of an answer when its failing sentences are written again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, cast

import pytest

from chat.composing.writing import merged, write
from verification.checking import CheckedSentence, DraftSentence, SentenceChecker, SentenceOutcome

CONFIRMED, BESIDE, DIFFERS = (
    SentenceOutcome.CONFIRMED,
    SentenceOutcome.BESIDE_SOURCE,
    SentenceOutcome.DIFFERS,
)


def sentence(text: str, outcome: SentenceOutcome) -> CheckedSentence:
    return CheckedSentence(text, text, outcome, None, quote="조문")


def test_what_was_confirmed_stays_where_it_is() -> None:
    before = [sentence("가", CONFIRMED), sentence("나", DIFFERS), sentence("다", CONFIRMED)]

    after = merged(before, [sentence("나′", CONFIRMED)])

    assert [one.text for one in after] == ["가", "나′", "다"]


def test_a_sentence_that_is_no_better_does_not_take_the_place() -> None:
    before = [sentence("가", BESIDE), sentence("나", DIFFERS)]

    after = merged(before, [sentence("가′", DIFFERS), sentence("나′", BESIDE)])

    assert [one.text for one in after] == ["가", "나′"]


def test_a_sentence_that_was_confirmed_already_is_not_said_twice() -> None:
    before = [sentence("가", CONFIRMED), sentence("나", BESIDE)]

    after = merged(before, [sentence("가", CONFIRMED), sentence("나′", CONFIRMED)])

    assert [one.text for one in after] == ["가", "나′"]


def test_more_or_fewer_sentences_than_failed_lose_nothing_that_was_confirmed() -> None:
    before = [sentence("가", CONFIRMED), sentence("나", BESIDE), sentence("다", DIFFERS)]

    assert [one.text for one in merged(before, [])] == ["가", "나", "다"]
    more = [sentence(text, CONFIRMED) for text in ("라", "마", "바")]
    assert {one.text for one in merged(before, more)} >= {"가", "라", "마", "바"}


class Repeating:
    """Writes the same five sentences at every attempt."""

    kind, model, temperature, prompt_hash, can_retry = "GENERATIVE", "", None, "", True

    def compose(self, **_: Any) -> Iterator[DraftSentence]:
        yield from (DraftSentence(f"{number}번째 문장") for number in range(5))


class Gate:
    """Confirms the first sentences; the others are open, or something speaks against them."""

    def __init__(self, *, confirmed: int, is_open: bool) -> None:
        self.confirmed, self.is_open = confirmed, is_open
        self.readings: dict[int, object] = {}

    def bookmark(self) -> Callable[[], None]:
        return self.readings.clear

    def check(self, draft: DraftSentence) -> CheckedSentence:
        if int(draft.text[0]) < self.confirmed:
            return sentence(draft.text, CONFIRMED)
        return CheckedSentence(draft.text, draft.text, BESIDE, None, is_open=self.is_open)


@pytest.mark.parametrize(
    ("confirmed", "is_open", "scores"),
    [
        pytest.param(3, True, [], id="exactly the threshold"),
        pytest.param(2, True, [0.4, 0.4], id="too little"),
        pytest.param(4, False, [0.8, 0.8], id="one that something speaks against"),
    ],
)
def test_what_is_written_again_and_what_the_log_says_of_it(
    caplog: pytest.LogCaptureFixture, confirmed: int, is_open: bool, scores: list[float]
) -> None:
    gate = cast(SentenceChecker, Gate(confirmed=confirmed, is_open=is_open))

    written = write(question="", sources=(), composer=Repeating(), checker=gate)

    told = [one.__dict__["msg"] for one in caplog.records if one.levelname == "WARNING"]
    assert [one["event"] for one in told] == ["answer_written_again"] * len(scores)
    assert [(one["attempt"], one["score"]) for one in told] == list(enumerate(scores, start=1))
    assert len(written.rejected) == len(scores)
