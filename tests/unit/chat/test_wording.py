"""What a student is told about who wrote an answer, and why."""

from __future__ import annotations

import pytest
from django.utils.translation import override

from chat.composing import BUDGET_USED
from chat.composing.named import NamedTruth
from chat.models import Answer
from chat.presenters.shapes import SentenceCounts
from chat.presenters.wording import model_notice, named_sentence, shown_outcome, status_label


@pytest.mark.parametrize(
    ("composer", "error", "said"),
    [
        ("EXTRACTIVE", f"{BUDGET_USED}: 1000 of 1000", "이번 달 언어 모델 사용 한도를 다 써서"),
        ("EXTRACTIVE", "Timeout: no reply within 7 s", "언어 모델이 제때 답하지 않아"),
        ("EXTRACTIVE", "Unavailable: 500", "언어 모델을 쓸 수 없어"),
        ("EXTRACTIVE", "", ""),
        ("GENERATIVE", "Timeout: no reply within 7 s", ""),
    ],
)
def test_an_excerpt_says_why_no_model_wrote(composer: str, error: str, said: str) -> None:
    with override("ko"):
        assert model_notice(composer, error).startswith(said)
        assert bool(model_notice(composer, error)) == bool(said)


@pytest.mark.parametrize(
    ("status", "searched", "told"),
    [
        (Answer.Status.ANSWERED, "answer", "answer"),
        (Answer.Status.ANSWERED, "none", "answer"),
        (Answer.Status.PARTIAL, "near", "answer"),
        (Answer.Status.NEAR, "near", "near"),
        (Answer.Status.UNANSWERABLE_NO_PROVISION, "answer", "none"),
        (Answer.Status.UNANSWERABLE_NO_PROVISION, "near", "none"),
        (Answer.Status.UNANSWERABLE_UNSUPPORTED, "answer", "none"),
        (Answer.Status.ERROR_INTERNAL, "near", "near"),
        (Answer.Status.ANSWERED, "", ""),
        (Answer.Status.PENDING, "", ""),
    ],
)
def test_the_outcome_that_is_told_fits_what_was_shown(
    status: Answer.Status, searched: str, told: str
) -> None:
    assert shown_outcome(status, searched) == told


@pytest.mark.parametrize(
    ("existing", "said"),
    [
        ("제1조–제82조", "제999조가 없습니다. 제1조부터 제82조까지 있습니다."),
        ("제1항–제1항", "제999조가 없습니다. 제1항만 있습니다."),
        ("", "제999조가 없습니다."),
    ],
)
def test_what_there_is_in_place_of_a_named_provision_is_said_in_words(
    existing: str, said: str
) -> None:
    truth = NamedTruth("NOT_FOUND", "학칙", "제999조", existing=existing)

    with override("ko"):
        assert named_sentence(truth) == f"「학칙」에는 {said}"


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "「학칙」 has no Article 999; it has Article 1 to Article 82."),
        ("zh-hans", "「학칙」中没有第999条，现有第1条至第82条。"),
        ("vi", "「학칙」 không có Điều 999. Quy định này có từ Điều 1 đến Điều 82."),
    ],
)
def test_a_provision_that_is_not_there_is_named_as_all_others_on_the_page(
    language: str, said: str
) -> None:
    truth = NamedTruth("NOT_FOUND", "학칙", "제999조", existing="제1조–제82조")

    with override(language):
        assert named_sentence(truth) == said


@pytest.mark.parametrize(
    ("counts", "said"),
    [
        (SentenceCounts(total=2, confirmed=1, beside=1), "답변함"),
        (SentenceCounts(total=2, beside=2), "답변함 · 확인된 문장 없음"),
        (SentenceCounts(), "답변함"),
    ],
)
def test_an_answer_without_a_confirmed_sentence_is_headed_so(
    counts: SentenceCounts, said: str
) -> None:
    with override("ko"):
        assert status_label(Answer.Status.ANSWERED, counts) == said
