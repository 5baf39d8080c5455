"""How provisions are counted: which number follows which, and what is counted together."""

from __future__ import annotations

from regulations.text.locators import Locator


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
