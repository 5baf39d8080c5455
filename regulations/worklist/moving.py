"""Where a cited provision stands after an amendment, and the citing words with only the number changed. Pure."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from regulations.text.diffing import VersionComparison
from regulations.text.locators import Locator

_ARTICLE = re.compile(r"제\s?\d+\s?조(?:의\s?\d+)?")
_PARAGRAPH = re.compile(r"제\s?\d+\s?항")


@dataclass(frozen=True, slots=True)
class Movement:
    """What became of the provisions of a text: `moved` leads from former keys to present ones, `present` holds those there are."""

    changed: Collection[str] = ()
    moved: Mapping[str, str] = field(default_factory=dict)
    present: Collection[str] = ()

    def place_of(self, key: str) -> str:
        """Where a provision stands now; empty where it is gone."""
        article, _slash, below = key.partition("/")
        if (whole := self.moved.get(key)) is not None:
            return whole
        outer = self.moved.get(article)
        if outer is not None:
            inner = f"{outer}/{below}" if below else outer
            return inner if inner in self.present else outer
        return key if key in self.present else ""


def movement_of(comparison: VersionComparison, present: Collection[str]) -> Movement:
    """Read the movements out of a comparison; an article that moved and changed has moved, too."""
    moved = dict(comparison.renumbered_keys)
    for entry in comparison.entries:
        if entry.before and entry.after and entry.before.key != entry.after.key:
            moved[entry.before.key] = entry.after.key
    return Movement(comparison.changed_keys, moved, present)


def redrafted(text: str, *, start: int, end: int, before: str, after: str) -> str:
    """The words of a provision with the number of one citation changed; empty where more than a number is to be changed.

    `start` and `end` bound the citation, `before` and `after` are keys of what it cites.
    """
    said = text[start:end]
    old, new = Locator.parse(before), Locator.parse(after)
    if old.article is None or new.article is None or old.addenda != new.addenda:
        return ""
    changed = said
    if (old.article, old.branch) != (new.article, new.branch):
        found = _ARTICLE.search(changed)
        if found is None:
            return ""
        changed = f"{changed[: found.start()]}{_article(new)}{changed[found.end() :]}"
    if old.paragraph != new.paragraph:
        found = _PARAGRAPH.search(changed)
        if found is None or new.paragraph is None:
            return ""
        changed = f"{changed[: found.start()]}제{new.paragraph}항{changed[found.end() :]}"
    return f"{text[:start]}{changed}{text[end:]}" if changed != said else ""


def _article(locator: Locator) -> str:
    branch = f"의{locator.branch}" if locator.branch else ""
    return f"제{locator.article}조{branch}"
