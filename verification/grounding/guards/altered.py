"""Where a sentence is the nearest one of its provision with one thing in another's place, which neither proof nor verifier sees. Pure.

Who does what and who pays for what exchanged, "or" for "as well as", one requirement told as enough, one for each of several. All
compare with the one sentence that shares the most words.
"""

from __future__ import annotations

import re

from regulations.text.locators import CIRCLED
from regulations.text.spacing import compact
from verification.grounding.facts.quantities import quantities
from verification.grounding.guards.turned import may_for_is
from verification.grounding.guards.words import SENTENCE, nearest_sentence, words_in

_OR = re.compile(
    r"(?P<left>(?:\d\S{0,6}\s)?[가-힣\dA-Z·ㆍ]{2,20})(?:이거나|거나)\s(?P<right>[가-힣\dA-Z]{2,20})"
)
_BOTH = re.compile(
    r"(?P<left>(?:\d\S{0,6}\s)?[가-힣\dA-Z·ㆍ]{2,20})(?:으로서|로서|이면서|하면서|면서|이고|하고|고|이며|하며|며)\s(?P<right>[가-힣\dA-Z]{2,20})"
)
_THROUGH = re.compile(
    r"(?P<whose>[가-힣]{2,20})의\s(?P<what>의결|승인|허가|심의|추천|동의|확인|제청|요청)"
)
_PAYS = re.compile(
    r"(?P<what>[가-힣]{2,12}\s?[가-힣]{1,12})[은는]\s(?P<who>[가-힣]{2,12})[이가](?=[,\s])"
)
_ENOUGH = re.compile(r"(?P<stem>[가-힣]{1,12}[하되이])면\s(?:됩니다|된다|돼요|되고|충분)")
_FOR_EACH = re.compile(r"각(?:각)?\s?(?P<count>\d{1,4}\s?[가-힣])")
_ONE_OF = re.compile(r"(?:중|가운데|어느)\s(?:어느\s)?(?P<count>\d{1,4}\s?[가-힣])")
_LIMITED = re.compile(
    r"\((?P<to>[^()]{2,40}?)(?:에|으로|로)?\s?(?:한정|한하|한함|한한|만\s?해당)[^()]{0,12}\)"
)
_OF_ANYBODY = frozenset({"학생", "사람", "자", "경우", "때", "따르", "해당", "누구"})
_OF_THE_CASE = frozenset({"경우"})
_IN_THIS_CASE = re.compile(r"^\s*이\s?경우")
_OF_WHOM = re.compile(r"^[^,]{2,60}?(?:사람|학생|자|때|경우)(?:에는|에|은|는)?\s")
# Of whom a sentence of a rule speaks, from its beginning on.
_WHOM = re.compile(
    rf"^[ \t]{{0,8}}[{CIRCLED}]?[ \t]{{0,8}}(?:다만,\s)?(?P<whom>[^,.\n|]{{2,60}}?)(?:은|는)\s"
)
_ITEM, _OF_ITEMS = re.compile(r"제\d+호"), re.compile(r"각\s?호|불구")
_CASE_OF_ITEM = re.compile(r"제\d+호[^.,|\n]{1,60}?(?:(?:경우|때)에?는?|하려면)[\s,]")
_BY_ITEM = re.compile(r"제(\d+)호(?!까지|부터)")
_ITEMS = re.compile(r"(?m)^([ \t]{0,8}(\d{1,3})\.[ \t][^\n]{2,300})$")
_OF_YEARS = re.compile(
    r"(?P<year>(?:19|20)\d\d)\s?(?:학년도|년)(?:[^.\n]{0,12}?(?P<side>이전|까지|이후|부터))?"
)
_TRANSITIONAL = re.compile(r"불구하고|경과조치|특례")
_UP_TO = frozenset({"이전", "까지"})
_A_YEAR, _A_CLASS = re.compile(r"(?<!\d)((?:19|20)\d\d)(?!\d)"), re.compile(r"(?<!\d)(\d\d)\s?학번")
_CENTURY = 2000
_NOT_ALLOWED = re.compile(r"수\s없다|아니\s?된다|못한다")
_LIKE = re.compile(r"[가-힣]처럼\s")
_NAME = re.compile(r"(?<![가-힣])[가-힣]{4,12}")
_PARTICLE = re.compile(r"(?:으로|에서|에게|까지|부터|이나|은|는|이|가|을|를|의|에|로|와|과|도|만)$")
_ALIKE = 2
_SO_OFTEN = re.compile(
    r"(?<!\d)(?P<count>\d{1,2})\s?(?:회|번|차례)\s?이상\s(?:[가-힣]{1,12}\s){0,5}?(?P<verb>[가-힣]{1,5}?)[가-힣]\s(?:학생|사람|사생|자|때|경우)"
)
_COUNTED = {"2": "두", "3": "세", "4": "네", "5": "다섯"}
_IN_ITS_PLACE = re.compile(
    r"(?<![가-힣])(?P<name>[가-힣]{3,14}?)(?P<particle>에게는|에게|에서는|에서|에는|으로는|은|는|이|가|을|를|의|에|으로|로|도)\s(?P<next>[가-힣\d]{2})"
)
_PLACES = {
    **dict.fromkeys(("은", "는", "이", "가", "도"), "subject"),
    **dict.fromkeys(("을", "를"), "object"),
    **dict.fromkeys(("에게는", "에게"), "whom"),
    **dict.fromkeys(("으로", "로"), "into"),
    **dict.fromkeys(("에는", "에서는", "에서"), "where"),
    "으로는": "into",
    "의": "whose",
    "에": "when",
}
_ANYBODY = frozenset(
    {"학생", "사생", "관생", "재학생", "신입생", "편입생", "본인", "사람", "기간", "학부생", "대학원생", "관계없", "상관없"}
)  # fmt: skip


