"""How the words around a number limit it: 이상, 초과, 3일 전까지, at most."""

from __future__ import annotations

import re
from enum import StrEnum


class LimitBound(StrEnum):
    """How a quantity limits: the sign that stands between the thing and the number."""

    NONE = "="
    AT_LEAST = ">="
    MORE = ">"
    AT_MOST = "<="
    LESS = "<"


class PeriodSide(StrEnum):
    """On which side of an event a period lies (3일 전까지, 7일 후)."""

    NONE = ""
    BEFORE = "before"
    AFTER = "after"


_AFTER = (
    (LimitBound.MORE, r"(?:을|를|이|가|의)?\s*(?:초과(?!하지|할\s*수\s*없|하여서는|해서는|하면\s*안|하지)|넘(?:는|게|어야|긴|은|어서야|어서면|겨도|어도|어서도|겨\s|기는|어선)|보다\s*(?:많|길|크|높|늦|더))"),
    (LimitBound.AT_MOST, r"(?:을|를|이|가|의)?\s*(?:초과(?:하지|할\s*수\s*없|하여서는|해서는|하면\s*안)|넘(?:지|을\s*수(?:는|가)?\s*없|길\s*수\s*없|어서는|기지|어설\s*수\s*없|으면\s*안|겨서는|기면\s*안))"),
    (LimitBound.AT_LEAST, r"(?:을|를|이|가|의|만)?\s*(?:이상|넘지\s*않으면\s*안|만\s*(?:되어도|돼도|넘)|부터|은\s*되어야|은\s*돼야|은\s*있어야)"),
    (LimitBound.AT_MOST, r"(?:을|를|이|가|의)?\s*(?:이하|이내|안(?:에|으로|의|에서)|까지|내(?:에|로|의)|한도|을?\s*상한|범위|동안만|보다\s*(?:많|길|크|높|늦|더)[가-힣]*\s*(?:수\s*없|안|않))"),
    (LimitBound.LESS, r"(?:을|를|이|가|에|도|이\s*채)?\s*(?:미만|못\s*미[치쳐친칠]|미치지\s*못|못\s*[채넘]|안\s*되는|되지\s*않는|안\s*되게|미달|모자라|못\s*되는|이\s*채\s*안|보다\s*(?:적|짧|작|낮|덜|빨리))"),
)  # fmt: skip
_AFTER_PATTERNS = tuple((bound, re.compile(pattern)) for bound, pattern in _AFTER)
_LESS_NEGATED = re.compile(
    r"보다\s*(?:적|짧|작|낮)(?:으면|아서는|게)[^,.]{0,6}(?:안|아니|없)|미만(?:이어서는|이면)\s*안|보다\s*(?:적|짧|작|낮)지\s*않"
)
_MORE_NEGATED = re.compile(
    r"보다\s*(?:많|길|크|높|늦)(?:으면|아서는|어서는|게)[^,.]{0,8}(?:안|아니|없)|보다\s*(?:많|길|크|높|늦)지\s*않"
)
_BEFORE_WORD = (
    (
        LimitBound.AT_LEAST,
        re.compile(
            r"(?:최소(?:한)?|적어도|최저|하한)\s*(?:은|는|이)?\s*$|(?i:at\s+least|minimum(?:\s+of)?)\s*$"
        ),
    ),
    (
        LimitBound.AT_MOST,
        re.compile(
            r"(?:최대|최장|최고|많아야|길어야|상한(?:은|이)?|한도(?:는|가)?|늦어도|고작)\s*$"
            r"|(?i:up\s+to|at\s+most|no\s+more\s+than|not\s+exceed(?:ing)?|maximum(?:\s+of)?|within)\s*$"
        ),
    ),
    (LimitBound.MORE, re.compile(r"(?i)(?<!no )(?:more\s+than|exceeding)\s*$")),
    (LimitBound.LESS, re.compile(r"(?i)(?:less|fewer)\s+than\s*$")),
)
_BEFORE_SIDE = re.compile(r"\s*(?:이)?\s*(?:전|앞서|앞두고|이전)(?![가-힣]*공|체|부(?!터)|액|형)")
_AFTER_EVENT = re.compile(
    r"(?:후|뒤|고\s*나서|끝나고|지나고|이후|[날일](?:로)?부터)(?:로|에|부터)?\s*(?:세어|계산하여|기산하여)?\s*$"
)
_AFTER_SIDE = re.compile(r"\s*(?:이|을|를)?\s*(?:후|뒤|지나|지난|경과|이후|넘긴|흐른)")
# What may stand between a number and its limit: "3일 전까지", "2회(…) 이상", "30분 정도 이내".
_SIDE_GAP = re.compile(
    r"\s*(?:등급|수준|점)?\s*(?:\([^)]{0,40}\))?\s*(?:이?전|이?후|뒤|의\s*기간|정도|동안|간)?(?=\s*(?:까지|이내|안에|부터|이상|이하|미만|초과))"
)


def bound_of(text: str, start: int, end: int) -> LimitBound:
    """How the number between two offsets limits, by the words around it."""
    if text[start:end] in ("과반수", "과반"):
        return LimitBound.MORE
    rest = text[end : end + 64]
    gap = _SIDE_GAP.match(rest)
    if gap:
        rest = rest[gap.end() :]
    if _LESS_NEGATED.match(rest):
        return LimitBound.AT_LEAST
    if _MORE_NEGATED.match(rest):
        return LimitBound.AT_MOST
    for bound, pattern in _AFTER_PATTERNS:
        if pattern.match(rest):
            return bound
    for bound, pattern in _BEFORE_WORD:
        if pattern.search(text[max(0, start - 20) : start]):
            return bound
    return LimitBound.NONE


def side_of(text: str, start: int, end: int) -> PeriodSide:
    """On which side of an event the period between two offsets lies."""
    rest = text[end : end + 10]
    if _BEFORE_SIDE.match(rest):
        return PeriodSide.BEFORE
    if _AFTER_SIDE.match(rest) or _AFTER_EVENT.search(text[max(0, start - 12) : start]):
        return PeriodSide.AFTER
    return PeriodSide.NONE
