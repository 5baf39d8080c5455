"""What becomes of an answer when its failing sentences are written again."""

from __future__ import annotations

from chat.composing.writing import merged
from verification.checking import CheckedSentence, SentenceOutcome

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
