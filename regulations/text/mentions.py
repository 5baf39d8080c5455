"""What the provisions of one version mention: other provisions, whole regulations, and what is left to other texts.

Reads only, and knows no database: a `ReferenceMention` says what is written, where, and in what sense. Whether it exists is for
`regulations.publishing.cross_references` to find out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, replace
from enum import StrEnum

from regulations.text.citations import (
    CitationContext,
    ExtractedCitation,
    NameIndex,
    TextPlace,
    citation_locator,
    extract_references,
)
from regulations.text.locators import Locator, normalize_name

# Between two provisions: no gap of an enumeration goes over it.
_BORDER = "\n¶\n"
_JOINT = re.compile(
    r"(?:\s|부터|내지|~|～|,|ㆍ|·|및|또는|까지|와|과|이나|나|의|각\s?[호목]|본문|단서|전단|후단|[「」()]){0,16}"
)
_APPLIED = re.compile(
    r"(?:까지)?(?:의\s?규정)?(?:(?:의\s?[가-힣\s]{1,12})?(?:을|를))?\s?(?:각각\s?|그대로\s?|이에\s?)?준용"
)
_TOPIC_APPLIED = re.compile(r"(?:까지)?(?:의\s?규정)?(?:은|는|도)(?P<rest>[^.\n]{0,160}?)준용")
_OTHER_OBJECT = re.compile(r"(?<!이)(?:을|를)\s?(?:각각\s?)?$")
_SET = r"정(?:한다|하는|하며|하고|하되|하여|할|함|해)"
_APART = r"(?:이를\s?)?(?:따로|별도로)\s?"
_NAMED_DELEGATION = re.compile(
    rf"\s?[」\"']?(?:(?:으로|로)\s?(?:{_APART})?{_SET}|(?:에서|에|이|가)\s?{_APART}{_SET})"
)
_INSTRUMENT = (
    r"(?:대통령령|총리령|[가-힣]{2,12}부령|시행령|시행규칙|시행세칙|운영세칙|세칙|내규|시행지침|운영지침|지침|학칙|정관|규정|규칙"
    r"|조례|요강|기준)"
)
_OFFICE = r"[가-힣·]{0,12}(?:총장|이사장|학장|원장|처장|실장|단장|소장|관장|센터장|본부장|위원장|회장|장관|교육감|위원회|이사회|교수회|평의원회)"
_DELEGATION = re.compile(
    rf"(?:별도의\s?|따로\s?|각각\s?)?(?<![가-힣」])(?P<instrument>{_INSTRUMENT})(?:으로|로)\s?(?:{_APART})?{_SET}"
    rf"|(?<![가-힣])(?P<office>{_OFFICE})[이가은는]?\s?(?:{_APART})?{_SET}"
    rf"|(?<![가-힣])(?:따로|별도로)\s?{_SET}"
)
# A text calls itself by its kind alone: in the 학칙 of a graduate school the bare word means that one.
_BARE = {"학칙": "학칙", "정관": "정관", "회칙": "회칙", "세칙": "세칙", "시행세칙": "세칙"}
_OF_THE_SCHOOL = re.compile(r"(?:대학교|본교|본\s?대학)(?:의)?\s?$")
_OF_ANOTHER_SCHOOL = re.compile(
    r"(?:교류|상대|협약|협정|타|다른|외국|참여|소속)\s?(?:[가-힣]{1,6}\s)?대학(?:교)?(?:의)?\s?$"
)
_GRADUATE = "대학원"
_BRACKETS = ("「", "『", "｢")
_ATTACHMENTS = ("table-", "form-", "figure-")
# Addenda that change other texts: the numbers in them are those of the texts that they change.
_AMENDS = re.compile(r"다음과\s?같이\s?(?:개정|신설|정정)|까지(?:는|를)?\s?생략|조\s생략")
_CONCERNS = re.compile(r"[^()\n]{0,30}관련\s?\)")


class ReferenceSense(StrEnum):
    """What one text does with another."""

    REFERS = "REFERS"
    MUTATIS_MUTANDIS = "MUTATIS_MUTANDIS"
    DELEGATES = "DELEGATES"


class RangeRole(StrEnum):
    """Which part of 제3조부터 제5조까지 a mention is."""

    NONE = ""
    START = "START"
    END = "END"
    BETWEEN = "BETWEEN"


@dataclass(frozen=True, slots=True)
class ProvisionText:
    """A provision's address and its own words."""

    key: str
    text: str


