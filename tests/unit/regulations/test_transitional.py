"""Clauses of addenda that bind by the year of entry, and whom a regulation is for."""

from __future__ import annotations

from datetime import date

import pytest

from regulations.text.courses import (
    course_of_article,
    course_of_regulation,
    course_of_title,
    is_for_undergraduates,
    names_course,
)
from regulations.text.transitional import effective_day, topic_articles, transitional_clauses

DAY = date(2021, 3, 1)
FORMER, SPECIAL, PARTIAL = "FORMER", "SPECIAL", "PARTIAL"


@pytest.mark.parametrize(
    ("text", "effect", "years", "provisions"),
    [
        # A year before, with and without that year.
        (
            "2018학년도 전에 입학한 사람의 이수학점은 제56조 및 별표 2의 개정규정에도 불구하고 종전의 규정에 따라 140학점으로 한다.",
            FORMER,
            (None, 2017),
            ("art-56", "table-2"),
        ),
        (
            "2024학년도 이전 입학자의 논문 제출 자격에 관하여는 제24조제1항제4호의 개정 규정에도 불구하고 종전의 규정에 따른다.",
            FORMER,
            (None, 2024),
            ("art-24/para-1/subpara-4",),
        ),
        ("2019학년도 이전에 입학한 자는 종전의 학칙을 적용한다.", FORMER, (None, 2019), ()),
        ("2017학번까지는 종전의 규정에 의한다.", FORMER, (None, 2017), ()),
        ("2016학번 이전 학생의 졸업요건은 종전과 같다.", FORMER, (None, 2016), ()),
        (
            "2020학년도 신입생까지는 제33조제2항의 개정규정을 적용하지 아니한다.",
            FORMER,
            (None, 2020),
            ("art-33/para-2",),
        ),
        # Days.
        (
            "2021년 2월 28일 이전에 입학한 학생은 종전의 교육과정을 적용한다.",
            FORMER,
            (None, 2020),
            (),
        ),
        (
            "2019년 3월 1일 전에 입학한 자의 수업연한은 종전의 예에 따른다.",
            FORMER,
            (None, 2018),
            (),
        ),
        ("2019. 3. 1. 이전에 입학한 학생은 종전의 규정에 따른다.", FORMER, (None, 2019), ()),
        # Ranges and single years.
        (
            "2015학년도부터 2018학년도까지 입학한 학생에게는 제40조의 개정규정을 적용하지 아니한다.",
            FORMER,
            (2015, 2018),
            ("art-40",),
        ),
        ("2019학년도 입학자에 한하여 종전의 규정에 따른다.", FORMER, (2019, 2019), ()),
        # From certain entrants on.
        ("제27조의 개정규정은 2020학년도 신입생부터 적용한다.", FORMER, (None, 2019), ("art-27",)),
        (
            "제21조제2항의 개정 규정은 2023학년도 입학자부터 적용한다.",
            FORMER,
            (None, 2022),
            ("art-21/para-2",),
        ),
        ("제35조는 2022학년도 신·편입생부터 적용한다.", FORMER, (None, 2021), ("art-35",)),
        ("이 규정은 2016학년도 이후 입학한 학생부터 적용한다.", FORMER, (None, 2015), ()),
        (
            "제9조의2의 개정규정은 2024학년도 제1학기에 입학하는 학생부터 적용한다.",
            FORMER,
            (None, 2023),
            ("art-9-2",),
        ),
        (
            "제12조의 개정규정은 이 규정 시행 이후 최초로 입학하는 사람부터 적용한다.",
            FORMER,
            (None, 2020),
            ("art-12",),
        ),
        (
            "이 개정 학칙은 2018학년도 입학생부터 적용하고, 2017학년도 이전 입학생은 종전의 학칙을 적용한다.",
            FORMER,
            (None, 2017),
            (),
        ),
        # Who was there when it came into force.
        ("이 규정 시행 당시 재학 중인 자는 종전의 규정에 따른다.", FORMER, (None, 2020), ()),
        ("이 학칙 시행 당시의 재학생은 종전 학칙에 따른다.", FORMER, (None, 2020), ()),
        (
            "이 학칙 시행 당시 재적생에 대하여는 제30조부터 제32조까지의 개정규정에도 불구하고 종전의 학칙에 의한다.",
            FORMER,
            (None, 2020),
            ("art-30", "art-31", "art-32"),
        ),
        (
            "이 규정 시행 전에 입학한 자에 대하여는 종전의 규정을 적용한다.",
            FORMER,
            (None, 2020),
            (),
        ),
        # A rule of its own for them.
        (
            "2020학년도 이전 입학자의 재이수 성적은 제23조제2항에도 불구하고 A0까지 부여할 수 있다.",
            SPECIAL,
            (None, 2020),
            ("art-23/para-2",),
        ),
        (
            "2019학년도 입학생은 제14조제1항에도 불구하고 교양 6학점을 더 이수할 수 있다.",
            SPECIAL,
            (2019, 2019),
            ("art-14/para-1",),
        ),
        # One sentence, two rules: each part binds by itself.
        (
            "[별표 1]의 졸업기준은 2025학년도 입학생부터 적용하고 2024학년도 이전 재학생은 종전 기준을 적용한다.",
            FORMER,
            (None, 2024),
            ("table-1",),
        ),
        (
            "제20조의3의 개정규정은 2024년 3월 1일 이후 입학하는 신·편입생에게 적용한다.",
            FORMER,
            (None, 2023),
            ("art-20-3",),
        ),
        ("2014학년도 이전 입학생은 변경 전 규정을 적용한다.", FORMER, (None, 2014), ()),
        # A condition beside the year: whom it binds the year does not tell.
        ("제8조는 2020학년도 2학기 외국인 입학자부터 적용한다.", PARTIAL, (None, 2019), ("art-8",)),
        (
            "2001학년도 이전 입학자가 학적 변동 후 복학하는 경우에는 제6조의 개정규정에도 불구하고 종전의 규정에 따른다.",
            PARTIAL,
            (None, 2001),
            ("art-6",),
        ),
        (
            "제24조는 식품영양학과의 2017학년도 신입생부터 적용한다.",
            PARTIAL,
            (None, 2016),
            ("art-24",),
        ),
        # Another regulation's article is none of this one.
        (
            "2020학년도 이전 입학자에 대하여는 「학사운영규정」 제7조 및 이 규정 제5조의 개정규정에도 불구하고 종전의 규정에 따른다.",
            FORMER,
            (None, 2020),
            ("art-5",),
        ),
    ],
)
def test_whom_a_clause_binds(
    text: str, effect: str, years: tuple[int | None, int | None], provisions: tuple[str, ...]
) -> None:
    clause = transitional_clauses("", text, effective=DAY)[-1]
    assert (clause.effect.value, (clause.first_year, clause.last_year)) == (effect, years)
    assert clause.provisions == provisions


