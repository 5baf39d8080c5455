"""The account of a regulation's structure, beside that of its characters: the provisions that its numbers announce, and those
that came out.

A text can keep every character and still stand in the wrong places: an article run on within another, the articles of the next
regulation taken for addenda. Numbers show it, because they are consecutive per regulation, per addenda and per provision.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from regulations.text.locators import (
    CIRCLED,
    ITEM_LETTERS,
    Locator,
    item_letter,
    number_of,
    same_kind,
)
from regulations.text.parser import grammar
from regulations.text.parser.nodes import ParsedAddenda, ParsedArticle, ParsedRegulation, ParsedUnit
from regulations.text.parser.place import NumberingFindings
from regulations.text.parser.report import HeadingDifference, StructureAccount, StructurePlace

# With this title the first article of addenda is that of another regulation: addenda have no purpose of their own.
_OPENING = re.compile(r"(?:목적|명칭)$")
# Titles that open a regulation: under them addenda hold the main text of another one.
_MAIN_TITLES = re.compile(r"(?:목적|정의|용어의정의|적용범위|설치|기능|명칭)$")
_OF_ADDENDA = re.compile(r"시행|적용|경과|폐지|개정|종전|특례|준용|[삭생]략?제?")
_FEWEST_MISPLACED = 4
_ATTACHMENT_LINE = re.compile(
    r"\W{0,3}[\[【<〔《]\s*(?:별\s*표|별\s*지|서\s*식)[^\]】>〕》]{0,20}[\]】>〕》]\s*.{0,30}$"
)
_MOST_PLACES = 200
# A text may leave out a number; one that leaves out more has lost lines.
_MOST_SKIPPED, _SHARE_SKIPPED = 2, 0.02


@dataclass(frozen=True, slots=True)
class _Numbered:
    """A sibling: its number and branch, and where it stands."""

    number: int
    branch: int | None
    locator: Locator


def structure_account(
    parsed: ParsedRegulation,
    findings: NumberingFindings,
    differences: Sequence[HeadingDifference],
) -> StructureAccount:
    """Count what the numbers announce and what came out, with the places of what did not."""
    found = 0
    places: list[StructurePlace] = []
    text = _Texts(parsed)
    skipped: list[StructurePlace] = []
    for group, above_has_text in _groups(parsed):
        found += len(group)
        for locator in _missing(group, above_has_text=above_has_text):
            if text.holds(locator):
                places.append(StructurePlace("missing", locator.label))
            else:
                skipped.append(StructurePlace("skipped", locator.label))
    if len(skipped) > max(_MOST_SKIPPED, found * _SHARE_SKIPPED):
        places.extend(skipped)
        skipped = []
    places.extend(
        StructurePlace("repeated", label) for label in findings.repeats if not _is_minor(label)
    )
    places.extend(StructurePlace("joined", label) for label in findings.joined)
    places.extend(_joined(parsed))
    places.extend(_beyond(parsed.articles, differences))
    missing = len(places)
    for addenda in parsed.addenda:
        misplaced = _misplaced(addenda, parsed.articles)
        places.extend(misplaced)
        # They did come out, but in the wrong place.
        found -= len(misplaced)
        missing += len(misplaced)
    attachments = list(_attachment_lines(parsed))
    places.extend(attachments)
    missing += len(attachments)
    return StructureAccount(found + missing, found, tuple([*places, *skipped][:_MOST_PLACES]))


def _joined(parsed: ParsedRegulation) -> Iterator[StructurePlace]:
    """The last 호 or 목 of a list in whose text the next one stands: `1. 신청서 2. 이수증`, `가. 입대 나. 질병`."""
    for article in parsed.all_articles:
        numbered = {unit.locator for unit in article.walk()}
        for unit in article.walk():
            following = None if unit.units or unit.locator.subitem else _following(unit.locator)
            if following is None or following in numbered:
                continue
            number = item_letter(following.item) if following.item else following.subparagraph
            if re.search(rf"(?<=[가-힣)])\s+{number}\.\s+[가-힣(「]", unit.text):
                yield StructurePlace("joined", unit.locator.label)


def _following(locator: Locator) -> Locator | None:
    """The next 호 or 목 of a list, None where there is none."""
    if locator.item is not None:
        return replace(locator, item=locator.item + 1) if locator.item < len(ITEM_LETTERS) else None
    if locator.subparagraph is None:
        return None
    return replace(locator, subparagraph=locator.subparagraph + 1, subparagraph_branch=None)


def _is_minor(label: str) -> bool:
    """Lists below the paragraphs of addenda are numbered anew by each amendment."""
    return label.startswith("부칙") and "조" not in label


def _groups(parsed: ParsedRegulation) -> Iterator[tuple[list[_Numbered], bool]]:
    """The siblings that are counted together, and whether a text without a number stands before them."""
    yield [_article(one) for one in parsed.articles], False
    for article in parsed.all_articles:
        yield from _unit_groups(article.units, has_text=bool(article.text))
    for addenda in parsed.addenda:
        if addenda.articles:
            yield [_article(one) for one in addenda.articles], bool(addenda.text)
        yield from _unit_groups(addenda.units, has_text=bool(addenda.text))


def _article(article: ParsedArticle) -> _Numbered:
    return _Numbered(article.locator.article or 0, article.locator.branch, article.locator)


def _unit_groups(
    units: Sequence[ParsedUnit], *, has_text: bool
) -> Iterator[tuple[list[_Numbered], bool]]:
    rest = list(units)
    while rest:
        kind = rest[0].locator
        group = [unit for unit in rest if same_kind(unit.locator, kind)]
        rest = [unit for unit in rest if not same_kind(unit.locator, kind)]
        yield [_Numbered(*number_of(unit.locator), unit.locator) for unit in group], has_text
    for unit in units:
        yield from _unit_groups(unit.units, has_text=bool(unit.text))


def _missing(group: Sequence[_Numbered], *, above_has_text: bool) -> Iterator[Locator]:
    """The numbers left out between the first and the last of siblings.

    Paragraphs that begin with ② have their first one in the text above them.
    """
    present = {(one.number, one.branch) for one in group}
    wholes = {one.number for one in group}
    first = 2 if above_has_text and group and group[0].locator.paragraph else 1
    for number in range(first, max(wholes, default=0)):
        if number not in wholes:
            yield _gap(group[0].locator, number, None)
    for one in group:
        if one.branch:
            for branch in range(2, one.branch):
                if (one.number, branch) not in present:
                    present.add((one.number, branch))
                    yield _gap(one.locator, one.number, branch)


def _gap(sibling: Locator, number: int, branch: int | None) -> Locator:
    if sibling.subitem is not None:
        return replace(sibling, subitem=number)
    if sibling.item is not None:
        return replace(sibling, item=number)
    if sibling.subparagraph is not None:
        return replace(sibling, subparagraph=number, subparagraph_branch=branch)
    if sibling.paragraph is not None:
        return replace(sibling, paragraph=number)
    return replace(sibling, article=number, branch=branch)


class _Texts:
    """The words of a regulation, in which a number that heads no provision may still stand.

    A number that stands nowhere was left out by whoever wrote the text.
    """

    def __init__(self, parsed: ParsedRegulation) -> None:
        self._articles = {one.locator: one.full_text for one in parsed.all_articles}
        self._addenda = {
            one.locator: "\n".join([one.text, *(unit.text for unit in one.walk())])
            for one in parsed.addenda
        }
        self._whole = "\n".join(
            [*self._articles.values(), *self._addenda.values()]
            + [one.text for one in parsed.attachments]
        )

    def holds(self, locator: Locator) -> bool:
        """Whether the number of a provision stands within the text around it."""
        if locator.paragraph is None and locator.subparagraph is None and locator.item is None:
            branch = rf"\s*의\s*{locator.branch}" if locator.branch else ""
            head = rf"제\s*{locator.article}\s*조{branch}\s*[(<\[【①]"
            return locator.subitem is None and bool(re.search(head, self._whole))
        above = locator.article_locator
        text = self._articles.get(above) or self._addenda.get(above) or ""
        return bool(re.search(_spelled(locator), text))


def _spelled(locator: Locator) -> str:
    if locator.subitem is not None:
        return rf"(?<![\d(]){locator.subitem}\)\s"
    if locator.item is not None:
        return rf"(?<![가-힣]){item_letter(locator.item)}\.\s"
    if locator.subparagraph is not None:
        return rf"(?<!\d)(?<!\d\.\s)(?<!\d\.){locator.subparagraph}\.\s*[가-힣\"“「(]"
    number = locator.paragraph or 0
    running = rf"(?<!\d)(?<!\d\.\s)(?<!\d\.){number}\.\s*[가-힣\"“「(]"
    return f"{CIRCLED[number - 1]}|{running}" if number <= len(CIRCLED) else running


def _beyond(
    articles: Sequence[ParsedArticle], differences: Iterable[HeadingDifference]
) -> Iterator[StructurePlace]:
    """Headings that go on counting where the main text stops, and became no article.

    A contract in a form counts from 제1조 and is none of it.
    """
    last = max((one.locator.article or 0 for one in articles), default=0)
    in_contract = False
    for difference in differences:
        head = grammar.article_head(difference.text)
        if head is None or not (head.title and head.certain):
            continue
        in_contract = head.number == 1 or (in_contract and head.number > 1)
        if not in_contract and head.number == last + 1:
            last = head.number
            yield StructurePlace("heading", f"제{head.number}조", difference.number)


def _misplaced(addenda: ParsedAddenda, main: Sequence[ParsedArticle]) -> list[StructurePlace]:
    """The articles of addenda that are the main text of something else: a boundary between regulations was missed."""
    strangers = [
        one
        for one in addenda.articles
        if _MAIN_TITLES.match(one.title.replace(" ", ""))
        or not _OF_ADDENDA.search(f"{one.title} {one.full_text}")
    ]
    opens = any(_MAIN_TITLES.match(one.title.replace(" ", "")) for one in strangers)
    is_longer = len(addenda.articles) > len(main) and len(strangers) * 2 > len(addenda.articles)
    first = addenda.articles[0] if addenda.articles else None
    is_another = first is not None and bool(_OPENING.match(first.title.replace(" ", "")))
    if not is_another and (len(strangers) < _FEWEST_MISPLACED or not (opens or is_longer)):
        return []
    return [StructurePlace("in_addenda", one.locator.label) for one in addenda.articles]


def _attachment_lines(parsed: ParsedRegulation) -> Iterator[StructurePlace]:
    """Lines within provisions that look like the head of an attachment."""
    texts: list[tuple[Locator, str]] = []
    for article in parsed.all_articles:
        texts += [(article.locator, article.text)]
        texts += [(unit.locator, unit.text) for unit in article.walk()]
    for addenda in parsed.addenda:
        texts += [(addenda.locator, addenda.text)]
        texts += [(unit.locator, unit.text) for unit in addenda.walk()]
    for locator, text in texts:
        for line in text.split("\n")[1:]:
            if _ATTACHMENT_LINE.match(line) and not line.endswith((".", "다")):
                yield StructurePlace("attachment", locator.label)
