"""Answers are cut where a reader would stop."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verification.grounding import is_refusal, split_claims, split_sentences


@pytest.mark.parametrize(
    "sentence",
    [
        "정원의 1.5배를 넘을 수 없습니다.",
        "2026. 3. 1.부터 시행합니다.",
        "근거는 제25조의2. 다음 항입니다.",
        "학칙은 “총장이 정한다. 다만, 예외가 있다.”라고 정합니다.",
        "자료실(평일 9시. 주말 10시.)은 열려 있습니다.",
        "허가를 받아야 합니다.[†1]",
        "허가를 받아야 합니다. [†1]",
        "허가를 받아야 합니다. (「가람대학교 학칙」 제7조제2항)",
        "주소는 www.example.ac.kr 입니다.",
    ],
)
def test_one_sentence_stays_one(sentence: str) -> None:
    assert [span.text for span in split_sentences(sentence)] == [sentence]


def test_sentences_keep_their_place() -> None:
    text = "휴학은 1년입니다.[†1] 복학은 신청합니다.다음 학기에 합니다.\n1. 서류를 냅니다.\n"
    spans = split_sentences(text)
    assert [span.text for span in spans] == [
        "휴학은 1년입니다.[†1]",
        "복학은 신청합니다.",
        "다음 학기에 합니다.",
        "1. 서류를 냅니다.",
    ]
    assert all(text[span.start : span.end] == span.text for span in spans)


def test_an_open_quotation_mark_does_not_swallow_the_rest() -> None:
    assert len(split_sentences('학칙은 "총장이 정한다. 다음은 다릅니다.')) == 2


@given(st.text(alphabet="가나다.?! \n\"'()[]「」“”1·†-제조", max_size=60))
def test_no_character_is_lost_and_spans_are_in_order(text: str) -> None:
    spans = split_sentences(text)
    assert all(text[s.start : s.end] == s.text for s in spans)
    assert all(a.end <= b.start for a, b in pairwise(spans))


def test_claims_leave_out_what_says_nothing() -> None:
    answer = "## 휴학\n안녕하세요.\n다음과 같습니다:\n- **휴학**은 1년까지입니다.\n더 궁금한가요?\n"
    assert [claim.text for claim in split_claims(answer)] == ["휴학은 1년까지입니다."]


def test_a_sentence_of_two_propositions_is_two_claims() -> None:
    answer = "휴학 기간은 모두 3년까지이고, 그 기간은 재학연한에 넣지 않습니다."
    claims = split_claims(answer)
    assert [claim.text for claim in claims] == [
        "휴학 기간은 모두 3년까지이고,",
        "그 기간은 재학연한에 넣지 않습니다.",
    ]
    assert all(answer[c.start : c.end] == c.text for c in claims)


@pytest.mark.parametrize(
    "text",
    [
        "제공된 규정에서 해당 정보를 찾을 수 없습니다.",
        "주어진 조항에는 기숙사비의 금액이 나와 있지 않습니다.",
        "이 내용은 제시된 조문에서 확인되지 않습니다.",
        "관련 규정이 없어 답변드리기 어렵습니다.",
        "The fee is not stated in the provided regulations.",
    ],
)
def test_refusals(text: str) -> None:
    assert is_refusal(text)


@pytest.mark.parametrize(
    "text",
    [
        "자료실을 이용할 수 없습니다.",
        "동의 없이는 정보를 요청할 수 없습니다.",
        "정당한 사유 없이 거부할 수 없습니다.",
        "휴학 기간은 재학연한에 포함되지 않습니다.",
    ],
)
def test_prohibitions_are_no_refusals(text: str) -> None:
    assert not is_refusal(text)
