"""Replies of models as they grow: objects, fenced objects, prose; a sentence is given as soon as it is whole."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

import pytest

from chat.composing.contract import STARTED_OVER
from chat.composing.replies import drafts_of
from chat.composing.reply_lines import is_said_again
from portal import llm
from portal.llm.thoughts import EndpointThoughts
from verification.checking import DraftSentence, Quote

REPLY = {
    "sentences": [
        {
            "text": "휴학기간은 3년을 초과할 수 없습니다.",
            "evidence": [{"source": 1, "quote": "3년을 초과할 수 없다"}],
        },
        {"text": "“중괄호 } 와 \\ 가 든” 문장입니다.", "evidence": []},
    ]
}
FIRST = DraftSentence(
    "휴학기간은 3년을 초과할 수 없습니다.", evidence=(Quote(1, "3년을 초과할 수 없다"),)
)


def _pieces(text: str, size: int = 7) -> list[str]:
    return [text[start : start + size] for start in range(0, len(text), size)]


@pytest.mark.parametrize("size", [1, 7, 1000])
@pytest.mark.parametrize("dress", ["{}", "```json\n{}\n```", "\n {} \n끝."])
def test_sentences_of_an_object_come_with_their_words(dress: str, size: int) -> None:
    reply = dress.replace("{}", json.dumps(REPLY, ensure_ascii=False))

    first, second = drafts_of(_pieces(reply, size))

    assert first == FIRST
    assert second.text == "“중괄호 } 와 \\ 가 든” 문장입니다."


def test_the_first_sentence_does_not_wait_for_the_second() -> None:
    whole = json.dumps(REPLY, ensure_ascii=False)
    fed: list[str] = []
    given: list[int] = []

    def pieces() -> Iterator[str]:
        for piece in _pieces(whole, 5):
            fed.append(piece)
            yield piece

    for draft in drafts_of(pieces()):
        given.append(len("".join(fed)))
        if draft == FIRST:
            assert given[0] <= whole.index("}]}") + 8
    assert len(given) == 2


@pytest.mark.parametrize(
    "reply",
    [
        '["첫 문장입니다.", "둘째 문장입니다."]',
        '{"sentences": ["첫 문장입니다.", "둘째 문장입니다."]}',
        '{"answer": "첫 문장입니다. 둘째 문장입니다."}',
        '[{"text": "첫 문장입니다."}, {"text": "둘째 문장입니다.", "evidence": "말"}]',
        "첫 문장입니다. 둘째 문장입니다.",
        "- 첫 문장입니다.\n---\n- 둘째 문장입니다.",
    ],
)
def test_forms_that_middling_models_send_are_read_too(reply: str) -> None:
    texts = [draft.text.removeprefix("- ") for draft in drafts_of(_pieces(reply))]

    assert texts == ["첫 문장입니다.", "둘째 문장입니다."]


def test_prose_keeps_the_marker_after_the_full_stop_with_its_sentence() -> None:
    drafts = list(drafts_of(_pieces("첫 문장입니다.[†1-2] 둘째 문장입니다[†2].")))

    assert [draft.text for draft in drafts] == ["첫 문장입니다.[†1-2]", "둘째 문장입니다[†2]."]


def test_the_head_of_a_table_is_no_sentence() -> None:
    table = "| 신청학점 | 금액 |\n|---|---|\n| 3학점 | 10만원 |\n| 6학점 | 20만원 |"

    drafts = drafts_of(_pieces(f"다음과 같습니다.\n{table}\n```"))

    assert [draft.text for draft in drafts] == [
        "다음과 같습니다.",
        "| 3학점 | 10만원 |",
        "| 6학점 | 20만원 |",
    ]


def test_an_object_that_breaks_off_gives_what_is_whole() -> None:
    whole = json.dumps(REPLY, ensure_ascii=False)

    assert next(iter(drafts_of(_pieces(whole[: whole.index("“중괄호") + 4])))) == FIRST


@pytest.mark.parametrize("reply", ["", " \n "])
def test_a_silent_model_is_an_error(reply: str) -> None:
    with pytest.raises(llm.Malformed):
        list(drafts_of([reply]))


def test_a_sentence_is_known_before_its_evidence_has_come() -> None:
    reply = '{"sentences": [{"text": "하나입니다.", "evidence": [{"source": 1, "quote": "하나"}]}, {"text": "둘입니다.", "evidence": []}]}'

    drafts = list(drafts_of(list(reply), early=True))

    assert [(one.text, one.is_whole) for one in drafts] == [
        ("하나입니다.", False),
        ("하나입니다.", True),
        ("둘입니다.", False),
        ("둘입니다.", True),
    ]
    assert drafts[1].evidence == (Quote(1, "하나"),)


@pytest.mark.parametrize("size", [1, 3, 7, 1000])
@pytest.mark.parametrize(
    "dress",
    [
        '<think>\n휴학기간은 5년입니다. {"a": 1} 아니, 3년이다.\n</think>\n\n{}',
        "<THINKING>5년입니다.</THINKING>{}",
        "다음은 답변입니다:\n```json\n{}\n```\n감사합니다.",
        "다음은 답변입니다: {}",
        "\ufeff{}",
        "{}\n{}",
    ],
)
def test_thoughts_and_words_around_an_object_are_no_sentences(dress: str, size: int) -> None:
    reply = dress.replace("{}", json.dumps(REPLY, ensure_ascii=False))

    texts = [one.text for one in _once(_pieces(reply, size)) if "다음은" not in one.text]

    assert texts == [FIRST.text, "“중괄호 } 와 \\ 가 든” 문장입니다."]


@pytest.mark.parametrize("size", [1, 3, 7, 1000])
@pytest.mark.parametrize(
    ("reply", "texts"),
    [
        ("<think>5년입니다. 아니다.</think>\n3년입니다[†1].", ["3년입니다[†1]."]),
        ("\ufeff3년입니다.", ["3년입니다."]),
        ("<b>3년</b>입니다.<br>다만, 2년입니다.", ["3년입니다.", "다만, 2년입니다."]),
        ("<script>a()</script> 3 < 4 입니다.", ["<script>a()</script> 3 < 4 입니다."]),
        ("3년입니다[†1]. 2년입니다. 3년입니다[†2].", ["3년입니다[†1].", "2년입니다."]),
        ("[붙임] 3년입니다. {가} 2년입니다.", ["[붙임] 3년입니다.", "{가} 2년입니다."]),
    ],
)
def test_what_is_no_text_of_the_answer_is_taken_out_as_it_comes(
    reply: str, texts: list[str], size: int
) -> None:
    assert [one.text for one in _once(_pieces(reply, size))] == texts


def _once(pieces: Iterable[str]) -> list[DraftSentence]:
    """The drafts as they are checked: none a second time."""
    said: set[str] = set()
    return [one for one in drafts_of(pieces) if not is_said_again(one, said)]


def test_a_thought_is_given_to_nobody_while_it_comes() -> None:
    given = drafts_of(
        iter(["<thi", "nk>5년입니다. ", "6년입니다. 7년", "입니다.</th", "ink>3년입니다."])
    )

    assert [one.text for one in given] == ["3년입니다."]


def test_a_thought_that_never_ends_says_nothing() -> None:
    with pytest.raises(llm.Malformed):
        list(drafts_of(["<think>5년입니다. ", "6년입니다."]))


@pytest.mark.parametrize("size", [1, 3, 7, 1000])
@pytest.mark.parametrize(
    "reply",
    [
        "5년일까? 아니다. 4년이다.\n</think>\n\n3년입니다[†1].",
        '먼저 {"sentences": [{"text": "5년입니다.", "evidence": []}]} 라고 쓰자.\n</THINK >\n3년입니다[†1].',
        "5년입니다.</think>4년입니다. </think> 3년입니다[†1].",
        '5년입니다. 아니다.</think>{"sentences": [{"text": "3년입니다[†1].", "evidence": []}]}',
        "5년입니다. <think>4년입니다.</think> 2년입니다.</think>3년입니다[†1].",
        "| 구분 | 기간 |\n|---|---|\n| 휴학 | 5년 |\n</think>3년입니다[†1].",
    ],
)
def test_what_stands_before_a_lone_end_of_thoughts_is_no_answer(reply: str, size: int) -> None:
    drafts = list(drafts_of(_pieces(reply, size), early=True))

    said = drafts[drafts.index(STARTED_OVER) + 1 :] if STARTED_OVER in drafts else drafts
    while STARTED_OVER in said:
        said = said[said.index(STARTED_OVER) + 1 :]
    assert [one.text for one in said if one.is_whole] == ["3년입니다[†1]."]


class Habit(EndpointThoughts):
    """An endpoint of which it is known, or not, that it leaves out the opening tag."""

    def __init__(self, *, is_unopened: bool) -> None:
        super().__init__()
        self.is_unopened_now = is_unopened
        self.noted: list[bool] = []

    def are_unopened(self) -> bool:
        return self.is_unopened_now

    def note(self, *, are_unopened: bool) -> None:
        self.noted.append(are_unopened)


def test_thoughts_of_an_endpoint_that_never_opens_them_are_given_to_nobody() -> None:
    habit = Habit(is_unopened=True)
    reply = ["5년입니다. ", "6년입니다.\n", "</thi", "nk>\n3년입니다. ", "2년입니다. 다", "만"]

    given = drafts_of(reply, thoughts=habit)

    assert [one.text for one in given] == ["3년입니다.", "2년입니다.", "다만"]
    assert habit.noted == [True]


@pytest.mark.parametrize(
    ("reply", "noted"),
    [
        (["3년입니다. ", "2년입니다."], [False]),
        (["<think>5년입니다.</think>3년입니다. ", "2년입니다."], []),
    ],
)
def test_what_an_endpoint_says_without_a_lone_end_of_thoughts_is_its_answer(
    reply: list[str], noted: list[bool]
) -> None:
    habit = Habit(is_unopened=True)

    assert [one.text for one in drafts_of(reply, thoughts=habit)] == ["3년입니다.", "2년입니다."]
    assert habit.noted == noted


def test_an_endpoint_of_which_nothing_is_known_is_not_waited_for() -> None:
    habit = Habit(is_unopened=False)

    def reply() -> Iterator[str]:
        yield "휴학기간은 3년을 초과할 수 없습니다. 다만, "
        given.append("more")
        yield "그렇습니다."

    given: list[str] = []
    first = next(drafts_of(reply(), thoughts=habit))

    assert (first.text, given, habit.noted) == (FIRST.text, [], [])


def test_thoughts_alone_are_no_answer() -> None:
    with pytest.raises(llm.Malformed):
        list(drafts_of(["5년입니다. 6년입니다.\n</think>\n"]))


LISTS = {
    "numbers": "1. 일반휴학:\n   - 1회 1년 이내\n   - 통산 3년 이내\n2. 창업휴학:\n   - 1회 1년 이내",
    "bold": "**일반휴학**\n- 1회 1년 이내\n- 통산 3년 이내\n\n**창업휴학**[†2]\n- 1회 1년 이내",
    "headings": "# 휴학 안내\n## 일반휴학\n- 1회 1년 이내\n- 통산 3년 이내\n## 창업휴학\n1) 1회 1년 이내",
    "names": "- 일반휴학\n  - 1회 1년 이내\n  - 통산 3년 이내\n- 창업휴학\n  - 1회 1년 이내",
    "leads": "일반휴학은 다음과 같습니다.\n- 1회 1년 이내\n- 통산 3년 이내\n창업휴학은 다음과 같습니다:\n- 1회 1년 이내",
    "object": json.dumps(
        {"sentences": ["일반휴학:", "1회 1년 이내", "통산 3년 이내", "창업휴학", "1회 1년 이내"]}
    ),
}


@pytest.mark.parametrize("size", [1, 7, 1000])
@pytest.mark.parametrize("form", LISTS)
def test_an_item_that_is_no_sentence_begins_with_its_head(form: str, size: int) -> None:
    drafts = [one for one in drafts_of(_pieces(LISTS[form], size)) if one.head]

    assert [(one.head, one.text.lstrip("-1) ")) for one in drafts] == [
        ("일반휴학", "일반휴학: 1회 1년 이내"),
        ("일반휴학", "일반휴학: 통산 3년 이내"),
        ("창업휴학", "창업휴학: 1회 1년 이내"),
    ]


@pytest.mark.parametrize(
    ("reply", "texts"),
    [
        ("**대학원**\n- 석사:\n  - 2년", ["- 대학원, 석사: 2년"]),
        ("**일반휴학**\n- 1회: 1년 이내", ["- 일반휴학, 1회: 1년 이내"]),
        ("휴학 기간은 다음과 같습니다.\n- 일반휴학: 3년", ["- 휴학 기간, 일반휴학: 3년"]),
        ("휴학 기간은 다음과 같습니다.\n1. 일반휴학:\n - 3년", ["- 일반휴학: 3년"]),
        ("**일반휴학**\n- 일반휴학: 3년", []),
        ("**일반휴학**\n- 3년까지 할 수 있습니다.", []),
        ("**결론**\n- 통산 3년 이내", []),
        ("### 2.\n금액\n- 수업료: 8만원", ["- 금액, 수업료: 8만원"]),
        ("기한은 이렇게 돼요:\n- 3일 이내", ["- 기한: 3일 이내"]),
        ("계산해 보면:\n- 통산 3년 이내", []),
        ("**수업료**\n학생은 낸 돈의 4분의 3을 돌려받습니다(「학칙」 제12조제2항).", []),
        ("1. 일반휴학:\n  - 3년까지입니다.\n2. 통산 3년 이내", []),
        ("**일반휴학**\n- 신청합니다.\n\n출처: 「학칙」 제25조", []),
        ("For undergraduates:\n- Leave is limited to three years.", []),
        ("안녕하세요!\n- 통산 3년 이내", []),
        (
            "**일반휴학**\n| 구분 | 기간 |\n|---|---|\n| 1회 | 1년 |\n| 통산 | 3년 |",
            ["| 일반휴학, 1회 | 1년 |", "| 일반휴학, 통산 | 3년 |"],
        ),
        ("기간은 다음과 같습니다.\n| 구분 | 기간 |\n|---|---|\n| 1회 | 1년 |", []),
        (
            "**육아휴학**\n- 2년 이내\n\n군휴학은 다음과 같습니다:\n1. 의무복무기간",
            ["- 육아휴학: 2년 이내", "1. 육아휴학, 군휴학: 의무복무기간"],
        ),
        (
            "- 창업휴학\n  - 2년 이내\n\n| 구분 | 기간 |\n|---|---|\n| 일반휴학 | 3년 |",
            ["- 창업휴학: 2년 이내"],
        ),
        (
            "□ 일반휴학\n ㅇ 1회 1년 이내\n□ 창업휴학\n- 통산 2년 이내\n- 연장 신청\n□ 3년 초과",
            ["ㅇ 일반휴학: 1회 1년 이내", "- 창업휴학: 통산 2년 이내", "- 창업휴학: 연장 신청"],
        ),
        ("가. 일반휴학\n  1) 1회 1년 이내", ["1) 일반휴학: 1회 1년 이내"]),
        ("① 일반휴학:\n  - 1회 1년 이내", ["- 일반휴학: 1회 1년 이내"]),
        ("[일반휴학]\n- 1회 1년 이내", ["- 일반휴학: 1회 1년 이내"]),
        ("<일반휴학>\n1회 1년 이내", ["일반휴학: 1회 1년 이내"]),
        ("**일반휴학**\n- 1회 1년 이내\n[참조: 학칙 제25조]", ["- 일반휴학: 1회 1년 이내"]),
        ("**휴학**\n| 구분 | 기간 |\n|---|---|\n| 일반휴학 | 1년 |", []),
    ],
)
def test_heads_are_said_with_their_own_items_only(reply: str, texts: list[str]) -> None:
    assert [one.text for one in drafts_of([reply]) if one.head] == texts