def altered_from(statement: str, provision: str, known: str) -> str:
    """The sentence of a provision of which the statement changes one thing; empty where there is none.

    `known` is what question and answer say around the statement.
    """
    nearest = nearest_sentence(statement, provision)
    is_altered = (
        _joins_otherwise(statement, nearest, provision)
        or _takes_the_part(statement, nearest)
        or _pays_another(statement, nearest)
        or _takes_as_enough(statement, nearest, known)
        or _one_for_each(statement, nearest)
        or _is_likened(statement, nearest)
        or _drops_the_brackets(statement, nearest, known)
        or _drops_the_case(statement, provision, known)
        or may_for_is(statement, provision)
        or _is_of_another_item(nearest, provision, f"{statement} {known}")
        or _names_another(statement, nearest)
        or _drops_the_count(statement, nearest, f"{statement} {known}")
        or _is_of_other_years(nearest, f"{statement} {known}")
    )
    return nearest.strip() if is_altered else ""


def _joins_otherwise(statement: str, nearest: str, provision: str) -> bool:
    """혼인하거나 27세 이상 for 27세 이상이고 혼인한, and the reverse; of an item, which is not nearest, both sides have to be the same."""
    for said, ruled in ((_OR, _BOTH), (_BOTH, _OR)):
        for found in said.finditer(statement):
            sides = _sides(found)
            if any(_sides(one)[1] == sides[1] for one in said.finditer(provision)):
                continue
            if any(_sides(one)[1] == sides[1] for one in ruled.finditer(nearest)) or any(
                _sides(one) in (sides, sides[::-1]) for one in ruled.finditer(provision)
            ):
                return True
    return False


def _sides(found: re.Match[str]) -> tuple[str, str]:
    return found["left"][:_ALIKE], found["right"][:_ALIKE]


def _takes_the_part(statement: str, nearest: str) -> bool:
    """위원회가 총장의 의결을 거쳐 for 위원회의 의결을 거쳐 총장이."""
    for found in _THROUGH.finditer(nearest):
        whose, what = found["whose"], found["what"]
        for other in _THROUGH.finditer(statement):
            if other["what"] != what or other["whose"] == whose or other["whose"] not in nearest:
                continue
            if re.search(rf"{re.escape(whose)}[이가은는]\s", statement):
                return True
    return False


def _pays_another(statement: str, nearest: str) -> bool:
    """보내는 비용은 이용자가 for 보내는 비용은 도서관이, where the provision has both."""
    ruled = {compact(one["what"]): one["who"] for one in _PAYS.finditer(nearest)}
    holders = set(ruled.values())
    return any(
        (who := ruled.get(compact(one["what"]))) and who != one["who"] and one["who"] in holders
        for one in _PAYS.finditer(statement)
    )


def _takes_as_enough(statement: str, nearest: str, known: str) -> bool:
    """합격하면 됩니다, where the provision goes on 합격하고 … 이상이어야 한다."""
    for found in _ENOUGH.finditer(statement):
        stem = found["stem"]
        further = re.search(rf"{re.escape(stem)}(?:고|며)\s(?P<more>.+야\s?한다)", nearest)
        if further and not _is_told(further["more"], f"{statement} {known}"):
            return True
    return False


def _is_told(words: str, known: str) -> bool:
    first = next(iter(_NAME.findall(words)), words.split(maxsplit=1)[0])
    return _PARTICLE.sub("", first) in compact(known)


def _one_for_each(statement: str, nearest: str) -> bool:
    """교원 중 어느 1명 for 교원 각 1명."""
    each = {compact(one["count"]) for one in _FOR_EACH.finditer(nearest)}
    return "각" not in statement and any(
        compact(one["count"]) in each for one in _ONE_OF.finditer(statement)
    )


def _is_likened(statement: str, nearest: str) -> bool:
    """What a sentence says of one as of another, where the provision compares nobody."""
    return bool(_LIKE.search(statement)) and not _LIKE.search(nearest)


