"""The glossary of the rules' terms: whole, the same in the documents, explained in Korean text and understood in questions."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.utils.safestring import SafeString
from django.utils.translation import override

from regulations.reading.terms import with_terms
from regulations.text.glossary import glossary
from regulations.text.languages import asked_in, foreign_language, language_of, without_tones
from regulations.text.thesaurus import PreparedQuestion, Thesaurus, built_in_entries

DOCUMENT = Path(__file__).resolve().parents[3] / "docs" / "glossary.md"
TEXT = SafeString(
    '<section id="art-25"><h3>제25조(휴학)</h3><p>휴학기간은 3년을 초과할 수 없다. 휴학 중에는 <a href="#x">복학</a>한다. 일반휴학과 복학</p></section>'
    '<section id="art-26"><p>휴학생의 복학 <span class="marks">개정</span></p></section>'
)


def test_every_term_has_its_names_and_meanings() -> None:
    for term in glossary().values():
        assert all((*term.names.values(), *term.meanings.values())), term.korean
        assert foreign_language(term.names["zh"]) == "zh"
    assert len(glossary()) >= 80


def test_the_document_has_the_same_terms() -> None:
    table = DOCUMENT.read_text(encoding="utf-8").partition("## Terms")[2]
    rows = re.findall(r"^\| ([가-힣]+) \| (.+?) \| (.+?) \| (.+?) \|$", table, re.MULTILINE)

    assert rows == [(one.korean, *one.names.values()) for one in glossary().values()]


def test_terms_are_explained_once_an_article_and_never_in_links_and_headings() -> None:
    with override("vi"):
        html = with_terms(TEXT)

    assert re.findall(r'<dfn class="term"[^>]*>(.+?)</dfn>', html) == [
        "휴학",
        "일반휴학",
        "복학",
        "휴학생",
        "복학",
    ]
    assert 'lang="vi"><strong>bảo lưu</strong>' in html
    assert len(set(re.findall(r'id="(term-\d+)"', html))) == 5
    assert re.sub(r"<dfn.*?>(.*?)</dfn><span class=\"term-card\".*?</span>", r"\1", html) == TEXT


def test_readers_of_korean_see_the_text_as_it_is() -> None:
    with override("ko"):
        assert with_terms(TEXT) is TEXT


def test_what_people_ask_about_is_understood_by_its_other_names() -> None:
    thesaurus = Thesaurus.of(built_in_entries())
    for term in glossary().values():
        for name in (term.names["zh"], term.names["vi"], without_tones(term.names["vi"])):
            if term.is_asked_about:
                meant = thesaurus.expand(PreparedQuestion.of(name, []))
                assert any(term.korean in one.meant for one in meant), name


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("휴학은?", "ko"),
        ("Can I take 휴학?", "ko"),
        ("休学最长可以几年？", "zh"),
        ("Được bảo lưu mấy năm?", "vi"),
        ("How long is a leave?", "en"),
        ("bao luu toi da may nam", "vi"),
        ("rút môn lúc nào", "vi"),
        ("What does an ad hoc committee do?", "en"),
    ],
)
def test_languages_are_told_by_their_letters(text: str, language: str) -> None:
    assert language_of(text) == language


@pytest.mark.parametrize(
    ("question", "language"),
    [
        ("휴학 how many times?", "en"),
        ("忘了申请복학会被除籍吗", "zh"),
        ("휴학 được mấy lần", "vi"),
        ("TOEIC 몇 점이에요?", "ko"),
        ("GPA 기준", "ko"),
        ("C+도", "ko"),
        ("Academic English Writing 재수강 되나요?", "ko"),
        ("Academic English Writing 재수강 돼ㅠㅠ", "ko"),
        ("how can I apply for 휴학?", "en"),
    ],
)
def test_a_korean_word_in_a_question_from_abroad_does_not_make_it_korean(
    question: str, language: str
) -> None:
    assert asked_in(question) == language
