"""Questions in English, Chinese and Vietnamese, as students type them, in the words of the rules."""

from __future__ import annotations

import pytest

from regulations.search.retrieval.query import AnalyzedQuery, analyze
from regulations.text.latin import latin_words, tones_of
from regulations.text.thesaurus import Thesaurus, built_in_entries


@pytest.fixture(scope="module")
def thesaurus() -> Thesaurus:
    return Thesaurus.of(built_in_entries())


def meant(query: AnalyzedQuery) -> set[str]:
    return {term.origin for term in query.terms if not term.said and term.origin}


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("ktx mấy giờ đóng cửa", {"생활관", "출입"}),
        ("đóng học phí mấy đợt", {"등록금", "분할납부"}),
        ("rớt môn thì học lại được không", {"재수강"}),
        ("bị đuổi khỏi ký túc xá", {"강제퇴사"}),
        ("bà ngoại em mất được nghỉ mấy ngày", {"조부모", "사망", "공결"}),
        ("đi làm thêm một tuần mấy tiếng", {"아르바이트", "주당"}),
        ("宿舍几点关门", {"생활관", "출입"}),
        ("奶奶去世可以请几天假", {"조부모", "사망"}),
        ("勤工俭学每周最多几小时", {"근로장학금", "주당"}),
        ("退学能退多少学费", {"자퇴", "반환"}),
        ("can my friend sleep over in the dorm", {"생활관", "외부인"}),
        ("I forgot to apply for return after my leave", {"미복학"}),
        ("can I use chatgpt for homework", {"인공지능", "과제"}),
    ],
)
def test_a_question_from_abroad_is_said_in_the_words_of_the_rules(
    question: str, words: set[str], thesaurus: Thesaurus
) -> None:
    assert words <= meant(analyze(question, thesaurus=thesaurus))


@pytest.mark.parametrize(
    ("question", "words"),
    [
        # Then, and an examination; a dormitory, and a train.
        ("tự nghỉ học từ đầu kỳ thì được hoàn bao nhiêu", {"시험"}),
        ("bạn trai có được ngủ lại ktx không", {"여비", "숙박비"}),
        ("what time does the dorm close", {"폐쇄", "폐지"}),
        ("where is the lost and found", {"설립"}),
        ("外国学生会收到警告吗", {"학생회"}),
        ("refund to a foreign bank", {"외국인유학생"}),
        ("第一学期学费缴纳期限", {"신입생"}),
        ("休学期间能住宿舍吗", {"통산"}),
        ("how many credits do I need to graduate", {"학기당"}),
    ],
)
def test_a_word_within_another_thing_is_not_taken_for_it(
    question: str, words: set[str], thesaurus: Thesaurus
) -> None:
    assert not words & meant(analyze(question, thesaurus=thesaurus))


def test_a_train_to_a_business_trip_is_still_one(thesaurus: Thesaurus) -> None:
    found = meant(analyze("출장 갈 때 KTX 요금도 주나요?", thesaurus=thesaurus))

    assert "여비" in found
    assert "생활관" not in found


@pytest.mark.parametrize(
    "question",
    ["bảo lưu mấy năm", "bao luu may nam", "bảo luu may nam", "BẢO LƯU mấy năm"],
)
def test_vietnamese_is_understood_with_and_without_its_tones(
    question: str, thesaurus: Thesaurus
) -> None:
    assert "휴학" in meant(analyze(question, thesaurus=thesaurus))


@pytest.mark.parametrize(
    "text", ["Đóng học phí, đ 3 kỳ", "a\u20d0b c", "\u0301 ñ œuvre", "学习ai", ""]
)
def test_every_word_in_latin_letters_has_its_tones(text: str) -> None:
    assert len(tones_of(text)) == len(latin_words(text))


def test_a_korean_word_is_said_in_a_question_from_abroad(thesaurus: Thesaurus) -> None:
    query = analyze("忘了申请복학会被除籍吗", thesaurus=thesaurus)

    assert [term.text for term in query.terms if term.said] == ["복학"]
    assert {"미복학", "제적"} <= meant(query)
    assert query.text == "忘了申请복학会被除籍吗"


def test_of_a_vietnamese_question_its_korean_words_are_embedded(thesaurus: Thesaurus) -> None:
    assert analyze("휴학 được mấy lần", thesaurus=thesaurus).embedded.split()[0] == "휴학"
