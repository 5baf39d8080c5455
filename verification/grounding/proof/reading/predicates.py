"""Take the endings of a predicate apart: its stance, and how its clause goes on.

"제출하지 아니하면 안 된다", "제출하여야 한다" and "제출하도록 되어 있습니다" end in one stance each,
whatever the number of endings and helping verbs that say it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from regulations.text.morphemes import Morpheme
from verification.grounding.proof.reading.chains import Chain
from verification.grounding.proof.reading.links import EVEN_ENDINGS, MUST_ENDINGS, close
from verification.grounding.proof.reading.stances import ProofStance, negated, permitted
from verification.grounding.proof.reading.words import Link

_BEFORE_NOT = frozenset(
    [
        "면",
        "으면",
        "므로",
        "으므로",
        "니",
        "으니",
        "니까",
        "으니까",
        "기에",
        "어서",
        "아서",
        "여서",
        "라서",
    ]
)
_INTENT_ENDINGS = frozenset({"고자", "려고", "으려고", "려", "으려"})
_HELPERS = frozenset({"있", "주", "드리", "두", "놓", "버리", "보", "나가", "오", "가", "지", "내"})
_SAYING = frozenset({"하", "되", "정하", "보", "규정", "명시", "간주", "처리", "인정", "있"})
_VERBS = frozenset({"VV", "VX"})
_PERMISSIONS = {
    "가능": True,
    "허용": True,
    "인정": True,
    "금지": False,
    "불가": False,
    "불가능": False,
}


@dataclass(frozen=True, slots=True)
class Ending:
    """What the endings say, how the clause goes on, and the index of the first morpheme after them."""

    stance: ProofStance
    link: Link
    after: int
    in_principle: bool = False
    only: bool = False


def read_ending(morphemes: Sequence[Morpheme], at: int) -> Ending:
    """Read the endings from the index after a stem."""
    chain = Chain(morphemes, at)
    while _passes(chain):
        pass
    link, after = close(chain)
    only = chain.only and link is not Link.ONLY_IF
    arranged = chain.arranged and chain.stance is ProofStance.STATE
    return Ending(
        ProofStance.MUST if arranged else chain.stance, link, after, chain.in_principle, only
    )


def _passes(chain: Chain) -> bool:
    """Go past one ending that has a helping verb or noun behind it; False where the clause ends."""
    tag = chain.tag()
    if tag == "EP":
        return chain.go(1)
    if tag in ("EC", "EF"):
        return _not(chain) or _must_or_may(chain) or _must_not(chain) or _helping(chain)
    if tag == "ETM":
        return _can(chain) or _thing(chain)
    return tag == "ETN" and _nominal(chain)


def _not(chain: Chain) -> bool:
    """ "하지 아니하", "하지 못하"."""
    after = chain.particles(1)
    word = chain.form(after)
    if chain.form() != "지":
        return False
    apart = word in ("아니", "못") and chain.form(after + 1) == "하"
    if not apart and word not in ("않", "아니하", "못하", "말"):
        return False
    stance = chain.stance
    stance = permitted(stance, possible=False) if word.startswith("못") else negated(stance)
    return chain.go(after + 2 if apart else after + 1, stance)


def _must_or_may(chain: Chain) -> bool:
    """ "하여야 하", "하여도 되"."""
    form, after = chain.form(), chain.particles(1)
    if form in MUST_ENDINGS and chain.form(after) in ("하", "되") and chain.tag(after) in _VERBS:
        chain.only = False
        denying = chain.stance is ProofStance.DENY
        return chain.go(after + 1, ProofStance.FORBID if denying else ProofStance.MUST)
    if form in EVEN_ENDINGS and chain.form(after) in ("되", "좋", "무방", "괜찮"):
        steps = after + (2 if chain.tag(after + 1) in ("XSA", "XSV") else 1)
        return chain.go(steps, permitted(chain.stance, possible=True))
    return False


def _must_not(chain: Chain) -> bool:
    """ "하여서는 아니 되", "하면 안 되"; "하면 되" only tells how."""
    form, after = chain.form(), chain.particles(1)
    if form not in _BEFORE_NOT:
        return False
    if chain.form(after) in ("안", "아니") and chain.form(after + 1) in ("되", "하"):
        return chain.go(after + 2, permitted(chain.stance, possible=False))
    enough = form in ("면", "으면") and chain.form(after) == "되" and chain.tag(after) in _VERBS
    return enough and chain.go(after + 1)


def _helping(chain: Chain) -> bool:
    """ "하도록 하", "하게 되", "하고자 하", "하고 있"."""
    form, after = chain.form(), chain.particles(1)
    word, tag = chain.form(after), chain.tag(after)
    if form == "도록" and word in _SAYING and tag in ("VV", "VX", "NNG"):
        chain.arranged = True
        return chain.go(after + (2 if tag == "NNG" else 1))
    going = form == "게" and word in ("되", "하") and tag in _VERBS
    meaning = form in _INTENT_ENDINGS and word == "하"
    lasting = form in ("고", "어", "아", "여") and tag == "VX" and word in _HELPERS
    return (going or meaning or lasting) and chain.go(after + 1)


def _can(chain: Chain) -> bool:
    """ "할 수 있", "할 필요가 없"."""
    noun, after = chain.form(1), chain.particles(2)
    word = chain.form(after)
    if word not in ("있", "없"):
        return False
    if noun == "수" and chain.tag(1) == "NNB":
        return chain.go(after + 1, permitted(chain.stance, possible=word == "있"))
    duty = ProofStance.MUST if word == "있" else ProofStance.NEED_NOT
    return noun in ("필요", "의무") and chain.go(after + 1, duty)


def _thing(chain: Chain) -> bool:
    """ "하는 것으로 하", "하는 것은 아니", "하는 것이 원칙", "하는 것은 불가능하"."""
    if chain.form(1) not in ("것", "거") or chain.tag(1) != "NNB":
        return False
    after = chain.particles(2)
    word, tag = chain.form(after), chain.tag(after)
    if word == "아니" and tag in ("VCN", "MAG"):
        return chain.go(after + 1, negated(chain.stance))
    if word == "원칙":
        chain.in_principle = True
        return chain.go(chain.particles(after + 1) + 1)
    if tag == "VCP" or (chain.form(2) in ("으로", "로") and word in _SAYING):
        return chain.go(after + (2 if tag == "NNG" else 1))
    return _duty(chain, after) or _permission(chain, after)


def _duty(chain: Chain, after: int) -> bool:
    """ "하는 것이 의무입니다", "의무는 아닙니다", "선택 사항입니다", "면제됩니다"."""
    noun = chain.form(after)
    if noun == "면제" and chain.tag(after + 1) == "XSV":
        return chain.go(after + 2, ProofStance.NEED_NOT)
    optional = noun == "선택" and chain.form(after + 1) == "사항"
    if not optional and noun not in ("의무", "필수"):
        return False
    end = chain.particles(after + (2 if optional else 1))
    binding = not optional and chain.tag(end) == "VCP"
    stance = ProofStance.MUST if binding else ProofStance.NEED_NOT
    return chain.tag(end) in ("VCP", "VCN") and chain.go(end + 1, stance)


def _permission(chain: Chain, after: int) -> bool:
    """ "하는 것이 허용되", "하는 것은 불가능하"."""
    word = chain.form(after)
    if chain.tag(after) == "XPN":
        after += 1
        word += chain.form(after)
    possible = _PERMISSIONS.get(word)
    if possible is None:
        return False
    steps = after + (2 if chain.tag(after + 1) in ("XSV", "XSA", "VCP") else 1)
    return chain.go(steps, permitted(chain.stance, possible=possible))


def _nominal(chain: Chain) -> bool:
    """ "휴학함을 원칙으로 하", "하기로 하"."""
    after = chain.particles(1)
    end = chain.particles(after + 1)
    if chain.form(after) == "원칙" and chain.form(end) in ("하", "이"):
        chain.in_principle = True
        return chain.go(end + 1)
    agreed = chain.form() == "기" and chain.form(1) == "로" and chain.form(2) == "하"
    return agreed and chain.go(3)
