"""What may stand between two references: list (및, 또는, ",", "·" …) or range (부터 … 까지, 내지, "~" …)."""

from __future__ import annotations

from enum import Enum, auto


class Joint(Enum):
    """How a member follows the one before it."""

    FIRST = auto()
    LIST = auto()
    RANGE = auto()


LONGEST_GAP = 40

_DROPPED = str.maketrans("", "", " \n*_`\"'")
_CONJUNCTIONS = (
    "",
    "및",
    "와",
    "과",
    "또는",
    "이나",
    "나",
    "혹은",
    "그리고",
    "또",
    "하고",
    "랑",
    "이랑",
    "및/또는",
    "와/과",
    "(와)과",
    "과(와)",
    "and",
    "or",
    "和",
    "与",
    "或",
    "以及",
    "và",
    "hoặc",
)
LISTS = frozenset(
    before + mark + word
    for before in ("", "까지", "까지의")
    for mark in ("", ",", "·", "/", "&", ";")
    for word in _CONJUNCTIONS
    if mark or word
)
RANGES = frozenset(
    {"부터", "내지", "~", "-", "에서부터", "부터~", "to", "through", "至", "到", "đến"}
)


def gap_between(folded: str, start: int, end: int) -> str | None:
    """The text between two tokens without spaces, emphasis and quotation marks; None where it is too long."""
    if end - start > LONGEST_GAP:
        return None
    gap = folded[start:end]
    return gap.translate(_DROPPED) if gap else gap
