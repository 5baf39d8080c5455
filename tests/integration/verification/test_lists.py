"""A 호 or 목 says nothing of whether: wherever a provision is evidence it is read under what it stands under, with its marks."""

from __future__ import annotations

from datetime import date

import pytest
from django.utils import timezone

from chat.models import Answer
from chat.verified_answers.confirming import (
    CitationToConfirm,
    NotConfirmedError,
    cited_sources,
    confirm_sentences,
    text_hash,
)
from regulations.importing.files import regulation_import
from regulations.models import Regulation
from regulations.publishing.versions import version_publish
from regulations.reading.units import texts_of_lists
from regulations.text.parser import parse_regulation
from tests.corpus import TODAY, given_regulation
from tests.stored_answers import Written, given_answer
from verification.citations.states import CitationStatus, ConfirmedBy, SentenceOutcome
from verification.faithfulness.pairs import pairs_of
from verification.texts.checking import TextCitation, text_verify
from verification.texts.corrections import correction_check

pytestmark = pytest.mark.django_db

TEXT = """
제30조(전과)
③ 전과는 한 번만 할 수 있다.
④ 다음 각 호의 어느 하나에 해당하는 경우에는 전과를 허가하지 아니한다.
  1. 간호학과로 전과하려는 경우
  2. 편입학생 또는 재입학생
  3. 다음 각 목의 어느 하나에 해당하는 사람
    가. 휴학 중인 사람
    나. 자퇴를 신청한 사람
제31조(수강) 다음 각 호의 과목은 다시 수강할 수 없다.
  1. 성적이 B 이상인 과목
"""
NURSING = "간호학과로는 전과할 수 없습니다"
FIRST = "art-30/para-4/subpara-1"


@pytest.fixture(autouse=True)
def _corpus(db: None) -> None:
    given_regulation("학칙", TEXT)


def checked(text: str) -> TextCitation:
    [citation] = text_verify(text=text, as_of=TODAY).citations
    return citation


@pytest.mark.parametrize(
    ("said", "place", "status"),
    [
        (NURSING, "제30조제4항제1호", "VERIFIED"),
        (NURSING, "제30조제4항", "VERIFIED"),
        (NURSING, "제30조", "VERIFIED"),
        ("간호학과로 전과할 수 있습니다", "제30조제4항제1호", "MISATTRIBUTED"),
        ("간호학과로 전과할 수 있습니다", "제30조제4항", "MISATTRIBUTED"),
        ("편입학생은 전과할 수 없습니다", "제30조제4항제2호", "VERIFIED"),
        ("편입학생은 전과할 수 있습니다", "제30조제4항제2호", "MISATTRIBUTED"),
        ("휴학 중인 사람은 전과할 수 없습니다", "제30조제4항제3호가목", "VERIFIED"),
        ("휴학 중인 사람은 전과할 수 있습니다", "제30조제4항제3호가목", "MISATTRIBUTED"),
        ("휴학 중인 사람은 전과할 수 없습니다", "제30조제4항제3호", "VERIFIED"),
        ("성적이 B 이상인 과목은 다시 수강할 수 없습니다", "제31조제1호", "VERIFIED"),
        ("성적이 B 이상인 과목은 다시 수강할 수 있습니다", "제31조제1호", "MISATTRIBUTED"),
    ],
)
def test_a_text_holds_a_provision_of_a_list_as_it_stands(
    said: str, place: str, status: str
) -> None:
    assert checked(f"{said}(「학칙」 {place}).").status == status


def test_a_provision_of_a_list_does_not_say_what_its_neighbour_says() -> None:
    assert checked("편입학생은 전과할 수 없습니다(「학칙」 제30조제4항제1호).").status != "VERIFIED"


def test_a_reviewer_saves_the_right_correction_and_not_the_wrong_one() -> None:
    right = correction_check(text=f"{NURSING}(「학칙」 제30조제4항제1호).", on=TODAY)
    wrong = correction_check(
        text="간호학과로 전과할 수 있습니다(「학칙」 제30조제4항제1호).", on=TODAY
    )

    assert right.is_verified
    assert "허가하지 아니한다" in right.citations[0].quote
    assert wrong.wrong


def test_what_stands_in_no_list_has_only_its_own_words() -> None:
    version = Regulation.objects.get().versions.get().pk
    keys = ["art-30", "art-30/para-3", "art-30/para-4", FIRST, "table-1", "art-99/para-1"]

    texts = texts_of_lists((version, key) for key in keys)

    assert set(texts) == {(version, "art-30/para-4"), (version, FIRST)}
    assert "  2. 편입학생 또는 재입학생" in texts[version, "art-30/para-4"]
    assert texts[version, FIRST].splitlines() == [
        "다음 각 호의 어느 하나에 해당하는 경우에는 전과를 허가하지 아니한다.",
        "  1. 간호학과로 전과하려는 경우",
    ]


def confirmed(text: str, *, text_hash: str = "") -> list[SentenceOutcome]:
    kept = [CitationToConfirm(1, Regulation.objects.get().pk, FIRST, "제1호", text_hash)]
    sources = cited_sources(kept, on=TODAY)
    sentences = confirm_sentences(
        [text], kept, sources, question="간호학과로 전과할 수 있나요?", on=TODAY, threshold=0.7
    )
    return [one.outcome for one in sentences]


def test_a_verified_answer_rests_on_a_provision_of_a_list_under_its_lead() -> None:
    assert confirmed(f"{NURSING}.") == [SentenceOutcome.CONFIRMED]
    with pytest.raises(NotConfirmedError):
        confirmed("간호학과로 전과할 수 있습니다.")


def test_a_verified_answer_that_was_saved_by_its_own_words_is_shown_on() -> None:
    assert confirmed(f"{NURSING}.", text_hash=text_hash("간호학과로 전과하려는 경우"))
    with pytest.raises(NotConfirmedError):
        confirmed(f"{NURSING}.", text_hash=text_hash("의학과로 전과하려는 경우"))


@pytest.fixture
def answer() -> Answer:
    return given_answer(Written(f"{NURSING}.", (FIRST,), method=ConfirmedBy.PROOF))


def test_the_judge_of_pairs_reads_what_a_provision_of_a_list_stands_under(answer: Answer) -> None:
    [pair] = pairs_of(answer.verification)

    assert "전과를 허가하지 아니한다" in pair.evidence
    assert "편입학생" not in pair.evidence


@pytest.mark.parametrize(
    ("before", "after", "outcome"),
    [
        ("한 번만", "두 번만", "CONFIRMED"),
        ("허가하지 아니한다", "허가한다", "WITHDRAWN"),
    ],
)
def test_a_corrected_text_proves_a_sentence_by_the_lead_of_its_provision(
    answer: Answer, before: str, after: str, outcome: str
) -> None:
    imported = regulation_import(
        parsed=parse_regulation(TEXT.replace(before, after), title="학칙"),
        source_name="정정.txt",
        source_sha256="corrected",
        enforcement_date=date(2025, 3, 1),
    )
    version_publish(
        version=imported.version,
        now=timezone.now(),
        index=False,
        loss_reason="-",
        correction_reason="오기",
    )

    assert answer.sentences.get().outcome == outcome
    is_kept = outcome == SentenceOutcome.CONFIRMED
    assert (answer.verification.citation_checks.get().status == CitationStatus.VERIFIED) is is_kept
