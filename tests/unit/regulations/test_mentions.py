"""Cross-references as provisions write them: what they mean, where they stand, and in what sense."""

from __future__ import annotations

import pytest

from regulations.text.citations import NameIndex
from regulations.text.mentions import ProvisionText, ReferenceMention, ReferenceSense, read_mentions

TITLE = "도서관 운영 규정"
NAMES = NameIndex.of(["학칙", TITLE, "등록금 규정", "장학금 지급 규정", "여비 지급 규정"])
REFERS, APPLIES, DELEGATES = (
    ReferenceSense.REFERS,
    ReferenceSense.MUTATIS_MUTANDIS,
    ReferenceSense.DELEGATES,
)


def mentions(text: str, key: str = "art-3/para-2", title: str = TITLE) -> list[ReferenceMention]:
    return read_mentions([ProvisionText(key, text)], title=title, names=NAMES)


def written(text: str, key: str = "art-3/para-2") -> list[tuple[str, str]]:
    """The regulation (nothing for the own one) and the key of each mention."""
    return [("" if one.is_own else one.regulation, one.cited_key) for one in mentions(text, key)]


@pytest.mark.parametrize(
    ("text", "key", "found"),
    [
        pytest.param("제5조에 따른 자료", "art-3", [("", "art-5")], id="bare-article"),
        pytest.param(
            "제1항에 따른 자료", "art-3/para-2", [("", "art-3/para-1")], id="bare-paragraph"
        ),
        pytest.param("전항의 자료", "art-3/para-2", [("", "art-3/para-1")], id="paragraph-before"),
        pytest.param("전조의 자료", "art-3/para-2", [("", "art-2")], id="article-before"),
        pytest.param(
            "제2호의 자료",
            "art-3/para-2/subpara-4",
            [("", "art-3/para-2/subpara-2")],
            id="bare-subparagraph",
        ),
        pytest.param(
            "가목의 자료",
            "art-3/para-2/subpara-4",
            [("", "art-3/para-2/subpara-4/item-1")],
            id="bare-item",
        ),
        pytest.param(
            "전호의 자료",
            "art-3/para-2/subpara-4",
            [("", "art-3/para-2/subpara-3")],
            id="subparagraph-before",
        ),
        pytest.param(
            "제5조제1항에 따르되 같은 조 제3항은 제외한다.",
            "art-3",
            [("", "art-5/para-1"), ("", "art-5/para-3")],
            id="same-article",
        ),
        pytest.param("이 규정 제7조에 따른다.", "art-3", [("", "art-7")], id="this-regulation"),
        pytest.param(
            "「학칙」 제4조 및 제6조에 따른다.",
            "art-3",
            [("학칙", "art-4"), ("학칙", "art-6")],
            id="named-list",
        ),
        pytest.param(
            "등록금 규정에 따른다.", "art-3", [("등록금 규정", "")], id="whole-regulation"
        ),
        pytest.param(
            "별표 1에 따른다.", "art-3", [("", "table-1")], id="table-of-the-own-regulation"
        ),
        pytest.param(
            "부칙 제2조에 따른다.", "art-3", [("", "add-0/art-2")], id="addenda-without-ordinal"
        ),
        pytest.param(
            "「학칙」 제3장 제1항에 따른다.", "art-3", [("학칙", "")], id="paragraph-of-a-chapter"
        ),
        pytest.param("이 규정은 자료의 이용을 정한다.", "art-1", [], id="speaks-of-itself"),
        pytest.param(
            "이용 기준(제5조 관련)",
            "table-1",
            [("", "art-5")],
            id="title-of-a-table-names-its-article",
        ),
    ],
)
def test_references_mean(text: str, key: str, found: list[tuple[str, str]]) -> None:
    assert written(text, key) == found


def test_offsets_are_those_of_the_provision_itself() -> None:
    provisions = [
        ProvisionText("art-1", "이 규정은 자료의 이용을 정한다."),
        ProvisionText("art-2/para-1", "「학칙」 제4조에 따라 자료를 빌린다."),
        ProvisionText("art-2/para-2", "자료는 제1항에 따라 돌려준다."),
    ]

    found = read_mentions(provisions, title=TITLE, names=NAMES)

    texts = {row.key: row.text for row in provisions}
    assert [(one.from_key, texts[one.from_key][one.start : one.end]) for one in found] == [
        ("art-2/para-1", "「학칙」 제4조"),
        ("art-2/para-2", "제1항"),
    ]


def test_a_short_name_holds_in_the_provisions_after_its_definition() -> None:
    provisions = [
        ProvisionText("art-1", "「가온도서법」(이하 “법”이라 한다) 제2조에 따른 도서관을 말한다."),
        ProvisionText("art-2", "자료는 법 제8조에 따라 보존한다."),
    ]

    found = read_mentions(provisions, title=TITLE, names=NAMES)

    assert [(one.regulation, one.cited_key) for one in found] == [
        ("가온도서법", "art-2"),
        ("가온도서법", "art-8"),
    ]


def test_a_short_name_of_what_is_no_regulation_defines_nothing() -> None:
    provisions = [
        ProvisionText(
            "art-1", "「가온도서법」 제2조에 따른 도서관은 학교규칙(이하 “학칙”이라 한다)을 둔다."
        ),
        ProvisionText("art-2", "이용료는 학칙으로 정한다."),
    ]

    found = read_mentions(provisions, title=TITLE, names=NAMES)

    assert [one.regulation for one in found if one.from_key == "art-2"] == ["학칙"]


