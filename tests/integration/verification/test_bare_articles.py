"""What a bare 제25조 or 제1항 means, and a rule whose proviso is for the very case that is asked about."""

from __future__ import annotations

import pytest

from tests.corpus import TODAY, given_corpus, given_regulation
from tests.integration.verification.test_checking import LEAVE, checked, checker, sources
from verification.checking import DraftSentence, SentenceChecker, SentenceOutcome

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _corpus(db: None) -> None:
    given_corpus()


@pytest.mark.parametrize(
    ("before", "said", "meant"),
    [
        ("", f"제25조에 따라 {LEAVE}[†1].", "「학칙」 제25조"),
        (
            "등록금은 4회 이내로 나누어 낼 수 있습니다[†2].",
            f"제25조에 따라 {LEAVE}[†1].",
            "「학칙」 제25조",
        ),
        ("복학원을 제출하여야 합니다[†3].", f"제2항에 따라 {LEAVE}[†1].", "제25조제2항"),
    ],
    ids=["first", "after-another-regulation", "after-another-article"],
)
def test_a_bare_article_means_the_regulation_of_the_marker_beside_it(
    before: str, said: str, meant: str
) -> None:
    gate = checker()
    if before:
        gate.check(DraftSentence(before))

    sentence = gate.check(DraftSentence(said))

    found = [one for one in sentence.citations if one.written.startswith("제")]
    assert [one.status for one in found] == ["VERIFIED"]
    assert meant in sentence.text


def test_a_paragraph_of_which_its_provision_speaks_is_no_citation() -> None:
    given_regulation(
        "졸업규정",
        "제1조(목적) 이 규정은 졸업에 관한 사항을 정한다.\n"
        "제31조(조기졸업) ① 6개 학기 이상을 등록한 학생은 조기졸업할 수 있다.\n"
        "② 편입생에게는 제1항을 적용하지 아니한다.",
    )

    sentence = checked("편입생에게는 이 제1항이 적용되지 않습니다[†1].", "졸업규정 art-31")

    assert [one.is_quoted for one in sentence.citations if one.written == "제1항"] == [True]


@pytest.mark.parametrize(
    "said",
    [
        "제1항에 따라 휴학기간은 통산하여 3년(6학기)을 초과할 수 없습니다[†1].",
        "휴학기간은 통산하여 3년(6학기)을 초과할 수 없습니다(제1항)[†1].",
        "제1항의 휴학기간은 통산하여 3년(6학기)을 초과할 수 없습니다[†1].",
        "제1항을 적용하면 휴학기간은 통산하여 3년(6학기)을 초과할 수 없습니다[†1].",
        "제1항을 준용하여 휴학기간은 통산하여 3년(6학기)을 초과할 수 없습니다[†1].",
        "제1항의 적용을 받아 휴학기간은 통산하여 3년(6학기)을 초과할 수 없습니다[†1].",
    ],
)
def test_a_wrong_paragraph_is_never_kept_as_if_it_were_the_rules_own(said: str) -> None:
    given_regulation(
        "휴학규정",
        "제1조(목적) 이 규정은 휴학에 관한 사항을 정한다.\n"
        "제25조(휴학) ① 휴학하려는 학생은 총장의 허가를 받아야 한다.\n"
        "② 휴학기간은 통산하여 3년(6학기)을 초과할 수 없다.\n"
        "③ 제1항에도 불구하고 신입생은 휴학할 수 없다.",
    )

    sentence = checked(said, "휴학규정 art-25")

    [wrong] = [one for one in sentence.citations if one.written == "제1항"]
    assert (wrong.is_quoted, wrong.shown) == (False, False)


@pytest.mark.parametrize(
    ("question", "outcome"),
    [
        ("휴학은 다 합쳐서 몇 학기까지 되나요?", SentenceOutcome.CONFIRMED),
        ("3학년에 편입했는데 휴학은 다 합쳐서 몇 학기까지 되나요?", SentenceOutcome.BESIDE_SOURCE),
    ],
)
def test_the_rule_alone_is_not_confirmed_to_whom_its_proviso_is_for(
    question: str, outcome: SentenceOutcome
) -> None:
    given_regulation(
        "휴학규정",
        "제1조(목적) 이 규정은 휴학에 관한 사항을 정한다.\n"
        "제5조(기간) 휴학은 통산하여 6개 학기를 초과할 수 없다. 다만, 편입생은 통산하여 3개 학기를 초과할 수 없다.",
    )
    gate = SentenceChecker(sources("휴학규정 art-5"), as_of=TODAY, question=question)

    assert (
        gate.check(DraftSentence("휴학은 통산하여 6개 학기를 초과할 수 없습니다[†1].")).outcome
        is outcome
    )
