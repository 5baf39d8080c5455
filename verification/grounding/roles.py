"""Who holds a post of a body: 위원장은 학생지원처장이 된다. Who appoints somebody to it (총장이 임명한다) is another matter."""

from __future__ import annotations

import re
from collections.abc import Iterable

_POST = r"(?P<post>부?위원장|간사|부?의장|서기)"
_HOLDER = r"(?P<holder>[가-힣·]{0,12}(?:총장|처장|학장|원장|팀장|과장|실장|부장|국장|관장|센터장|소장|단장|본부장|학과장|사무국장))"
_BECOMES = r"(?:된|되|됩|맡|한다|하고|하며|합니다|겸|입니다|이다|이고|이며|$)"
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


def holders(texts: Iterable[str]) -> dict[str, set[str]]:
    """Posts with those who the texts say hold them."""
    found: dict[str, set[str]] = {}
    for text in texts:
        for form in _FORMS:
            for match in form.finditer(text):
                found.setdefault(match["post"], set()).add(match["holder"])
    return found


def other_holder(claim: str, provisions: Iterable[str]) -> tuple[str, str, str] | None:
    """A post, who holds it by the claim, and who does by the provisions, where none of them gives it to whom the claim names."""
    claimed = holders([claim])
    if not claimed:
        return None
    given = holders(provisions)
    for post, named in claimed.items():
        theirs = given.get(post)
        if theirs and not any(_same(one, other) for one in named for other in theirs):
            return post, min(named), min(theirs)
    return None


def _same(one: str, other: str) -> bool:
    """대학원장 may be said for 일반대학원장."""
    return one.endswith(other) or other.endswith(one)
