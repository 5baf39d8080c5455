"""An amount that somebody sets is told from one that is given, and from a share of it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from chat.composing.left_open import left_open
from regulations.reading.units import PassageUnit
from regulations.search.retrieval.query import analyze
from regulations.text.thesaurus import Thesaurus, parse_entry
from verification.checking import Source

THESAURUS = Thesaurus.of(
    map(parse_entry, ("기숙사비 = 생활관비", "dormitory fee = 생활관비", "semester = 학기"))
)
REFUND = "퇴사하는 사람에게는 생활관비를 환불한다. 1. 2주 이내: 100분의 80"
SET = "생활관비와 식비의 금액은 매 학년도 총장이 정한다."
GIVEN = "생활관비는 한 학기에 60만원으로 한다."
TABLE = "| 동 | 학기당 |\n| 누리관 | 72만원 |"
OTHER_FEE = "휴학한 관생은 생활관비를 내지 아니하고 보관료 50,000원을 낸다."
OWN_FEE = "휴학한 관생은 생활관비 50,000원을 낸다."
SHARE = "휴학한 관생이 낼 금액은 생활관비의 2분의 1로 한다."
DEPOSIT = "관생은 입사할 때 보증금 10만원을 낸다."


def source(number: int, text: str) -> Source:
    made = Source.text_only(
        number=number,
        regulation_title="생활관 규정",
        locator_key=f"art-{number}",
        title=f"생활관 규정 제{number}조",
        text=text,
    )
    return replace(made, units=(PassageUnit(f"art-{number}", text),))


@pytest.mark.parametrize(
    ("question", "texts", "who"),
    [
        ("기숙사비 한 학기에 얼마예요 다솜관이요", (REFUND, DEPOSIT, SET), "총장"),
        ("기숙사비 한 학기에 얼마예요", (REFUND, SET, GIVEN), None),
        ("기숙사비 한 학기에 얼마예요", (REFUND, SET, TABLE), None),
        ("기숙사비 얼마나 환불받아요", (REFUND, SET), None),
        ("How much is the dormitory fee per semester?", (REFUND, DEPOSIT, SET), "총장"),
        ("How much is the dormitory fee?", (REFUND, SET, GIVEN), None),
        ("How much of the dormitory fee do I get back?", (REFUND, SET), None),
        ("기숙사비 얼마예요", (OTHER_FEE, SET), "총장"),
        ("기숙사비 얼마예요", (OWN_FEE, SET), None),
        ("기숙사비 얼마예요", (SHARE, SET), "총장"),
        ("휴학하면 기숙사비 얼마예요", (SHARE, SET), None),
        ("휴학하면 기숙사비 얼마예요", (OTHER_FEE, SET), None),
    ],
)
def test_a_price_that_somebody_sets_is_left_open(
    question: str, texts: tuple[str, ...], who: str | None
) -> None:
    asked = analyze(question, thesaurus=THESAURUS)
    found = left_open(asked, [source(at, text) for at, text in enumerate(texts, 1)])
    assert (found.who if found else None) == who
