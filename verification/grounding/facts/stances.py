"""What the predicate of a sentence says of doing something, and how the same is said otherwise.

"제출해야 합니다", "제출하지 않으면 안 됩니다" and "제출할 의무가 있습니다" say one thing; the sentence and
its predicate are taken apart here so that any stance can be put into any of its wordings.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from regulations.text.morphemes import Morpheme, inflect, tag_exactly


class Stance(StrEnum):
    """What a predicate says of its action."""

    PERMIT = "permit"
    FORBID = "forbid"
    OBLIGE = "oblige"
    EXEMPT = "exempt"
    STATE = "state"
    DENY = "deny"


# The first wording is the plainest. {l} is 할, {ji} 하지, {neun} 하는, {ya} 해야, {seo} 해서, {do} 해도.
WORDINGS: Mapping[Stance, tuple[str, ...]] = {
    Stance.PERMIT: (
        "{l} 수 있습니다", "{l} 수도 있습니다", "{do} 됩니다", "{neun} 것이 허용됩니다", "{neun} 것도 가능합니다",
        "{neun} 것이 인정됩니다", "{neun} 것은 금지되지 않습니다", "{l} 수 없는 것은 아닙니다",
    ),
    Stance.FORBID: (
        "{l} 수 없습니다", "{seo}는 안 됩니다", "{ji} 못합니다", "{neun} 것은 허용되지 않습니다", "{neun} 것은 금지됩니다",
        "{neun} 것은 불가능합니다", "{neun} 것은 인정되지 않습니다", "{l} 수 있는 것은 아닙니다",
    ),
    Stance.OBLIGE: (
        "{ya} 합니다", "{ji} 않으면 안 됩니다", "{l} 의무가 있습니다", "{neun} 것이 의무입니다", "{neun} 것이 필수입니다",
        "{ya}만 합니다", "{ji} 않는 것은 허용되지 않습니다", "{ji} 않을 수 없습니다",
    ),
    Stance.EXEMPT: (
        "{ji} 않아도 됩니다", "{l} 필요가 없습니다", "{l} 의무는 없습니다", "{ji} 않을 수 있습니다", "{neun} 것이 의무는 아닙니다",
        "{neun} 것은 선택 사항입니다", "{ya} 하는 것은 아닙니다", "{neun} 것이 면제됩니다",
    ),
    Stance.STATE: (
        "{nida}", "{neun} 것으로 되어 있습니다", "{neun} 것으로 정해져 있습니다", "{dorok} 되어 있습니다", "{ji} 않는 것은 아닙니다",
    ),
    Stance.DENY: (
        "{ji} 않습니다", "{neun} 것은 아닙니다", "{ji} 않는 것으로 되어 있습니다", "{ji} 아니합니다", "{ji} 않게 되어 있습니다",
    ),
}  # fmt: skip
OPPOSITES: Mapping[Stance, Stance] = {
    Stance.PERMIT: Stance.FORBID,
    Stance.FORBID: Stance.PERMIT,
    Stance.OBLIGE: Stance.EXEMPT,
    Stance.EXEMPT: Stance.OBLIGE,
    Stance.STATE: Stance.DENY,
    Stance.DENY: Stance.STATE,
}
OTHER_MODALITIES: Mapping[Stance, Stance] = {
    Stance.PERMIT: Stance.OBLIGE,
    Stance.OBLIGE: Stance.PERMIT,
    Stance.STATE: Stance.PERMIT,
}
_ENDINGS: Mapping[str, tuple[str, str]] = {
    "l": ("ᆯ", "ETM"),
    "ji": ("지", "EC"),
    "neun": ("는", "ETM"),
    "ya": ("어야", "EC"),
    "seo": ("어서", "EC"),
    "do": ("어도", "EC"),
    "dorok": ("도록", "EC"),
    "nida": ("ᆸ니다", "EF"),
    "nda": ("ᆫ다", "EF"),
}
_IS = r"(?:습니다|다|어요)"
_WILL = r"(?:됩니다|된다|돼요)"
_NOT = r"(?:않습니다|않는다|아니한다|아니합니다)"
# Which words close a sentence of each stance, the special before the general, and the ending before them.
_TAILS: tuple[tuple[Stance, re.Pattern[str], frozenset[str]], ...] = tuple(
    (stance, re.compile(pattern + "$"), frozenset(before.split()))
    for stance, pattern, before in (
        (Stance.EXEMPT, rf" (?:않아|아니하여|않더라)도 (?:{_WILL}|무방합니다|괜찮습니다)", "지"),
        (Stance.EXEMPT, rf" (?:않을|아니할) 수(?:도)? 있{_IS}", "지"),
        (Stance.EXEMPT, rf" (?:필요|의무)(?:가|는|까지는|도)? 없{_IS}", "ᆯ 을 어야 는"),
        (Stance.OBLIGE, rf" (?:않으면|아니하면) (?:안|아니) ?{_WILL}", "지"),
        (Stance.OBLIGE, rf" 의무(?:가)? 있{_IS}", "ᆯ 을"),
        (Stance.OBLIGE, rf"만? ?(?:합니다|한다|{_WILL})", "어야 여야 아야"),
        (Stance.FORBID, rf" 수(?:는|가)? 없{_IS}", "ᆯ 을"),
        (Stance.FORBID, rf"(?:는)? (?:안|아니) ?{_WILL}", "어서 면 으면"),
        (Stance.FORBID, r" 못(?:합니다|한다)", "지"),
        (Stance.FORBID, rf" 것은 (?:(?:허용|인정)되지 {_NOT}|(?:금지|불가능)(?:됩니다|합니다|된다|하다))", "는"),
        (Stance.PERMIT, rf" 수(?:도|는|가)? 있{_IS}", "ᆯ 을"),
        (Stance.PERMIT, rf" (?:{_WILL}|무방합니다|괜찮습니다)", "어도"),
        (Stance.PERMIT, r" 것(?:이|도|은) (?:허용|가능|인정)(?:됩니다|합니다|된다|하다)", "는"),
        (Stance.DENY, rf"(?:는)? {_NOT}", "지"),
    )
)  # fmt: skip
_BRACKETS = re.compile(r"\s?\([^()]*\)$")
_ACTING = frozenset({"VV", "XSV", "VX"})
_PLAIN_ENDINGS = frozenset({"ᆸ니다", "습니다", "ᆫ다", "는다", "다"})
_NO_ACTIONS = frozenset({"있", "없", "않", "못하", "아니하", "말", "아니", "싶"})
_STRESS = re.compile(r"(?:반드시|꼭|필수적으로|의무적으로|무조건)\s+")
_PLAINLY = (
    ("않습니다", "아니한다"), ("가능합니다", "가능하다"), ("습니다", "다"), ("합니다", "한다"), ("됩니다", "된다"), ("입니다", "이다"), ("아닙니다", "아니다"),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Predicate:
    """A sentence taken apart: what stands before the stem of its predicate, the stem, the stance, and the source in brackets behind."""

    head: str
    stem: Morpheme
    stance: Stance
    tail: str = ""

    def said(self, stance: Stance, number: int = 0, *, politely: bool = True) -> str:
        """The sentence with another stance, or the same, in one of its wordings."""
        wordings = WORDINGS[stance]
        wording = wordings[number % len(wordings)]
        head = self.head if stance is self.stance else _STRESS.sub("", self.head)
        if wording == "{nida}" and not politely:
            wording = "{nda}"
        elif not politely:
            wording = plainly(wording)
        verb = {name: inflect(self.stem, *ending) for name, ending in _ENDINGS.items()}
        return f"{head}{wording.format_map(verb)}{self.tail}."


def plainly(wording: str) -> str:
    """Say as a regulation would what is said politely."""
    for polite, plain in _PLAINLY:
        if wording.endswith(polite):
            return wording.removesuffix(polite) + plain
    return wording


@lru_cache(maxsize=4096)
def predicate_of(sentence: str) -> Predicate | None:
    """Take the predicate that closes a sentence apart; None where it is of another make."""
    tail = _BRACKETS.search(sentence.rstrip(" ."))
    brackets = tail.group() if tail else ""
    body = sentence.rstrip(" .").removesuffix(brackets).rstrip(" .")
    morphemes = tag_exactly(body)
    for stance, pattern, before in _TAILS:
        match = pattern.search(body)
        if match:
            found = _stem_before(morphemes, match.start(), before)
            if found is not None:
                return Predicate(body[: found.start], found, stance, brackets)
    stem = _plain_stem(morphemes)
    return Predicate(body[: stem.start], stem, Stance.STATE, brackets) if stem else None


def _stem_before(morphemes: list[Morpheme], at: int, endings: frozenset[str]) -> Morpheme | None:
    """The stem whose ending closes at a place."""
    for stem, ending in itertools.pairwise(morphemes):
        if ending.end == at and ending.form in endings and ending.tag in ("EC", "ETM"):
            return stem if _is_action(stem) else None
    return None


def _plain_stem(morphemes: list[Morpheme]) -> Morpheme | None:
    """The stem of a sentence that says what is done and no more."""
    if len(morphemes) < 3:
        return None
    stem, ending = morphemes[-2:]
    if ending.tag != "EF" or ending.form not in _PLAIN_ENDINGS or not _is_action(stem):
        return None
    if any(m.tag == "MAG" and m.form in ("안", "못") for m in morphemes[-4:-2]):
        return None
    return stem


def _is_action(stem: Morpheme) -> bool:
    kind = stem.tag.partition("-")[0]
    return kind in _ACTING and stem.form not in _NO_ACTIONS and (kind, stem.form) != ("VX", "하")