def _drops_the_brackets(statement: str, nearest: str, known: str) -> bool:
    """교내장학금 of all kinds, where the provision has (이삭장학금에 한정한다)."""
    said = compact(f"{statement} {known}")
    return any(
        not any(word in said for word in _NAME.findall(found["to"]) or [compact(found["to"])])
        for found in _LIMITED.finditer(nearest)
    )


def _drops_the_case(statement: str, provision: str, known: str) -> bool:
    """What "이 경우" says of who received three terms or more, told of everybody."""
    said, before = words_in(statement), ""
    for sentence in SENTENCE.findall(provision):
        words = words_in(sentence) - _OF_THE_CASE
        is_told = _IN_THIS_CASE.match(sentence) and 3 * len(words & said) >= 2 * len(words) > 0
        whom = _OF_WHOM.match(before) if is_told else None
        # Who names nobody goes on about whom he has told of.
        if whom and len(words_in(whom[0]) & said) >= _ALIKE:
            told = quantities(f"{statement} {known}")
            if any(not any(map(one.same_amount, told)) for one in quantities(whom[0])):
                return True
        before = sentence.strip()
    return False


def _is_of_another_item(nearest: str, provision: str, said: str) -> bool:
    """What the provision says of those of its first item, 제1항제1호에 따라 하선한 학생, where nothing is said that the item has."""
    whom = _WHOM.match(nearest)
    numbers = _BY_ITEM.findall(whom["whom"]) if whom else []
    items = [found[1] for one in numbers for found in _ITEMS.finditer(provision) if found[2] == one]
    words = {one for item in items for one in words_in(item) - _OF_ANYBODY if len(one) > 1}
    return bool(words) and not any(one in said for one in words)


def _drops_the_count(statement: str, nearest: str, said: str) -> bool:
    """기한을 넘긴 적이 있으면, where the provision has 2회 이상 기한을 넘긴 학생은, and nobody has told how often."""
    for found in _SO_OFTEN.finditer(nearest):
        count = found["count"]
        often = (
            rf"(?<!\d){count}\s?(?:회|번|차례)|{_COUNTED.get(count, count)}\s?(?:번|차례)|거듭|반복"
        )
        if f" {found['verb']}" in statement and not re.search(often, said):
            return True
    return False


def _names_another(statement: str, nearest: str) -> bool:
    """이슬관의 이슬시간은, where the provision has 달그림자관의 이슬시간은; 지급형으로 지급, where it has 감면형으로: a name of the same kind in its place."""
    if "|" in nearest or 2 * len(words_in(statement) & words_in(nearest)) < len(
        words_in(statement)
    ):
        return False
    said, ruled = compact(statement), compact(nearest)
    others = [one for one in _IN_ITS_PLACE.finditer(nearest) if one["name"] not in said]
    return any(
        _is_like(one["name"], other["name"])
        and _PLACES[one["particle"]] == _PLACES[other["particle"]]
        and one["next"] == other["next"]
        for one in _IN_ITS_PLACE.finditer(statement)
        if one["name"] not in ruled
        for other in others
    )


def _is_like(name: str, other: str) -> bool:
    """Whether two names are of one kind, by how they end or begin; what says somebody at all is no name."""
    if {name, other} & _ANYBODY:
        return False
    return name[-1] == other[-1] or name[:_ALIKE] == other[:_ALIKE]


def _is_of_other_years(nearest: str, said: str) -> bool:
    """What a transitional measure says of those of some years, 2022학년도 이전 입학자는 …에도 불구하고, where nobody has told of such a year."""
    found = _OF_YEARS.search(nearest) if _TRANSITIONAL.search(nearest) else None
    if found is None:
        return False
    limit, told = int(found["year"]), [int(one) for one in _A_YEAR.findall(said)]
    told += [_CENTURY + int(one) for one in _A_CLASS.findall(said)]
    if found["side"] in _UP_TO:
        return not any(year <= limit for year in told)
    return not any(year >= limit if found["side"] else year == limit for year in told)


def leaves_out_whom(statement: str, provision: str, known: str) -> str:
    """What only some are forbidden told of everybody, or of all 제적된 사람 what is said of those by 제16조제4호; empty where neither.

    Of a statement that is proved: words that the proof could explain are no others.
    """
    nearest = nearest_sentence(statement, provision)
    if _CASE_OF_ITEM.search(nearest) and not _ITEM.search(statement):
        return nearest.strip()
    found = _WHOM.match(nearest)
    if found is None or _OF_ITEMS.search(found["whom"]):
        return ""
    if _ITEM.search(found["whom"]):
        return "" if _ITEM.search(statement) else nearest.strip()
    words = words_in(found["whom"]) - _OF_ANYBODY
    is_general = words and words.isdisjoint(words_in(f"{statement} {known}"))
    return nearest.strip() if is_general and _NOT_ALLOWED.search(nearest) else ""
