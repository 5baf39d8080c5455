"""Names that no corpus knows are kept whole, and never read as the regulation that was named before."""

from __future__ import annotations

import pytest

from regulations.reading.names import RegulationNames
from regulations.text.citations import NameIndex, extract_citations
from tests.unit.regulations.citation_notation import read
from verification.citations.resolution import citation_target

UNKNOWN = [
    "상업등기법",
    "부동산등기법",
    "부동산 등기법",
    "감염병예방법",
    "감염병 예방법",
    "화재예방법",
    "소방법",
    "근기법",
    "대한민국국기법",
    "상업등기법 시행령",
    "부동산등기법 시행규칙",
    "감염병예방법 시행규칙",
    "외국인투자촉진법률",
    "공직자윤리령",
    "부동산등기규칙",
    "군인 재해보상법",
    "취업 후 학자금 상환 특별법",
    "학교 밖 청소년 지원에 관한 법률",
    "고등학교 이하 각급 학교 설립·운영 규정",
    "대학교원 자격기준 등에 관한 규정",
    "단체협약",
    "한빛대 학칙",
]
FRAMES = [
    "{} 제26조에 따르면 가능합니다.",
    "학칙 {} 제26조에 따릅니다.",
    "학칙 제25조와 {} 제26조에 따라 가능합니다.",
    "학칙 제3조 및 {} 제26조",
    "학칙에 따르면 가능합니다. {} 제26조도 그렇습니다.",
    "「학칙」 제25조에 따르면 가능합니다. {} 제26조를 봅니다.",
    "학칙은, {} 제26조제1항에 따릅니다.",
    "우리 학칙({} 제26조)",
]
KNOWN = RegulationNames(
    corpus_version="",
    by_name={"학칙": frozenset({1}), "민법": frozenset({2})},
    titles={1: "학칙", 2: "민법"},
)


@pytest.mark.parametrize("frame", FRAMES)
@pytest.mark.parametrize("name", UNKNOWN)
def test_an_unknown_name_is_kept_whole_and_names_nothing_known(name: str, frame: str) -> None:
    for names in (None, KNOWN.extraction_index):
        found = [c for c in extract_citations(frame.format(name), names=names) if c.article == 26]

        assert [citation.regulation for citation in found] == [name]
        target = citation_target(found[0], names=KNOWN)
        assert (target.regulation_ids, target.is_named) == (frozenset(), True)


EDGES = [
    ("해당하나 교원연구년제규정 제3조의2", ["교원연구년제규정 제3조의2"]),
    (
        "다음 각 호의 어느 하나에 해당하나 교원연구년제규정 제3조의2에 따른다",
        ["교원연구년제규정 제3조의2"],
    ),
    ("제출하였으나 휴학규정 제3조", ["휴학규정 제3조"]),
    ("신청하는데 휴학규정 제3조", ["휴학규정 제3조"]),
    ("수행함에 있어 청소년복지 지원법 제3조", ["청소년복지 지원법 제3조"]),
    ("서류에 포함된 개인정보보호법 시행령 제3조", ["개인정보보호법 시행령 제3조"]),
    ("제2조 및교육공무원법 제3조", ["? 제2조", "교육공무원법 제3조"]),
    ("학칙·장학규정 제3조", ["장학규정 제3조"]),
    ("민법·상법 제3조", ["상법 제3조"]),
    ("초·중등교육법 제3조", ["초·중등교육법 제3조"]),
    (
        "초·중등교육법 제4조·고등교육법 제3조",
        ["초·중등교육법 제4조", "고등교육법 제3조"],
    ),
    (
        "「고등교육법」 제34조 및 「동법 시행령」 제30조",
        ["고등교육법 제34조", "고등교육법 시행령 제30조"],
    ),
]


@pytest.mark.parametrize(("text", "expected"), EDGES)
def test_where_a_name_begins(text: str, expected: list[str]) -> None:
    assert read(text) == expected


@pytest.mark.parametrize("text", ["평가방법(제3조)", "통계기법 제3조", "이 기법은 제3조에 있다"])
def test_a_way_of_doing_things_is_no_law(text: str) -> None:
    assert read(text) == ["? 제3조"]


def test_a_mark_before_a_known_name_is_no_part_of_it() -> None:
    (citation,) = extract_citations("> 학칙 제25조", names=NameIndex.of(["학칙"]))

    assert citation.text == "학칙 제25조"
