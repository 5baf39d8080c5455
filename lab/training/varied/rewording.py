"""Say true sentences otherwise, and turn them, in as many wordings on the true side as on the false.

A wording must not tell the label: "…은 허용되지 않습니다" is true where the provision forbids, and a claim that
stays as it is becomes false when its provision is turned.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from random import Random

from verification.grounding.facts.stances import (
    OPPOSITES,
    OTHER_MODALITIES,
    WORDINGS,
    Stance,
    predicate_of,
)
from verification.grounding.language.agents import agents
from verification.grounding.language.analysis import analyse
from verification.grounding.language.polarity import ANTONYMS

_SWAPS = (
    ("수 있는", "수 없는"), ("수 있고", "수 없고"), ("수 있으며", "수 없으며"), ("수 있지만", "수 없지만"), ("수 있도록", "수 없도록"),
)  # fmt: skip
_QUANTITIES = (
    ("모두 ", "일부만 "), ("전부 ", "일부만 "), ("전부를", "일부만"), ("일부를", "전부를"), ("전액을", "일부만"), ("모든 ", "일부 "), ("전원", "일부"),
    ("하나 이상", "모두"), ("하나만", "모두"), ("중 하나", "중 전부"), ("어느 하나", "모두"), ("하나라도", "모두"), ("각각 ", "합쳐서 "),
    ("매년", "한 번만"), ("해마다", "3년마다"), ("매 학기", "매년"), ("학기마다", "해마다"), ("과반수", "전원"), ("단독으로", "공동으로"),
)  # fmt: skip
_TIMES = (
    ("이전", "이후"), ("이후", "이전"), (" 전에", " 후에"), (" 뒤에", " 앞서"), (" 후에", " 전에"), ("전까지", "후부터"), ("사전에", "사후에"),
    ("미리 ", "나중에 "), ("하기 전", "한 뒤"), ("끝난 뒤", "시작하기 전"), ("시작하는", "끝나는"), ("지체 없이", "1년 뒤에"), (" 바로 ", " 나중에 "),
)  # fmt: skip
_OFFICES = (
    "총장", "학장", "학과장", "교무처장", "학교의 장", "교장", "교육감", "교육부장관", "국방부장관", "위원장", "이사장", "원장", "이사회", "교수회",
    "운영위원회", "심의위원회", "지방자치단체의 장", "시ㆍ도지사", "지도교수", "학생", "담당 직원",
)  # fmt: skip
_FINALS = 28
_OPEN_PERMISSIONS = 6
# How often the plainest wording is taken: so speak most answers.
_PLAINEST = 0.4


def reworded(sentence: str, random: Random) -> str | None:
    """The same, said otherwise."""
    found = predicate_of(sentence)
    if found is None:
        return None
    said = found.said(found.stance, _number(found.stance, random))
    if found.stance is Stance.OBLIGE and random.random() < 0.25:
        said = _stressed(said)
    return said if said != sentence else None


def turned(sentence: str, random: Random) -> str | None:
    """Deny what is said, or say what is denied."""
    if random.random() < 0.15:
        inside = _swapped(sentence, (*_SWAPS, *((b, a) for a, b in _SWAPS)), random)
        if inside:
            return inside
    found = predicate_of(sentence)
    if found is None:
        return _linked(sentence)
    stance = OPPOSITES[found.stance]
    if found.stance is Stance.OBLIGE and random.random() < 0.3:
        stance = Stance.FORBID
    if found.stance is Stance.STATE and random.random() < 0.3:
        stance = random.choice((Stance.EXEMPT, Stance.FORBID))
    return found.said(stance, _number(stance, random))


def other_modality(sentence: str, random: Random) -> str | None:
    """Make a duty of a permission and the other way round."""
    found = predicate_of(sentence)
    stance = OTHER_MODALITIES.get(found.stance) if found else None
    if found is None or stance is None:
        return None
    number = _number(stance, random)
    if stance is Stance.PERMIT:
        # "Not forbidden" is no more than true of what must be done.
        number %= _OPEN_PERMISSIONS
    said = found.said(stance, number)
    return _stressed(said) if stance is Stance.OBLIGE and random.random() < 0.4 else said


def discretion(sentence: str, random: Random) -> str | None:
    """What may be done need not be done."""
    found = predicate_of(sentence)
    if found is None or found.stance is not Stance.PERMIT:
        return None
    return found.said(Stance.EXEMPT, random.choice((2, 4, 5, 6)))


def doubly_denied(sentence: str, random: Random) -> str | None:
    """Two turns are none: "제외되지 않습니다" for "포함됩니다"."""
    opposite = antonym_at_end(sentence, random)
    found = predicate_of(opposite) if opposite else None
    if found is None or found.stance not in (Stance.STATE, Stance.DENY):
        return None
    return found.said(OPPOSITES[found.stance], random.choice((0, 1)))


def antonym_at_end(sentence: str, random: Random) -> str | None:
    """Put the opposite of the last noun that has one, if it belongs to the predicate."""
    body = sentence.rstrip(" .")
    for morpheme in analyse(body).morphemes[-5:]:
        others = [w for w in sorted(ANTONYMS.get(morpheme.form, ())) if not w.endswith("다")]
        if morpheme.tag == "NNG" and others:
            return f"{body[: morpheme.start]}{random.choice(others)}{body[morpheme.end :]}."
    return None


def other_quantity(sentence: str, random: Random) -> str | None:
    """Some for all, one for every."""
    return _swapped(sentence, _QUANTITIES, random)


def other_time(sentence: str, random: Random) -> str | None:
    """After for before."""
    return _swapped(sentence, _TIMES, random)


def other_agent(sentence: str, random: Random) -> str | None:
    """Another office does it."""
    acting = [agent for agent in agents(analyse(sentence)) if agent.acting]
    if not acting:
        return None
    one = random.choice(acting)
    other = random.choice([o for o in _OFFICES if o not in one.name and one.name not in o])
    rest = sentence[one.end :]
    return sentence[: one.start] + other + _particle(other, rest)


CHANGES: Mapping[str, Callable[[str, Random], str | None]] = {
    "polarity": turned,
    "modality": other_modality,
    "antonym": antonym_at_end,
    "quantity": other_quantity,
    "date": other_time,
    "subject": other_agent,
}


def _number(stance: Stance, random: Random) -> int:
    return 0 if random.random() < _PLAINEST else random.randrange(len(WORDINGS[stance]))


def _swapped(sentence: str, pairs: tuple[tuple[str, str], ...], random: Random) -> str | None:
    possible = [(one, other) for one, other in pairs if one in sentence]
    if not possible:
        return None
    one, other = random.choice(possible)
    return sentence.replace(one, other, 1)


def _linked(sentence: str) -> str | None:
    """Deny "…입니다", or say "…이 아닙니다" without its denial."""
    body = sentence.rstrip(" .")
    denied = re.search(r"(?:은|는|이|가) 아닙니다$", body)
    if denied:
        return f"{body[: denied.start()]}입니다."
    if body.endswith("입니다") and len(body) > 4:
        noun = body.removesuffix("입니다")
        return f"{noun}{'이' if _closed(noun) else '가'} 아닙니다."
    return None


def _stressed(sentence: str) -> str:
    head, _, last = sentence.rpartition(" 합니다")
    before, space, verb = head.rpartition(" ")
    return (
        f"{before}{space}반드시 {verb} 합니다{last}" if head and "반드시" not in head else sentence
    )


def _closed(word: str) -> bool:
    last = word[-1:]
    return "가" <= last <= "힣" and (ord(last) - ord("가")) % _FINALS > 0


def _particle(word: str, rest: str) -> str:
    """The particle that follows, as it is written behind the other word."""
    for one, other in (("이", "가"), ("은", "는")):
        if re.match(rf"[{one}{other}](?=\s)", rest):
            return (one if _closed(word) else other) + rest[1:]
    return rest
