"""What an answer says about a rule, beside what the rule says: that it is written nowhere, in brackets, by a yes or no."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from verification.grounding.proof import Outcome, prove
from verification.grounding.proof.reading.frames import unwrap
from verification.grounding.proof.reading.yes_no import short_answer, stated

# Crossed out, forbidden, thumbs down: a sign that takes back the words beside it.
_CROSSED = re.compile("[❌❎✖✗✘🚫⛔👎\u20e0\u20e2\u0336\u0338]")
_OF_A_RULE = (
    r"(?:것|말|점|사실|내용|규정|조항|조문|조건|제한|원칙|기준|이야기|얘기|주장|의견|소문|오해)"
)
_ENDED = r"(?:않|없|아니|아닙|틀리|틀린|틀렸|틀립|거짓|폐지|삭제|잘못|옛|예전|과거|더\s?이상|다릅|다르|무효|효력을\s?잃)"
_DENIED = re.compile(
    rf"다[\"”’']?\s?(?:이?라)?(?:는|던)\s?{_OF_A_RULE}[^.,\n]{{0,60}}{_ENDED}"
    rf"|다[\"”’']?\s?(?:이?라)?고\s(?:잘못|오해|착각)|다[\"”’']\s?로\s(?:잘못|오해|착각)"
)
_NOT_APPLIED = re.compile(r"적용(?:하지|되지|을\s받지)|제외|예외|그러하지")
_ASIDE = re.compile(
    r"(?:^|규정|학칙|세칙|규칙|지침|내규|제\s?\d+\s?[조항호]|(?<![가-힣])[가-하]목|별표\s?\d*)\s?\((?![^()]{0,50}제\s?\d)(?P<said>[^()]{2,60})\)"
)


def takes_back(statement: str, provision: str) -> str:
    """The words by which a statement takes back the rule that it tells; empty where it does not.

    That a rule does not hold for somebody a provision may say itself.
    """
    found = _CROSSED.search(statement) or _DENIED.search(statement)
    if found is None or ("적용" in found.group() and _NOT_APPLIED.search(provision)):
        return ""
    return found.group()


def adds_aside(statement: str, given: Iterable[str]) -> bool:
    """Whether a statement says something in brackets in front, or behind a place, that none of its provisions or their titles has."""
    plain = ["".join(one.split()) for one in given]
    asides = ("".join(one["said"].split()) for one in _ASIDE.finditer(statement))
    return any(not any(aside in one for one in plain) for aside in asides)


def answers_otherwise(statement: str, provisions: Sequence[str], question: str) -> bool:
    """Whether a statement opens with a yes or no that its provisions refute: 네, 휴학 중인 사람은 등록하지 않습니다."""
    answer = short_answer(unwrap(statement).answers) if question else None
    meant = stated(question, answer) if answer is not None else ""
    return bool(meant) and prove(meant, provisions).outcome is Outcome.REFUTED