@pytest.mark.parametrize(
    "text",
    [
        "이 학칙 시행 당시 재학 중인 학생은 이 학칙에 따라 입학한 것으로 본다.",
        "제25조제2항의 개정규정은 이 학칙 시행 당시 재학 또는 휴학 중인 사람에게도 적용한다.",
        "제41조제2항의 개정규정은 2025학년도 제2학기에 재수강하는 교과목부터 적용한다.",
        "2023학년도 전에 같은 과목을 두 번 재수강한 사람은 제21조제1항의 개정규정에도 불구하고 한 번 더 재수강할 수 있다.",
        "2017년 3월 1일 전에 초과학기자로 등록한 사람의 등록금은 종전의 규정에 따른다.",
        "이 규정 시행 전에 발생한 연체료에 관하여는 종전의 규정에 따른다.",
        "2023학년도 입학금부터 적용한다.",
        "제8조의 개정규정은 2024학년도 입학전형부터 적용한다.",
        "제19조는 2023학년도 편입생부터 적용한다.",
        "2019학년도 전에 수료한 사람의 학위 취득 기한은 제6조의2에도 불구하고 2019년 3월 1일부터 기산한다.",
        "이 규정 시행 당시의 위원은 제2조의 개정 규정에 따른 위원으로 본다.",
        "이 규정은 2021년 3월 1일부터 시행한다.",
    ],
)
def test_what_goes_by_another_matter_binds_no_year_of_entry(text: str) -> None:
    assert transitional_clauses("", text, effective=DAY) == ()


def test_who_was_there_is_not_known_without_the_day() -> None:
    text = "이 규정 시행 당시 재학 중인 자는 종전의 규정에 따른다."
    assert transitional_clauses("", text, effective=None) == ()


@pytest.mark.parametrize(
    ("text", "promulgated", "day"),
    [
        ("이 학칙은 2018년 3월 1일부터 시행한다.", date(2018, 2, 12), date(2018, 3, 1)),
        ("이 규정은 공포한 날부터 시행한다.", date(2018, 2, 12), date(2018, 2, 12)),
        ("이 규정은 2020학년도 2학기부터 시행한다.", None, date(2020, 9, 1)),
        ("이 규정은 2020. 9. 1.부터 시행한다.", None, date(2020, 9, 1)),
        ("이 규정은 총장이 정하는 날부터 시행한다.", date(2018, 2, 12), None),
    ],
)
def test_from_when_addenda_hold(text: str, promulgated: date | None, day: date | None) -> None:
    assert effective_day(text, promulgated) == day


