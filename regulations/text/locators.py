"""The address of a provision inside one version of a regulation.

A `Locator` is a value object with three spellings: the *key* (`art-25-2/para-1/subpara-3/item-1`), which is
the anchor in pages and the column in the database, the *label* (`제25조의2제1항제3호가목`), which is what people
read, and the *sort key*. Pure: neither Django nor the database is imported here.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, replace
from typing import Self

# Statutes count items 가, 나, … 하 and go on with 거, 너, … (statute practice, also seen in university rulebooks).
_INITIALS = "가나다라마바사아자차카타파하"
ITEM_LETTERS = (
    tuple(_INITIALS) + tuple("거너더러머버서어저처커터퍼허") + tuple("고노도로모보소오조초코토포호")
)

# The numbers of paragraphs as they are printed, 1 to 50.
CIRCLED = "①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳㉑㉒㉓㉔㉕㉖㉗㉘㉙㉚㉛㉜㉝㉞㉟㊱㊲㊳㊴㊵㊶㊷㊸㊹㊺㊻㊼㊽㊾㊿"
ATTACHMENT_LABELS = {"table": "별표", "form": "별지", "figure": "별도"}

_NAME_NOISE = re.compile(r"[\s\u200b\ufeff·ㆍ․‧•・･∙⋅「」『』｢｣〈〉《》<>\"'“”‘’`*]+")
_SEGMENT = re.compile(r"^(add|art|para|subpara|item|subitem|table|form|figure)-(\d+)(?:-(\d+))?$")


class InvalidLocatorError(ValueError):
    """The text is not the key of a locator."""


def normalize_name(name: str) -> str:
    """Return a regulation's name in the form in which names are compared.

    NFC, without white space, middle dots, brackets and quotation marks: `등록금에 관한 규정` and `등록금에관한규정` are
    one name, `학·석사` and `학․석사` too.
    """
    return _NAME_NOISE.sub("", unicodedata.normalize("NFC", name))


def is_within(key: str, outer: str) -> bool:
    """Whether one locator key is another one or stands below it; nothing stands below the empty key."""
    return bool(outer) and (key == outer or key.startswith(f"{outer}/"))


def are_nested(key: str, other: str) -> bool:
    """Whether two locator keys name one provision, or one of them stands below the other."""
    return is_within(key, other) or is_within(other, key)


def provision_key(key: str) -> str:
    """The locator key of the provision that a passage holds: `table-1` of `table-1#2`, its second group of rows.

    The key of a passage is the provision's own, and what more of it there is has a number behind it.
    """
    return key.partition("#")[0]


def article_key(key: str) -> str:
    """The key of the article, addenda or attachment that a provision or a passage stands in."""
    key = provision_key(key)
    for part in ("/para-", "/subpara-", "/item-", "/subitem-"):
        key = key.partition(part)[0]
    return key


def eid_of(key: str) -> str:
    """Return the identifier of a provision as Akoma Ntoso writes it: `art-25-2/para-1` is `art_25-2__para_1`."""
    outer = provision_key(key)
    return "__".join(segment.replace("-", "_", 1) for segment in outer.split("/")) if outer else ""


def item_letter(number: int) -> str:
    """Return the letter of an item: 1 is 가, 14 is 하, 15 is 거."""
    return ITEM_LETTERS[number - 1]


def item_number(letter: str) -> int:
    """Return the number of an item's letter; raises ValueError for anything else."""
    return ITEM_LETTERS.index(letter) + 1


