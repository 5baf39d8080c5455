"""What a student is told about who wrote an answer, and why."""

from __future__ import annotations

import pytest
from django.utils.translation import override

from chat.composing import BUDGET_USED
from chat.presenters.wording import model_notice


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
