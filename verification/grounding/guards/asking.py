"""What askers call what rules have a noun for: 돌아가셔서 for 사망. Pure."""

from __future__ import annotations

import re

_ASKED_AS = (
    (re.compile(r"돌아가[시셨신셔]|(?<![가-힣])상을 당|장례"), ("사망",)),
    (re.compile(r"할머니|할아버지|조부모"), ("가족", "조부모")),
    (re.compile(r"아버지|어머니|아빠|엄마|부모"), ("가족", "부모")),
    (re.compile(r"다[쳐쳤치친]|부러[져졌진]"), ("부상",)),
    (re.compile(r"아파(?!트)|아[팠프픈]|입원|수술"), ("질병",)),
    (re.compile(r"배\s?(?:를\s)?(?:타(?!적)|탔|탄)"), ("승선",)),
    (re.compile(r"군대|입대|전역"), ("병역", "군복무")),
    (
        re.compile(r"컨닝|커닝|(?:답|폰|휴대폰|책)\S{0,4}\s\S{0,4}\s?(?:보다가|봤|베)"),
        ("시험", "부정행위", "부정", "행위"),
    ),
    (
        re.compile(r"직장인|(?:회사|직장)\S{0,2}\s?(?:다니|다녀|다닙)|근무하"),
        ("재직", "재직자", "재직학생"),
    ),
    # Of graduate schools that have a name of their own all but these are 특수대학원.
    (
        re.compile(
            r"(?<=[가-힣])(?<!일반)(?<!전문)(?<!우리)(?<!학교)(?<!본교)(?<!타)(?<!대)대학원"
        ),
        ("특수대학원", "특수대학원생"),
    ),
    (re.compile(r"괴롭[혀힌히힘혔]"), ("괴롭힘",)),
)


def meant_by(question: str) -> tuple[str, ...]:
    """The nouns of rules that a question means by other words."""
    return tuple(noun for said, nouns in _ASKED_AS if said.search(question) for noun in nouns)
