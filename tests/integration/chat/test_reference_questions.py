"""Questions that the specification names, because answers to them used to hold invented facts."""

from __future__ import annotations

import pytest

from chat.api.views import answer_now
from chat.models import Answer
from chat.presenters.answers import answer_view
from tests.corpus import TODAY, given_corpus

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "question", ["자녀 장학금 관련해서 알고 싶어요", "등록금 부모님도 알아야 하나요?"]
)
def test_questions_that_no_rule_answers_plainly_get_nothing_invented(question: str) -> None:
    given_corpus(embed=True)
    answer = answer_now(question=question, as_of=TODAY)

    snapshots = [row.text for row in answer.passages.all()]
    sentences = answer_view(answer=answer).sentences
    assert bool(sentences) is (answer.status == Answer.Status.ANSWERED)
    for sentence in sentences:
        quoted = "".join(sentence.text.split())
        assert any(quoted in "".join(text.split()) for text in snapshots)
        assert [chip.status for chip in sentence.citations] == ["VERIFIED"]
