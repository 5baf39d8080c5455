"""Edits of a sentence around its citations."""

from __future__ import annotations

import pytest

from verification.citations.correction import (
    NOTICE,
    UnverifiedCitationPolicy,
    apply_edits,
    as_unconfirmed,
    complete_names,
    completion,
    correction,
    generalization,
    is_enumeration,
    is_standard,
    only_refers,
    removal,
    with_notice,
    without_general_words,
)


def _span(text: str, part: str) -> tuple[int, int]:
    start = text.index(part)
    return start, start + len(part)


@pytest.mark.parametrize(
    ("text", "citation", "expected"),
    [
        pytest.param(
            "「학칙」 제999조에 따르면 휴학은 3년까지입니다.",
            "「학칙」 제999조",
            "관련 규정에 따르면 휴학은 3년까지입니다.",
            id="article-with-particle",
        ),
        pytest.param(
            "「학칙」 제99조는 휴학을 정합니다.",
            "「학칙」 제99조",
            "관련 규정은 휴학을 정합니다.",
            id="topic-particle-follows-the-last-sound",
        ),
        pytest.param(
            "「학칙」 제99조제3호를 보면 됩니다.",
            "「학칙」 제99조제3호",
            "관련 규정을 보면 됩니다.",
            id="object-particle",
        ),
        pytest.param(
            "「학칙」 제99조(휴학)에 따르면 가능합니다.",
            "「학칙」 제99조",
            "관련 규정에 따르면 가능합니다.",
            id="title-in-parentheses-goes-too",
        ),
        pytest.param(
            "휴학은 3년까지입니다(「학칙」 제999조).",
            "「학칙」 제999조",
            "휴학은 3년까지입니다.",
            id="brackets-that-hold-nothing-else",
        ),
        pytest.param(
            "휴학은 3년까지입니다 [참조: 「학칙」 제999조].",
            "「학칙」 제999조",
            "휴학은 3년까지입니다.",
            id="reference-wrapper",
        ),
        pytest.param(
            "According to 「학칙」 제999조, a leave of absence lasts three years.",
            "「학칙」 제999조",
            "According to the relevant regulation, a leave of absence lasts three years.",
            id="english",
        ),
        pytest.param(
            "「학칙」 제999조 limits a leave of absence to three years.",
            "「학칙」 제999조",
            "The relevant regulation limits a leave of absence to three years.",
            id="english-begins",
        ),
        pytest.param(
            "根据「학칙」 제999조，休学期限为三年。",
            "「학칙」 제999조",
            "根据有关规定，休学期限为三年。",
            id="chinese",
        ),
        pytest.param(
            "Theo 「학칙」 제999조, thời gian bảo lưu là ba năm.",
            "「학칙」 제999조",
            "Theo quy định liên quan, thời gian bảo lưu là ba năm.",
            id="vietnamese",
        ),
    ],
)
def test_generalization(text: str, citation: str, expected: str) -> None:
    edit = generalization(text, *_span(text, citation))

    assert apply_edits(text, [edit]) == expected


def test_generalization_of_two_neighbours_is_not_doubled() -> None:
    text = "「학칙」 제998조 및 「학칙」 제999조에 따르면 가능합니다."
    edits = [
        generalization(text, *_span(text, "「학칙」 제998조")),
        generalization(text, *_span(text, "「학칙」 제999조")),
    ]

    assert apply_edits(text, edits).count("관련 규정") == 1


def test_the_last_of_several_is_joined_as_the_last() -> None:
    text = "「학칙」 제25조, 제26조 및 제998조에 따르면 가능합니다."
    edits = [generalization(text, *_span(text, one)) for one in ("제26조", "제998조")]

    assert apply_edits(text, edits) == "「학칙」 제25조 및 관련 규정에 따르면 가능합니다."


def test_removal_of_a_marker_leaves_the_full_stop() -> None:
    text = "휴학은 3년까지입니다[†9]."

    assert apply_edits(text, [removal(text, *_span(text, "[†9]"))]) == "휴학은 3년까지입니다."


def test_removal_of_a_marker_leaves_another_that_begins_with_its_digits() -> None:
    text = "휴학은 3년까지입니다[†1]. 복학은 개시일 전까지 신청합니다[†10]."

    assert (
        apply_edits(text, [removal(text, *_span(text, "[†1]"))])
        == "휴학은 3년까지입니다. 복학은 개시일 전까지 신청합니다[†10]."
    )


