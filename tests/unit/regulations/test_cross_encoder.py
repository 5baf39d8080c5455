"""The best passages read together with the question: what the reading moves, and what it may not."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from portal import llm
from regulations.search.index.windows import MOST_WINDOWS, WINDOW
from regulations.search.retrieval.calibration import answer_features, fitted_weights
from regulations.search.retrieval.rerank import ScoredCandidate, by_weights, one_an_article
from regulations.search.retrieval.rerankers.cross_encoder import (
    CROSS_ENCODED_COUNT,
    READ_COUNT,
    cross_encoded,
)
from tests.unit.regulations.test_retrieval_ranking import candidate

# Words order by `lexical`, what is read counts half as much.
WEIGHTS = {"lexical": 1.0, "cross_encoder": 0.5}
QUESTION = "휴학은 몇 년까지 되나요?"

Reader = Callable[[str, Sequence[str]], list[float]]


def found(count: int) -> list[ScoredCandidate]:
    pool = [candidate(n, f"제목{n}", f"글 {n}") for n in range(1, count + 1)]
    rows = [{"lexical": 1.0 - n / 10, "cross_encoder": 0.0} for n in range(count)]
    return by_weights(pool, rows, WEIGHTS)


def order(scored: Sequence[ScoredCandidate]) -> list[int]:
    return [one.candidate.passage_id for one in scored]


def reads(monkeypatch: pytest.MonkeyPatch, scores: Sequence[float]) -> list[tuple[str, list[str]]]:
    asked: list[tuple[str, list[str]]] = []

    def read(question: str, texts: Sequence[str]) -> list[float]:
        asked.append((question, list(texts)))
        return list(scores[: len(texts)])

    monkeypatch.setattr(llm, "cross_encode", read)
    return asked


def test_what_answers_as_the_model_reads_it_comes_before_what_shares_more_words(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = reads(monkeypatch, [-2.0, 3.0, -4.0])
    ordered = cross_encoded(QUESTION, found(3), weights=WEIGHTS)
    assert order(ordered) == [2, 1, 3]
    assert [one.features["cross_encoder"] for one in ordered] == [3.0, -2.0, -4.0]
    assert asked == [
        (QUESTION, ["학적 규정 제목1\n글 1", "학적 규정 제목2\n글 2", "학적 규정 제목3\n글 3"])
    ]


def test_only_the_best_are_read_and_the_others_count_as_the_worst_of_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = reads(monkeypatch, [float(-n) for n in range(CROSS_ENCODED_COUNT)])
    ordered = cross_encoded(QUESTION, found(CROSS_ENCODED_COUNT + 4), weights=WEIGHTS)
    assert len(asked[0][1]) == CROSS_ENCODED_COUNT
    assert order(ordered) == list(range(1, CROSS_ENCODED_COUNT + 5))
    assert {one.features["cross_encoder"] for one in ordered[CROSS_ENCODED_COUNT:]} == {
        1.0 - CROSS_ENCODED_COUNT
    }


def test_what_the_question_names_by_number_leads_whatever_is_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    reads(monkeypatch, [9.0, -9.0])
    pool = [candidate(1, "휴학", "글"), candidate(2, "복학", "글", named=1.0)]
    scored = by_weights(pool, [{"lexical": 1.0}, {"lexical": 0.0}], WEIGHTS)
    assert order(cross_encoded(QUESTION, scored, weights=WEIGHTS)) == [2, 1]


def test_a_very_long_passage_is_cut_before_it_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = reads(monkeypatch, [0.0])
    scored = by_weights([candidate(1, "휴학", "긴 글 " * 5000)], [{"lexical": 1.0}], WEIGHTS)
    cross_encoded(QUESTION, scored, weights=WEIGHTS)
    assert len(asked[0][1]) == MOST_WINDOWS
    assert all(len(text) < 2 * WINDOW for text in asked[0][1])


def test_what_stands_in_the_last_paragraph_is_read_too(monkeypatch: pytest.MonkeyPatch) -> None:
    paragraphs = [f"{mark} " + f"휴학의 사유 {mark}에 관하여 정한다. " * 8 for mark in "①②③"]
    asked = reads(monkeypatch, [-5.0, -4.0, 2.0, 1.0])
    pool = [candidate(1, "휴학", "\n".join(paragraphs)), candidate(2, "복학", "글")]
    plain = by_weights(pool, [{"lexical": 0.2}, {"lexical": 0.1}], WEIGHTS)
    ordered = cross_encoded(QUESTION, plain, weights=WEIGHTS)
    assert all(any(mark in text for text in asked[0][1][:3]) for mark in "①②③")
    assert [one.features["cross_encoder"] for one in ordered] == [2.0, 1.0]


def test_where_there_is_no_more_room_only_the_part_likest_the_question_is_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = reads(monkeypatch, [0.0] * READ_COUNT)
    text = "\n".join(
        [
            "① " + "총장이 정한다. " * 20,
            "② 휴학은 통산 3년까지 할 수 있다.",
            "③ " + "따로 정한다. " * 20,
        ]
    )
    pool = [candidate(n, f"제목{n}", text) for n in range(1, CROSS_ENCODED_COUNT + 1)]
    rows = [{"lexical": 1.0 - n / 10} for n in range(len(pool))]
    cross_encoded(QUESTION, by_weights(pool, rows, WEIGHTS), weights=WEIGHTS)
    read = asked[0][1]
    assert len(read) == READ_COUNT
    assert sum(one.startswith("학적 규정 제목1\n") for one in read) == 3
    (last,) = (one for one in read if one.startswith(f"학적 규정 제목{CROSS_ENCODED_COUNT}\n"))
    assert "통산 3년" in last


def test_nothing_found_is_nothing_to_read(monkeypatch: pytest.MonkeyPatch) -> None:
    reads(monkeypatch, [])
    assert cross_encoded(QUESTION, [], weights=WEIGHTS) == []


def test_of_an_article_the_best_passage_stays() -> None:
    pool = [
        candidate(1, "휴학", "글", locator_key="art-3/para-2"),
        candidate(2, "휴학", "글", locator_key="art-3"),
        candidate(3, "휴학", "글", locator_key="art-3", regulation_id=2),
    ]
    rows = [{"lexical": 0.1}, {"lexical": 0.3}, {"lexical": 0.2}]
    assert order(one_an_article(by_weights(pool, rows, WEIGHTS))) == [2, 3]


def test_better_read_is_more_likely_an_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    fit = fitted_weights("cross_encoder")
    chances = []
    for score in (-6.0, 0.0, 6.0):
        reads(monkeypatch, [score] * 3)
        plain = [dict.fromkeys(answer_names(), 0.0)] * 3
        pool = [candidate(n, f"제목{n}", "글") for n in (1, 2, 3)]
        ordered = cross_encoded(QUESTION, by_weights(pool, plain, {}), weights=fit.order)
        chances.append(fit.answer_chance(ordered))
    assert chances == sorted(chances)
    assert chances[-1] - chances[0] > 0.3


def answer_names() -> set[str]:
    """Every feature that a fit may look at."""

    class Asked(dict[str, float]):
        def __missing__(self, name: str) -> float:
            self[name] = 0.0
            return 0.0

    row = Asked()
    (scored,) = by_weights([candidate(1, "휴학", "글")], [row], {})
    answer_features([scored])
    return set(row)
