"""What citations name, looked up in the versioned tables."""

from __future__ import annotations

from datetime import date

import pytest
from pytest_django import DjangoAssertNumQueries

from regulations.reading.corpus_version import corpus_changed
from regulations.reading.names import regulation_names
from regulations.text.citations import extract_citations
from tests.corpus import SCHOOL_REGULATIONS, TODAY, given_corpus, given_regulation
from verification.citations.lookup import verify_citation
from verification.citations.resolution import Resolution, resolve_citations
from verification.citations.states import CitationStatus

pytestmark = pytest.mark.django_db


def resolved(text: str, as_of: date = TODAY) -> list[Resolution]:
    names = regulation_names()
    citations = extract_citations(text, names=names.extraction_index)
    return resolve_citations(citations, as_of=as_of, names=names)


@pytest.mark.parametrize(
    ("text", "status", "detail"),
    [
        ("「학칙」 제25조제2항", CitationStatus.VERIFIED, "3년(6학기)"),
        ("가온대학교 학칙 제25조 제3항 제1호", CitationStatus.VERIFIED, "진단"),
        ("학칙 제25조제1호", CitationStatus.VERIFIED, "진단"),
        ("등록금에관한규정 제4조", CitationStatus.VERIFIED, "14일"),
        ("「학칙」 제999조", CitationStatus.NOT_FOUND, "제1조–제28조"),
        ("「학칙」 제25조의9", CitationStatus.NOT_FOUND, "제1조–제28조"),
        ("「학칙」 제25조제4항", CitationStatus.NOT_FOUND, "제1항–제3항"),
        ("「학칙」 제26조제1항", CitationStatus.NOT_FOUND, "항으로 나뉘지 않은"),
        ("「학칙」 제25조제3항제3호", CitationStatus.NOT_FOUND, ""),
        ("「학칙」 제27조", CitationStatus.DELETED, ""),
        ("「대학원 학칙」 제25조", CitationStatus.UNKNOWN_REGULATION, ""),
        ("「관한 규정」 제4조", CitationStatus.UNKNOWN_REGULATION, ""),
    ],
)
def test_resolve_citations(text: str, status: CitationStatus, detail: str) -> None:
    given_corpus()

    [resolution] = resolved(text)

    assert resolution.status is status
    said = resolution.existing_range or (resolution.provision.text if resolution.provision else "")
    assert detail in said


@pytest.mark.parametrize(
    "written",
    ["「졸업논문또는졸업실적심사규정」 제8조", "「졸업논문 또는 졸업실적 심사 규정」 제8조"],
)
def test_a_regulation_is_unknown_until_there_is_one_of_that_name_in_whatever_spacing(
    written: str,
) -> None:
    given_corpus()
    [before] = resolved(written)
    given_regulation("졸업논문 또는 졸업실적 심사 규정", "제8조(심사) 심사위원은 3명으로 한다.")
    corpus_changed()

    [after] = resolved(written)

    assert before.status is CitationStatus.UNKNOWN_REGULATION
    assert after.status is CitationStatus.VERIFIED
    assert after.provision is not None
    assert "3명" in after.provision.text


def test_resolve_citations_takes_one_query(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    given_corpus()
    names = regulation_names()
    citations = extract_citations(
        "학칙 제25조제2항, 학칙 제999조, 등록금에 관한 규정 제4조, 「없는 규정」 제3조, 학칙 제27조",
        names=names.extraction_index,
    )

    with django_assert_num_queries(1):
        resolutions = resolve_citations(citations, as_of=TODAY, names=names)

    assert len(resolutions) == 5


def test_resolve_citations_follows_the_date() -> None:
    given_regulation("학칙", SCHOOL_REGULATIONS)
    amended = SCHOOL_REGULATIONS.replace("3년(6학기)", "4년(8학기)") + "\n"
    amended = amended.replace(
        "제26조(복학)", "제25조의2(창업휴학) 창업휴학은 2년까지로 한다.\n제26조(복학)"
    )
    given_regulation("학칙", amended, enforcement_date=date(2027, 3, 1))

    [before] = resolved("학칙 제25조제2항")
    [after] = resolved("학칙 제25조제2항", date(2027, 3, 1))
    [not_yet] = resolved("학칙 제25조의2")
    [never] = resolved("학칙 제25조", date(2020, 1, 1))

    assert before.provision is not None
    assert after.provision is not None
    assert "3년" in before.provision.text
    assert "4년" in after.provision.text
    assert not_yet.status is CitationStatus.NOT_IN_FORCE
    assert never.status is CitationStatus.NOT_IN_FORCE


def test_a_name_that_two_regulations_bear_is_ambiguous() -> None:
    for code, text in (("1-1-1", "제1조(목적) 하나."), ("1-1-2", "제1조(목적) 둘.")):
        given_regulation("장학 내규", f"규정번호: {code}\n{text}")
    names = regulation_names()
    if len(names.candidates("장학 내규")) < 2:
        pytest.fail("the two regulations were stored as one")

    [resolution] = resolved("「장학 내규」 제1조")

    assert resolution.status is CitationStatus.AMBIGUOUS
    assert len(resolution.candidates) == 2


_SEVERAL_ADDENDA = """
제1조(목적) 이 규정은 실습에 관한 사항을 정한다.

부칙 <2019. 9. 1.>
제1조(시행일) 이 규정은 2019년 9월 1일부터 시행한다.
제2조(경과조치) 종전의 실습은 이 규정에 따른 것으로 본다.

부칙 <2020. 3. 1.>
제1조(시행일) 이 규정은 2020년 3월 1일부터 시행한다.
제2조(경과조치) 재학생은 종전의 규정을 따른다.
제3조(실습비) 실습비는 2021학년도부터 받는다.
"""


@pytest.mark.parametrize(
    ("citation", "status", "said"),
    [
        ("부칙 <2020. 3. 1.> 제2조", CitationStatus.VERIFIED, "재학생은"),
        ("부칙(2019. 9. 1.) 제2조", CitationStatus.VERIFIED, "종전의 실습은"),
        ("부칙 <제12호, 2020. 3. 1.> 제2조", CitationStatus.VERIFIED, "재학생은"),
        ("부칙 제2조", CitationStatus.AMBIGUOUS, ""),
        ("부칙 제3조", CitationStatus.VERIFIED, "실습비는"),
        ("부칙 <2019. 9. 1.> 제3조", CitationStatus.NOT_FOUND, ""),
        ("부칙 <2015. 1. 1.> 제2조", CitationStatus.NOT_FOUND, ""),
    ],
)
def test_addenda_are_told_apart_by_their_date(
    citation: str, status: CitationStatus, said: str
) -> None:
    given_regulation("실습 규정", _SEVERAL_ADDENDA)

    [resolution] = resolved(f"「실습 규정」 {citation}에 따릅니다.")

    assert resolution.status is status
    assert said in (resolution.provision.text if resolution.provision else "")


def test_verify_citation_answers_yes_or_no() -> None:
    given_corpus()

    assert verify_citation("학칙", 25, 2, as_of=TODAY)
    assert verify_citation("등록금에관한규정", 4, as_of=TODAY)
    assert not verify_citation("학칙", 25, 4, as_of=TODAY)
    assert not verify_citation("학칙", 25, branch=9, as_of=TODAY)
    assert not verify_citation("없는 규정", 1, as_of=TODAY)