def test_edits_do_not_move_each_other() -> None:
    text = "제3조에 따라 신청하고 제999조에 따라 승인합니다[†1]."
    edits = [
        completion(*_span(text, "제3조"), "「학칙」 제3조"),
        generalization(text, *_span(text, "제999조")),
        removal(text, *_span(text, "[†1]")),
    ]

    assert apply_edits(text, edits) == "「학칙」 제3조에 따라 신청하고 관련 규정에 따라 승인합니다."


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("「학칙」 제25조를 참고하세요.", True),
        ("자세한 내용은 「학칙」 제25조(휴학)를 참조하시기 바랍니다[†1].", True),
        ("「학칙」 제25조에서 확인할 수 있습니다.", True),
        ("「학칙」 제25조에 따라 3년까지입니다.", False),
        ("「학칙」 제25조의 확인을 받아야 합니다.", False),
        ("휴학은 3년까지이며, 「학칙」 제25조를 참고하세요.", False),
    ],
)
def test_only_points(text: str, expected: bool) -> None:
    start, end = _span(text, "「학칙」 제25조")

    assert only_refers(text, end, start=start) is expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("「학칙」 제999조에 따르면 휴학은 가능합니다.", "휴학은 가능합니다."),
        ("「학칙」 제999조는 휴학을 정합니다.", "관련 규정은 휴학을 정합니다."),
        ("휴학은 가능합니다(「학칙」 제999조).", "휴학은 가능합니다."),
    ],
)
def test_policy_to_remove_leaves_a_sentence(text: str, expected: str) -> None:
    edit = correction(text, *_span(text, "「학칙」 제999조"), UnverifiedCitationPolicy.REMOVE)

    assert apply_edits(text, [edit]) == expected


def test_notice_and_mark_are_added_once() -> None:
    noticed = with_notice("관련 규정에 따르면 가능합니다.")
    marked = as_unconfirmed("가능합니다.")

    assert noticed == f"관련 규정에 따르면 가능합니다. {NOTICE}"
    assert with_notice(noticed) == noticed
    english = with_notice("According to the relevant regulation, it is possible.")
    assert english.endswith("The exact provision has to be looked up.")
    assert with_notice(english) == english
    assert marked == "가능합니다. (확인 필요)"
    assert as_unconfirmed(marked) == marked


@pytest.mark.parametrize(
    ("citation", "expected"),
    [
        ("「학칙」 제25조", True),
        ("「학칙」 제25조의2 제1항", True),
        ("「학칙」 제25조(휴학) 제2항 단서", True),
        ("「학칙」 제25조제3항제1호가목", True),
        ("「학칙」 부칙 제2조", True),
        ("「학칙」 별표 1의2", True),
        ("「학칙」", False),
        ("학칙 제25조", False),
        ("제25조", False),
        ("「학칙」 제 25 조", False),
    ],
)
def test_is_standard(citation: str, expected: bool) -> None:
    assert is_standard(citation) is expected


@pytest.mark.parametrize(
    ("between", "expected"),
    [
        (" 및 ", True),
        (", ", True),
        ("부터 ", True),
        ("·", True),
        ("에 따라 신청하고 ", False),
        (". ", False),
    ],
)
def test_goes_on(between: str, expected: bool) -> None:
    assert is_enumeration(between) is expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(
            "「학칙」에 따르면 3년까지입니다.",
            "「학칙」 제25조제2항에 따르면 3년까지입니다.",
            id="alone",
        ),
        pytest.param(
            "「학칙」 제25조에 따르면 3년까지입니다.",
            "「학칙」 제25조에 따르면 3년까지입니다.",
            id="already-whole",
        ),
        pytest.param(
            "「정관」에 따르면 3년까지입니다.", "「정관」에 따르면 3년까지입니다.", id="another"
        ),
        pytest.param(
            "본교 학칙에 따르면 3년까지입니다.",
            "본교 「학칙」 제25조제2항에 따르면 3년까지입니다.",
            id="without-brackets",
        ),
        pytest.param(
            "대학원 학칙에 따르면 3년까지입니다.",
            "대학원 학칙에 따르면 3년까지입니다.",
            id="the-end-of-another-name",
        ),
        pytest.param(
            "학칙에 따라 휴학한 학생은 3년까지입니다.",
            "학칙에 따라 휴학한 학생은 3년까지입니다.",
            id="no-source-is-told",
        ),
        pytest.param(
            "「학칙」이 정한 기간은 3년까지입니다.",
            "「학칙」 제25조제2항이 정한 기간은 3년까지입니다.",
            id="same-particle",
        ),
    ],
)
def test_complete_names(text: str, expected: str) -> None:
    assert complete_names(text, {"학칙": "「학칙」 제25조제2항"}) == expected


def test_a_name_in_a_quotation_is_not_completed() -> None:
    text = "「학칙」은 “「학칙」에 따른다”고 정합니다."

    said = complete_names(text, {"학칙": "「학칙」 제25조"}, kept=[(7, text.index("”"))])

    assert said == "「학칙」 제25조는 “「학칙」에 따른다”고 정합니다."


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("관련 규정에 따르면 3년까지입니다.", "3년까지입니다."),
        ("다만 관련 규정에 따라 승인합니다.", "다만 승인합니다."),
        ("관련 규정을 지켜야 합니다.", "관련 규정을 지켜야 합니다."),
        ("3년까지입니다.", "3년까지입니다."),
    ],
)
def test_without_general_words(text: str, expected: str) -> None:
    assert without_general_words(text) == expected
