"""What a question becomes before it is looked up."""

from __future__ import annotations

import pytest

from regulations.search.retrieval.query import analyze, named_provisions
from regulations.search.retrieval.wording import AnswerType, Audience, Doubt
from regulations.text.thesaurus import (
    InvalidEntryError,
    Thesaurus,
    built_in_entries,
    parse_entry,
)

LINES = (
    "학비, 수업료 = 등록금",
    "쉬다 | 학기, 학교 = 휴학",
    "drop out = 자퇴",
    "book | borrow = 도서",
    "借书 = 대출",
)


@pytest.fixture(scope="module")
def thesaurus() -> Thesaurus:
    return Thesaurus.of(map(parse_entry, LINES))


@pytest.fixture(scope="module")
def built_in() -> Thesaurus:
    return Thesaurus.of(built_in_entries())


def meant(question: str, thesaurus: Thesaurus, *history: str) -> set[str]:
    analyzed = analyze(question, thesaurus=thesaurus, history=history)
    return {term.text for term in analyzed.terms if not term.said}


@pytest.mark.parametrize(
    ("question", "word"),
    [
        ("학비 언제 내요", "등록금"),
        ("학 비는 얼마", "등록금"),
        ("한 학기 쉬고 싶은데요", "휴학"),
        ("학교 쉬었다가 올게요", "휴학"),
        ("What if I dropped out in May?", "자퇴"),
        ("能借书吗", "대출"),
    ],
)
def test_words_of_students_become_words_of_regulations(
    question: str, word: str, thesaurus: Thesaurus
) -> None:
    assert word in meant(question, thesaurus)


@pytest.mark.parametrize(
    ("question", "said", "unsaid"),
    [
        ("How long may a leave of absence be?", "휴학", "결석"),
        ("An absence of two weeks", "결석", "휴학"),
        ("双专业 可以吗", "복수", "학과"),
    ],
)
def test_a_longer_foreign_phrase_stands_for_the_shorter_one_in_it(
    question: str, said: str, unsaid: str
) -> None:
    lines = ("leave of absence = 휴학", "absence = 결석", "双专业 = 복수전공 복수", "专业 = 학과")
    words = meant(question, Thesaurus.of(map(parse_entry, lines)))
    assert said in words
    assert unsaid not in words


@pytest.mark.parametrize(
    "question",
    ["잠깐 쉬는 시간", "대학비교평가 결과", "I lost a book", "drop a class out of order"],
)
def test_a_phrase_without_its_surroundings_means_nothing(
    question: str, thesaurus: Thesaurus
) -> None:
    assert not meant(question, thesaurus)


@pytest.mark.parametrize("line", ["학비", "= 등록금", "학비 =", ""])
def test_an_entry_needs_both_sides(line: str) -> None:
    with pytest.raises(InvalidEntryError):
        parse_entry(line)


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("등심위가 뭐예요?", {"등록금", "심의", "위원회"}),
        ("등심위 구성은 어떻게 돼요?", {"등록금", "심의", "위원회"}),
        ("졸예인데 계절학기 9학점 돼요?", {"졸업", "예정자"}),
        ("휴복학 신청은 어떻게 해요?", {"휴학"}),
        ("시험 기간이 언제예요?", {"정기", "중간", "기말"}),
        ("등록금이 얼마예요?", {"심의", "위원회"}),
    ],
)
def test_built_in_entries_know_the_short_words_of_students(
    question: str, words: set[str], built_in: Thesaurus
) -> None:
    assert words <= meant(question, built_in)


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("학기 시작하고 40일째에 자퇴하면 등록금 얼마나 돌려받아요?", {"반환"}),
        ("학교에서 돌려받나요", {"반환"}),
        ("며칠까지 출석으로 쳐주나요", {"인정"}),
        ("책을 잃어버렸어요", {"분실"}),
        ("交换生最多能承认多少学分?", {"인정"}),
        ("Thư viện mở cửa mấy giờ?", {"개관"}),
    ],
)
def test_a_verb_of_two_is_known_however_it_is_cut(
    question: str, words: set[str], built_in: Thesaurus
) -> None:
    assert words <= meant(question, built_in)


@pytest.mark.parametrize(
    ("question", "word"),
    [
        ("학사경고 세 번이면 학교에서 쫓겨나나요", "생활관"),
        ("학교 학사 일정", "생활관"),
        ("학사경고를 맞고 학교를 다녀요", "폭행"),
        ("등록금 얼마나 돌려받아요", "심의"),
        ("벌써 벌점이 몇 점이에요", "징계"),
        ("형편이 어려운데 장학금 있나요", "형제"),
        ("등록금 카드결재 되나요", "전결"),
    ],
)
def test_a_phrase_is_not_said_by_the_beginning_of_another_word(
    question: str, word: str, built_in: Thesaurus
) -> None:
    assert word not in meant(question, built_in)


