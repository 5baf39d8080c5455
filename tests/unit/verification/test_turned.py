"""What turns round in a sentence that has all words of its provision, and what only says it otherwise."""

from __future__ import annotations

import pytest

from verification.grounding.guards import departs_from
from verification.grounding.guards.ordered import another_order_of_items
from verification.grounding.guards.turned import is_of_another_case, is_turned, read_otherwise

ORDER = "평점평균이 같은 때에는 실기의 점수, 이수학점, 낮은 소득구간의 순서로 정한다."
LEAVE = "외박하려는 관생은 그날 오후 9시까지 신고하여야 한다."
RETURN = "복학하려는 학생은 개시일 20일 전부터 개시일 전날까지 신청하여야 한다."


@pytest.mark.parametrize(
    ("statement", "provision"),
    [
        ("외박하려면 전날 오후 9시까지 신고해야 합니다.", LEAVE),
        ("복학은 개시일 20일 전부터 개시일까지 신청합니다.", RETURN),
        ("동점자는 이수학점, 실기 점수, 낮은 소득구간 순으로 정합니다.", ORDER),
        ("소명 기간은 최대 18일입니다.", "18일 이상의 소명 기간을 주어야 한다."),
        ("21일 이내에 다시 응시할 수 있습니다.", "21일 후에 다시 응시할 수 있다."),
        ("7일 후에 이의를 신청합니다.", "7일 이내에 이의를 신청할 수 있다."),
        ("적어도 3권을 빌려야 합니다.", "3권 이내에서 빌릴 수 있다."),
        ("휴학을 신청한 날부터 20일 이내에 냅니다.", "사유가 발생한 날부터 20일 이내에 제출한다."),
        (
            "변경을 신청한 날부터 7일 안에 냅니다.",
            "변경기간이 끝난 날부터 7일 안에 차액을 내야 한다.",
        ),
        (
            "출산한 학기에는 경고를 하지 않을 수 있습니다.",
            "출산한 학기에는 학사경고를 하지 아니한다.",
        ),
        ("부정행위를 하면 성적을 F로 할 수 있습니다.", "부정행위를 한 학생의 성적은 F로 한다."),
        (
            "직전 학기에 14학점 이상을 신청해야 합니다.",
            "직전 학기에 14학점 이상을 취득하여야 한다.",
        ),
        ("한 권에 하루 220원이 붙습니다.", "2. 지정도서: 1권 1시간 220원"),
        ("허가일부터 14일 이내에 냅니다.", "통지를 받은 날부터 14일 이내에 제출한다."),
        ("유예 중에는 수강신청을 할 수 없습니다.", "유예 중에는 수강신청을 하지 아니할 수 있다."),
        ("출입은 0시부터 5시까지 허용합니다.", "출입은 0시부터 5시까지 통제한다."),
    ],
)
def test_a_day_an_order_or_a_limit_is_turned(statement: str, provision: str) -> None:
    assert is_turned(statement, provision)


