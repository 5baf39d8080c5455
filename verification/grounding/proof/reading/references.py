"""References inside a sentence ("제1항의 기간"): no words of what is said, but they have to be the provision's own."""

from __future__ import annotations

import re

_PLACE = r"(?:제\s*\d+\s*조(?:\s*의\s*\d+)?(?:\s*제\s*\d+\s*항)?(?:\s*제\s*\d+\s*호)?|(?:제\s*\d+|전)\s*항(?:\s*제\s*\d+\s*호)?|제\s*\d+\s*호)"
_LIST = rf"{_PLACE}(?:\s*(?:및|와|과|또는|내지|부터|이나|혹은|,|·|ㆍ)\s*{_PLACE}(?:까지)?)*"
_TAIL = r"(?:의\s*(?:개정\s*)?규정)?(?:에(?:도)?\s*불구하고|에\s*(?:따라|의하여|의거하여|의해|따른|의한|따르면|의하면|근거하여|해당하는)|에서\s*정(?:한|하는)|의|에)?\s*"
_NAME = r"(?:(?:이|동|본)\s)?(?:[가-힣ㆍ·]{0,20}(?:학칙|규정|규칙|세칙|지침|정관|법률|법|시행령|영|령)\s*)?"
REFERENCE = re.compile(rf"(?:{_NAME}{_LIST}|[「『][^」』]{{2,60}}[」』](?:\s*{_LIST})?)\s*{_TAIL}")
_NUMBERED = re.compile(rf"{_LIST}(?:까지|부터)?")


def without_references(text: str) -> str:
    """The sentence without its references and the words that tie them in."""
    return REFERENCE.sub("", text)


def references_of(text: str) -> frozenset[str]:
    """The places that a text refers to, as they are joined, without spaces."""
    return frozenset(compact(match.group()) for match in _NUMBERED.finditer(text))


def compact(text: str) -> str:
    """A text without spaces and with one word for "or"."""
    return re.sub(r"\s", "", text).replace("혹은", "또는")