@dataclass(frozen=True, slots=True)
class ReferenceMention:
    """One mention: `start` and `end` are offsets into the text of the provision `from_key`.

    `regulation` is a name, empty where the text does not tell which regulation it means; `is_own` says that it is the
    regulation in hand. `cited_key` is the locator key as cited, empty for a whole regulation; addenda that are cited without
    their ordinal have the ordinal 0. A delegation to a text that has no name has `is_open`, and in `regulation` whoever or
    whatever is to say more (총장, 시행세칙), if that is written.
    """

    from_key: str
    start: int
    end: int
    text: str
    sense: ReferenceSense = ReferenceSense.REFERS
    regulation: str = ""
    is_own: bool = False
    is_named: bool = True
    is_open: bool = False
    cited_key: str = ""
    range: RangeRole = RangeRole.NONE


def read_mentions(
    provisions: Iterable[ProvisionText], *, title: str, names: NameIndex
) -> list[ReferenceMention]:
    """Return what the provisions of one version mention, in the order of the text.

    `title` is the regulation's own; `names` are the regulations that are known, which give unbracketed names their left edge.
    """
    rows = [row for row in provisions if row.text.strip()]
    places: list[TextPlace] = []
    starts: list[int] = []
    position = 0
    for row in rows:
        starts.append(position)
        places.append(TextPlace(position, _context(title, row.key)))
        position += len(row.text) + len(_BORDER)
    whole = _BORDER.join(row.text for row in rows)
    citations = extract_references(whole, places, names=names)
    by_row: dict[int, list[ExtractedCitation]] = {}
    index = 0
    for citation in sorted(citations, key=lambda one: (one.start, one.end)):
        while index + 1 < len(rows) and starts[index + 1] <= citation.start:
            index += 1
        by_row.setdefault(index, []).append(citation)
    known = names.names
    rules = _school_rules(title, known)
    mentions: list[ReferenceMention] = []
    for index, row in enumerate(rows):
        if row.key.startswith("add-") and _AMENDS.search(row.text):
            continue
        found = list(_mentions(by_row.get(index, ()), row, starts[index], title, rules))
        found = _in_their_sense(found, row.text)
        sure = [one for one in found if one.is_named or normalize_name(one.regulation) in known]
        found += _open_delegations(row, sure)
        mentions += found
    return mentions


def _school_rules(title: str, known: Set[str]) -> str:
    """What the bare word 학칙 means: in the rules of a graduate school its own 학칙, if there is one."""
    if _GRADUATE in title:
        named = sorted((name for name in known if name.endswith("대학원학칙")), key=len)
        if named:
            return named[0]
    return "학칙"


def _context(title: str, key: str) -> CitationContext:
    locator = Locator.parse(key)
    number = locator.subparagraph
    branch = f"의{locator.subparagraph_branch}" if locator.subparagraph_branch else ""
    return CitationContext(
        regulation=title,
        article=locator.article,
        branch=locator.branch,
        paragraph=locator.paragraph,
        addenda=locator.addenda is not None,
        subparagraph=f"{number}{branch}" if number else None,
    )


def _mentions(
    citations: Iterable[ExtractedCitation], row: ProvisionText, offset: int, title: str, rules: str
) -> Iterator[ReferenceMention]:
    written_at: dict[str, int] = {}
    for citation in citations:
        name = citation.regulation or ""
        # In an enumeration the name is written once, and what stands before it holds for all members.
        if name in citation.text or name not in written_at:
            written_at[name] = citation.start - offset
        before = row.text[max(0, written_at[name] - 20) : written_at[name]]
        mention = _mention(citation, row, offset, title, rules, before)
        if mention is not None:
            yield mention


