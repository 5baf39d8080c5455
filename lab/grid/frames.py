"""Ways to say a sentence of a regulation so that its meaning stays: the frames of the grid."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from lab.grid.changes import politely
from verification.grounding.facts.stances import Predicate, Stance, predicate_of

Frame = Callable[[str], str | None]

_NATIVE = {"1": "한", "2": "두", "3": "세", "4": "네", "5": "다섯", "6": "여섯"}


def _plain(sentence: str) -> str:
    return sentence.rstrip(". ")


def _casually(sentence: str) -> str | None:
    polite = politely(sentence).rstrip(".")
    for ending, other in (
        ("하여야 합니다", "해야 해요"),
        ("있습니다", "있어요"),
        ("없습니다", "없어요"),
        ("합니다", "해요"),
        ("됩니다", "돼요"),
        ("않습니다", "않아요"),
        ("입니다", "이에요"),
    ):
        if polite.endswith(ending):
            return polite.removesuffix(ending) + other + "."
    return None


def _wording(number: int) -> Frame:
    def framed(sentence: str) -> str | None:
        found = predicate_of(sentence)
        if found is None or (found.stance in (Stance.STATE, Stance.DENY) and number > 3):
            return None
        return _said(found, number)

    return framed


def _said(found: Predicate, number: int) -> str | None:
    text = found.said(found.stance, number)
    # "지급하는 것은 금지되지 않습니다" keeps no "은" apart; a doubled topic is no Korean.
    return None if "  " in text else text


def _around(before: str, after: str = "") -> Frame:
    def framed(sentence: str) -> str | None:
        said = politely(sentence)
        if said == sentence:
            return None
        return f"{before}{said.rstrip('. ')}{after}."

    return framed


def _reported(after: str, before: str = "") -> Frame:
    return lambda sentence: f"{before}{_plain(sentence)}{after}."


def _to_attribute(after: str) -> Frame:
    """ "…한다" as "…하는 것으로 되어 있습니다"."""

    def framed(sentence: str) -> str | None:
        body = _plain(sentence)
        for ending, other in (
            ("하여야 한다", "하여야 하는"),
            ("할 수 있다", "할 수 있는"),
            ("할 수 없다", "할 수 없는"),
            ("아니한다", "아니하는"),
            ("않는다", "않는"),
            ("한다", "하는"),
            ("된다", "되는"),
            ("둔다", "두는"),
        ):
            if body.endswith(ending):
                return f"{body.removesuffix(ending)}{other}{after}."
        return None

    return framed


def _purposed(after: str) -> Frame:
    """ "…하여야 한다" as "…하도록 되어 있습니다"."""

    def framed(sentence: str) -> str | None:
        body = _plain(sentence)
        for ending in ("하여야 한다", "한다"):
            if (
                body.endswith(ending) and not body.endswith(("아니한다", "못한다", "야 한다"))
            ) or body.endswith("하여야 한다"):
                return (
                    f"{body.removesuffix('하여야 한다').removesuffix('한다')}하도록 {after}."
                    if not body.endswith("아니한다")
                    else None
                )
        return None

    return framed


def _reworded(pattern: str, other: str | Callable[[re.Match[str]], str]) -> Frame:
    compiled = re.compile(pattern)

    def framed(sentence: str) -> str | None:
        changed = compiled.sub(other, sentence)
        return politely(changed) if changed != sentence else None

    return framed


def _native(match: re.Match[str]) -> str:
    return f"{_NATIVE[match['n']]} {match['unit']}"


def _share(match: re.Match[str]) -> str:
    return f"{match['share']}%"


FRAMES: Mapping[str, Frame] = {
    "same": lambda sentence: sentence,
    "polite": _around(""),
    "casual": _casually,
    **{f"wording {number}": _wording(number) for number in range(8)},
    "다고 정하고": _reported("고 정하고 있습니다"),
    "다고 규정하고": _reported("고 규정하고 있습니다"),
    "다고 명시되어": _reported("고 명시되어 있습니다"),
    "다고 되어": _reported("고 되어 있어요"),
    "다고 나와": _reported("고 나와 있습니다"),
    "다는 점": _reported("는 점이 명시되어 있습니다"),
    "다는 내용": _reported("는 내용이 규정되어 있습니다"),
    "다고 보시면": _reported("고 보시면 됩니다"),
    "다는 뜻": _reported("는 뜻입니다"),
    "다고 합니다": _reported("고 합니다"),
    "것으로 되어": _to_attribute(" 것으로 되어 있습니다"),
    "것으로 봅니다": _to_attribute(" 것으로 규정하고 있습니다"),
    "것입니다": _to_attribute(" 것입니다"),
    "도록 되어": _purposed("되어 있습니다"),
    "도록 정하고": _purposed("정하고 있습니다"),
    "도록 규정되어": _purposed("규정되어 있습니다"),
    "네,": _around("네, "),
    "따라서": _around("따라서 "),
    "참고로": _around("참고로 "),
    "결론부터": _around("결론부터 말씀드리면, "),
    "정리하면": _around("정리하면, "),
    "즉": _around("즉, "),
    "또한": _around("또한 "),
    "citation": _around("「학칙」 제26조제2항에 따르면 "),
    "bare citation": _around("학칙 제26조에 따라 "),
    "according": _around("규정에 따르면 "),
    "citation reports": _reported("고 정하고 있습니다", "「학칙」 제26조는 "),
    "citation inside": _reported("고 학칙 제26조제1항에서 규정하고 있습니다"),
    "marker": _around("", " [†1]"),
    "brackets": _around("", "(학칙 제26조제1항)"),
    "bold": lambda sentence: f"- **{politely(sentence).rstrip('.')}**.",
    "quotation": _reported('"라고 정하고 있습니다', '학칙 제26조에 따르면 "'),
    "native numbers": _reworded(
        r"(?<![\d.제,~])(?P<n>[1-6])\s?(?P<unit>명|개월|번|과목|학기)(?![\d가-힣]*째)",
        lambda m: f"{_NATIVE[m['n']]} {'달' if m['unit'] == '개월' else m['unit']}",
    ),
    "회 as 번": _reworded(
        r"(?<![\d.제])(?P<n>[1-6])회(?!의|차)", lambda m: f"{_NATIVE[m['n']]} 번"
    ),
    "percent": _reworded(r"100분의\s?(?P<share>\d+)", _share),
    "of hundred": _reworded(r"(?P<share>\d+)(?:퍼센트|%)", lambda m: f"100분의 {m['share']}"),
    "6 months": _reworded(r"6개월(?!\s*(?:이상|이하|미만))", "반년"),
    "이내 as 안": _reworded(r"(?<=[일월년간주])\s?이내에", " 안에"),
    "경우 as 때": _reworded(r"경우에는", "때에는"),
    "자 as 사람": _reworded(r"(?<=[한는은된을할]) 자는", " 사람은"),
    "하려는": _reworded(r"하고자 하는", "하려는"),
    "아니하": _reworded(r"아니하(?=[는고])", "않"),
    "아니한": _reworded(r"아니한(?=\s)", "않은"),
    "하여": _reworded(r"하여(?=\s)", "해"),
    "및 as 그리고": lambda sentence: (
        None
        if "또는" in sentence or sentence.count(" 및 ") != 1
        else politely(sentence.replace(" 및 ", ", 그리고 "))
    ),
    "또는 as 혹은": _reworded(r" 또는 ", " 혹은 "),
    "만료": _reworded(r"만료", "종료"),
    "제출": _reworded(r"제출하여야 한다", "내야 한다"),
    "매월": _reworded(r"매월", "다달이"),
    "recipient first": _reworded(
        r"(?<![와과가-힣] )(?<![가-힣])(?P<a>[가-힣]+[을를]) (?P<b>[가-힣]+에게) (?=[가-힣]+[하되])",
        r"\g<b> \g<a> ",
    ),
    "object first": _reworded(
        r"(?P<b>[가-힣]+에게) (?P<a>[가-힣]+[을를]) (?=[가-힣]+[하되])", r"\g<a> \g<b> "
    ),
    "의 left out": _reworded(r"(?<=장)의 (?=(?:승인|허가|추천|동의)을)", " "),
}
