"""What a provision counts in, requires, denies or allows, told the other way round in words of its own. Pure.

제외하고 계산한다 told as 넣어서 셉니다, 면제하지 아니한다 as 면제받을 수 있습니다, a duty as none. Compared is the sentence that shares the
most words, but for what is denied or allowed of one thing by its name, and for the case of a proviso told to make no matter: those
may stand anywhere.
"""

from __future__ import annotations

import re

from verification.grounding.guards.words import SENTENCE, nearest_sentence, words_in

_COUNTED_OUT = re.compile(
    r"제외|빼고|뺀|빼며|(?:산입|포함|합산)(?:하|되|시키)?지\s?(?:아니|않)|넣지\s?(?:않|아니)|세지\s?(?:않|아니)|들어가지\s?(?:않|아니)|미포함|불산입"
)
_COUNTED_IN = re.compile(r"산입|포함|합산|넣어서?(?=\s)|넣고|넣습|더해")
# What is counted: the names that have a particle of their own.
_THING = re.compile(r"([가-힣]{3,15}?)(?:\s기간)?(?:은|는|도|을|를)(?=\s)")
_ALL = re.compile(r"모두|전원|전부")
_AT_LEAST_SOME = re.compile(r"이상(?:을|를)?\s(?:포함|두|있)")
_OF_EACH = re.compile(r"모두|전원|전부|각각")
_NO_DUTY = re.compile(r"의무(?:는|가|도|사항은|사항이)?\s?아[니닙닌]|의무(?:는|가)?\s?없")
_MAY = re.compile(r"[할될]\s수\s있")
_DUTY = re.compile(r"[여아어]야\s?(?:한다|하며|하고|된다)")
_NEGATION = re.compile(r"없|않|아니|못|금지|불가|안\s?[되됩돼]")
_DENIED = re.compile(
    r"(?P<what>[가-힣]{3,12})[은는]\s(?P<done>[가-힣]{2,6})(?:하지|되지)\s(?:아니한다|않는다|못한다)"
)
_ALLOWED = re.compile(r"(?P<what>[가-힣]{2,12})[은는]\s(?:허용|가능)")
_CANNOT = re.compile(r"[할될]\s수\s없")
_BUT_FOR = re.compile(r"외에|않으면|아니면|고는|만\s|없이|경우|때|아닌|다른")
_IN_SOME_CASES = re.compile(r"경우에\s?(?:한정|한하|한해|만)")
_NO_EXCEPTION = re.compile(r"예외(?:는|가|도|란)?\s?없")
_AN_EXCEPTION = re.compile(r"다만,|그러하지|제외|불구하고|예외")
_NO_MATTER = re.compile(
    r"문제(?:가|는|도)?\s?(?:되지|될\s|없|안\s)|괜찮|(?:상관|관계)(?:이|은|도)?\s?없|무방|지장(?:이|은|도)?\s?없"
)
_UNLESS = re.compile(
    r"(?P<rule>[^\n]{1,300}?다\.)\s(?:다만|단),?\s(?P<cases>[^\n.]{2,200}?)(?:경우|때)에?는?\s그러하지\s?아니하다"
)
_LENIENT = re.compile(r"(?:지\s(?:아니한다|않는다)|수\s있다|면제한다|생략한다|없다)\.$")
_HARSH = re.compile(r"수\s없다|(?:인정|허가|지급)하지|(?:받|주)지\s")
_OR = re.compile(r"(?<=[가-힣])거나\s|\s또는\s|(?<=[가-힣])이나\s")
_NOT_SO = re.compile(r"않|아니|없|못")
_OF_ANY_CASE = frozenset({"아니하", "경우", "때", "사람", "학생", "자"})
# What is said of everybody and always, and what a provision says so, too.
_WITHOUT_BOUNDS = re.compile(
    r"누구나|누구든지|예외\s?없이|언제나|언제든|항상|무조건|(?:어떠한|어떤)\s경우(?:에도|라도|든)"
)
_UNBOUNDED = re.compile(r"누구|모든|모두|전원|예외|언제|항상|상시|무조건|어떠한|어떤")
_ONE_OF_TWO = re.compile(
    r"(?P<one>[가-힣A-Z]{2,15}?)(?:과|와|,|이나)?\s(?P<other>[가-힣A-Z]{2,15})\s(?:둘\s)?(?:중|가운데)\s(?:어느\s)?(?:하나|한\s가지|한\s곳)"
)
_ANY_OF_THEM = re.compile(r"하나|한\s가지|또는|거나|이나\s|\s중\s|가운데|선택|호")
_SHORTLY = 60


