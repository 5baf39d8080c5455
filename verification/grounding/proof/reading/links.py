"""How a clause goes on to the next: as a condition, a step on the way, a quality of a noun."""

from __future__ import annotations

from collections.abc import Mapping

from verification.grounding.proof.reading.chains import Chain
from verification.grounding.proof.reading.stances import ProofStance
from verification.grounding.proof.reading.words import Link

MUST_ENDINGS = frozenset({"어야", "아야", "여야", "어야만", "아야만", "여야만", "어야지"})
EVEN_ENDINGS = frozenset({"어도", "아도", "여도", "더라도", "라도"})
_ENDING_TAGS = frozenset({"EC", "EF", "ETM", "ETN", "EP"})
_OCCASIONS = frozenset({"경우", "때", "시", "즈음"})
_DENYING = frozenset({ProofStance.DENY, ProofStance.FORBID})


def _table(**endings: str) -> Mapping[str, Link]:
    return {form: Link[name] for name, forms in endings.items() for form in forms.split()}


_LINKS = _table(
    ONLY_IF="어야 아야 여야 어야만 아야만 여야만 어야지",
    CONDITION="면 으면 다면 는다면 ᆫ다면 라면 이라면 거든 려면 으려면",
    CONCESSION="어도 아도 여도 더라도 라도",
    AND="고 며 으며 고요",
    BUT="지만 으나 나 되 는데 은데 ᆫ데 다만 는데요",
    OR="거나 든지 든",
    PURPOSE="도록 게 러 으러 려고 고자",
    CAUSE="므로 으므로 니 으니 기에",
)


def close(chain: Chain) -> tuple[Link, int]:
    """How the clause goes on, and the index after its ending."""
    tag = chain.tag()
    if tag == "EC":
        return _after_conjunctive(chain)
    if tag == "ETM":
        return _after_attributive(chain)
    after = chain.at + 1 if tag in _ENDING_TAGS else chain.at
    return (Link.NOMINAL if tag == "ETN" else Link.MAIN), after


def _after_conjunctive(chain: Chain) -> tuple[Link, int]:
    form, end = chain.form(), chain.at + 1
    if chain.tag(1) == "JX":
        if form == "고" and chain.form(1) in ("는", "서") and chain.stance in _DENYING:
            # "받지 아니하고는" is a condition.
            return Link.CONDITION, chain.at + chain.particles(1)
        if form in ("어", "아", "여", "고") and chain.form(1) == "도":
            return Link.CONCESSION, end + 1
    if form in MUST_ENDINGS:
        return Link.ONLY_IF, chain.at + chain.particles(1)
    return _LINKS.get(form, Link.MANNER), end


def _after_attributive(chain: Chain) -> tuple[Link, int]:
    """A clause before 경우 or 때 is a condition; before another noun it says which one is meant."""
    noun, whole = chain.form(1), chain.at + 1
    if noun == "한" and chain.stance is ProofStance.DENY:
        return Link.CONDITION, chain.at + 2
    end = chain.particles(2)
    if noun not in _OCCASIONS or chain.form(end) in ("외", "제외"):
        return Link.ATTRIBUTE, whole
    forms = {chain.form(place) for place in range(2, end)}
    if forms & {"까지", "부터"}:
        return Link.ATTRIBUTE, whole
    if chain.form(end) in ("한하", "한정") or "만" in forms:
        return Link.ONLY_IF, chain.at + end
    return (Link.CONCESSION if forms & {"도", "라도"} else Link.CONDITION), chain.at + end
