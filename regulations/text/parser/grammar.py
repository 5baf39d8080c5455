"""How the lines of a regulation begin: headings, articles, addenda, attachments, and the numbers of 항, 호, 목, 세목.

Each function looks at one cleaned line alone and says what it could be; whether it is, the builder decides by what came before.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from regulations.text.locators import CIRCLED, ITEM_LETTERS, item_number
from regulations.text.parser.cleaning import close_up, half_width
from regulations.text.parser.marks import leading_marks, take_out_marks

# 제10조2 (제목) and 제6조 2 (제목) are slips for 제10조의2 and 제6조의2 that stand in rulebooks.
_ARTICLE = re.compile(r"제\s*(\d{1,4})\s*조(?:\s*의\s*(\d{1,3})|\s*(\d{1,2})(?=\s*\())?(?!\d)")
_HEADING = re.compile(
    r"제\s*(\d{1,3})\s*(편|장|절|관)(?:\s*의\s*(\d{1,2}))?(?=\s|$|[(<\[〈])\s*(.{0,80})$"
)
_ADDENDA = re.compile(
    r"부\s*칙\s*(?=$|[<(\[〈＜【]|제\d+호|\d{4}|[①1]|(?<=\s)(?:제\s*1\s*조\s*\(|이\s))"
)
_ADDENDA_NAME = re.compile(r"[<(\[【]|\d{4}|제?\s*\d+\s*호")
_TITLE_BRACKETS = {"(": ")", "【": "】", "[": "]", "〔": "〕"}
_CIRCLED = re.compile(rf"[{CIRCLED}]")
_ANGLED_NUMBER = re.compile(r"<(\d{2,3})>\s*")
_SUBPARAGRAPH = re.compile(
    r"(\d{1,3})\s*(?:의\s*(\d{1,3}))?\s*\.(?!\s?\d{1,2}\s*\.(?:\s|$))(?!\d)\s*"
)
_ITEM = re.compile(rf"([{''.join(ITEM_LETTERS)}])\s*\.\s*")
_SUBITEM = re.compile(r"(\d{1,3})\)\s*")
# What stands after the number where the line only mentions an article: `제3조에 따라`, `제5조제1항 중`, `제2조부터`.
_MENTION = re.compile(
    r"제\s*\d|부터|내지|까지|및\s|또는\s|중\s|중$|[,·ㆍ]|에\s|에서|에는|의\s|을\s|를\s|"
    r"각\s*호|단서|본문|전단|후단|에\s*따|에\s*의|규정에|항|으로"
)
_MENTION_AFTER_TITLE = re.compile(
    r"제\s*\d+\s*[조항호]|에\s*따|에\s*의|에서\s|에\s|의\s|을\s|를\s|및\s|내지|부터|까지|또는\s|[,·ㆍ]|중\s|와\s|과\s|은\s|는\s"
)
_NUMBER = r"제\s*(\d{1,4})\s*조(?:\s*의\s*(\d{1,3}))?"
_RANGE = r"\s*(?:내지|부터|[~∼〜～-])\s*"
_AND = r"\s*(?:및|와|과|,|[·ㆍ・])\s*"
_FURTHER = re.compile(rf"({_AND}|{_RANGE}){_NUMBER}\s?(?:까지)?")
_GLUED_PARAGRAPH = re.compile(r"[①-⑳](?:\(|\s+(?!항|및|또는|에|의))")
_TABLE_OF_CONTENTS = re.compile(r"(?:\.{4,}|…{2,}|·{4,}|‥{3,})\s*\d+\s*$")
_LONGEST_LAYOUT = 200
_LONGEST_TITLE = 300
_MOST_DELETED = 200
_RUNNING_HEAD = re.compile(r"\d+\s*[-—–]\s*\d+\s*[-—–]\s*\d+\s*[～~∼]\s*\d*$")


# The number of an article and its branch: 제3조의2.
ArticleNumber = tuple[int, int | None]


@dataclass(frozen=True, slots=True)
class ArticleHead:
    """`제4조의2(제목) <개정 …> rest`. Not `certain` where nothing but the sequence of numbers tells it from a mention."""

    number: int
    branch: int | None
    title: str
    marks: tuple[str, ...]
    rest: str
    certain: bool
    spelling: str = ""


@dataclass(frozen=True, slots=True)
class DivisionHeading:
    """A heading of 편, 장, 절 or 관; `depth` is 0 for 편."""

    depth: int
    text: str
    marks: tuple[str, ...]
    spelling: str


@dataclass(frozen=True, slots=True)
class NumberPrefix:
    """A line that begins with a number: the number, its spelling and the rest."""

    number: int
    branch: int | None
    label: str
    rest: str


def article_head(line: str, *, is_heading: bool = False) -> ArticleHead | None:
    """Read `제N조…`; `is_heading` where the format itself marks the line as a heading."""
    narrow = half_width(line)
    match = _ARTICLE.match(narrow)
    if match is None:
        return None
    written = match[2] or match[3]
    number, branch = int(match[1]), int(written) if written else None
    spelling = line[: match.end()]
    after = line[match.end() :]
    marked = leading_marks(after.lstrip())
    title, rest, certain = "", marked.text, bool(marked.marks)
    if not marked.marks:
        title, rest, found = _title(after.lstrip())
        # One bracket too many after the title is a slip.
        rest = rest.lstrip()[1:] if found and rest.lstrip().startswith(")") else rest
        certain = found and not _MENTION_AFTER_TITLE.match(half_width(rest))
        if found and not certain and not is_heading:
            return None
        marked = leading_marks(rest.lstrip())
        rest = marked.text
        if not found and not is_heading:
            bare = half_width(after)
            if _GLUED_PARAGRAPH.match(bare):
                return ArticleHead(number, branch, "", (), after.strip(), certain=False)
            if bare and (not bare.startswith(" ") or _MENTION.match(bare.lstrip())):
                return None
            certain = not bare.strip() or bool(re.match(r"\s+삭\s*제", bare))
    return ArticleHead(
        number, branch, title, marked.marks, rest.strip(), certain or is_heading, spelling
    )


def deleted_articles(line: str) -> tuple[list[ArticleNumber], tuple[str, ...]] | None:
    """Read `제13조부터 제17조까지 삭제 <…>`, `제5조 및 제6조 삭제`: the numbers, and the marks that say so."""
    narrow = half_width(line)
    match = re.match(_NUMBER, narrow)
    if match is None or "삭제" not in line:
        return None
    numbers = [_article_number(match[1], match[2])]
    end = match.end()
    while further := _FURTHER.match(narrow, end):
        number = _article_number(further[2], further[3])
        between = _between(numbers[-1], number) if re.fullmatch(_RANGE, further[1]) else []
        if between is None or len(numbers) > _MOST_DELETED:
            return None
        numbers += [*between, number]
        end = further.end()
    marked = take_out_marks(line[end:].strip())
    if len(numbers) == 1 or marked.text.strip("() ") not in ("", "삭제"):
        return None
    return numbers, marked.marks or ("<삭제>",)


def _article_number(number: str, branch: str | None) -> ArticleNumber:
    return int(number), int(branch) if branch else None


def _between(first: ArticleNumber, last: ArticleNumber) -> list[ArticleNumber] | None:
    """The articles between two, or the branches of one article; None where they do not follow each other."""
    if first[0] == last[0] and last[1]:
        start = first[1] or 1
        return [(first[0], one) for one in range(start + 1, last[1])] if start < last[1] else None
    if not 0 < last[0] - first[0] < _MOST_DELETED or last[1]:
        return None
    return [(one, None) for one in range(first[0] + 1, last[0])]


def _title(text: str) -> tuple[str, str, bool]:
    """Split a bracketed title from what follows it; brackets inside the title are balanced."""
    narrow = half_width(text)
    if not narrow or narrow[0] not in _TITLE_BRACKETS:
        return "", text, False
    opening, closing = narrow[0], _TITLE_BRACKETS[narrow[0]]
    depth = 0
    for position, character in enumerate(narrow[:_LONGEST_TITLE]):
        depth += (character == opening) - (character == closing)
        if depth == 0:
            title = text[1:position].strip()
            while title.startswith("(") and title.endswith(")"):
                title = title[1:-1].strip()
            return title, text[position + 1 :], True
    return "", text, False


def heading(line: str) -> DivisionHeading | None:
    """Read `제1장 총칙`, `제2절의2 …`; a sentence that begins so is none."""
    marked = take_out_marks(line)
    match = _HEADING.match(half_width(marked.text))
    if match is None or re.search(r"[다함음]\.$", match[4]):
        return None
    name = close_up(marked.text[match.start(4) : match.end(4)].strip())
    number = f"제{match[1]}{match[2]}" + (f"의{match[3]}" if match[3] else "")
    return DivisionHeading(
        depth="편장절관".index(match[2]),
        text=f"{number} {name}".strip(),
        marks=marked.marks,
        spelling=line,
    )


def addenda_title(line: str) -> str | None:
    """Return what follows 부칙 in the heading of addenda, None where the line is no such heading."""
    match = _ADDENDA.match(line)
    return line[match.end() :].strip() if match else None


def names_addenda(title: str) -> bool:
    """Say whether what follows 부칙 is its date or number and not its first sentence."""
    return bool(_ADDENDA_NAME.match(half_width(title)))


def unnamed_label(kind: str) -> str:
    """What an attachment without a head is called."""
    return {"table": "별표", "form": "서식"}.get(kind, "별도")


def paragraph_number(line: str, *, in_addenda: bool = False) -> NumberPrefix | None:
    """Read ① … ㊿, and in addenda what statutes write beyond: `<51>`."""
    if _CIRCLED.match(line):
        return NumberPrefix(CIRCLED.index(line[0]) + 1, None, line[0], line[1:].strip())
    if in_addenda and (match := _ANGLED_NUMBER.match(line)):
        return NumberPrefix(int(match[1]), None, match[0].strip(), line[match.end() :].strip())
    return None


def subparagraph_number(line: str) -> NumberPrefix | None:
    """Read `1. …`, `3의2. …`; a day such as `2019. 2. 1.` is none."""
    match = _SUBPARAGRAPH.match(half_width(line))
    if match is None:
        return None
    branch = int(match[2]) if match[2] else None
    label = re.sub(r"\s", "", match[0])
    return NumberPrefix(int(match[1]), branch, label, line[match.end() :].strip())


def item_letter_of(line: str) -> NumberPrefix | None:
    """Read `가. …`."""
    match = _ITEM.match(half_width(line))
    if match is None:
        return None
    return NumberPrefix(item_number(match[1]), None, f"{match[1]}.", line[match.end() :].strip())


def subitem_number(line: str) -> NumberPrefix | None:
    """Read `1) …`."""
    match = _SUBITEM.match(half_width(line))
    if match is None:
        return None
    return NumberPrefix(int(match[1]), None, f"{match[1]})", line[match.end() :].strip())


def is_layout(line: str) -> bool:
    """Say whether a line is a running head or a line of a table of contents, which belongs to no provision."""
    end = line[-_LONGEST_LAYOUT:]
    return bool(_TABLE_OF_CONTENTS.search(end) or _RUNNING_HEAD.search(end))
