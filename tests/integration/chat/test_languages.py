"""A question in Chinese and in Vietnamese: Korean provisions are found, the answer stands beside their words, the page speaks it."""

from __future__ import annotations

import pytest
from django.test import Client
from pytest_django import Settings

from chat.models import Answer
from regulations.search.thesaurus import thesaurus_load
from tests.answering import answer_question
from tests.corpus import given_corpus
from tests.korean_in_pages import korean_outside, unmarked
from tests.stub_llm import StubLLM, StubReply

pytestmark = pytest.mark.django_db

WORDS = "휴학기간은 통산하여 3년(6학기)을 초과할 수 없다"
ASKED = {
    "zh-hans": (
        "休学最长可以几年？",
        "休学期限合计不得超过三年（6个学期）。",
        "休学期限合计不得超过五年。",
        ("非官方翻译，以韩语条文为准。", "「학칙」 第25条第2款", "已核实", "2025年3月1日"),
    ),
    "vi": (
        "Được bảo lưu tối đa mấy năm?",
        "Thời gian bảo lưu tổng cộng không được quá ba năm (6 học kỳ).",
        "Thời gian bảo lưu tổng cộng không được quá năm năm.",
        ("Bản dịch không chính thức.", "「학칙」 Điều 25, khoản 2", "Đã xác minh", "01/03/2025"),
    ),
}


@pytest.fixture(autouse=True)
def _corpus(db: None, settings: Settings) -> None:
    given_corpus(embed=True)
    thesaurus_load()
    settings.CONTEXT_RELEVANCE_THRESHOLD = 0.1
    settings.MIN_RELEVANCE = 0.05


@pytest.mark.parametrize("language", list(ASKED))
def test_an_answer_in_another_language_stands_beside_its_korean_words(
    client: Client, use_stub: StubLLM, language: str
) -> None:
    question, right, wrong, shown = ASKED[language]
    evidence = [{"source": 1, "quote": WORDS}]
    sentences = [{"text": text, "evidence": evidence} for text in (right, wrong)]
    use_stub.default = StubReply({"sentences": sentences})
    verdict = {"verdict": "supported", "confidence": 0.97, "source": 1, "quote": WORDS}
    use_stub.judged = StubReply({"verdicts": [{"sentence": n, **verdict} for n in (1, 2)]})

    page = client.post("/", {"question": question}).headers["Location"]
    answer = answer_question(Answer.objects.get().pk)
    html = client.get(page).content.decode()

    assert answer is not None
    outcomes = {one.text: one.outcome for one in answer.sentences.all()}
    assert outcomes == {right: "CONFIRMED", wrong: "DIFFERS"}
    assert f'<html lang="{language}">' in html
    assert f'<div class="sentence-text" lang="{language}">' in html
    assert '<figure class="provision-words"><blockquote class="quote" lang="ko">' in html
    for words in shown:
        assert words in unmarked(html)
    # The question alone is as its asker wrote it, in whatever language.
    assert korean_outside(html) == []


@pytest.mark.parametrize("language", list(ASKED))
def test_without_a_model_excerpts_are_korean_below_headings_of_the_reader(
    client: Client, language: str
) -> None:
    question, _right, _wrong, _shown = ASKED[language]

    page = client.post("/", {"question": question}).headers["Location"]
    answer = answer_question(Answer.objects.get().pk)
    html = client.get(page).content.decode()

    assert answer is not None
    assert "3년(6학기)을 초과할 수 없다" in html
    assert {"zh-hans": "摘录回答", "vi": "Trả lời bằng trích dẫn"}[language] in html


