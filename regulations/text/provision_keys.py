"""The locator keys that a version has, and which of them a citation means. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from regulations.text.locators import Locator


class ProvisionKeys:
    """The keys of one version."""

    def __init__(self, keys: Iterable[str]) -> None:
        self._keys = frozenset(keys)

    def meant(self, cited: str, *, from_key: str = "") -> str | None:
        """Return the key that a citation means; None where the version has none such, or several.

        Addenda are mostly cited without their ordinal (add-0): they are those that the citing provision stands in, or the
        only ones that fit. 제1항 of an article that is not divided is the article, and a 호 may be cited without its 항.
        """
        locator = Locator.parse(cited)
        if locator.addenda == 0:
            return self._in_addenda(locator, from_key)
        if locator.attachment_kind is not None:
            return self._attachment(locator)
        return self._exact(locator)

    def between(self, first: str, last: str) -> list[str]:
        """Return the keys that lie between two of one level: the articles of 제3조부터 제9조까지, the paragraphs of ①~③."""
        begins, ends = Locator.parse(first), Locator.parse(last)
        if begins.parent != ends.parent or _kind(first) != _kind(last):
            return []
        above = f"{begins.parent.key}/" if begins.parent else ""
        depth, kind = first.count("/"), _kind(first)
        found = [
            Locator.parse(key)
            for key in self._keys
            if key.count("/") == depth and key.startswith(above) and _kind(key) == kind
        ]
        inside = [one for one in found if begins.sort_key < one.sort_key < ends.sort_key]
        return [one.key for one in sorted(inside, key=lambda one: one.sort_key)]

    def _exact(self, locator: Locator) -> str | None:
        if locator.key in self._keys:
            return locator.key
        if locator.paragraph == 1 and f"{locator.article_locator.key}/para-1" not in self._keys:
            undivided = replace(locator, paragraph=None)
            return undivided.key if undivided.key in self._keys else None
        if locator.paragraph is None and locator.subparagraph is not None:
            head = f"{locator.article_locator.key}/"
            tail = locator.key.removeprefix(locator.article_locator.key)
            return self._only(
                key for key in self._keys if key.startswith(head) and key.endswith(tail)
            )
        return None

    def _in_addenda(self, locator: Locator, from_key: str) -> str | None:
        around = Locator.parse(from_key).addenda if from_key else None
        if around is not None:
            return self._exact(replace(locator, addenda=around))
        ordinals = {Locator.parse(key).addenda for key in self._keys if key.startswith("add-")}
        keys = (self._exact(replace(locator, addenda=one)) for one in ordinals if one)
        return self._only(key for key in keys if key)

    def _attachment(self, locator: Locator) -> str | None:
        """The rows of a table are no provisions: 별표 1 제3호 leads to the table; 별표 and 별표 1 can be the only one."""
        table = locator.article_locator
        if table.key in self._keys:
            return table.key
        unnumbered = f"{table.attachment_kind}-0"
        if table.attachment == 1 and table.attachment_branch is None and unnumbered in self._keys:
            return unnumbered
        if table.attachment == 0:
            same = f"{table.attachment_kind}-"
            return self._only(key for key in self._keys if key.startswith(same))
        return None

    def _only(self, keys: Iterable[str]) -> str | None:
        found = list(keys)
        return found[0] if len(found) == 1 else None


def _kind(key: str) -> str:
    return key.rpartition("/")[2].partition("-")[0]