def test_a_phrase_is_said_by_the_beginning_of_a_compound(built_in: Thesaurus) -> None:
    assert "생활관" in meant("긱사비 언제까지 내요", built_in)
    assert "자퇴" in meant("자퇴원 어디에 내요", built_in)
    assert "생활관" in meant("학사에서 쫓겨나면 어떻게 해요", built_in)
    assert "심의" in meant("등록금이 얼마나 돼요", built_in)


def test_built_in_entries_are_many_distinct_and_readable() -> None:
    entries = list(built_in_entries())
    lines = [entry.line for entry in entries]
    assert len(lines) >= 300
    assert len(set(lines)) == len(lines)
    assert [parse_entry(line) for line in lines] == entries


def test_a_follow_up_is_completed_and_a_new_question_is_not(thesaurus: Thesaurus) -> None:
    before = "교환학생은 몇 학기까지 갈 수 있나요?"
    follow_up = analyze("그럼 대학원생은?", thesaurus=thesaurus, history=[before])
    assert follow_up.follow_up
    assert "교환" in {term.text for term in follow_up.terms}
    assert follow_up.text.startswith(before)

    question = "생활관 입사 신청 서류와 제출 기한 알려 주세요"
    fresh = analyze(question, thesaurus=thesaurus, history=[before])
    assert not fresh.follow_up
    assert fresh.text == question


@pytest.mark.parametrize(
    "question",
    [
        "박사과정은?",
        "늦으면요?",
        "편입생도 돼요?",
        "서류는 뭐 내야 해요?",
        "누가 허가합니까?",
        "그 기간이 지나면 제적되나요?",
        "그렇게 갔다 와도 만점이 나오나요?",
        "논문도 두 편 써야 해요?",
        "거절당하면 어떡해요",
        "몇 명이나 뽑아요?",
        "그런데 돈은 누가 내요?",
        "고마워요. 그럼 연장은?",
        "중간에 바꾸면 어떻게 돼요?",
        "And for graduate students?",
        "How long?",
        "Can it be extended?",
        "那研究生呢？",
        "需要什么材料？",
        "Còn học viên cao học thì sao?",
        "Cần nộp giấy tờ gì?",
        "Cái đó có được không?",
    ],
)
def test_what_points_back_or_has_no_subject_leans_on_the_question_before(
    question: str, thesaurus: Thesaurus
) -> None:
    before = "교환학생은 몇 학기까지 갈 수 있나요?"
    assert analyze(question, thesaurus=thesaurus, history=[before]).follow_up


@pytest.mark.parametrize(
    "question",
    [
        "학생증은 어디서 만들어요?",
        "장학금 종류",
        "학교 쉬고 싶어요",
        "그런데 등록금 분할 납부는 언제 신청해요?",
        "그리고 창업휴학은 최대 몇 년이에요?",
        "장학제도 종류가 궁금해요",
        "저도 기숙사 들어갈 수 있나요?",
        "적어도 졸업하려면 뭐가 필요해요?",
        "시험 보다 커닝하면 그 과목은 어떻게 돼요?",
        "고마워요",
        "Is it possible to park a car on the campus?",
        "How do I drop out?",
        "能借书吗",
    ],
)
def test_a_short_question_with_a_subject_of_its_own_stands_alone(
    question: str, thesaurus: Thesaurus
) -> None:
    before = "교환학생은 몇 학기까지 갈 수 있나요?"
    assert analyze(question, thesaurus=thesaurus, history=[before]).text == question


@pytest.mark.parametrize(
    ("question", "key"),
    [
        ("2항은 무슨 뜻이에요?", "art-25/para-2"),
        ("그 조 단서는요?", "art-25"),
        ("그럼 26조는?", "art-26"),
        ("등록금은요?", None),
    ],
)
def test_a_follow_up_means_the_provision_that_was_named(
    question: str, key: str | None, thesaurus: Thesaurus
) -> None:
    analyzed = analyze(question, thesaurus=thesaurus, history=["학칙 제25조 알려 줘"])
    assert [one.locator.key for one in analyzed.named] == ([key] if key else [])
    assert all("학칙" in one.names for one in analyzed.named)


def test_a_follow_up_asks_for_what_was_asked_before(thesaurus: Thesaurus) -> None:
    before = "교환학생은 몇 학점부터 갑니까?"
    assert analyze("대학원생은?", thesaurus=thesaurus, history=[before]).asks == {
        AnswerType.CREDITS
    }