def settled_otherwise(statement: str, provision: str) -> str:
    """The sentence or words of a provision that settle something otherwise than the statement; empty where none do."""
    nearest = nearest_sentence(statement, provision)
    is_otherwise = (
        _counts_otherwise(statement, nearest, provision)
        or _all_for_some(statement, nearest)
        or _no_duty_for_duty(statement, nearest)
        or _never_for_in_some_cases(statement, nearest)
        or _no_matter_for_unless(statement, provision)
        or (_WITHOUT_BOUNDS.search(statement) and not _UNBOUNDED.search(provision))
        or (_NO_EXCEPTION.search(statement) and _AN_EXCEPTION.search(provision))
    )
    if is_otherwise:
        return nearest.strip()
    return _denied_or_allowed(statement, provision) or _both_for_one(statement, provision)


def _counts_otherwise(statement: str, nearest: str, provision: str) -> bool:
    """공휴일도 넣어서 셉니다, where the provision has 공휴일을 제외하고; a column that says yes or no is not read."""
    told, things = _is_counted(statement), set(_THING.findall(statement))
    if told is None or not things or "|" in nearest:
        return False
    ruled = {
        _is_counted(sentence)
        for sentence in (nearest, *SENTENCE.findall(provision))
        if not things.isdisjoint(_THING.findall(sentence))
    }
    return (not told) in ruled and told not in ruled


def _is_counted(text: str) -> bool | None:
    """Whether a sentence counts something in; None where it does both or neither."""
    is_out = _COUNTED_OUT.search(text) is not None
    is_in = _COUNTED_IN.search(_COUNTED_OUT.sub("", text)) is not None
    return None if is_in is is_out else is_in


def _all_for_some(statement: str, nearest: str) -> bool:
    """모두 학부생이어야, where the provision has 학부생을 13명 이상 포함하여야."""
    at_least = _AT_LEAST_SOME.search(nearest) and not _OF_EACH.search(nearest)
    return bool(at_least and _ALL.search(statement))


def _no_duty_for_duty(statement: str, nearest: str) -> bool:
    """공개할 수 있다는 것이어서 의무는 아니에요, where the provision has 공개하여야 한다."""
    is_told = _NO_DUTY.search(statement) and _MAY.search(statement)
    return bool(is_told and _DUTY.search(nearest)) and not _NEGATION.search(nearest)


def _never_for_in_some_cases(statement: str, nearest: str) -> bool:
    """할 수 없습니다, where the provision has … 경우에 한정하며: in those it may be done."""
    is_told = _CANNOT.search(statement) and not _BUT_FOR.search(statement)
    return bool(is_told) and _IN_SOME_CASES.search(nearest) is not None


def _no_matter_for_unless(statement: str, provision: str) -> bool:
    """밝히지 않아도 괜찮습니다, where the provision has … 보지 아니한다. 다만, 밝히지 아니한 경우에는 그러하지 아니하다."""
    told = _NO_MATTER.search(statement)
    if told is None:
        return False
    case_told = statement[: told.start()]
    said, is_denied = words_in(case_told), bool(_NOT_SO.search(case_told))
    return any(
        bool(words := words_in(case) - _OF_ANY_CASE)
        and words <= said
        and bool(_NOT_SO.search(case)) is is_denied
        for found in _UNLESS.finditer(provision)
        if _LENIENT.search(found["rule"]) and not _HARSH.search(found["rule"])
        for case in _OR.split(found["cases"])
    )


def _denied_or_allowed(statement: str, provision: str) -> str:
    """영농설계서를 면제받을 수, where one sentence of the provision is 영농설계서는 면제하지 아니한다; and the reverse, 학습은 허용."""
    if not _NEGATION.search(statement):
        for found in _DENIED.finditer(provision):
            what, done = map(re.escape, found.group("what", "done"))
            if re.search(rf"{what}[을를은는도이가]\s{done}", statement):
                return found[0]
        return ""
    for found in _ALLOWED.finditer(provision):
        what = re.escape(found["what"])
        if re.search(rf"{what}(?:할\s수\s없|하지\s못|[이은는도]?\s?(?:금지|불가))", statement):
            return found[0]
    return ""


def _both_for_one(statement: str, provision: str) -> str:
    """종합시험과 외국어시험 중 하나에, where the provision has 종합시험과 외국어시험에."""
    for found in _ONE_OF_TWO.finditer(statement):
        one, other = re.escape(found["one"].rstrip("과와")), re.escape(found["other"])
        listed = re.search(rf"{one}(?:과|와|,|ㆍ|·|\s및)\s?{other}", provision)
        sentence = next((s for s in SENTENCE.findall(provision) if listed and listed[0] in s), "")
        if listed and not _ANY_OF_THEM.search(sentence[sentence.find(listed[0]) :][:_SHORTLY]):
            return str(sentence).strip()
    return ""
