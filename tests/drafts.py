"""A regulation as a draft, and what curators do with it."""

from __future__ import annotations

from datetime import date

from django.utils import timezone

from portal.accounts.models import User
from regulations.curation.editing import ProvisionWords, provision_edit, provision_find, words_of
from regulations.importing.files import regulation_import
from regulations.models import Article, RegulationVersion
from regulations.publishing.versions import version_publish
from regulations.text.parser import parse_regulation

WHOLE = """
제1조(목적) 이 규정은 사물함의 이용을 정한다.
제2조(배정) ① 사물함은 다음 각 호의 순서로 배정한다.
1. 졸업 학년
가. 휴학하지 아니한 사람
2. 그 밖의 학생
② 배정은 학기마다 한다.
제3조(반납) 학기가 끝나면 비운다.
부칙
이 규정은 2025년 3월 1일부터 시행한다.
[별표 1] 요금
| 크기 | 금액 |
|---|---|
| 큰 것 | 1만 원 |
"""
WITH_GAP = "제1조(목적) 사물함의 이용을 정한다.\n제3조(반납) 학기가 끝나면 비운다.\n"


REASON = "파일을 잘못 읽음"


def draft(
    text: str = WHOLE,
    *,
    title: str = "사물함 규정",
    by: User | None = None,
    day: date | None = None,
) -> RegulationVersion:
    imported = regulation_import(
        parsed=parse_regulation(text, title=title),
        source_name="사물함.txt",
        source_sha256=f"{len(text)}{day}",
        enforcement_date=day or date(2025, 3, 1),
        created_by=by,
    )
    return imported.version


def publish(version: RegulationVersion, **options: object) -> RegulationVersion:
    return version_publish(version=version, now=timezone.now(), **options)  # type: ignore[arg-type]


def change(version: RegulationVersion, key: str, *, reason: str = REASON, **fields: object) -> None:
    before = words_of(provision_find(version=version, locator_key=key))
    values = {"text": before.text, "title": before.title, "marks": before.marks} | fields
    words = ProvisionWords(**values)  # type: ignore[arg-type]
    provision_edit(
        version=version,
        locator_key=key,
        words=words,
        seen_digest=before.digest,
        by=None,
        reason=reason,
    )


def full_text(version: RegulationVersion, number: int) -> str:
    return Article.objects.get(version=version, number=number, addenda=None).full_text


# -- reasons ----------------------------------------------------------------------------------------------------------
