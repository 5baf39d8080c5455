"""Layer 2: signals of invention, and what only looks like one."""

from __future__ import annotations

import unicodedata

import pytest

from tests.unit.verification.layer_samples import CONTEXT
from verification.checking.hallucinations.context import normalized_text, read_rows
from verification.checking.hallucinations.signals import (
    HallucinationSignalKind,
    find_hallucination_signals,
)


def _kinds(answer: str, *, question: str = "") -> list[HallucinationSignalKind]:
    signals = find_hallucination_signals(
        normalized_text(answer), read_rows(CONTEXT, question=question), needs_citation=True
    )
    return [signal.kind for signal in signals]


@pytest.mark.parametrize(
    "answer",
    [
        "일반적으로 허가합니다.",
        "보통 사흘 걸립니다.",
        "보통은 사흘 걸립니다.",
        "**보통** 사흘 걸립니다.",
        "그건 보통, 사흘입니다.",
        "아마도 됩니다.",
        "아마 됩니다.",
        "허가할 수도 있습니다.",
        "반려될 수도 있어요.",
        "연장할수도있습니다.",
        "되는 것 같습니다.",
        "되는 거 같아요.",
        "대체로 허가합니다.",
        "대개는 사흘 걸립니다.",
        "허가할 것으로 보입니다.",
        "사흘이면 되는 것으로 예상됩니다.",
        "제 생각에는 됩니다.",
        "추측컨대 됩니다.",
        "추측하건대 됩니다.",
        "통상적으로 됩니다.",
        "통상 3년입니다.",
        "흔히 3년까지입니다.",
        "대부분의 경우 허가합니다.",
        "약 3년까지 됩니다.",
        "기간은 긴 편입니다.",
        "담당자는 “보통 사흘이면 처리된다”고 합니다.",
        unicodedata.normalize("NFD", "보통 사흘 걸립니다."),
    ],
)
def test_hedging_is_a_signal(answer: str) -> None:
    assert _kinds(answer) == [HallucinationSignalKind.HEDGE]


@pytest.mark.parametrize(
    "answer",
    [
        "보통휴학은 1년 이내입니다.",
        "보통 휴학은 1년 이내입니다.",
        "일반휴학과 보통재산, 보통예금을 말합니다.",
        "보통 예금 계좌로 받습니다.",
        "아마추어 선수도 됩니다.",
        "통상임금을 기준으로 합니다.",
        "출석한 것으로 봅니다.",
        "이수한 것으로 인정합니다.",
        "대체로봇 과목을 듣습니다.",
        "휴학할 수 있습니다.",
        "휴학할 수도 없습니다.",
        "상하수도 있는 건물입니다.",
        "일반적으로 다시 발급하지 아니합니다.",
        "규정은 “일반적으로 다시 발급하지 아니한다”라고 정합니다.",
    ],
)
def test_terms_of_art_and_repetitions_of_the_context_are_not(answer: str) -> None:
    assert _kinds(answer) == []


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("다른 대학에서는 두 해까지 됩니다.", [HallucinationSignalKind.OTHER_SCHOOLS]),
        ("타 대학의 경우 두 해까지 됩니다.", [HallucinationSignalKind.OTHER_SCHOOLS]),
        ("대부분의 대학은 두 해까지 허가합니다.", [HallucinationSignalKind.OTHER_SCHOOLS]),
        ("타 대학에서 취득한 학점을 인정합니다.", []),
    ],
)
def test_the_practice_of_other_schools_is_a_signal(
    answer: str, expected: list[HallucinationSignalKind]
) -> None:
    assert _kinds(answer) == expected


@pytest.mark.parametrize(
    ("answer", "count"),
    [
        ("02-123-4567로 전화하십시오.", 0),
        ("02)123-4567로 전화하십시오.", 0),
        ("+82-2-123-4567로 전화하십시오.", 0),
        ("123-4567로 전화하십시오.", 0),
        ("02-123-4568로 전화하십시오.", 1),
        ("02-123-4568, 02 123 4569로 전화하십시오.", 2),
        ("1577-0000으로 전화하십시오.", 1),
        ("내선 777로 전화하십시오.", 1),
        ("2023-2024학년도에 적용됩니다.", 0),
        ("leave@garam.example로 보내십시오.", 0),
        ("LEAVE@garam.example.", 0),
        ("leave@garam.example.kr로 보내십시오.", 1),
        ("https://garam.example/leave에서 합니다.", 1),
        ("학사지원팀에 문의하십시오.", 0),
        ("학사 지원팀에 문의하십시오.", 0),
        ("이전 절차와 결제과의 차이는 없습니다.", 0),
        ("교무팀에 문의하십시오.", 1),
        ("충남 천안시 동남구 대학로 100에 제출하십시오.", 1),
        ("서울 종로구 세종대로 209로 보내십시오.", 1),
        ("천안시 동남구 안서동 29번지입니다.", 1),
        ("본관 2층 205호에 제출하십시오.", 1),
        ("학생회관 1층에 있습니다.", 1),
        ("제2공학관 301호에서 봅니다.", 1),
        ("수시 모집으로 100명을 뽑습니다.", 0),
        ("군 복무로 2년까지, 연구 과제로 2건을 냅니다.", 0),
        ("생활관 2층장이 정하고 10층 건물에 삽니다.", 0),
        ("학칙 제205호, 공고 제2026-12호, 각 호와 별지 제2호서식을 말합니다.", 0),
        ("학생처와 교무과에 문의하십시오.", 2),
        ("국제교류센터나 기획예산실에 문의하십시오.", 2),
        ("교수 학습 지원 센터에 문의하십시오.", 1),
        ("담당팀, 관련 부서, 행정실에 문의하십시오.", 1),
        ("학생과 교수, 규정과 세칙, 심사결과와 교과, 연구실과 출처를 말합니다.", 0),
    ],
)
def test_contacts_that_are_not_in_the_context_are_signals(answer: str, count: int) -> None:
    assert _kinds(answer) == [HallucinationSignalKind.CONTACT] * count


def test_a_department_that_was_asked_about_is_not_invented() -> None:
    assert _kinds("교무팀은 나오지 않습니다.", question="교무팀은 어디인가요?") == []


@pytest.mark.parametrize(
    ("length", "expected"), [(500, []), (501, [HallucinationSignalKind.LONG_WITHOUT_CITATION])]
)
def test_length_without_a_citation(length: int, expected: list[HallucinationSignalKind]) -> None:
    assert _kinds("가" * length) == expected


def test_a_long_answer_with_a_citation_is_no_signal() -> None:
    assert find_hallucination_signals("가" * 501, read_rows(CONTEXT), needs_citation=False) == []


def test_the_same_words_are_one_signal() -> None:
    assert _kinds("보통 됩니다. 보통 사흘 걸립니다.") == [HallucinationSignalKind.HEDGE]