def _mention(
    citation: ExtractedCitation,
    row: ProvisionText,
    offset: int,
    title: str,
    rules: str,
    before: str,
) -> ReferenceMention | None:
    start, end = citation.start - offset, citation.end - offset
    if end > len(row.text):
        return None
    locator = citation_locator(citation)
    name = citation.regulation or ""
    if not name and row.key.startswith(_ATTACHMENTS):
        return None  # a form with articles of its own
    if _CONCERNS.match(row.text, end) and not citation.text.startswith(_BRACKETS):
        # 반환 기준(제5조 관련): the title of a table, which names an article of this regulation.
        start, name = start + citation.text.rfind("(") + 1, title
    is_own = name == title
    # 「학칙」 in brackets, in the 학칙 of a graduate school, is the university's.
    is_by_name = _GRADUATE in title and citation.text.startswith(_BRACKETS)
    if name in _BARE and not is_by_name and not _OF_THE_SCHOOL.search(before):
        if _OF_ANOTHER_SCHOOL.search(before):
            return None
        is_own = title.endswith(_BARE[name])
        name = rules if name == "학칙" else name
    if locator is None and (is_own or citation.article or citation.addenda or citation.attachment):
        return None  # the regulation speaks of itself, or of an address that cannot exist
    if locator is not None and citation.addenda:
        locator = replace(locator, addenda=0)
    elif locator is not None and locator.article is None and locator.attachment is None:
        if is_own:
            return None  # the second of 별지 제1호 내지 제6호
        locator = None  # a chapter's paragraph: the regulation is all that is told
    return ReferenceMention(
        from_key=row.key,
        start=start,
        end=end,
        text=row.text[start:end],
        regulation=name,
        is_own=is_own,
        # 관련 규정 and the like look like names: an unbracketed one counts only when it is known.
        is_named=locator is not None or citation.text.startswith(_BRACKETS),
        cited_key=locator.key if locator else "",
        range=RangeRole(citation.range.name) if citation.range else RangeRole.NONE,
    )


def _in_their_sense(mentions: Sequence[ReferenceMention], text: str) -> list[ReferenceMention]:
    """Tell references from 준용 and 위임, from the last to the first: an enumeration has the sense of its last member."""
    found: list[ReferenceMention] = []
    following: ReferenceMention | None = None
    for mention in reversed(mentions):
        sense = _sense(mention, following, text)
        following = replace(mention, sense=sense)
        found.append(following)
    return found[::-1]


def _sense(
    mention: ReferenceMention, following: ReferenceMention | None, text: str
) -> ReferenceSense:
    gap = text[mention.end : following.start] if following else ""
    if following and following.start >= mention.end and _JOINT.fullmatch(gap):
        return following.sense
    tail = text[mention.end : mention.end + 200]
    if not mention.cited_key and _NAMED_DELEGATION.match(tail):
        return ReferenceSense.DELEGATES
    # An object ends before the next mention; a topic can go on behind it.
    if _APPLIED.match(gap if following else tail):
        return ReferenceSense.MUTATIS_MUTANDIS
    topic = _TOPIC_APPLIED.match(tail)
    if topic is not None and not _OTHER_OBJECT.search(topic["rest"]):
        return ReferenceSense.MUTATIS_MUTANDIS
    return ReferenceSense.REFERS


def _open_delegations(
    row: ProvisionText, named: Sequence[ReferenceMention]
) -> Iterator[ReferenceMention]:
    """What the provision leaves to a text without a name, where no named one stands in the same words."""
    if "정" not in row.text:
        return
    for match in _DELEGATION.finditer(row.text):
        if any(
            one.start < match.end() and match.start() < one.end + 6
            for one in named
            if one.sense is ReferenceSense.DELEGATES
        ):
            continue
        yield ReferenceMention(
            from_key=row.key,
            start=match.start(),
            end=match.end(),
            text=match[0],
            sense=ReferenceSense.DELEGATES,
            regulation=match["instrument"] or match["office"] or "",
            is_named=match["instrument"] is not None,
            is_open=True,
        )