def test_a_topic_is_found_by_titles_then_by_words() -> None:
    articles = [
        ("art-1", "목적", "이 규정은 학사를 정한다."),
        ("art-5", "졸업 학점", "졸업하려면 130학점을 취득하여야 한다."),
        ("art-6", "성적", "재수강한 교과목의 최고 성적은 B+로 한다."),
    ]
    (clause,) = transitional_clauses(
        "졸업학점에 관한 경과조치", "2018학번까지는 종전의 규정에 따른다.", effective=DAY
    )
    assert topic_articles(clause.topic, articles) == ["art-5"]
    assert topic_articles("재수강 최고 성적", articles) == ["art-6"]
    assert topic_articles("기숙사", articles) == []


@pytest.mark.parametrize(
    ("title", "course"),
    [
        ("대학원 학칙", "graduate"),
        ("석사학위논문 심사 세칙", "graduate"),
        ("학부생 연구 장학 지침", "undergraduate"),
        ("학사과정 교육과정 운영 규정", "undergraduate"),
        ("학칙", ""),
        ("컴퓨터공학부 운영 내규", ""),
        ("학부모 간담회 지침", ""),
        ("학·석사 연계과정 운영 규정", ""),
        ("학부생의 대학원 교과목 이수 지침", ""),
    ],
)
def test_whom_a_title_is_for(title: str, course: str) -> None:
    assert course_of_title(title) == course


@pytest.mark.parametrize(
    ("title", "text", "course"),
    [
        (
            "다른 규정과의 관계",
            "대학원의 학사에 관하여는 「대학원 학칙」으로 따로 정한다.",
            "undergraduate",
        ),
        ("적용범위", "이 규정은 대학원생에게는 적용하지 아니한다.", "undergraduate"),
        ("적용범위", "이 지침은 석사과정 및 박사과정 학생에게 적용한다.", "graduate"),
        ("적용범위", "이 규정은 학부생에 한하여 적용한다.", "undergraduate"),
        ("적용범위", "이 규정은 학부생과 대학원생에게 적용한다.", ""),
        ("적용 범위", "이 규정은 학부와 대학원의 재학생 및 휴학생에게 적용한다.", ""),
        (
            "적용 범위",
            "이 규정은 본교의 학부 과정에 재학하는 학생과 그 밖의 시간제 등록생, 그리고 대학원의 모든 과정에 재학하는 학생에게 적용한다.",
            "",
        ),
        ("목적", "이 규정은 장학금의 지급에 관한 사항을 정함을 목적으로 한다.", ""),
        ("정의", "이 규정은 대학원생에게는 적용하지 아니한다.", ""),
    ],
)
def test_whom_a_scope_is_for(title: str, text: str, course: str) -> None:
    assert course_of_regulation("장학 규정", [(title, text)]) == course


@pytest.mark.parametrize(
    ("heading", "title", "course"),
    [
        ("제3장 등록", "대학원생의 등록", "graduate"),
        ("제5장 박사과정", "수업연한", "graduate"),
        ("", "학부생의 대출", "undergraduate"),
        ("", "대학원의 설치", ""),
        ("", "학부생 및 대학원생의 대출", ""),
        ("", "대학원생 과목의 선이수", ""),
    ],
)
def test_whom_an_article_is_for(heading: str, title: str, course: str) -> None:
    assert course_of_article(heading, title) == course


@pytest.mark.parametrize(
    ("question", "named"),
    [("대학원 휴학은?", True), ("학부생인데 휴학은?", True), ("학부모 동의가 필요해?", False)],
)
def test_a_question_may_say_whom_it_is_about(question: str, named: bool) -> None:
    assert names_course(question) is named


@pytest.mark.parametrize(
    ("question", "is_so"),
    [
        ("학부 전공 과목은 선수과목 없이 들을 수 있나요?", True),
        ("학부생은 책을 몇 권까지 빌릴 수 있나요", True),
        ("학부생이 대학원 과목을 들을 수 있나요?", False),
        ("컴퓨터공학부인데 휴학은 며칠까지 되나요?", False),
        ("학부 때 들은 학점도 인정되나요?", False),
        ("학부모도 들어갈 수 있나요?", False),
        ("휴학은 몇 학기까지 되나요?", False),
    ],
)
def test_a_question_about_undergraduates_alone_is_known(question: str, is_so: bool) -> None:
    assert is_for_undergraduates(question) is is_so