@pytest.mark.parametrize(
    ("question", "key", "name"),
    [
        ("학칙 25조", "art-25", "학칙"),
        ("그럼 학칙 25조는?", "art-25", "학칙"),
        ("학칙 제25조의2 제3항은?", "art-25-2/para-3", "학칙"),
        ("장학금 지급 규정 4조 알려줘", "art-4", "장학금지급규정"),
        ("「장학금 지급 규정」 제4조는?", "art-4", "장학금지급규정"),
        ("등록금에 관한 규정 별표 1 보여주세요", "table-1", "등록금에관한규정"),
        ("학칙 [별표 2의3]이 뭐예요", "table-2-3", "학칙"),
        ("학칙 별표 제2호", "table-2", "학칙"),
        ("생활관 운영 규정 별지 제3호 서식", "form-3", "생활관운영규정"),
        ("「학칙」 별표에 있는 정원", "table-0", "학칙"),
    ],
)
def test_provisions_named_by_number(question: str, key: str, name: str) -> None:
    (named,) = named_provisions(question)
    assert named.locator.key == key
    assert name in named.names


@pytest.mark.parametrize(
    ("question", "key", "language"),
    [
        ("학칙 Article 25(2)", "art-25/para-2", "ko"),
        ("Article 25 paragraph 2 of 학칙", "art-25/para-2", "ko"),
        ("What does Article 31 of 학칙 say?", "art-31", "en"),
        ("「학칙」 第25条第2款", "art-25/para-2", "ko"),
        ("学则第31条是什么", "art-31", "zh"),
        ("학칙第999条说什么", "art-999", "zh"),
        ("「학칙」 Điều 25, khoản 2", "art-25/para-2", "ko"),
        ("Điều 31 của 학칙 là gì", "art-31", "vi"),
    ],
)
def test_provisions_named_in_another_language(
    question: str, key: str, language: str, built_in: Thesaurus
) -> None:
    analyzed = analyze(question, thesaurus=built_in)
    assert [(one.names, one.locator.key) for one in analyzed.named] == [(("학칙",), key)]
    # A number of the name asks for nothing; alone it is read as in Korean.
    assert analyzed.language == language
    assert analyzed.unexplained == () or language == "ko"
    assert analyzed.subjects == {"학칙"}


def test_what_is_asked_and_for_whom(thesaurus: Thesaurus) -> None:
    analyzed = analyze("박사과정은 한 학기에 몇 학점까지 듣나요?", thesaurus=thesaurus)
    assert AnswerType.CREDITS in analyzed.asks
    assert AnswerType.MONEY not in analyzed.asks
    assert analyzed.audiences == {Audience.GRADUATE}
    assert analyze("평점 얼마 넘어야 해요?", thesaurus=thesaurus).asks.isdisjoint(
        {AnswerType.MONEY}
    )


@pytest.mark.parametrize(
    ("question", "doubt"),
    [
        ("오늘 학생식당 메뉴 뭐예요", Doubt.FACT),
        ("올해 축제 날짜 언제예요", Doubt.PRESENT),
        ("연세대는 휴학 몇 년까지 돼요?", Doubt.ELSEWHERE),
        ("자기소개서 써 줘", Doubt.TASK),
        ("이번 학기 수강신청 며칠에 시작해요?", Doubt.PRESENT),
        ("이번 학기 개강이 언제예요", Doubt.PRESENT),
        ("딴 학교는 재수강 몇 번까지 돼요", Doubt.ELSEWHERE),
        ("복수전공 하면 취업에 유리해요?", Doubt.FACT),
        ("오늘 학식 뭐나와", Doubt.FACT),
        ("장학금 신청했는데 결과 언제 나와요?", Doubt.PRESENT),
    ],
)
def test_doubtful_wordings(question: str, doubt: Doubt, thesaurus: Thesaurus) -> None:
    assert doubt in analyze(question, thesaurus=thesaurus).doubts


@pytest.mark.parametrize(
    "question",
    [
        "이번 학기에 휴학하려면 언제까지 신청해야 하나요?",
        "이번 학기 개강하고 며칠 안에 자퇴하면 등록금을 돌려받나요?",
        "다른 대학에서 딴 학점은 몇 학점까지 인정되나요?",
        "이번 학기 시험 기간이 언제예요?",
        "이번 학기 등록 기간은 언제인가요?",
        "실습을 그만두게 해 달라고 한 결과는 언제 나오나요?",
    ],
)
def test_what_rules_do_answer_is_not_doubtful(question: str, thesaurus: Thesaurus) -> None:
    assert not analyze(question, thesaurus=thesaurus).doubts