def test_addenda_that_amend_other_texts_cite_nothing() -> None:
    text = "등록금 규정 일부를 다음과 같이 개정한다.\n제4조제1항 중 “총장”을 “학장”으로 한다."

    assert written(text, "add-1/art-2") == []
    assert written("제4조제1항의 개정규정은 신입생부터 적용한다.", "add-1/art-2") == [
        ("", "art-4/para-1")
    ]


def test_same_article_does_not_reach_into_the_next_article() -> None:
    provisions = [
        ProvisionText("art-1", "「학칙」 제4조에 따른다."),
        ProvisionText("art-2", "같은 조 제2항의 자료"),
    ]

    found = read_mentions(provisions, title=TITLE, names=NAMES)

    assert [(one.is_own, one.cited_key) for one in found] == [
        (False, "art-4"),
        (True, "art-2/para-2"),
    ]


@pytest.mark.parametrize(
    ("text", "is_own"),
    [("학칙 제4조에 따른다.", True), ("본 대학교 학칙 제4조에 따른다.", False)],
)
def test_the_bare_word_means_the_own_text_of_that_kind(text: str, is_own: bool) -> None:
    (found,) = mentions(text, key="art-3", title="가온대학교 대학원 학칙")

    assert found.is_own is is_own


@pytest.mark.parametrize(
    ("text", "regulations"),
    [
        ("학칙 제4조에 따른다.", ["가온대학교대학원학칙"]),
        ("본 대학교 학칙 제4조에 따른다.", ["학칙"]),
        ("본 대학교 학칙 제4조 및 제6조에 따른다.", ["학칙", "학칙"]),
        ("교류 대학의 학칙을 지킨다.", []),
    ],
)
def test_whose_rules_a_graduate_school_means(text: str, regulations: list[str]) -> None:
    names = NameIndex.of(["학칙", "가온대학교 대학원 학칙"])

    found = read_mentions([ProvisionText("art-3", text)], title="대학원 입학 세칙", names=names)

    assert [one.regulation for one in found] == regulations


def test_a_form_with_articles_of_its_own_cites_nothing_of_the_regulation() -> None:
    contract = "이용 약정서\n제1조(목적) 자료의 이용을 약정한다.\n제2조(기간) 제1조에 따른 이용은 30일로 한다."

    assert written(contract, "form-1") == []
    assert written("이용 신청서\n제5조에 따라 신청합니다.", "form-1") == [("", "art-5")]


@pytest.mark.parametrize(
    ("text", "senses"),
    [
        pytest.param("제5조를 준용한다.", [APPLIES], id="object"),
        pytest.param("제5조부터 제7조까지의 규정을 준용한다.", [APPLIES, APPLIES], id="range"),
        pytest.param("제5조 및 제8조를 준용한다.", [APPLIES, APPLIES], id="list"),
        pytest.param(
            "제2조에 따른 자료에 관하여는 제5조를 준용한다.",
            [REFERS, APPLIES],
            id="only-the-object",
        ),
        pytest.param(
            "제5조의 규정은 제8조의 자료에 준용한다.", [APPLIES, REFERS], id="topic-is-applied"
        ),
        pytest.param("제5조는 다른 자료를 준용하는 데 쓴다.", [REFERS], id="topic-is-not-applied"),
        pytest.param("등록금 규정을 준용한다.", [APPLIES], id="whole-regulation"),
        pytest.param(
            "제5조에 따른다. 그 밖에는 종전의 예를 준용한다.", [REFERS], id="another-sentence"
        ),
        pytest.param("이용료는 「등록금 규정」으로 정한다.", [DELEGATES], id="named-delegation"),
        pytest.param(
            "여비는 여비 지급 규정에서 따로 정한다.", [DELEGATES], id="named-delegation-in"
        ),
        pytest.param("여비 지급 규정에서 정하는 자료", [REFERS], id="set-elsewhere"),
    ],
)
def test_senses(text: str, senses: list[ReferenceSense]) -> None:
    assert [one.sense for one in mentions(text, "art-3")] == senses


@pytest.mark.parametrize(
    ("text", "to"),
    [
        pytest.param("이용료는 시행세칙으로 정한다.", "시행세칙", id="instrument"),
        pytest.param("이용료는 총장이 따로 정한다.", "총장", id="office"),
        pytest.param("이용료는 운영위원회가 정하는 바에 따른다.", "운영위원회", id="as-set-by"),
        pytest.param("그 밖의 사항은 따로 정한다.", "", id="nobody"),
        pytest.param("이용료는 대통령령으로 정하는 금액으로 한다.", "대통령령", id="decree"),
    ],
)
def test_open_delegations(text: str, to: str) -> None:
    (found,) = (one for one in mentions(text, "art-3") if one.is_open)

    assert found.sense is DELEGATES
    assert found.regulation == to


@pytest.mark.parametrize(
    "text", ["이용 시간을 정한다.", "총장은 관장을 임명한다.", "정한 날까지 돌려준다."]
)
def test_setting_something_is_no_delegation(text: str) -> None:
    assert mentions(text, "art-3") == []


def test_one_delegation_is_one_mention() -> None:
    found = mentions("여비는 「여비 지급 규정」으로 따로 정한다.", "art-3")

    assert [(one.regulation, one.is_open) for one in found] == [("여비 지급 규정", False)]
