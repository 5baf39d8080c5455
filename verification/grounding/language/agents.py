"""Who does, decides or approves: offices and bodies named in a text, and their part in it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from verification.grounding.language.analysis import TextAnalysis

_OFFICE = re.compile(
    r"[가-힣A-Za-z·]{0,14}?(?:총장|학장|처장|원장|교장|장관|청장|시장|군수|구청장|도지사|위원장|이사장|의장|관장|센터장|소장|단장|부장|과장|실장|국장|"
    r"기관장|단체장|사령관|참모총장|학과장|부총장|교육감|대통령|국무총리|위원회|이사회|평의원회|교수회|교무회의|총회|의회|협의회|심의회|법원|"
    r"지도교수|담당교수|교수|강사|조교|교원|교사|직원|교직원|위원|이사|감사|학생회|대학원|학부모|보호자|학생|졸업생|재학생|휴학생|신입생|편입생|유학생|"
    r"교육부|국방부|행정안전부|기획재정부|보건복지부|고용노동부|교육청|경찰청|지방자치단체|국가|공단|공사|재단|진흥원|연구원|교육원|학교법인|설립자|경영자|임용권자|징계권자|채무자|신청인|청구인|"
    r"[가-힣]{1,8}의\s?장|부서장|담당자|책임자|팀장|본부장|도서관장|생활관장|사감|관리자|당사자|피해자|대리인|장학생|연구자)"
    r"(?=(?P<particle>이|가|은|는|께서|에게|에서|의|을|를|과|와|도|만|이나|으로|로|에|,|\s|\)|$))"
)
_SUBJECT_PARTICLES = frozenset({"이", "가", "은", "는", "께서", "에서", "만", "도"})


@dataclass(frozen=True, slots=True)
class OfficeMention:
    """An office or body; ``acting`` when it is the subject of its clause."""

    name: str
    acting: bool
    start: int
    end: int


def agents(analysis: TextAnalysis) -> tuple[OfficeMention, ...]:
    """Find the offices and bodies of a text."""
    return tuple(
        OfficeMention(
            re.sub(r"\s", "", match.group()),
            match["particle"] in _SUBJECT_PARTICLES,
            match.start(),
            match.end(),
        )
        for match in _OFFICE.finditer(analysis.text)
        if match.start() == 0 or not "가" <= analysis.text[match.start() - 1] <= "힣"
    )