@pytest.mark.parametrize(
    ("statement", "provision"),
    [
        ("외박하려면 당일 오후 9시까지 신고해야 합니다.", LEAVE),
        ("복학은 개시일 전날까지 신청하면 됩니다.", RETURN),
        ("복학은 개시일 20일 전부터 신청할 수 있습니다.", RETURN),
        ("동점자는 실기 점수, 이수학점 순으로 정합니다.", ORDER),
        ("소득구간이 낮은 순으로 뽑습니다.", ORDER),
        ("통지 후 7일 이내에 신청합니다.", "통지를 받은 후 7일 이내에 신청한다."),
        ("개강 2주 후까지 신청합니다.", "개강 후 2주 이내에 신청한다."),
        ("소명 기간은 최소 18일입니다.", "18일 이상의 소명 기간을 주어야 한다."),
        ("최대 5권을 빌릴 수 있습니다.", "5권 이내에서 빌릴 수 있다."),
        ("경고를 하지 않을 수 있습니다.", "출산한 학기에는 학사경고를 하지 아니할 수 있다."),
        ("휴가 중에는 내지 않아도 됩니다.", "휴가 중에는 내지 아니할 수 있다."),
        ("성적을 F로 할 수 있습니다.", "성적을 F로 할 수 있다."),
        ("14학점 이상을 취득하고 신청합니다.", "14학점 이상을 취득하여야 한다."),
        ("한 권에 1시간당 220원이 붙습니다.", "2. 지정도서: 1권 1시간 220원"),
        ("하루에 130원입니다.", "1. 도서: 1권 1일 130원"),
        ("통지일부터 14일 이내에 냅니다.", "통지를 받은 날부터 14일 이내에 제출한다."),
        ("휴학이 만료된 날부터 20일 안에 냅니다.", "휴학이 끝난 날부터 20일 이내에 제출한다."),
        ("개강일부터 11일 이내에 냅니다.", "학기 개시일부터 11일 이내에 납부한다."),
        ("신청한 날부터 3일 이내에 냅니다.", "발생한 날부터 20일 이내에 제출한다."),
        ("최대 5권입니다.", "5권 이상 빌린 사람은 5권까지 연장할 수 있다."),
    ],
)
def test_other_words_for_the_same_are_not(statement: str, provision: str) -> None:
    assert not is_turned(statement, provision)


AGAIN = '재심은 제9조제3항을 준용한다. 이 경우 "9일"은 "4일"로 본다.'
FARMING = "졸업일(병역의무를 이행하는 경우에는 전역일)부터 14개월 이내에 영농을 시작하여야 한다."


@pytest.mark.parametrize(
    ("statement", "provision", "words"),
    [
        ("재심 회의는 9일 전까지 알려야 합니다.", AGAIN, '"9일"은 "4일"로 본다'),
        ("재심 회의는 4일 전까지 알려야 합니다.", AGAIN, None),
        ("재심에서는 9일을 4일로 읽습니다.", AGAIN, None),
        ("재심은 총장에게 청구합니다.", AGAIN, None),
        (
            "병역의무를 이행하더라도 졸업일부터 14개월 이내에 시작하여야 합니다.",
            FARMING,
            "졸업일(병역의무를 이행하는 경우에는 전역일)",
        ),
        ("병역의무를 이행하면 전역일부터 14개월 이내에 시작하여야 합니다.", FARMING, None),
        ("영농은 졸업일부터 14개월 이내에 시작하여야 합니다.", FARMING, None),
    ],
)
def test_words_that_a_provision_replaces_are_found(
    statement: str, provision: str, words: str | None
) -> None:
    assert read_otherwise(statement, provision) == words


@pytest.mark.parametrize(
    ("statement", "is_another"),
    [
        ("7학점부터 9학점까지는 수업료의 전액입니다.", True),
        ("10학점 이상은 수업료의 2분의 1입니다.", True),
        ("7학점부터 9학점까지는 수업료의 2분의 1입니다.", False),
        ("10학점 이상은 전액, 7학점부터 9학점까지는 2분의 1입니다.", False),
    ],
)
def test_what_another_row_says_is_another_thing(statement: str, *, is_another: bool) -> None:
    table = "| 신청학점 | 금액 |\n| 7학점부터 9학점까지 | 수업료의 2분의 1 |\n| 10학점 이상 | 수업료의 전액 |"

    assert bool(departs_from(statement, table, "")) is is_another


@pytest.mark.parametrize(
    ("statement", "question", "is_another"),
    [
        ("8월 1일부터 8월 31일까지입니다.", "제1학기 신청기간은 언제인가요?", True),
        ("8월 1일부터 8월 31일까지입니다.", "2학기 신청기간은 언제인가요?", False),
        ("제2학기는 8월 1일부터 8월 31일까지입니다.", "제1학기 신청기간은 언제인가요?", False),
        ("8월 1일부터 8월 31일까지입니다.", "신청기간은 언제인가요?", False),
    ],
)
def test_what_holds_in_another_term_is_another_thing(
    statement: str, question: str, *, is_another: bool
) -> None:
    terms = "제1학기는 2월 1일부터 2월 28일까지, 제2학기는 8월 1일부터 8월 31일까지로 한다."

    assert is_of_another_case(statement, terms, question) is is_another


