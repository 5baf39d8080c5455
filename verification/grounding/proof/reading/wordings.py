"""Ways of saying that take more than one word, brought to one form before a sentence is read."""

from __future__ import annotations

import re
import unicodedata

_WORDINGS: tuple[tuple[str, str], ...] = (
    (r"나누어\s*(?:납부|내)(?=[가-힣])", "분할납부하"),
    (r"나눠\s*(?:납부하|내)", "분할납부하"),
    (r"신\(편\)입생|신\s?[ㆍ·]\s?편입생", "신입생·편입생"),
    (r"신\s?[ㆍ·]\s?편입학", "신입학·편입학"),
    (r"(?<=[가-힣])\(편\)", "·편"),
    (r"제한(?:이|은|도)\s*없", "제한을 두지 않"),
    (r"제한(?:이|은|도)?\s*적용되지\s*(?:않|아니)", "제한을 받지 않"),
    (r"제한(?:과는|과)\s*관계가?\s*없", "제한을 받지 않"),
    (r"제한에서\s*제외", "제한을 받지 않는 것으로"),
    (r"1\s*/\s*(\d)\s*선", r"\1분의 1 선"),
    (r"못\s*미치", "미달하"),
    (r"전과(?=[할하한함해])", "전과를 "),
    (r"학기마다|매학기", "매 학기"),
    (r"해마다|매해", "매년"),
    (r"달마다|매달|다달이", "매월"),
    (r"에게서", "으로부터"),
    (r"으로 하나,?\s", "으로 하지만 "),
    (r"그해", "해당 연도"),
    (r"에\s*대하여는|에\s*대해서는", "에게는"),
    (r"에\s*있어서(?:는|의)?", "의"),
    (r"(?<=[가-힣])에\s*(?:한하여|한해서?|한정하여|한정해서?)\s", "만 "),
    (r"(?<=[가-힣])에\s*(?:한하는|한정하는)\s", "만으로 하는 "),
    (r"(?<=[가-힣])에\s*(?:한한다|한합니다|한해요|한정한다|한정합니다|한정해요)", "만으로 한다"),
    (r"^\s*자는(?=\s)", "사람은"),
    (r"^\s*자가(?=\s)", "사람이"),
    (r"^\s*자에게", "사람에게"),
    (r"지\s*않는\s*(?:것이|게)\s*원칙", "지 않는 것이 원칙"),
    (r"(?:는|은|ㄹ|을|할|한|인|된|있는|없는) 게 (?=원칙|기본|가능|허용|금지)", "는 것이 "),
    (r"기본(?:이에요|입니다|이다)", "원칙이다"),
    (r"보다\s*많은", "을 초과하는"),
    (r"재수행|재 수행", "다시 수행"),
)  # fmt: skip
_COMPILED = tuple((re.compile(pattern), other) for pattern, other in _WORDINGS)


def plain_wording(text: str) -> str:
    """The text with such ways of saying in their plain form, in NFC."""
    text = unicodedata.normalize("NFC", text)
    for pattern, other in _COMPILED:
        text = pattern.sub(other, text)
    return text
