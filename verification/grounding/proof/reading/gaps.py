"""Sentences that say two things with the words of one: each said in full."""

from __future__ import annotations

import re

_GAP = re.compile(
    r"(?:(?<=이상)|(?<=이하)|(?<=이내)|(?<=미만)|(?<=초과)|(?<=까지)|(?<=\d시부터)|(?<=[년월일회점명원배])), (?=(?:[가-힣·ㆍ]+\s?){1,3}[은는] )"
)
_EACH_CASE = re.compile(
    r"^(?P<topic>[^,]{2,24}?[은는] )?(?P<cases>[^,]+면 [^,]+?[을를](?:, [^,]+면 [^,]+?[을를])*, [^,]+면 [^,]+?[을를]) (?P<verb>[가-힣]+?)(?:하며|하고|한다)(?=,|$)"
)


def cases_of(sentence: str) -> list[str]:
    """ "3일까지 철회하면 전액을, 6일까지 철회하면 절반을 반환한다" says of each case what is done."""
    found = _EACH_CASE.match(sentence)
    if found is None:
        return []
    return [
        f"{found['topic'] or ''}{case} {found['verb']}한다" for case in found["cases"].split(", ")
    ]


def gapped(sentence: str) -> list[str]:
    """ "근신은 7일 이내, 유기정학은 14일 이내로 한다" states two limits."""
    pieces = _GAP.split(sentence)
    return pieces if len(pieces) > 1 else []


_PAIRED = re.compile(
    r"^(?P<head>.*[은는] )(?P<list>(?:[가-힣·]+ (?:[가-힣·]+ ){0,2}\d\S*?, ){1,5}[가-힣·]+ (?:[가-힣·]+ ){0,2}\d[\d만천백,.]*(?:[가-힣]{0,2}?))(?P<tail>(?:을|를|으로|로|이내|이하|이상|까지).*)$"
)


def paired(sentence: str) -> list[str]:
    """ "심사료는 석사 10만원, 박사 40만원으로 한다" says two things."""
    found = _PAIRED.match(sentence)
    if not found:
        return []
    return [f"{found['head']}{item}{found['tail']}" for item in found["list"].split(", ")]
