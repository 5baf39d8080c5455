"""Who holds a post of a body: 위원장은 학생지원처장이 된다. Who appoints somebody to it (총장이 임명한다) is another matter."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

_POST = r"(?P<post>부?위원장|간사|부?의장|서기)"
_HOLDER = (
    r"(?P<holder>(?![가-힣·]{0,12}위원장)[가-힣·]{0,12}"
    r"(?:총장|처장|학장|원장|팀장|과장|실장|부장|국장|관장|센터장|소장|단장|본부장|학과장|사무국장))"
)
_BECOMES = r"(?:된다|되고|되며|됩니다|돼|맡는다|맡고|맡으며|맡습니다|한다|하고|하며|합니다|겸한다|겸하고|겸합니다|입니다|이다|이고|이며|$)"
_FORMS = (
    # 위원장은 학생지원처장이 된다, 간사는 장학지원팀장으로 한다
    re.compile(
        rf"(?<![가-힣]){_POST}[은는이가]\s?{_HOLDER}(?:이|가|으로|로|을|를)?,?\s?{_BECOMES}"
    ),
    # 학생지원처장이 위원장을 맡는다, 교무처장을 위원장으로 한다
    re.compile(
        rf"(?<![가-힣·]){_HOLDER}(?:이|가|은|는|을|를)\s?{_POST}(?:을|를|이|가|으로|로|직을)?\s?{_BECOMES}"
    ),
)
_CLAUSE = re.compile(r"[^.,\n]+")


def conflicting_office_holder(claim: str, provisions: Iterable[str]) -> tuple[str, str, str] | None:
    """A post, who holds it by the claim, and who does by the provisions.

    None where no clause of the provisions gives the post to anybody, or one names the post and whom the claim names.
    """
    clauses = [one[0] for text in provisions for one in _CLAUSE.finditer(text)]
    for post, claimed in _holders(claim):
        about = [clause for clause in clauses if re.search(rf"(?<![가-힣]){post}", clause)]
        given = [one for clause in about for held, one in _holders(clause) if held == post]
        if given and not any(_names(clause, claimed) for clause in about):
            return post, claimed, given[0]
    return None


def _holders(text: str) -> Iterator[tuple[str, str]]:
    """Posts with those who a text says hold them."""
    return ((m["post"], m["holder"]) for form in _FORMS for m in form.finditer(text))


def _names(clause: str, holder: str) -> bool:
    """대학원장 may be said for 일반대학원장, and the other way round; 총장 is no 부총장."""
    return any(
        long.endswith(short) and not long.removesuffix(short).endswith("부")
        for office in re.findall(_HOLDER, clause)
        for long, short in ((office, holder), (holder, office))
    )
