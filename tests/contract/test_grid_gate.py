"""The grid asks the gate with the verifier that is shipped: a sentence in other words counts as confirmed, a changed one does not."""

from __future__ import annotations

import pytest
from django.conf import settings as django_settings
from pytest_django import Settings

from lab.grid.gate import by_gate
from verification.grounding.proof import Outcome, prove

MATTERS = "동아리의 운영에 필요한 사항은 위원장이 따로 정한다."
SCHOLAR = "장학생이 휴학하면 잔여 학기의 장학금은 지급하지 아니한다."


@pytest.fixture(autouse=True)
def _shipped(settings: Settings) -> None:
    settings.VERIFIER_MODEL = django_settings.SHIPPED_VERIFIER_MODEL


@pytest.mark.parametrize(
    ("claim", "outcome"),
    [
        ("동아리의 운영에 필요한 사항은 위원장이 따로 정합니다.", Outcome.PROVED),
        ("동아리의 운영에 필요한 사항은 위원장이 따로 정하지 않습니다.", Outcome.REFUTED),
        ("예외 없이 동아리의 운영에 필요한 사항은 위원장이 따로 정합니다.", Outcome.OPEN),
    ],
)
def test_the_gate_is_asked(claim: str, outcome: Outcome) -> None:
    assert by_gate(claim, MATTERS) is outcome


def test_what_the_verifier_alone_confirms_counts(settings: Settings) -> None:
    claim = "장학금을 받다가 휴학하면 남은 학기 몫은 지급되지 않습니다."

    assert prove(claim, [SCHOLAR]).outcome is Outcome.OPEN
    assert by_gate(claim, SCHOLAR) is Outcome.PROVED
    settings.VERIFIER_MODEL = ""
    assert by_gate(claim, SCHOLAR) is Outcome.OPEN
