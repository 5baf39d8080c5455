"""A draft on public notice: what the public sees and may say, what the office does with it, and that nothing is answered from it."""

from __future__ import annotations

from datetime import date
from io import BytesIO

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from openpyxl import load_workbook
from pytest_django import Settings
from time_machine import TimeMachineFixture

from chat.asking.services import conversation_start, question_ask
from chat.models import Answer, DraftTrial
from chat.reruns.drafts import trial_execute
from portal.http.limits import REMARKS_AN_HOUR
from regulations.announcing.effects import notice_effects
from regulations.announcing.opening import (
    NotAnnounceableError,
    advance_notice_extend,
    advance_notice_open,
)
from regulations.curation.drafts import NotADraftError, draft_discard
from regulations.curation.editing import provision_edit, provision_find, words_of
from regulations.importing.files import regulation_import
from regulations.models import (
    AdvanceNotice,
    NoticeRemark,
    Passage,
    PassageQuestion,
    RegulationVersion,
)
from regulations.search.retrieval import search_passages
from regulations.text.parser import parse_regulation
from tests.corpus import SCHOOL_REGULATIONS, given_corpus
from tests.people import editor, publisher

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("_clock")]

TODAY, UNTIL, BEGINS = date(2026, 11, 23), date(2026, 12, 13), date(2027, 3, 1)
ASKED = "휴학은 통산하여 몇 년을 초과할 수 없습니까?"


@pytest.fixture
def _clock(time_machine: TimeMachineFixture) -> None:
    """The day is that of the examples."""
    time_machine.move_to("2026-11-23 10:00+09:00", tick=True)


def given_draft() -> RegulationVersion:
    text = SCHOOL_REGULATIONS.replace("3년(6학기)", "5년(10학기)")
    return regulation_import(
        parsed=parse_regulation(text, title="학칙"),
        source_name="학칙.txt",
        source_sha256="draft",
        enforcement_date=BEGINS,
    ).version


def given_notice() -> AdvanceNotice:
    given_corpus(embed=True)
    return advance_notice_open(
        version=given_draft(),
        explanation="휴학기간을 늘린다.",
        remarks_until=UNTIL,
        by=None,
        today=TODAY,
    )


def test_the_public_reads_the_draft_and_remarks_on_it_and_the_office_decides(
    client: Client,
) -> None:
    notice = given_notice()
    page = reverse("regulations:advance-notice", args=[notice.pk])

    shown = client.get(page)
    assert shown["X-Robots-Tag"] == "noindex"
    for said in ("휴학기간을 늘린다.", "<ins>5년(10학기", "아직 시행하지 않는 안"):
        assert said in shown.content.decode()
    for listed in ("/regulations/", "/regulations/notices/", "/feeds/notices.atom"):
        assert page in client.get(listed).content.decode(), listed

    remark = {"said_by": "STUDENT", "text": "좋습니다. 010-1234-5678로 알려 주세요."}
    sent = client.post(page, remark)
    assert (sent.status_code, "received=masked" in sent["Location"]) == (303, True)
    (stored,) = NoticeRemark.objects.all()
    assert "1234" not in stored.text
    assert "좋습니다" not in client.get(page).content.decode()

    client.force_login(publisher())
    decided = client.post(
        reverse("admin:regulations_notice_remark", args=[stored.pk]),
        {"state": "SHOWN", "reply": "반영합니다."},
    )
    assert decided.status_code == 302
    for said in ("좋습니다", "반영합니다."):
        assert said in client.get(page).content.decode()
    csv = client.get(reverse("admin:regulations_notice_export", args=[notice.pk, "csv"]))
    assert "반영합니다." in csv.content.decode("utf-8-sig")
    xlsx = client.get(reverse("admin:regulations_notice_export", args=[notice.pk, "xlsx"]))
    assert load_workbook(BytesIO(xlsx.content)).active["F2"].value == "반영합니다."  # type: ignore[index]


def test_remarks_are_bounded_and_end(client: Client, time_machine: TimeMachineFixture) -> None:
    notice = given_notice()
    page = reverse("regulations:advance-notice", args=[notice.pk])
    remark = {"said_by": "OTHER", "text": "의견입니다."}

    statuses = [client.post(page, remark).status_code for _ in range(REMARKS_AN_HOUR + 1)]
    assert statuses == [303] * REMARKS_AN_HOUR + [429]
    assert client.post(page, {"said_by": "OTHER", "text": " "}).status_code == 422
    time_machine.move_to("2026-12-14 00:01+09:00")
    assert Client().post(page, remark).status_code == 404
    assert "의견을 받는 기간이 끝났습니다" in client.get(page).content.decode()