@pytest.mark.parametrize(
    ("language", "question", "said"),
    [
        ("en", "학칙 Article 25(2)", "「학칙」 Article 25(2)"),
        ("en", "Article 25 paragraph 2 of 학칙", "「학칙」 Article 25(2)"),
        ("en", "Article 27 of 학칙", "「학칙」 Article 27 was deleted"),
        ("zh-hans", "「학칙」 第25条第2款", "「학칙」 第25条第2款"),
        ("zh-hans", "学则第27条是什么", "「학칙」第27条已"),
        ("zh-hans", "학칙第999条", "「학칙」中没有第999条"),
        ("vi", "「학칙」 Điều 25, khoản 2", "「학칙」 Điều 25, khoản 2"),
        ("vi", "Điều 27 của 학칙", "「학칙」 Điều 27 đã bị xóa bỏ"),
    ],
)
def test_a_provision_is_found_by_what_the_page_calls_it(
    client: Client, language: str, question: str, said: str
) -> None:
    client.post("/language/setlang/", {"language": language})

    page = client.post("/", {"question": question}).headers["Location"]
    answer = answer_question(Answer.objects.get().pk)
    html = client.get(page).content.decode()

    assert answer is not None
    main = html.partition('data-part="state"')[2]
    assert said in unmarked(main)
    assert set(korean_outside(html)) <= {question}
    if "27" not in question and "999" not in question:
        assert [sentence.text[:4] for sentence in answer.sentences.all()] == ["휴학기간"]


@pytest.mark.parametrize("page_language", ["ko", "zh-hans"])
@pytest.mark.parametrize(
    ("question", "language"),
    [
        ("bao luu toi da may nam", "vi"),
        ("hoc phi co duoc dong nhieu lan khong?", "vi"),
        ("How long can I be away?", "en"),
        ("can I do it in May?", "en"),
        ("TOPIK level for graduation", "en"),
        ("휴학은 몇 년까지 되나요?", "ko"),
        # Of these nobody knows in what they are asked.
        ("TOPIK?", None),
        ("TOPIK 4급", None),
        ("GPA TOPIK", None),
        ("topik", None),
    ],
)
def test_only_a_question_that_is_surely_in_a_language_turns_the_page(
    client: Client, page_language: str, question: str, language: str | None
) -> None:
    client.cookies["django_language"] = f"~{page_language}"

    page = client.post("/", {"question": question}).headers["Location"]

    shown = client.get(page).headers["Content-Language"]
    assert shown == (language or page_language)


def test_who_has_chosen_a_language_keeps_it(client: Client) -> None:
    client.post("/language/setlang/", {"language": "ko"})

    page = client.post("/", {"question": ASKED["vi"][0]}).headers["Location"]

    assert '<html lang="ko">' in client.get(page).content.decode()


def test_a_guessed_language_follows_the_next_question(client: Client) -> None:
    page = ""
    for language, question in (
        ("zh-hans", ASKED["zh-hans"][0]),
        # Two letters are no language.
        ("zh-hans", "为什么"),
        ("ko", "휴학은 최대 몇 년까지 가능한가요?"),
        ("en", "How many years can a leave of absence last?"),
        ("en", "GPA?"),
        ("vi", ASKED["vi"][0]),
    ):
        page = client.post("/", {"question": question}).headers["Location"]
        assert f'<html lang="{language}">' in client.get(page).content.decode()
    # A conversation goes on in it too, with scripts by a page anew.
    reply = client.post(page, {"question": "복학은?"}, headers={"HX-Request": "true"})
    assert reply.headers["HX-Refresh"] == "true"
    assert client.post(page, {"question": "자퇴는?"}).status_code == 303
    assert '<html lang="ko">' in client.get(page).content.decode()
    asked = {one.question: one.language for one in Answer.objects.all()}
    assert (asked["GPA?"], asked["복학은?"], asked["자퇴는?"]) == ("en", "ko", "ko")

    client.post("/language/setlang/", {"language": "en"})
    client.post(page, {"question": "복학은 언제까지 합니까?"})
    assert '<html lang="en">' in client.get(page).content.decode()


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/regulations/",
        "/regulations/search/?q=휴학",
        "/regulations/학칙/1/",
        "/regulations/학칙/1/card?cite=art-25",
        "/regulations/학칙/1/provision?cite=art-25",
        "/regulations/학칙/history",
        "/regulations/학칙/1/attachments",
        "/r/학칙/제999조",
        "/how-answers-are-made/",
    ],
)
def test_korean_words_on_a_page_in_another_language_are_said_to_be_korean(
    client: Client, path: str
) -> None:
    client.post("/language/setlang/", {"language": "vi"})

    assert korean_outside(client.get(path, follow=True).content.decode()) == []
