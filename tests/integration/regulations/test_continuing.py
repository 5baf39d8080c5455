"""What publishing and taking back do to the regulation itself: its names, its head, its state."""

from __future__ import annotations

from datetime import date

import pytest

from regulations.importing.files import regulation_import
from regulations.models import Department, Regulation, RegulationVersion
from regulations.publishing.continuing import regulation_continue
from regulations.publishing.withdrawing import version_withdraw
from regulations.text.parser import parse_regulation
from tests.drafts import draft, publish

pytestmark = pytest.mark.django_db

State = RegulationVersion.State
TEXT = "제1조(목적) 이 지침은 사물함의 이용을 정한다.\n제2조(배정) 사물함은 {} 배정한다.\n"


def with_head(year: int, *, office: str, category: str = "생활") -> RegulationVersion:
    """A draft whose head names its office and its category."""
    text = (
        f"---\n제목: 실습실 이용 규정\n소관부서: {office}\n분류: {category}\n시행일자: {year}-03-01\n---\n"
        f"제1조(목적) {year}년의 이용을 정한다.\n"
    )
    parsed = parse_regulation(text, title="실습실 이용 규정")
    return regulation_import(parsed=parsed, source_name="a.md", source_sha256=str(year)).version


def taken_back(version: RegulationVersion) -> Regulation:
    version_withdraw(version=version, by=None, reason="잘못 게시")
    return Regulation.objects.get(pk=version.regulation_id)


def test_the_former_name_comes_back_with_the_last_version_that_has_the_new_one() -> None:
    former = publish(draft()).regulation
    Regulation.objects.filter(pk=former.pk).update(category="생활")
    former.refresh_from_db()
    kind, first = (
        former.kind,
        draft(TEXT.format("해마다"), title="보관함 지침", day=date(2026, 3, 1)),
    )
    second = draft(TEXT.format("학기마다"), title="보관함 지침", day=date(2027, 3, 1))
    Regulation.objects.filter(pk=first.regulation_id).update(category="시설")
    regulation_continue(former=former, draft=first, by=None)
    for version in (first, second):
        version.refresh_from_db()
        publish(version)
    named = Regulation.objects.get(pk=former.pk)
    assert (named.title, named.category, named.kind == kind) == ("보관함 지침", "시설", False)

    second.refresh_from_db()
    assert taken_back(second).title == "보관함 지침"
    first.refresh_from_db()
    given = taken_back(first)
    assert (given.title, given.category, given.kind) == ("사물함 규정", "생활", kind)


def test_a_draft_changes_nothing_that_readers_see_and_publishing_it_does() -> None:
    regulation = publish(with_head(2024, office="실습지원팀"), loss_reason="-").regulation
    corrected = Department.objects.create(name="학사지원팀")
    Regulation.objects.update(owner_department=corrected, category="학사")

    same = with_head(2025, office="실습지원팀")
    publish(same, loss_reason="-")
    regulation.refresh_from_db()
    # The head says what it said before: what the office set by hand stays.
    assert (regulation.owner_department, regulation.category) == (corrected, "학사")

    other = with_head(2026, office="시설관리팀")
    regulation.refresh_from_db()
    assert regulation.owner_department == corrected
    publish(other, loss_reason="-")
    regulation.refresh_from_db()
    assert regulation.owner_department == Department.objects.get(name="시설관리팀")
    assert regulation.category == "학사"


def test_taking_back_the_correction_of_a_repealed_text_leaves_it_repealed() -> None:
    repealed = draft()
    repealed.report |= {"is_repealed": True}
    repealed.save()
    publish(repealed)
    repealed.refresh_from_db()
    assert repealed.state == State.REPEALED
    correction = publish(draft(TEXT.format("해마다")), correction_reason="폐지가 아님")

    taken_back(correction)

    repealed.refresh_from_db()
    assert repealed.state == State.REPEALED
