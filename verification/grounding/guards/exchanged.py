"""Where two things of a provision have changed places in a sentence, or one stands for its opposite: all words are the same. Pure.

What stands in for what, who acts on whom, above a limit for up to it, the least for the most, every day for every week, what is
done for what may be done, what is denied for what is not. Compared is the one sentence of the provision that shares the most words;
the rest of the provision can only excuse a statement, but for 하지 아니할 수 있다, which may introduce items.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import pairwise

from regulations.text.spacing import compact
from verification.grounding.guards.words import nearest_sentence, words_in

_NAME = r"[가-힣A-Z\d]{2,15}?"
_FEW_WORDS = r"(?:[가-힣\d]{1,10}\s){0,2}?"
_REPLACES = r"(?:갈음|대체|대신|변경|전환|바꾸|바꿀|바꿔|바뀌|바뀐)"
_REPLACED = (
    re.compile(
        rf"(?P<by>{_NAME})(?:으로|로)\s(?P<what>{_NAME})(?:을|를|은|는)\s{_FEW_WORDS}{_REPLACES}"
    ),
    re.compile(
        rf"(?P<what>{_NAME})(?:을|를|은|는)\s{_FEW_WORDS}(?P<by>{_NAME})(?:으로|로)\s{_FEW_WORDS}{_REPLACES}"
    ),
    re.compile(rf"(?P<what>{_NAME})\s대신(?:에)?\s(?P<by>{_NAME})(?:으로|로|을|를|이|가)\s"),
)
# Who is told of first and who second, each with its particle: 학장은 학과장이 추천한, 학생의 이의신청은 교무처장이, 학생은 교수에게.
_ACTORS = (
    re.compile(rf"(?P<first>{_NAME})(?:은|는)\s{_FEW_WORDS}(?P<second>{_NAME})(?:이|가)\s"),
    re.compile(
        rf"(?P<first>{_NAME})의\s[가-힣]{{2,12}}(?:은|는|을|를)\s{_FEW_WORDS}(?P<second>{_NAME})(?:이|가)\s"
    ),
    re.compile(
        rf"(?P<first>{_NAME})(?:은|는|이|가)\s{_FEW_WORDS}(?P<second>{_NAME})(?:에게|에게서|으로부터|로부터)\s"
    ),
)
_FIGURE = r"(?P<figure>(?<![\d,.])\d[\d,.]{0,15}\s?[가-힣%]{1,4}?)"
_ABOVE = re.compile(
    rf"{_FIGURE}(?:을|를|이|가)?\s?(?:넘겨|넘어|넘도록|넘길|넘게|넘는|초과하여|초과해)|{_FIGURE.replace('figure', 'other')}보다\s(?:많이|오래|더|길게)"
)
_UP_TO = r"(?:을|를|이|가)?\s?(?:이내|이하|까지|(?:을|를)?\s?(?:초과|넘)[가-힣]{0,4}\s?(?:수\s없|못|않|아니))"
_DENIED = re.compile(r"없|않|아니|못|금지|불가|안\s?[되됩돼]")
_OPPOSITES = (
    (r"많은", r"적은"),
    (r"높은", r"낮은"),
    (r"큰\s", r"작은\s"),
    (r"긴\s", r"짧은\s"),
    (r"(?:빠른|이른)\s", r"늦은\s"),
    (r"지워|지우|삭제|사라|없어[지집]", r"그대로\s?(?:둔|두|유지|남)"),
    (r"(?<!반)올[리린림립]|절상", r"버[리린림립]|절사"),
    (r"반올림", r"버[리린림립]|절사"),
    (r"평균\s?\d", r"(?:당|마다)\s\d"),
)
_EVERY = (
    re.compile(r"매일|날마다|하루에|(?<![\d월])(?<!월\s)1일(?:에)?\s\d"),
    re.compile(r"매주|주마다|(?<![가-힣])주\s\d+회|1주(?:일)?에"),
    re.compile(r"매월|매달|달마다|다달이|월별|(?<![가-힣])월\s\d+회|한\s?달에|1개월에"),
    re.compile(r"매\s?학기|학기마다|학기별|학기당|(?<![\d가-힣])학기에|학기\s?중"),
    re.compile(
        r"매년|해마다|매해|매\s?학년도|학년도마다|학년도별|연\s\d+회|연간|1년에|한\s?해에|(?<![\d가-힣])학년도"
    ),
)
_MAY = re.compile(r"(?P<done>[가-힣]{2,10}?)(?P<how>(?:으로|로)?\s)?[할될]\s수\s있")
_IS = r"(?:합니다|한다|해요|됩니다|된다|돼요|하고|되고|하며|되며)"
_ALLOWED = re.compile(r"수\s?(?:도\s?)?있|가능")
# Who tells until when something is done tells when it may be.
_SPAN = re.compile(r"이내|안에|까지|부터")
_MAY_LEAVE = re.compile(r"(?P<left>[가-힣]{2,8}?)(?:하)?지\s(?:아니|않)[가-힣]{1,2}\s수\s있")
_ITEM_DENIES = re.compile(r"(?:아닐|않을|없을|아니할|아니한|않은)\s것\s*$")
_MOST_OF = (2, 3)
_AS_A_RULE = re.compile(r"것이\s원칙")
_NOT_DONE = re.compile(
    r"(?P<done>[가-힣]{2,6}?)(?:하|되)?(?:지\s?(?:않|아니|못)[가-힣]{1,6}|[할될]\s수\s없[가-힣]{1,6})(?:\s[가-힣]{1,6}){0,3}\s*\.?\s*$"
)
_DONE = re.compile(
    r"(?P<done>[가-힣]{2,6}?)(?:합니다|한다|됩니다|된다|해요|돼요|[할될]\s수\s있[가-힣]{1,4})\s*\.?\s*$"
)
# What is forbidden without something is allowed with it.
_ONLY_SO = re.compile(r"(?:아니하|않|없)(?:고는|고서는|이는|으면|면)|외에는|한하여|경우에만")
_NEXT = re.compile(r"다음\s?(?P<what>날|주|달|해|학기|학년도)")
_OFFICE = r"(?:지도교수|교수|총장|부총장|학장|학과장|처장|원장|관장|소장|센터장|팀장|위원장|위원회|조교|지도자|경영주)"
_ACTOR = re.compile(rf"(?P<who>본인|[가-힣]{{0,8}}(?:학생|사생|{_OFFICE}))(?:이|가|은|는)\s")
_TOPIC = re.compile(rf"^\s{{0,8}}[①-⑳]?\s{{0,4}}(?P<who>[가-힣]{{0,8}}{_OFFICE})(?:은|는)\s")
# What may not be exceeded is allowed as far as it goes.
_UP_TO_IT = re.compile(r"까지|이내|이하|안에서|\d[가-힣]{1,4}만\s")
_SUMS = re.compile(r"합쳐|합해|합하여|합산")
_NUMBER = re.compile(r"(?<![\d,.])\d[\d,.]{0,15}")
_PARTS_AND_SUM = 3
_SUMMED = re.compile(
    r"합(?:하|산|계|쳐|한)|통산|재학\s?(?:중|기간)|총\s|모두|전체|포함|누적|더[하한해]"
)
_ALIKE_UNITS = (
    *(
        {one}
        for one in ("초", "분", "시간", "일", "주", "개월", "년", "명", "회", "원", "권", "과목")
    ),
    {"점", "학점"},
)
# A figure with the word before it that tells its side: 개강 전 20일부터 개강 후 26일까지.
_SIDED = re.compile(
    r"(?<![가-힣])(?P<side>전|후|최소|최대)\s(?P<figure>\d[\d,.]{0,15}\s?(?:일|주|개월|년|시간|회|학점|점|명|%))"
)
_WITH_UNIT = re.compile(
    r"(?<![\d,.])(?P<number>\d[\d,.]{0,15})\s?(?P<unit>초|분(?!의)|시간|일|주(?!야)|개월|년|점|학점|과목|명|회|원|권)"
)


def exchanges(statement: str, provision: str) -> str:
    """The sentence of a provision in which the statement exchanges two things, or says the opposite; empty where none is so."""
    nearest = nearest_sentence(statement, provision)
    if not nearest:
        return ""
    is_exchanged = (
        _replaced_by_itself(statement, nearest)
        or any(_exchanged(statement, nearest, one) for one in map(_acting, _ACTORS))
        or _above_for_up_to(statement, nearest)
        or _opposite(statement, nearest)
        or _every_other(statement, nearest, provision)
        or _is_for_may(statement, nearest)
        or _must_not_for_may_leave(statement, provision)
        or _without_its_denial(statement, nearest)
        or _exchanged(statement, nearest, _sided)
        or _in_another_unit(statement, nearest, provision)
        or _says_the_opposite(statement, provision, nearest)
        or _sums_up(statement, provision)
        or _next_other(statement, nearest, provision)
        or _done_by_another(statement, nearest)
    )
    return nearest.strip() if is_exchanged else ""


def _exchanged(
    statement: str, nearest: str, pairs: Callable[[str], Iterator[tuple[str, str]]]
) -> bool:
    """Whether two that stand in one order beside each other in the provision stand in the other in the statement."""
    ruled = set(pairs(nearest))
    return any(
        (other, one) in ruled and (one, other) not in ruled for one, other in pairs(statement)
    )


def _replaced_by_itself(statement: str, nearest: str) -> bool:
    """Whether what the provision replaces by something else is told to replace that."""
    ruled = list(_replacing(nearest))
    standing_in, replaced = {by for by, _what in ruled}, {what for _by, what in ruled}
    return any(by in replaced - standing_in for by, _what in _replacing(statement))


def _replacing(text: str) -> Iterator[tuple[str, str]]:
    """What stands in, and for what: 졸업시험으로 졸업논문을 갈음, 졸업논문은 졸업시험으로 대체, 졸업논문 대신 졸업시험을."""
    for pattern in _REPLACED:
        for found in pattern.finditer(text):
            yield found["by"], found["what"]


def _acting(pattern: re.Pattern[str]) -> Callable[[str], Iterator[tuple[str, str]]]:
    return lambda text: ((one["first"], one["second"]) for one in pattern.finditer(text))


def _above_for_up_to(statement: str, nearest: str) -> bool:
    """3년을 넘겨 할 수 있습니다, where the provision has 3년을 초과할 수 없다."""
    for found in _ABOVE.finditer(statement):
        if _DENIED.search(statement, found.end()):
            continue
        figure = re.escape(found["figure"] or found["other"])
        if re.search(rf"(?<![\d,.]){figure}{_UP_TO}", nearest):
            return True
    return False


def _opposite(statement: str, nearest: str) -> bool:
    """금액이 적은 것을, where the provision has 금액이 많은 것을."""
    return any(
        re.search(said, statement)
        and not re.search(meant, statement)
        and re.search(meant, nearest)
        and not re.search(said, nearest)
        for pair in _OPPOSITES
        for said, meant in (pair, pair[::-1])
    )


def _every_other(statement: str, nearest: str, provision: str) -> bool:
    """해마다, where the provision has 매월."""
    said = {number for number, one in enumerate(_EVERY) if one.search(statement)}
    ruled = {number for number, one in enumerate(_EVERY) if one.search(nearest)}
    return (
        len(said) == 1
        and bool(ruled)
        and said.isdisjoint(ruled)
        and not any(_EVERY[number].search(provision) for number in said)
    )


def _is_for_may(statement: str, nearest: str) -> bool:
    """폐강됩니다, where the provision has 폐강할 수 있다: what is left to somebody is told as settled."""
    if _ALLOWED.search(statement) or _SPAN.search(statement):
        return False
    return any(
        one["done"] in statement
        and re.search(
            rf"{re.escape(one['done'])}{re.escape(one['how'] or '')}{_IS}\.?\s*$", statement
        )
        for one in _MAY.finditer(nearest)
    )


def _must_not_for_may_leave(statement: str, provision: str) -> bool:
    """폐강할 수 없습니다, where the provision has 폐강하지 아니할 수 있다: who may leave it may also do it."""
    for found in _MAY_LEAVE.finditer(provision):
        stem = re.escape(found["left"])
        must_not = rf"{stem}(?:[할될]\s수\s?없|[하되]지\s못)"
        if re.search(must_not, statement) and not re.search(must_not, provision):
            return True
    return False


def _without_its_denial(statement: str, nearest: str) -> bool:
    """본인의 상급자여야 합니다, where the item is 본인의 상급자가 아닐 것."""
    if not _ITEM_DENIES.search(nearest) or _DENIED.search(statement):
        return False
    said, ruled = words_in(statement), words_in(nearest)
    part, whole = _MOST_OF
    return whole * len(said & ruled) >= part * len(ruled)


def _sided(text: str) -> Iterator[tuple[str, str]]:
    """Each figure with the side that it stands on and, of two, the other one first: what is exchanged comes out turned round."""
    found = list(_SIDED.finditer(text))
    for one, other in pairwise(found):
        if one["side"] != other["side"]:
            first, second = sorted((one, other), key=lambda sided: sided["side"])
            yield compact(first["figure"]), compact(second["figure"])


def _in_another_unit(statement: str, nearest: str, provision: str) -> bool:
    """25초, where the provision has 25분 and no such number of that unit."""
    units: dict[str, set[str]] = {}
    for found in _WITH_UNIT.finditer(provision):
        units.setdefault(found["number"], set()).add(found["unit"])
    here = {found["number"] for found in _WITH_UNIT.finditer(nearest)}
    return any(
        found["number"] in here and not _same_unit(found["unit"], units[found["number"]])
        for found in _WITH_UNIT.finditer(statement)
    )


def _same_unit(unit: str, units: set[str]) -> bool:
    return any(unit in alike and not units.isdisjoint(alike) for alike in _ALIKE_UNITS)


def _says_the_opposite(statement: str, provision: str, nearest: str) -> bool:
    """인정하지 않습니다, where the provision has 인정한다 and denies it of nobody; and the reverse."""
    # Who tells the rule tells none of its exceptions.
    is_rule = _AS_A_RULE.search(statement) is not None
    if denied := _NOT_DONE.search(statement):
        stem = re.escape(denied["done"])
        return bool(
            re.search(
                rf"{stem}(?:한다|된다|하여야|[할될]\s수\s있|(?:[은는을이]\s)?(?:허용|가능))",
                nearest,
            )
            and not _DENIED.search(nearest if is_rule or "|" in nearest else provision)
        )
    told = None if _DENIED.search(statement) else _DONE.search(statement)
    if told is None or _ONLY_SO.search(nearest) or _UP_TO_IT.search(statement):
        return False
    stem = re.escape(told["done"])
    denial = r"(?:(?:하|되)?지\s(?:아니|않|못)|[할될]\s수\s없)"
    is_denied = re.search(f"{stem}{denial}", nearest)
    return bool(is_denied) and not re.search(f"{stem}(?!{denial})[하한할함되된될됨]", provision)


def _sums_up(statement: str, provision: str) -> bool:
    """도서와 정기간행물을 합쳐 10권, where the provision sums up nothing; who gives the parts adds them himself."""
    is_sum = _SUMS.search(statement) and len(_NUMBER.findall(statement)) < _PARTS_AND_SUM
    return bool(is_sum) and not _SUMMED.search(provision)


def _next_other(statement: str, nearest: str, provision: str) -> bool:
    """다음 날부터, where the provision has 다음 주부터."""
    said = {one["what"] for one in _NEXT.finditer(statement)}
    ruled = {one["what"] for one in _NEXT.finditer(nearest)}
    anywhere = {one["what"] for one in _NEXT.finditer(provision)}
    return bool(said) and bool(ruled) and said.isdisjoint(anywhere)


def _done_by_another(statement: str, nearest: str) -> bool:
    """학생 본인이 내야 합니다, where the provision has 지도교수는 … 내야 한다."""
    topic = _TOPIC.search(nearest)
    actors = [one["who"] for one in _ACTOR.finditer(statement)]
    if topic is None or not actors or topic["who"] in statement:
        return False
    return not any(one in nearest for one in actors)
