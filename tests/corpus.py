"""A small invented corpus for tests: regulations given as text, published and searchable."""

from __future__ import annotations

import hashlib
import time
from datetime import date

from django.utils import timezone

from regulations.importing.files import regulation_import
from regulations.models import Department, RegulationVersion
from regulations.publishing.versions import version_publish
from regulations.search.index.building import embed_pending, index_version, refresh_statistics
from regulations.text.parser import parse_regulation

IN_FORCE = date(2025, 3, 1)
TODAY = date(2026, 3, 2)

SCHOOL_REGULATIONS = """
제1조(목적) 이 학칙은 가온대학교의 학사에 관한 사항을 정함을 목적으로 한다.
제24조(등록) 학생은 매학기 소정의 기간에 등록하여야 한다.
제25조(휴학)
① 휴학하려는 학생은 휴학원을 제출하여 총장의 허가를 받아야 한다.
② 휴학기간은 통산하여 3년(6학기)을 초과할 수 없다. 다만, 병역 의무를 위한 휴학기간은 이에 포함하지 아니한다.
③ 신입생은 첫 학기에 휴학할 수 없다. 다만, 다음 각 호의 어느 하나에 해당하면 그러하지 아니하다.
1. 4주 이상의 진단을 받은 질병
2. 임신, 출산 및 육아
제26조(복학) 휴학생은 휴학기간이 끝나는 학기의 개시일 전까지 복학원을 제출하여야 한다.
제27조 삭제 <2024. 2. 20.>
제28조(자퇴) 자퇴하려는 학생은 학부모와 연서한 자퇴원을 제출하여야 한다.
부칙
제1조(시행일) 이 학칙은 2025년 3월 1일부터 시행한다.
"""

TUITION = """
제1조(목적) 이 규정은 등록금의 납부와 반환에 관한 사항을 정함을 목적으로 한다.
제4조(납부기한) 등록금은 매학기 개시일 전 14일까지 납부하여야 한다. 다만, 총장이 인정한 경우에는 개시일부터 30일까지 납부할 수 있다.
제5조(분할납부) 등록금은 4회 이내로 나누어 납부할 수 있다.
"""


def given_regulation(
    title: str,
    text: str,
    *,
    enforcement_date: date = IN_FORCE,
    department: str = "",
    embed: bool = False,
) -> RegulationVersion:
    """Import, publish and index a regulation, by words only unless asked; the text is what a plain text file holds."""
    imported = regulation_import(
        parsed=parse_regulation(text, title=title),
        source_name=f"{title}.txt",
        source_sha256=hashlib.sha256(f"{title}{enforcement_date}{text}".encode()).hexdigest(),
        enforcement_date=enforcement_date,
    )
    version = version_publish(
        version=imported.version, now=timezone.now(), loss_reason="시험에 쓰는 발췌입니다."
    )
    if department:
        owner, _created = Department.objects.get_or_create(name=department, phone="041-555-0100")
        version.regulation.owner_department = owner
        version.regulation.save()
    index_version(version_id=version.pk)
    refresh_statistics()
    if embed:
        _embed(version)
    return version


def _embed(version: RegulationVersion) -> None:
    """Compute its vectors; a process that an earlier test has killed may hold the lock of embedding for a moment."""
    until = time.monotonic() + 30
    while embed_pending(seconds=60, version_id=version.pk) is None:
        assert time.monotonic() < until, "another process keeps the lock of embedding"
        time.sleep(0.05)


def given_corpus(*, embed: bool = False) -> None:
    """The regulations that most tests of asking and checking need."""
    given_regulation("학칙", SCHOOL_REGULATIONS, department="학사지원팀", embed=embed)
    given_regulation("등록금에 관한 규정", TUITION, embed=embed)