def test_a_figure_that_only_ends_alike_says_nothing_of_a_term() -> None:
    terms = "제1학기는 13학점까지, 제2학기는 3학점까지 신청할 수 있다."
    asked = [f"{number}학기에는 몇 학점까지 되나요?" for number in (1, 2)]

    found = [is_of_another_case("3학점까지 신청할 수 있습니다.", terms, one) for one in asked]

    assert found == [True, False]


def test_a_mere_number_names_no_row() -> None:
    table = "| 1 | 성적우수 | 전액 |\n| 2 | 가계곤란 | 반액 |"

    assert not is_of_another_case("가계곤란 장학금은 1학기에 반액을 지급합니다.", table, "")


@pytest.mark.parametrize(
    ("said", "is_reversed"),
    [
        ("실제 출전시간은 팀 전체 경기시간의 100분의 15 이상이어야 합니다.", True),
        ("실제 출전시간이 팀 전체 경기시간의 100분의 15 미만이어야 합니다.", False),
        ("실제 출전시간이 100분의 15 이상이면 받을 수 없습니다.", False),
        ("출전명단에 9회 이상 올라야 합니다.", False),
    ],
)
def test_a_bound_is_not_turned_round(said: str, is_reversed: bool) -> None:
    rule = (
        "1. 출전명단에 9회 이상 오른 자\n2. 실제 출전시간이 팀 전체 경기시간의 100분의 15 미만인 자"
    )

    assert is_turned(said, rule) is is_reversed


LISTED = "③ 주전공과 중복하여 인정하는 학점은 복수전공 8학점, 곁전공 5학점까지로 한다."


@pytest.mark.parametrize(
    ("said", "is_another"),
    [
        ("주전공과 중복하여 인정하는 학점은 곁전공의 경우 8학점까지입니다.", True),
        ("주전공과 중복하여 인정하는 학점은 곁전공의 경우 5학점까지입니다.", False),
        ("중복하여 인정하는 학점은 복수전공 8학점까지, 곁전공 5학점까지입니다.", False),
    ],
)
def test_of_several_listed_with_a_figure_each_none_has_that_of_another(
    said: str, is_another: bool
) -> None:
    assert is_of_another_case(said, LISTED, "") is is_another


DRAWN = """③ 지원자가 많으면 다음 각 호의 순서로 뽑는다.
1. 통학거리가 먼 사람
2. 소득구간이 낮은 사람
3. 생일이 빠른 사람"""


@pytest.mark.parametrize(
    ("said", "is_other"),
    [
        ("지원자가 많으면 소득구간이 낮은 사람이 먼저이고, 그다음이 통학거리입니다.", True),
        ("지원자가 많으면 통학거리를 먼저 보고, 그래도 같으면 생일이 빠른 사람을 뽑습니다.", False),
        ("생일이 빠른 사람을 우선 뽑고, 이어서 소득구간을 봅니다.", True),
        ("통학거리가 먼 사람을 먼저 뽑습니다.", False),
        ("소득구간이 낮은 사람과 통학거리가 먼 사람을 뽑습니다.", False),
    ],
)
def test_items_that_follow_one_another_keep_their_order(said: str, is_other: bool) -> None:
    assert bool(another_order_of_items(said, DRAWN)) is is_other
    assert bool(departs_from(said, DRAWN, "")) or not is_other


def test_items_of_another_list_have_no_order() -> None:
    without, two_lists = DRAWN.replace("의 순서로", "를 보고"), f"{DRAWN}\n1. 소득구간 증명서"
    said = "소득구간이 낮은 사람이 먼저이고, 그다음이 통학거리입니다."

    assert not another_order_of_items(said, without)
    assert another_order_of_items(said, two_lists)
