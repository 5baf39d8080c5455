"""A second volume of an invented university: renamed, repealed, gone, corrected, moved; and the pages that say so."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from regulations.importing.uploads import upload_create
from regulations.models import (
    AbsenceDecision,
    Department,
    GoldenSet,
    ImportRun,
    PassageQuestion,
    Regulation,
    RegulationVersion,
    WorklistItem,
)
from regulations.publishing.versions import NotPublishableError, version_publish
from regulations.publishing.withdrawing import NotWithdrawableError, version_withdraw
from regulations.reading.selectors import version_in_force
from regulations.signals import reliance_requested
from regulations.tasks import read_upload_task
from regulations.volumes.classification import VolumeKind
from regulations.volumes.overview import VolumeOverview, volume_overview
from regulations.worklist.selectors import worklist_counts
from regulations.worklist.settling import ReasonMissingError, items_settle
from tests.corpus import given_regulation
from tests.people import publisher

pytestmark = pytest.mark.django_db

State = RegulationVersion.State
BOOKS = """{code}
도서 대여 규정
시행일: {day}
제1조(목적) 이 규정은 도서의 대여를 정한다.
제2조(기간) ① 대여 기간은 2주로 한다.
{inserted}제{last}조(연체) 연체한 사람에게는 한 달 동안 대여하지 아니한다.
"""
LOCKERS = """3-1-5
사물함 운영 규정
시행일: 2025. 3. 1.
제1조(목적) 이 규정은 사물함의 이용을 정한다.
제2조(반납) 학기가 끝나면 사물함을 비운다.
제3조(연체) 비우지 아니하면 도서 대여 규정 제3조를 준용한다.
"""
RENAMED = LOCKERS.replace("사물함 운영 규정", "보관함 운영 규정").replace("2025. 3", "2026. 3")
PARKING = """3-1-50
주차 규정
시행일: 2025. 3. 1.
제1조(목적) 이 규정은 주차를 정한다.
제2조(요금) 요금은 하루 천 원으로 한다.
"""
CLUBS = """3-1-6
동아리 규정
시행일: 2025. 3. 1.
제1조(목적) 이 규정은 동아리의 등록을 정한다.
"""


def books(day: str = "2025. 3. 1.", *, inserted: str = "", last: int = 3) -> str:
    return BOOKS.format(code="2-1-1", day=day, inserted=inserted, last=last)


AMENDED = books("2026. 3. 1.", inserted="제3조(예약) 예약은 하루 전에 한다.\n", last=4)


def volume(*regulations: str) -> ImportRun:
    """A run of several files stands for a volume: only its entries matter."""
    runs = []
    for place, text in enumerate(regulations):
        code, _, body = text.partition("\n")
        file = SimpleUploadedFile(f"{place}.txt", body.encode())
        run = upload_create(upload=file, by=None, enforcement_date=None)
        if run.is_running:
            read_upload_task(run_id=run.pk)
        for entry in run.entries.select_related("version__regulation"):
            assert entry.version is not None, entry.message
            regulation = entry.version.regulation
            if regulation.code not in ("", code):
                raise AssertionError("a new number needs a regulation of its own")
            Regulation.objects.filter(pk=regulation.pk).update(code=code)
            entry.code = code
            entry.save()
        runs.append(run)
    first, *others = runs
    for place, run in enumerate(others, start=2):
        run.entries.update(run=first, position=place)
        run.versions.update(import_run=first)
    return first


def publish_all(run: ImportRun) -> None:
    for version in run.versions.filter(state=State.DRAFT):
        version_publish(version=version, now=timezone.now(), index=False)


def kinds(overview: VolumeOverview) -> dict[str, str]:
    return {row.title: row.kind.value for row in overview.rows}


@pytest.fixture
def second() -> ImportRun:
    publish_all(volume(books(), LOCKERS, PARKING, CLUBS))
    return volume(AMENDED, RENAMED, CLUBS)


@pytest.fixture
def office(client: Client) -> Client:
    client.force_login(publisher())
    return client


def test_a_second_volume_says_what_became_of_each_regulation(second: ImportRun) -> None:
    overview = volume_overview(run=second, on=timezone.localdate())

    assert kinds(overview) == {
        "도서 대여 규정": "amended",
        "사물함 운영 규정": "gone",
        "보관함 운영 규정": "new",
        "주차 규정": "gone",
        "동아리 규정": "same",
    }
    assert [row.code for row in overview.rows] == ["2-1-1", "3-1-5", "3-1-5", "3-1-6", "3-1-50"]
    assert [(gone.title, new.title) for gone, new, _ in overview.proposals] == [
        ("사물함 운영 규정", "보관함 운영 규정")
    ]
    assert overview.counts[VolumeKind.GONE] == 2


def test_a_renamed_regulation_goes_on_and_what_is_gone_is_repealed(
    second: ImportRun, office: Client
) -> None:
    page = office.get(reverse("admin:regulations_import_run", args=[second.pk])).content.decode()
    assert "이번 책에 없음" in page
    assert "한 규정으로 잇기" in page
    lockers = Regulation.objects.get(title="사물함 운영 규정")
    draft = RegulationVersion.objects.get(regulation__title="보관함 운영 규정")
    parking = Regulation.objects.get(title="주차 규정")
    decide: Callable[[Regulation], str] = lambda one: reverse(  # noqa: E731
        "admin:regulations_import_absence", args=[second.pk, one.pk]
    )

    office.post(decide(lockers), {"decision": "CONTINUED", "draft": draft.pk})
    office.post(decide(parking), {"decision": "REPEAL", "day": "2026-03-01", "reason": "통합"})
    publish_all(second)

    lockers.refresh_from_db()
    assert lockers.title == "보관함 운영 규정"
    assert [alias.name for alias in lockers.aliases.all()] == ["사물함 운영 규정"]
    assert [one.ends_on for one in lockers.versions.order_by("number")] == [date(2026, 3, 1), None]
    assert not Regulation.objects.filter(title="사물함 운영 규정").exists()
    assert version_in_force(regulation=parking, as_of=date(2026, 3, 1)) is None
    assert AbsenceDecision.objects.count() == 2
    overview = volume_overview(run=second, on=timezone.localdate())
    assert kinds(overview)["보관함 운영 규정"] == "renamed"
    assert not overview.proposals


def test_all_changes_of_a_volume_are_one_page_and_one_file(
    second: ImportRun, office: Client
) -> None:
    address = reverse("admin:regulations_import_changes", args=[second.pk])

    page = office.get(address).content.decode()

    assert "<caption>도서 대여 규정 신구조문대비</caption>" in page
    assert 'scope="rowgroup"' in page
    assert "예약은 하루 전에 한다." in page
    for suffix in ("docx", "hwpx"):
        reply = office.get(address, {"file": suffix})
        assert reply.content[:2] == b"PK"
        assert f".{suffix}" in reply["Content-Disposition"]


def test_an_amendment_lists_what_cites_the_moved_article(second: ImportRun, office: Client) -> None:
    golden = GoldenSet.objects.create(name="s")
    golden.questions.create(
        key="1", question="연체하면?", gold=[{"regulation": "도서대여규정", "article": 3}]
    )
    publish_all(second)

    items = {one.kind: one for one in WorklistItem.objects.filter(cited_key="art-3")}
    assert set(items) == {"MUTATIS_MUTANDIS", "GOLDEN_QUESTION"}
    cited = items["MUTATIS_MUTANDIS"]
    assert (cited.cause, cited.proposed_label) == ("MOVED", "제4조")
    assert cited.draft == "비우지 아니하면 도서 대여 규정 제4조를 준용한다."
    listing = reverse("admin:regulations_worklistitem_changelist")
    assert "제4조를 준용한다" in office.get(listing).content.decode()
    settle = reverse("admin:regulations_worklist_settle")
    office.post(settle, {"item": [cited.pk], "state": "NOT_AFFECTED", "reason": ""})
    cited.refresh_from_db()
    assert cited.state == "TODO"
    office.post(settle, {"item": [cited.pk], "state": "DONE", "reason": "고침"})
    cited.refresh_from_db()
    assert (cited.state, cited.reason) == ("DONE", "고침")


def test_what_is_not_affected_needs_its_reason() -> None:
    with pytest.raises(ReasonMissingError):
        items_settle(
            items=[1], state="NOT_AFFECTED", reason=" ", by=publisher(), now=timezone.now()
        )


# -- the same day, and taking back -------------------------------------------------------------------------------------


def test_a_text_of_the_same_day_is_replaced_with_a_reason(office: Client) -> None:
    publish_all(volume(PARKING))
    run = volume(PARKING.replace("천 원", "이천 원"))
    draft = run.versions.get()
    with pytest.raises(NotPublishableError, match="정정"):
        version_publish(version=draft, now=timezone.now(), index=False)
    address = reverse("admin:regulations_publish_many")
    page = office.post(address, {"ask": "1", "chosen": draft.pk}).content.decode()
    assert "정정한 이유" in page

    office.post(
        address,
        {
            "listed": "1",
            "ids": str(draft.pk),
            "chosen": draft.pk,
            f"correction-{draft.pk}": "금액 오기",
        },
    )

    draft.refresh_from_db()
    assert (draft.state, draft.correction_reason) == (State.PUBLISHED, "금액 오기")
    assert draft.corrects is not None
    assert draft.corrects.state == State.CORRECTED
    shown = version_in_force(regulation=draft.regulation, as_of=date(2025, 4, 1))
    assert shown == draft
    assert kinds(volume_overview(run=run, on=timezone.localdate())) == {"주차 규정": "amended"}


def test_only_ticked_drafts_are_published(office: Client) -> None:
    run = volume(PARKING, CLUBS)
    first, second = run.versions.order_by("pk")

    office.post(
        reverse("admin:regulations_publish_many"),
        {"listed": "1", "ids": f"{first.pk},{second.pk}", "chosen": first.pk},
    )

    states = [RegulationVersion.objects.get(pk=one.pk).state for one in (first, second)]
    assert states == [State.PUBLISHED, State.DRAFT]


def test_a_publication_is_taken_back_while_nothing_rests_on_it(second: ImportRun) -> None:
    publish_all(second)
    version = second.versions.get(regulation__title="도서 대여 규정")
    before = version.regulation.versions.get(number=1)
    person = publisher("taker")

    def rests(**_: object) -> list[tuple[str, int]]:
        return [("인용한 답변", 2)]

    reliance_requested.connect(rests)
    try:
        with pytest.raises(NotWithdrawableError, match="인용한 답변 2개"):
            version_withdraw(version=version, by=person, reason="잘못 게시")
    finally:
        reliance_requested.disconnect(rests)
    version_withdraw(version=version, by=person, reason="잘못 게시")

    version.refresh_from_db()
    before.refresh_from_db()
    assert (version.state, before.ends_on) == (State.DRAFT, None)
    assert not WorklistItem.objects.filter(amended=version).exists()


LENDING = """제1조(목적) 이 규정은 기구의 대여를 정한다.
제2조(기간) ① 대여 기간은 2주로 한다.
{inserted}제{last}조(연체) 연체하면 기구관리팀에 별지 서식을 제출한다.
[별지 제1호 서식] 연체 사유서
제3조에 따라 연체 사유서를 제출합니다.
"""


def test_questions_forms_offices_and_whole_statutes_come_on_the_worklist() -> None:
    Department.objects.create(name="기구관리팀")
    first = given_regulation("기구 대여 규정", LENDING.format(inserted="", last=3))
    regulation = first.regulation
    asked = PassageQuestion(regulation=regulation, locator_key="art-3", text="기구를 늦게 내면?")
    asked.save()
    statute = given_regulation("고등교육법", "제1조(목적) 이 법은 고등교육을 정한다.\n")
    Regulation.objects.filter(pk=statute.regulation_id).update(kind=Regulation.Kind.STATUTE)
    given_regulation("위임 규정", "제1조(목적) 이 규정은 「고등교육법」에 따라 위임을 정한다.\n")

    moved = LENDING.format(inserted="제3조(예약) 예약은 하루 전에 한다.\n", last=4)
    moved = moved.replace("기구관리팀", "시설팀")
    given_regulation("기구 대여 규정", moved, enforcement_date=date(2026, 3, 1))
    given_regulation(
        "고등교육법",
        "제1조(목적) 이 법은 고등교육과 평생교육을 정한다.\n",
        enforcement_date=date(2026, 3, 1),
    )

    items = {one.kind: one for one in WorklistItem.objects.all()}
    assert set(items) == {"PASSAGE_QUESTION", "FORM", "DEPARTMENT", "STATUTE"}
    assert items["PASSAGE_QUESTION"].proposed_label == "제4조"
    assert (items["FORM"].citing_label, items["FORM"].proposed_label) == (
        "별지 제1호서식",
        "제4조",
    )
    assert items["DEPARTMENT"].said == "기구관리팀"
    assert items["STATUTE"].citing is not None
    assert items["STATUTE"].citing.regulation.title == "위임 규정"
    month = {"begins": timezone.now() - timedelta(days=1), "ends": timezone.now()}
    assert worklist_counts(**month).created == len(items)