@dataclass(frozen=True, slots=True)
class Locator:
    """One provision's place: article, paragraph, subparagraph, item; or addenda; or an attachment.

    `branch` numbers belong to provisions inserted later (제25조의2, 제3호의2, 별표 1의2). An article of the addenda
    carries `addenda`, the ordinal of the addenda in its version, so it is never equal to one of the main text.
    """

    article: int | None = None
    branch: int | None = None
    paragraph: int | None = None
    subparagraph: int | None = None
    subparagraph_branch: int | None = None
    item: int | None = None
    subitem: int | None = None
    addenda: int | None = None
    attachment_kind: str | None = None
    attachment: int | None = None
    attachment_branch: int | None = None

    @property
    def key(self) -> str:
        """The key, for example `art-4-2/para-1/subpara-3/item-1`."""
        parts = []
        if self.addenda is not None:
            parts.append(f"add-{self.addenda}")
        if self.attachment_kind is not None:
            parts.append(_numbered(self.attachment_kind, self.attachment, self.attachment_branch))
        if self.article is not None:
            parts.append(_numbered("art", self.article, self.branch))
        if self.paragraph is not None:
            parts.append(f"para-{self.paragraph}")
        if self.subparagraph is not None:
            parts.append(_numbered("subpara", self.subparagraph, self.subparagraph_branch))
        if self.item is not None:
            parts.append(f"item-{self.item}")
        if self.subitem is not None:
            parts.append(f"subitem-{self.subitem}")
        return "/".join(parts)

    @property
    def label(self) -> str:
        """The label in the statute's joined spelling, for example `제4조의2제1항제3호가목`."""
        within = ""
        if self.article is not None:
            within += f"제{self.article}조" + _branch(self.branch)
        if self.paragraph is not None:
            within += f"제{self.paragraph}항"
        if self.subparagraph is not None:
            within += f"제{self.subparagraph}호" + _branch(self.subparagraph_branch)
        if self.item is not None:
            within += f"{item_letter(self.item)}목"
        if self.subitem is not None:
            within += f"{self.subitem})"
        return " ".join(filter(None, (self._region_label, within)))

    def cited_in(self, regulation_title: str) -> str:
        """The provision as it is cited: `「학칙」 제25조제2항`, or the regulation alone where no place is given."""
        return f"「{regulation_title}」 {self.label}".rstrip()

    @property
    def _region_label(self) -> str:
        """부칙, 별표 1의2 or 별지 제3호서식; empty in the main text."""
        if self.addenda is not None:
            return "부칙"
        if self.attachment_kind is None:
            return ""
        branch = _branch(self.attachment_branch)
        if self.attachment_kind == "form":
            return f"별지 제{self.attachment}호{branch}서식" if self.attachment else "별지서식"
        number = f" {self.attachment}" if self.attachment else ""
        return f"{ATTACHMENT_LABELS[self.attachment_kind]}{number}{branch}"

    @property
    def sort_key(self) -> tuple[int, ...]:
        """A tuple that orders provisions as they stand: main text, addenda, attachments."""
        region = 2 if self.attachment_kind else 1 if self.addenda is not None else 0
        values = (
            self.addenda,
            self.attachment,
            self.attachment_branch,
            self.article,
            self.branch,
            self.paragraph,
            self.subparagraph,
            self.subparagraph_branch,
            self.item,
            self.subitem,
        )
        return (region, *(value or 0 for value in values))

    @property
    def article_locator(self) -> Locator:
        """The article (or the addenda, or the attachment) that this provision stands in."""
        return replace(
            self,
            paragraph=None,
            subparagraph=None,
            subparagraph_branch=None,
            item=None,
            subitem=None,
        )

    @property
    def parent(self) -> Locator | None:
        """The next provision upwards, None for an article of the main text, addenda and attachments."""
        if self.subitem is not None:
            return replace(self, subitem=None)
        if self.item is not None:
            return replace(self, item=None)
        if self.subparagraph is not None:
            above = replace(self, subparagraph=None, subparagraph_branch=None)
            return above if above.key else None
        if self.paragraph is not None:
            above = replace(self, paragraph=None)
            return above if above.key else None
        if self.article is not None and (self.addenda is not None or self.attachment_kind):
            return replace(self, article=None, branch=None)
        return None

    @classmethod
    def of_passage(cls, key: str) -> Self:
        """Read the key of a passage; raises InvalidLocatorError."""
        return cls.parse(provision_key(key))

    @classmethod
    def parse(cls, key: str) -> Self:
        """Read a key; raises InvalidLocatorError."""
        values: dict[str, int | str | None] = {}
        for segment in key.split("/"):
            match = _SEGMENT.match(segment)
            if match is None:
                raise InvalidLocatorError(f"not a locator key: {key!r}")
            kind, number, branch = match[1], int(match[2]), match[3] and int(match[3])
            if kind in ATTACHMENT_LABELS:
                values |= {
                    "attachment_kind": kind,
                    "attachment": number,
                    "attachment_branch": branch,
                }
            else:
                name, branch_name = _FIELDS[kind]
                values[name] = number
                if branch is not None:
                    if branch_name is None:
                        raise InvalidLocatorError(f"not a locator key: {key!r}")
                    values[branch_name] = branch
        locator = cls(**values)  # type: ignore[arg-type]
        if locator.key != key:
            raise InvalidLocatorError(f"not a locator key in its one spelling: {key!r}")
        return locator


_FIELDS = {
    "add": ("addenda", None),
    "art": ("article", "branch"),
    "para": ("paragraph", None),
    "subpara": ("subparagraph", "subparagraph_branch"),
    "item": ("item", None),
    "subitem": ("subitem", None),
}


def _branch(number: int | None) -> str:
    return f"의{number}" if number else ""


def _numbered(kind: str, number: int | None, branch: int | None) -> str:
    return f"{kind}-{number or 0}" + (f"-{branch}" if branch else "")


# -- how provisions are counted: which number follows which, and what is counted together ----------------------------------


def follows(last: tuple[int, int | None], new: tuple[int, int | None]) -> bool:
    """Say whether a number is the next one: 3 → 4, 3 → 3의2, 3의2 → 3의3, 3의2 → 4."""
    if new[1] is None:
        return new[0] == last[0] + 1
    return new[0] == last[0] and new[1] == (last[1] or 1) + 1


def same_kind(one: Locator, other: Locator) -> bool:
    """Say whether two provisions below one parent are counted together: 항 with 항, 호 with 호."""
    return (one.subitem is None, one.item is None, one.subparagraph is None) == (
        other.subitem is None,
        other.item is None,
        other.subparagraph is None,
    )


def number_of(locator: Locator) -> tuple[int, int | None]:
    """Return the number of a unit among its siblings, and its branch."""
    if locator.subitem is not None:
        return locator.subitem, None
    if locator.item is not None:
        return locator.item, None
    if locator.subparagraph is not None:
        return locator.subparagraph, locator.subparagraph_branch
    return locator.paragraph or 0, None
