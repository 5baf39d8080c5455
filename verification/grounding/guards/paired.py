"""Where a provision says one thing of this and the opposite of that, and a sentence has them the other way round. Pure.

The missed class is counted, the cancelled one is not; what is paid is rounded down, what is paid back up; a share of the tuition, not of
all fees; above nine nights, not from nine on; three times, of the evening course four; the second and fourth item do not apply, the third does.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping

from regulations.text.spacing import compact
from verification.grounding.guards.words import words_in

_COUNTED = re.compile(
    r"(?P<what>(?:[가-힣]{1,8}[한된인은는]\s)?[가-힣]{2,10}?)(?:은|는|을|를)\s(?:[가-힣]{1,6}\s)?"
    r"(?:(?P<in>포함|산입|합산|넣)|(?P<out>제외|빼|뺀|뺍))(?P<denied>하지|시키지|되지|지)?"
)
_SHARE = re.compile(
    r"(?P<base>[가-힣]{2,10})의\s(?P<share>\d{1,4}분의\s?\d{1,4}|\d[\d.]{0,5}\s?(?:%|퍼센트))"
)
# Of what, where it is told elsewhere.
_ANY_BASE = frozenset(
    {"금액", "비용", "전체", "총액", "합계", "해당", "표", "이것", "그것", "본래", "원래"}
)
_ROUNDED = re.compile(
    r"(?P<what>[가-힣]{2,10})의\s(?P<unit>\d[\d,]{0,8}\s?원|소수점(?:\s이하|\s아래)?)\s?(?:미만)?(?:의\s(?:끝수|단수|우수리|금액))?(?:은|는|을|를)?\s"
    r"(?P<how>버[리린림립려]|올[리린림립려]|반올림)"
)
# The same of whatever it is: 환불 금액의 100원 미만은 올립니다, beside 환불은 … 하며, 100원 미만은 버린다.
_ROUNDED_AT_ALL = re.compile(
    r"(?:(?<![\d,.])(?P<number>\d[\d,]{0,8}|[십백천만]|1[백천만])\s?원|(?P<point>소수점)(?:\s(?:이하|아래))?)\s?(?:미만|이하)?"
    r"(?:의\s?(?:끝수|단수|우수리|금액))?(?:은|는|을|를|에서)?\s(?P<how>버[리린림립려]|올[리린림립려]|반올림|절[사상])(?![가-힣]{0,2}지\s(?:아니|않))"
)
_WAYS = {"절사": "버", "절상": "올"}
_IN_FIGURES = {"십": "10", "백": "100", "천": "1000", "만": "10000"}
_FIGURE = r"(?<![\d,.])(?P<figure>\d{1,4}분의\s?\d{1,4}|\d[\d,.]{0,12}\s?[가-힣%]{1,3}?)"
_UNIT = r"(?:회|번|일|주|개월|년|학기|학점|과목|시간|점|원|만원|%|퍼센트|명)"
# 3회(야간과정은 4회): what is in brackets holds for those that they name.
_FOR_SOME = re.compile(
    rf"(?<![\d,.])(?P<figure>\d[\d,.]{{0,12}}\s?{_UNIT})\s?\((?P<whom>[가-힣][가-힣\s]{{1,24}}?)(?:의\s경우(?:에는)?|에게는|에는|은|는)?\s(?P<own>\d[\d,.]{{0,12}}\s?{_UNIT})\)"
)
_BOUNDS = {
    "from": re.compile(rf"{_FIGURE}\s?이상"),
    "above": re.compile(
        rf"{_FIGURE}(?:[을를])?\s?(?:초과(?=\s|인|$)|초과(?:하는|한|하면|하여)|넘(?:는|긴|으면|어|게))"
    ),
    "up to": re.compile(rf"{_FIGURE}\s?이하"),
    "below": re.compile(rf"{_FIGURE}\s?미만"),
}
_OTHER_BOUND = {"from": "above", "above": "from", "up to": "below", "below": "up to"}
_COMPARED = re.compile(
    r"보다\s(?:[가-힣]{1,6}\s){0,3}?(?:높|낮|많|적은|적게|올라|길|짧|큰|작|더\s|덜\s)"
)
_COMPARING = re.compile(r"보다|높|낮|많|초과|미만|이상|이하|넘|우선|먼저")
_NOT_APPLIED = re.compile(
    r"(?P<items>제\d{1,3}호(?:[와과,·ㆍ\s]|및|또는|제\d{1,3}호){0,12})[을를은는]?\s?적용하지\s(?:아니|않)"
)
_NUMBER = re.compile(r"제(\d{1,3})호")
_ITEM = re.compile(r"(?m)^[ \t]{0,8}(\d{1,3})\.[ \t]([^\n]{2,300})$")
_DENIED = re.compile(r"적용(?:되지|하지|받지)\s?(?:않|아니)")
_BEGINNING = 2


def exchanges_pair(statement: str, provision: str) -> bool:
    """Whether a sentence says of one thing what its provision says of another beside it."""
    return (
        _told_otherwise(_counted(statement), _counted(provision))
        or _told_otherwise(_rounded(statement), _rounded(provision))
        or _told_otherwise(_rounded_at_all(statement), _rounded_at_all(provision))
        or _share_of_another(statement, provision)
        or _another_bound(statement, provision)
        or _for_all_but_some(statement, provision)
        or _compares_alone(statement, provision)
        or _denies_another_item(statement, provision)
    )


def _told_otherwise(said: Mapping[str, set[str]], ruled: Mapping[str, set[str]]) -> bool:
    return any(what in ruled and how.isdisjoint(ruled[what]) for what, how in said.items())


def _counted(text: str) -> Mapping[str, set[str]]:
    """What is counted in and what is left out, by what it is: 결석한 수업."""
    found: dict[str, set[str]] = defaultdict(set)
    for one in _COUNTED.finditer(text):
        is_in = bool(one["in"]) != bool(one["denied"])
        found[compact(one["what"])].add("in" if is_in else "out")
    return found


def _rounded(text: str) -> Mapping[str, set[str]]:
    """Which way a figure is rounded, by what it is of: 반환금액, 100원."""
    found: dict[str, set[str]] = defaultdict(set)
    for one in _ROUNDED.finditer(text):
        found[compact(f"{one['what']}{one['unit']}")].add(one["how"][0])
    return found


def _rounded_at_all(text: str) -> Mapping[str, set[str]]:
    """Which ways a figure is rounded, whatever it is of: 100, 1000 for 천원, 소수점."""
    found: dict[str, set[str]] = defaultdict(set)
    for one in _ROUNDED_AT_ALL.finditer(text):
        number = (one["number"] or "").replace(",", "")
        unit = _IN_FIGURES.get(number[-1:], number) or one["point"]
        found[unit].add(_WAYS.get(one["how"], one["how"][0]))
    return found


def _share_of_another(statement: str, provision: str) -> bool:
    """등록금의 40분의 1, where the provision has that share of 수업료 alone."""
    ruled: dict[str, list[str]] = defaultdict(list)
    for one in _SHARE.finditer(provision):
        ruled[compact(one["share"])].append(one["base"])
    return any(
        bases
        and one["base"] not in _ANY_BASE
        and _ANY_BASE.isdisjoint(bases)
        and not any(_is_like(one["base"], base) for base in bases)
        for one in _SHARE.finditer(statement)
        if (bases := ruled.get(compact(one["share"]), []))
    )


def _is_like(one: str, other: str) -> bool:
    """Whether two names can mean the same: one ends as the other does, 납부금액 and 금액."""
    return one.endswith(other[-_BEGINNING:]) or other.endswith(one[-_BEGINNING:])


def _another_bound(statement: str, provision: str) -> bool:
    """9박 이상, where the provision has 9박을 넘는 and nowhere 9박 이상."""
    ruled = {name: set(_figures(name, provision)) for name in _BOUNDS}
    return any(
        figure in ruled[other] and figure not in ruled[name]
        for name, other in _OTHER_BOUND.items()
        for figure in _figures(name, statement)
    )


def _figures(name: str, text: str) -> Iterator[str]:
    return (compact(one["figure"]) for one in _BOUNDS[name].finditer(text))


def _for_all_but_some(statement: str, provision: str) -> bool:
    """야간과정은 지각 3회를, where the provision has 지각 3회(야간과정은 4회)."""
    said = compact(statement)
    return any(
        compact(one["whom"]) in said
        and re.search(rf"(?<![\d,.]){re.escape(compact(one['figure']))}", said) is not None
        and re.search(rf"(?<![\d,.]){re.escape(compact(one['own']))}", said) is None
        for one in _FOR_SOME.finditer(provision)
    )


def _compares_alone(statement: str, provision: str) -> bool:
    """휴학 당시보다 한 학년 올라간, where the provision compares nothing."""
    return _COMPARED.search(statement) is not None and not _COMPARING.search(provision)


def _denies_another_item(statement: str, provision: str) -> bool:
    """형제 감면은 적용되지 않는다, where 제2호와 제4호 do not apply and that is the third."""
    found = _NOT_APPLIED.search(provision)
    if found is None or not _DENIED.search(statement):
        return False
    denied, said = set(_NUMBER.findall(found["items"])), words_in(statement)
    shared = {
        number: sum(_begins_like(word, words_in(text)) for word in said)
        for number, text in _ITEM.findall(provision)
    }
    most = max(shared.values(), default=0)
    return most > 0 and not any(shared[number] == most for number in denied & shared.keys())


def _begins_like(word: str, others: frozenset[str]) -> bool:
    is_long = len(word) >= _BEGINNING
    return is_long and any(one[:_BEGINNING] == word[:_BEGINNING] for one in others)
