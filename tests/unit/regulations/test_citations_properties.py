"""What holds of the extractor whatever it reads: it never fails, its offsets are true, and every label is read as itself."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from regulations.text.citations import CitationContext, ExtractedCitation, extract_citations
from regulations.text.locators import Locator, item_letter

_PIECES = (
    "학칙 ", "「학칙」 ", "제25조", "제2", "조", "의3", "제1항", "항", "제2호", "가목", "①", "및 ", ", ", "부터 ", "까지", "내지 ", "~", "부칙 ",
    "<2020. 3. 1.> ", "별표 1", "별지 제3호서식", "같은 조 ", "전항", "이 규정 ", "[출처: ", "]", "(", ")", "[†1]", "Article 25", "(1)", " of ",
    "§ 3", "\n", "다. ", "에 따르면 ", "가", "\u1100\u1161", "２", "제", "호", "·", "“", "*", "\x00", "\u200b", "𝟙",
)  # fmt: skip
_TEXTS = st.lists(st.sampled_from(_PIECES) | st.characters(), max_size=40).map("".join)
_CONTEXTS = st.builds(
    CitationContext,
    regulation=st.none() | st.sampled_from(("학칙", "휴학 규정")),
    article=st.none() | st.integers(1, 99),
    branch=st.none() | st.integers(2, 9),
    paragraph=st.none() | st.integers(1, 9),
    addenda=st.booleans(),
)
_NUMBER = st.integers(1, 999)
_BRANCH = st.none() | st.integers(2, 20)


@given(_TEXTS, _CONTEXTS)
@example("제25조(", CitationContext())
@settings(max_examples=300, deadline=None)
def test_any_text_is_read_and_the_offsets_are_true(text: str, context: CitationContext) -> None:
    citations = extract_citations(text, context=context)

    for citation in citations:
        assert 0 <= citation.start < citation.end <= len(text)
        assert text[citation.start : citation.end] == citation.text
    starts = [citation.start for citation in citations]
    assert starts == sorted(starts)


@st.composite
def _articles(draw: st.DrawFn) -> Locator:
    subparagraph = draw(st.none() | st.integers(1, 99))
    return Locator(
        article=draw(_NUMBER),
        branch=draw(_BRANCH),
        paragraph=draw(st.none() | st.integers(1, 60)),
        subparagraph=subparagraph,
        subparagraph_branch=draw(_BRANCH) if subparagraph else None,
        item=draw(st.integers(1, 42)) if subparagraph and draw(st.booleans()) else None,
        addenda=draw(st.sampled_from((None, None, 1))),
    )


_ATTACHMENTS = st.builds(
    Locator,
    attachment_kind=st.sampled_from(("table", "form")),
    attachment=st.integers(1, 99),
    attachment_branch=_BRANCH,
)


@given(_articles() | _ATTACHMENTS)
@settings(max_examples=300, deadline=None)
def test_every_label_is_read_as_the_provision_that_it_names(locator: Locator) -> None:
    text = f"휴학은 「학칙」 {locator.label}에 따릅니다."

    [citation] = extract_citations(text)

    assert citation.regulation == "학칙"
    assert citation.text == f"「학칙」 {locator.label}"
    assert _label(citation) == locator.label


def _label(citation: ExtractedCitation) -> str:
    """The label of what was read, written out without the code under test."""
    if citation.attachment:
        return citation.attachment
    branch = f"의{citation.branch}" if citation.branch else ""
    label = f"제{citation.article}조{branch}"
    label += f"제{citation.paragraph}항" if citation.paragraph else ""
    if citation.subparagraph:
        number, _, below = citation.subparagraph.partition("의")
        label += f"제{number}호" + (f"의{below}" if below else "")
    label += f"{citation.item}목" if citation.item else ""
    return f"부칙 {label}" if citation.addenda else label


@pytest.mark.parametrize("number", range(1, 43))
def test_every_letter_of_an_item_is_read(number: int) -> None:
    [citation] = extract_citations(f"「학칙」 제25조제1항제1호{item_letter(number)}목에 따릅니다.")

    assert citation.item == item_letter(number)
