"""Changes of one fact in a sentence of a regulation, after which it is false: the fault operators of the grid."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from random import Random

from lab.grid.changes import (
    CHANGES,
    change_limit,
    change_number,
    change_unit,
)
from regulations.text.particles import fitting_particle

Fault = Callable[[str, Random, Sequence[str]], str | None]

_CONDITION = re.compile(
    r"(?:(?<=\s)|^)(?:[가-힣·]+\s){0,3}[가-힣]+(?:[한된는은인]|[가-힣]ㄴ)\s(?:경우|때)(?:에는|에|는)?,?\s"
)
_DOERS = ("총장", "학장", "처장", "학과장", "관장", "원장", "지도교수", "교무위원회")
_ADDED = (
    "총장의 승인을 받은 경우에는 ",
    "성적이 우수한 경우에 한하여 ",
    "부득이한 사유가 있는 때에만 ",
    "보증인이 있으면 ",
)


def _simple(change: Callable[[str, Random], str | None]) -> Fault:
    return lambda sentence, random, _others: change(sentence, random)


def _replaced(pairs: Sequence[tuple[str, str]]) -> Fault:
    """Exchange one of some words for another, where it stands."""

    def changed(sentence: str, random: Random, _others: Sequence[str]) -> str | None:
        found = [
            (match, other) for pattern, other in pairs for match in re.finditer(pattern, sentence)
        ]
        if not found:
            return None
        match, other = random.choice(found)
        return sentence[: match.start()] + match.expand(other) + sentence[match.end() :]

    return changed


def _condition_dropped(sentence: str, _random: Random, _others: Sequence[str]) -> str | None:
    match = _CONDITION.search(sentence)
    if match is None or len(sentence) - (match.end() - match.start()) < 14:
        return None
    return sentence[: match.start()] + sentence[match.end() :]


def _after_topic(sentence: str, added: str) -> str:
    match = re.match(r"[^,.]{2,24}?[가-힣](?:은|는) ", sentence)
    place = match.end() if match else 0
    return sentence[:place] + added + sentence[place:]


def _condition_added(sentence: str, random: Random, _others: Sequence[str]) -> str | None:
    return _after_topic(sentence, random.choice(_ADDED))


def _proviso_denied(sentence: str, random: Random, _others: Sequence[str]) -> str | None:
    return _after_topic(sentence, random.choice(("예외 없이 ", "어떠한 경우에도 ", "언제나 ")))


def _widened(sentence: str, _random: Random, _others: Sequence[str]) -> str | None:
    match = re.search(
        r"(?P<head>(?:[가-힣]+(?:한|은|는|된|인)\s)+)(?=(?:자|사람|학생|교원|직원|경우)(?:는|은|에게는|에는)\s)",
        sentence,
    )
    if match:
        return f"{sentence[: match.start()]}모든 {sentence[match.end() :]}"
    return f"누구나 {sentence}"


_NO_NOUNS = (
    "함",
    "음",
    "있어서",
    "에",
    "에게",
    "하려",
    "되",
    "으로",
    "에서",
    "중",
    "하",
    "한",
    "관하여",
    "대하여",
    "인하여",
    "위하여",
    "통하여",
    "대해서",
    "경우",
    "규정",
)


def _exchanged_parts(sentence: str, _random: Random, _others: Sequence[str]) -> str | None:
    """The doer and the one it is done to change places."""
    match = re.search(
        r"(?P<a>[가-힣]{2,8})(?P<pa>은|는|이|가) (?!(?:때|경우|자|날|사람|학생)(?:[은는이가에의]|에는)? )(?P<mid>(?:[가-힣]+ ){0,3})(?P<b>[가-힣]{2,8})(?P<pb>에게|을|를)(?= )",
        sentence,
    )
    if (
        match is None
        or match["a"] == match["b"]
        or match["a"].endswith(_NO_NOUNS)
        or match["b"].endswith(_NO_NOUNS)
    ):
        return None
    pa = fitting_particle(match["b"], match["pa"])
    pb = fitting_particle(match["a"], match["pb"])
    return (
        sentence[: match.start()]
        + f"{match['b']}{pa} {match['mid']}{match['a']}{pb}"
        + sentence[match.end() :]
    )


def _other_doer(sentence: str, random: Random, _others: Sequence[str]) -> str | None:
    found = [
        doer for doer in _DOERS if re.search(rf"(?<![가-힣]){doer}(?=[은는이가의에])", sentence)
    ]
    if not found:
        return None
    chosen = random.choice(found)
    other = random.choice([doer for doer in _DOERS if doer != chosen and doer not in sentence])
    return re.sub(
        rf"(?<![가-힣]){chosen}(?P<p>은|는|이|가|의|에)",
        lambda m: other + fitting_particle(other, m["p"]),
        sentence,
        count=1,
    )


def _neighbour_number(sentence: str, random: Random, others: Sequence[str]) -> str | None:
    pattern = re.compile(
        r"(?<![제\d.,])(?P<number>\d+)(?P<unit>일|년|개월|학점|회|명|학기|시간|주)"
    )
    mine = list(pattern.finditer(sentence))
    if not mine:
        return None
    match = random.choice(mine)
    numbers = sorted(
        {
            m["number"]
            for other in others
            for m in pattern.finditer(other)
            if m["unit"] == match["unit"]
        }
        - {match["number"]}
    )
    if not numbers:
        return None
    return (
        sentence[: match.start("number")] + random.choice(numbers) + sentence[match.end("number") :]
    )


def _item_exchanged(sentence: str, random: Random, others: Sequence[str]) -> str | None:
    """One item of a list becomes an item of another list."""
    pattern = re.compile(
        r"(?<=[,·및] )(?P<item>[가-힣]{2,8})(?=,| 및| 또는|[은는이가을를의])|(?<=또는 )(?P<last>[가-힣]{2,6}?)(?=[을를은는의에])"
    )
    mine = list(pattern.finditer(sentence))
    pool = sorted(
        {m.group() for other in others for m in pattern.finditer(other)} - {m.group() for m in mine}
    )
    pool = [word for word in pool if word not in sentence]
    if not mine or not pool:
        return None
    match = random.choice(mine)
    return sentence[: match.start()] + random.choice(pool) + sentence[match.end() :]


def _object_exchanged(sentence: str, random: Random, others: Sequence[str]) -> str | None:
    pattern = re.compile(r"(?<![\d가-힣])(?P<noun>[가-힣]{2,8})(?P<p>을|를)(?= [가-힣]+[하되받제])")
    mine = pattern.search(sentence)
    if mine is None:
        return None
    found = {match["noun"] for other in others for match in pattern.finditer(other)}
    pool = sorted(
        noun for noun in found if noun not in sentence and not noun.endswith(mine["noun"])
    )
    if not pool:
        return None
    noun = random.choice(pool)
    particle = fitting_particle(noun, mine["p"])
    return sentence[: mine.start()] + noun + particle + sentence[mine.end() :]


def _only_added(sentence: str, random: Random, _others: Sequence[str]) -> str | None:
    found = list(re.finditer(r"(?<=[가-힣])(?P<p>을|를|에게|에서|으로|로)(?=\s)", sentence))
    if not found:
        return None
    match = random.choice(found)
    kept = match["p"] if match["p"] not in ("을", "를") else ""
    return f"{sentence[: match.start()]}{kept}만{sentence[match.end() :]}"


FAULTS: Mapping[str, Fault] = {
    "polarity": _simple(CHANGES["polarity"]),
    "modality": _simple(CHANGES["modality"]),
    "number": _simple(change_number),
    "unit": _simple(change_unit),
    "limit": _simple(change_limit),
    "and/or": _replaced(((r" 및 ", " 또는 "), (r" 또는 ", " 및 "), (r"하거나 ", "하고 "), (r"이거나 ", "이고 "), (r"(?<=[가-힣])하고,? (?=[가-힣]+(?:을|를) )", "하거나 "))),
    "condition dropped": _condition_dropped,
    "condition added": _condition_added,
    "proviso denied": _proviso_denied,
    "parts exchanged": _exchanged_parts,
    "only added": _only_added,
    "only dropped": _replaced(((r"에 한하여", "에도"), (r"에만 ", "에도 "), (r"만을 ", "도 "), (r"(?<=[가-힣])만 (?=[가-힣])", "도 "), (r"경우에 한정하여", "경우에도"))),
    "time order": _replaced(((r"(?<=[일월년기]) ?전(?=까지|에)", " 후"), (r" 후(?=에| )", " 전"), (r"이전(?=에|까지)", "이후"), (r"이후(?=에|부터)", "이전"), (r"하기 전에", "한 후에"), (r"한 후(?=에| )", "하기 전"))),
    "item exchanged": _item_exchanged,
    "neighbour's number": _neighbour_number,
    "scope widened": _widened,
    "other doer": _other_doer,
    "object exchanged": _object_exchanged,
    "part and all": _replaced(((r"일부", "전부"), (r"전부", "일부"), (r"전액", "일부"), (r"모두 ", "일부 "), (r"각각 ", "함께 "), (r"매년", "매월"), (r"매 ?학기", "매년"))),
    "condition denied": _replaced(((r"하는 경우", "하지 않는 경우"), (r"한 경우", "하지 않은 경우"), (r"하지 아니한 ", "한 "), (r"한 (?=자[는가])", "하지 아니한 "), (r"있는 (?=경우|때|자)", "없는 "), (r"없는 (?=경우|때|자)", "있는 "))),
    "may to plain duty": _replaced(((r"할 수 있다(?=\.)", "하여야 한다"), (r"하여야 한다(?=\.)", "하지 아니할 수 있다"))),
    "topic exchanged": lambda sentence, random, _others: re.sub(r"^(?:학생|재학생|교원|직원|휴학생|장학생|관생|이용자|대학원생)(?=[은는이가] )", random.choice(["졸업생", "강사"]), sentence, count=1) if re.match(r"^(?:학생|재학생|교원|직원|휴학생|장학생|관생|이용자|대학원생)[은는이가] ", sentence) else None,
}  # fmt: skip