def test_a_draft_on_notice_is_in_no_index_and_stays_as_it_is_shown(client: Client) -> None:
    notice = given_notice()
    draft = notice.version

    assert not Passage.objects.filter(version=draft).exists()
    assert all(
        "5년" not in one.passage.text for one in search_passages(ASKED, as_of=BEGINS).passages
    )
    row = provision_find(version=draft, locator_key="art-26")
    words = words_of(row)
    with pytest.raises(NotADraftError, match="의견을 받는 동안"):
        provision_edit(
            version=draft,
            locator_key="art-26",
            words=words,
            seen_digest=words.digest,
            by=None,
            reason="-",
        )
    with pytest.raises(NotAnnounceableError, match="줄일 수 없습니다"):
        advance_notice_extend(notice=notice, remarks_until=date(2026, 12, 1))
    with pytest.raises(NotAnnounceableError, match="이미 공고"):
        advance_notice_open(
            version=draft, explanation="-", remarks_until=UNTIL, by=None, today=TODAY
        )

    client.force_login(publisher())
    address = reverse("admin:regulations_notice_withdraw", args=[notice.pk])
    client.post(address, {"reason": "글을 고칩니다."})
    gone = Client().get(reverse("regulations:advance-notice", args=[notice.pk]))
    assert (gone.status_code, "5년" in gone.content.decode()) == (410, False)
    with pytest.raises(NotADraftError, match="기록으로 남습니다"):
        draft_discard(version=draft)


def test_only_a_publisher_opens_a_notice(client: Client) -> None:
    given_corpus(embed=True)
    draft = given_draft()
    address = reverse("admin:regulations_version_notice", args=[draft.pk])
    typed = {
        "explanation": "늘린다.",
        "remarks_until": UNTIL.isoformat(),
        "enforcement_date": BEGINS.isoformat(),
    }

    client.force_login(editor())
    client.post(address, typed)
    assert not AdvanceNotice.objects.exists()
    client.force_login(publisher())
    client.post(address, typed | {"enforcement_date": "2026-12-01"})
    assert not AdvanceNotice.objects.exists()
    client.post(address, typed)
    assert AdvanceNotice.objects.get().version == draft
    assert (
        "학칙" in client.get(reverse("admin:regulations_advancenotice_changelist")).content.decode()
    )


def test_what_changes_for_those_who_ask_is_tried_and_taken_back(settings: Settings) -> None:
    notice = given_notice()
    settings.PUBLISHING_NEEDS_SECOND_PERSON = True
    regulation = notice.version.regulation
    for key, text in (("art-25", ASKED), ("art-28", "자퇴하려면 누구와 연서합니까?")):
        PassageQuestion.objects.create(regulation=regulation, locator_key=key, text=text)
    effects = notice_effects(notice)
    assert effects is not None
    assert effects.state == "waiting"

    trial_execute(trial_id=DraftTrial.objects.get().pk, now=notice.created_at)

    effects = notice_effects(notice)
    assert effects is not None
    assert (effects.state, effects.played) == ("done", 2)
    (differing,) = effects.differing
    assert differing.question == ASKED
    assert ("3년" in differing.before[0].text, "5년" in differing.after[0].text) == (True, True)
    notice.version.refresh_from_db()
    assert notice.version.state == RegulationVersion.State.DRAFT
    assert not Passage.objects.filter(version=notice.version).exists()


@pytest.mark.parametrize(("sessions", "played"), [([""] * 5, 0), (["one"] * 5, 0), ("12345", 1)])
def test_what_one_person_asks_again_and_again_is_not_told(sessions: list[str], played: int) -> None:
    """Each time in a conversation of its own; without a session nobody knows how many they are."""
    given_notice()
    for session in sessions:
        started = conversation_start(user=None, session_key=session)
        answer = question_ask(
            conversation=started, question=ASKED, as_of=TODAY, in_background=False
        )
        Answer.objects.filter(pk=answer.pk).update(retrieval={"query": ASKED})

    trial_execute(trial_id=DraftTrial.objects.get().pk, now=timezone.now())

    assert DraftTrial.objects.get().played == played
