"""What a sentence turns round in a way that the verifier does not see: a day before, an order, the direction of a limit. Pure.

Sentences that go wrong so share nearly all words with their provision, and the verifier takes them for right. Here only the
words that turn are compared; that they are the same proves nothing. What a provision has read in place of its own words
(이 경우 "9일"은 "4일"로 본다) the proof does not see either.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from regulations.text.morphemes import lemmas
from regulations.text.spacing import compact
from verification.grounding.guards.words import nearest_sentence, words_in
from verification.grounding.proof.reading.lexicon import same

# Words for a day beside another, by what they mean.
_DAYS = (("전날", "전일"), ("당일", "그날", "같은 날"), ("다음 날", "다음날", "이튿날", "익일"))
_DAY_BEFORE = re.compile(r"([가-힣]{2,15}일)\s?(?:의\s)?전[날일](?=까지|부터)")
_ORDERED = re.compile(
    r"([^.:|\n]{0,120}?)(?:의|으로|인)?\s?순(?:서)?(?:으로|로|에 따라|대로|이|입|$|[\s.,])"
)
_LISTED = re.compile(r"\s{0,3}(?:,|→|>|·|ㆍ|그다음(?:에|으로)?|다음으로)\s{0,3}")
_FEWEST_LISTED = 2
_FIGURE = r"(?<![\d,.])(\d[\d,.]{0,15})\s?[가-힣%]{1,4}"
_MOST, _LEAST = (
    re.compile(rf"(?:최대|많아야|길어야)\s?{_FIGURE}"),
    re.compile(rf"(?:최소|적어도)\s?{_FIGURE}"),
)
_FROM, _UP_TO = (re.compile(rf"{_FIGURE}\s?{word}") for word in ("이상", "(?:이내|이하|까지)"))
_BOUND = re.compile(
    r"(?P<figure>(?<![\d,.])\d[\d,.]{0,15}(?:분의\s?\d{1,6})?\s?[가-힣%]{0,4}?)\s?(?P<bound>이상|초과|미만|이하)"
)
_UPWARDS = frozenset({"이상", "초과"})
_DENYING = re.compile(r"없|않|아니|못|제외|금지|면제")
_SPAN = r"(?<![\d,.])(\d[\d,.]{0,15}\s?(?:분|시간|일|주|개월|년))\s?"
_WITHIN = re.compile(rf"{_SPAN}(?:이내|안에|내에)")
_AFTER = re.compile(rf"{_SPAN}(?:후|뒤)(?:에|부터)?(?![가-힣])")
# A span with what it is counted from: 사유가 발생한 날부터 20일, 허가일로부터 14일.
_COUNTED = re.compile(
    r"(?P<from>(?:[가-힣]{1,20}(?<![은는])\s)?[가-힣]{1,20})(?:\s(?:다음\s?)?날|일)(?:의\s다음\s?날)?(?:부터|로부터|에서)\s(?P<span>\d[\d,.]{0,15}\s?(?:수업일|일|주|개월|년|시간|학기))"
)
# The day on which something is over is not that on which it happens.
_ENDED = re.compile(r"끝[나난]|종료|마감|만료|마친")
# Nor is that on which somebody comes to know of it.
_KNOWN = re.compile(r"(?:^|\s)안$|알게\s된$")
# Nor is the day of a thing that on which it is told or asked for.
_TOLD = frozenset({"신고", "신청", "접수", "통지", "통보", "공고", "허가", "승인", "결정", "발표"})
# What begins with anything: it says nothing of which day is meant.
_ANY_DAY = frozenset({"받", "되", "하", "있", "날", "해당", "당해"})

_MAY_NOT = re.compile(r"(?:지\s(?:않|아니하?)|안\s?하?)을?\s?수\s있|아니할\s수\s있")
_NEED_NOT = re.compile(r"않아도|아니하여도|안\s?[가-힣]{1,2}도|면제|생략|선택")
_FORBIDS = re.compile(r"수\s없|못\s?[하합해]|않습니다|않아요|않는다|아니한다|안\s?[되됩돼]")
_MAY_MAKE = re.compile(r"([가-힣A-F+]{1,20}로)\s할\s수\s있")
_MAY_BE = re.compile(r"([가-힣]{2,12})될\s수\s있")
# For how long an amount is one: 1권 1시간 220원.
_RATES = (
    ("시간",),
    ("하루", "1일", "매일", "일당"),
    ("1주", "매주", "주당"),
    ("매월", "매달", "한 달", "1개월", "월 "),
    ("매 학기", "학기당"),
    ("매년", "연간", "학년도"),
)
_AMOUNT = re.compile(
    r"(?P<rate>[^.|\n]{0,12}?)(?P<amount>\d[\d,]{0,15}\s?(?:만\s?|천\s?)?(?:원|점|학점|회|책|권))"
)
# Of these a sentence that has the one cannot repeat what a provision says of the other.
_PAIRS = (
    ("통제", "허용"),
    ("철회", "변경"),
    ("신청", "취득"),
    ("개시", "종료"),
    ("휴학", "복학"),
    ("입학", "졸업"),
    ("입사", "퇴사"),
)

_CASE = re.compile(r"(?<!\d)(\d{1,4})\s?(학기|학년|학년도|차|회차|종|급|유형)")
_FIGURES = re.compile(r"(?<![\d,.])\d[\d,.]{0,15}\s?[가-힣%]")

# One of several that are listed with a figure each: 복수전공 8학점, 곁전공 5학점까지로.
_WITH_FIGURE = re.compile(
    r"(?P<name>[가-힣]{3,12}?)(?:은|는)?\s(?:[가-힣]{2}\s)?(?P<figure>\d[\d,.]{0,12}\s?(?P<unit>[가-힣%]{1,3}?))(?:\s?(?:이상|이하|이내|까지|미만|초과))?(?:으로|로|의|을|를)?(?=,\s|\s|$)"
)
_LISTS = re.compile(r",\s")

_READ_AS = re.compile(
    r"[\"“‘']([^\"“”‘’']{1,30})[\"”’']\s?[은는을를]\s?(?:각각\s)?[\"“‘']([^\"“”‘’']{1,30})[\"”’']\s?(?:으로|로)(?:,|\s?(?:본다|보고|보며|한다|하고|하며))"
)
_IN_THAT_CASE = re.compile(
    r"([가-힣\d]{2,20})\(([^()]{2,40}?)\s경우(?:에는|에|는)?\s([^()]{0,40}?[가-힣\d]{2,20})\)"
)
_WORD = re.compile(r"[가-힣]{2,}")


def read_otherwise(statement: str, provision: str) -> str | None:
    """The words of a provision that put others in the place of some in the statement; None where there are none.

    "9일"은 "4일"로 본다, where the statement says 9일; 졸업일(병역의무를 이행하는 경우에는 전역일), where it says 졸업일 of that case.
    """
    said = "".join(statement.split())
    for found in _READ_AS.finditer(provision):
        replaced, by = ("".join(one.split()) for one in found.groups())
        if replaced in said and by not in said:
            return found[0]
    for found in _IN_THAT_CASE.finditer(provision):
        replaced, case, by = found.groups()
        is_that_case = all(word[:2] in said for word in _WORD.findall(case))
        if is_that_case and replaced in said and "".join(by.split()) not in said:
            return found[0]
    return None


def is_turned(statement: str, provision: str) -> bool:
    """Whether a sentence turns a day, an order, a limit, what is settled or one of two opposites of its provision round."""
    return (
        _another_day(statement, provision)
        or _another_order(statement, provision)
        or _limit_reversed(statement, provision)
        or _bound_reversed(statement, provision)
        or bool(counts_from_elsewhere(statement, provision))
        or may_for_is(statement, provision)
        or denies_for_may_omit(statement, provision)
        or _exchanges_a_pair(statement, provision)
        or _another_rate(statement, provision)
    )


def is_of_another_case(statement: str, provision: str, question: str) -> bool:
    """Whether a sentence gives one of two that are listed, or the term that was asked about, what another has."""
    return _another_listed(statement, provision) or _another_case(statement, provision, question)


def _another_listed(statement: str, provision: str) -> bool:
    """곁전공의 경우 8학점, where the provision lists 복수전공 8학점, 곁전공 5학점."""
    said = compact(statement)
    parts = [
        # The last name before a comma, the first behind it.
        list(_WITH_FIGURE.finditer(part))
        for part in _LISTS.split(nearest_sentence(statement, provision))
    ]
    for left, right in pairwise(parts):
        if not left or not right or left[-1]["unit"] != right[0]["unit"]:
            continue
        if left[-1]["unit"] == "월":
            continue
        for own, other in ((left[-1], right[0]), (right[0], left[-1])):
            gives_own, gives_other = (
                re.search(rf"(?<![\d,.]){re.escape(compact(one['figure']))}", said)
                for one in (own, other)
            )
            names_own = own["name"] in said and other["name"] not in said
            if names_own and gives_other and not gives_own:
                return True
    return False


def _another_case(statement: str, provision: str, question: str) -> bool:
    """Figures of the second term alone where the question is about the first, and the sentence names none."""
    asked = set(_CASE.findall(question))
    if len(asked) != 1 or _CASE.search(statement):
        return False
    [(number, unit)] = asked
    cases = [one for one in _CASE.finditer(provision) if one[2] == unit]
    return any(
        holders and number not in holders
        for holders in (
            _holders(figure, provision, cases) for figure in _FIGURES.findall(statement)
        )
    ) and number in {one[1] for one in cases}


def _holders(figure: str, provision: str, cases: Sequence[re.Match[str]]) -> set[str]:
    """The numbers of the cases behind which a figure stands."""
    return {
        before[-1][1]
        for found in re.finditer(rf"(?<![\d.,]){re.escape(figure)}", provision)
        if (before := [one for one in cases if one.end() <= found.start()])
    }


def _another_day(statement: str, provision: str) -> bool:
    """전날 where the provision says 그날, or 개시일까지 where it says 개시일 전날까지."""
    for words in _DAYS:
        if _has(statement, words) and not _has(provision, words):
            others = [other for other in _DAYS if other is not words]
            if any(_has(provision, other) for other in others):
                return True
    return any(
        re.search(rf"{day}\s?(?:까지|부터)", statement)
        and not re.search(rf"{day}\s?(?:까지|부터)", provision)
        for day in _DAY_BEFORE.findall(provision)
    )


def _has(text: str, words: tuple[str, ...]) -> bool:
    return any(word in text for word in words)


def _another_order(statement: str, provision: str) -> bool:
    """Things that are to follow one another stand in another order than in the provision."""
    said, ordered = _ORDERED.search(statement), _ORDERED.search(provision)
    if not said or not ordered:
        return False
    names = [name.split()[-1] for name in _LISTED.split(said[1]) if name.split()]
    rule = ordered[1]
    places = [rule.rfind(name) for name in names if name in rule]
    return len(places) >= _FEWEST_LISTED and any(one > other for one, other in pairwise(places))


def _limit_reversed(statement: str, provision: str) -> bool:
    """최대 18일 where the provision says 18일 이상, 21일 이내 where it says 21일 후, or the reverse."""
    return any(
        (set(said.findall(statement)) & set(against.findall(provision))).difference(
            *(told.findall(provision) for told in too)
        )
        for said, against, too in (
            (_MOST, _FROM, (_UP_TO, _MOST)),
            (_LEAST, _UP_TO, (_FROM, _LEAST)),
            (_WITHIN, _AFTER, (_WITHIN,)),
            (_AFTER, _WITHIN, (_AFTER,)),
        )
    )


def _bound_reversed(statement: str, provision: str) -> bool:
    """100분의 15 이상이어야 where the provision has 100분의 15 미만; who denies what it says turns its bound rightly."""
    if _DENYING.search(statement):
        return False
    nearest = nearest_sentence(statement, provision)
    said, ruled = list(_BOUND.finditer(statement)), list(_BOUND.finditer(nearest))
    # Of what is denied the other side may be told; of ranges one ends where the next begins.
    if _DENYING.search(nearest) or len(said) != 1 or len(ruled) != 1:
        return False
    is_same_figure = compact(said[0]["figure"]) == compact(ruled[0]["figure"])
    return is_same_figure and (said[0]["bound"] in _UPWARDS) != (ruled[0]["bound"] in _UPWARDS)


def counts_from_elsewhere(statement: str, provision: str) -> str:
    """The words of a provision that count a span of the statement from another day; empty where there are none.

    휴학을 신청한 날부터 20일, where the provision counts them from the day on which the reason arose.
    """
    counted: dict[str, list[re.Match[str]]] = {}
    for found in _COUNTED.finditer(provision):
        counted.setdefault(compact(found["span"]), []).append(found)
    for found in _COUNTED.finditer(statement):
        ruled = counted.get(compact(found["span"]), [])
        if ruled and not any(_is_same_day(found["from"], one["from"]) for one in ruled):
            return ruled[0][0]
    return ""


def _is_same_day(one: str, other: str) -> bool:
    """Whether what one says last of its day the other says too; what is told by no noun may be any."""
    if any(bool(day.search(one)) != bool(day.search(other)) for day in (_ENDED, _KNOWN)):
        return False
    if one.rsplit(maxsplit=1)[-1] == other.rsplit(maxsplit=1)[-1]:
        return True
    said, meant = _day_of(one), _day_of(other)
    if any(
        more[:-1] == less and more[-1] in _TOLD
        for more, less in ((said, meant), (meant, said))
        if less and more
    ):
        return False
    return (
        not said
        or not meant
        or any(same(said[-1], word) for word in meant)
        or any(same(meant[-1], word) for word in said)
    )


def _day_of(words: str) -> list[str]:
    """What happens on a day: 사유, 발생 of "사유가 발생한"."""
    return [one for one in lemmas(words.replace("개강", "개시")) if one not in _ANY_DAY]


def may_for_is(statement: str, provision: str) -> bool:
    """아니할 수 있습니다 where the provision has 아니한다, F로 할 수 있습니다 where it has F로 한다: what is settled is left to somebody."""
    if _MAY_NOT.search(statement) and not _MAY_NOT.search(provision):
        return True
    settled = [
        (rf"{re.escape(made)}\s한다", rf"{re.escape(made)}\s할\s수")
        for made in _MAY_MAKE.findall(statement)
    ]
    settled += [
        (rf"{done}(?:한다|된다)", rf"{done}(?:할|될)\s수") for done in _MAY_BE.findall(statement)
    ]
    return any(
        re.search(is_so, provision) and not re.search(may, provision) for is_so, may in settled
    )


def denies_for_may_omit(statement: str, provision: str) -> bool:
    """수강신청을 할 수 없습니다 where the provision has 수강신청을 하지 아니할 수 있다: what may be left out is no more allowed."""
    nearest = nearest_sentence(statement, provision)
    may_omit = _MAY_NOT.search(nearest)
    if may_omit is None or _MAY_NOT.search(statement) or _NEED_NOT.search(statement):
        return False
    return _FORBIDS.search(statement) is not None and not _FORBIDS.search(
        nearest[: may_omit.start()] + nearest[may_omit.end() :]
    )


def _exchanges_a_pair(statement: str, provision: str) -> bool:
    """신청한 학점 where the sentence of the provision that it repeats has 취득한 학점."""
    said, meant = words_in(statement), words_in(nearest_sentence(statement, provision))
    return any(
        one in said and other not in said and other in meant and one not in meant
        for pair in _PAIRS
        for one, other in (pair, pair[::-1])
    )


def _another_rate(statement: str, provision: str) -> bool:
    """하루 220원 where the provision has 1시간 220원."""
    given: dict[str, list[set[int]]] = {}
    for found in _AMOUNT.finditer(provision):
        given.setdefault(compact(found["amount"]), []).append(_rates_in(found["rate"]))
    for found in _AMOUNT.finditer(statement):
        said, ruled = _rates_in(found["rate"]), given.get(compact(found["amount"]), [])
        if said and ruled and all(rates and not rates & said for rates in ruled):
            return True
    return False


def _rates_in(words: str) -> set[int]:
    return {number for number, names in enumerate(_RATES) if any(name in words for name in names)}
