"""`evaluate answers`: whatever form a model writes its citations in, they are shown in one form, and counted."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command

from chat.api.views import answer_now
from lab.evaluation.answers import measure
from tests.corpus import TODAY, given_corpus, given_regulation
from tests.stub_llm import StubLLM, StubReply

pytestmark = pytest.mark.django_db

SAID = "휴학기간은 통산하여 3년(6학기)을 초과할 수 없습니다"
QUESTION = {
    "id": "1",
    "question": "휴학은 최대 몇 년까지 가능한가요?",
    "answerable": True,
    "gold": [{"regulation": "학칙", "article": 25}],
}
FORMS = [
    f"{SAID}[†1].",
    f"「학칙」 제25조제2항에 따르면 {SAID}[†1].",
    f"학칙 제25조 ②항에 따르면 {SAID}.",
    f"학칙 25조 2항에 따르면 {SAID}.",
    f"「학칙」에 따르면 {SAID}[†1].",
    f"제25조제2항에 따르면 {SAID}[†1].",
    f"{SAID}(학칙 제25조).",
    f"{SAID}[출처: 학칙 제25조 제2항].",
    f"『학칙』 제 25 조 제 2 항에 따르면 {SAID}.",
    f"Article 25(2) of 「학칙」에 따르면 {SAID}.",
    f"「학칙」 제25조제2항 및 제999조에 따르면 {SAID}.",
]


@pytest.fixture(autouse=True)
def _corpus(db: None) -> None:
    given_corpus(embed=True)


BRANCH = """제3조의2(창업휴학) ① 창업휴학을 하려는 학생은 창업휴학원을 제출하여야 한다.
② 창업휴학기간은 통산하여 2년(4학기)을 초과할 수 없다.
"""
FORMS_OF_A_BRANCH = ["창업휴학 규정 제3조의2 제2항", "「창업휴학 규정」 제 3 조의 2 ②항"]


@pytest.mark.parametrize("text", FORMS)
def test_a_citation_is_shown_in_the_standard_form_however_it_was_written(
    use_stub: StubLLM, text: str
) -> None:
    use_stub.say(text)

    report = measure([QUESTION], {"as_of": TODAY})

    assert ("status", (("ANSWERED", 1),)) in [(table.title, table.rows) for table in report.tables]
    assert report.figures["citations in standard form"] == 1
    assert report.figures["citations incomplete"] == 0


@pytest.mark.parametrize("cited", FORMS_OF_A_BRANCH)
def test_so_is_an_article_with_a_branch_and_its_paragraph(use_stub: StubLLM, cited: str) -> None:
    given_regulation("창업휴학 규정", BRANCH, embed=True)
    said = "창업휴학기간은 통산하여 2년(4학기)을 초과할 수 없습니다"
    use_stub.default = StubReply(f"{cited}에 따르면 {said}.")
    question = "창업휴학은 최대 몇 년까지 가능한가요?"

    report = measure([QUESTION | {"question": question}], {"as_of": TODAY})
    answer = answer_now(question=question, as_of=TODAY)

    assert report.figures["citations in standard form"] == 1
    assert report.figures["citations incomplete"] == 0
    assert answer.message.content == f"「창업휴학 규정」 제3조의2제2항에 따르면 {said}[†1]."


def test_a_model_that_fails_is_counted_and_answers_nothing(use_stub: StubLLM) -> None:
    use_stub.say(StubReply(status=500))

    report = measure([QUESTION], {"as_of": TODAY})

    assert ("status", (("MODEL_FAILED", 1),)) in [
        (table.title, table.rows) for table in report.tables
    ]


def test_the_command_takes_a_labelled_file(tmp_path: Path) -> None:
    file = tmp_path / "questions.jsonl"
    file.write_text(json.dumps(QUESTION, ensure_ascii=False) + "\n", encoding="utf-8")
    out = StringIO()

    call_command(
        "evaluate", "answers", str(file), "--as-of", TODAY.isoformat(), "--json", stdout=out
    )

    assert json.loads(out.getvalue())["figures"]["citations in standard form"] == 1
