"""The page for texts from elsewhere, without scripts: what is said of each sentence, files, long texts, links, limits."""

from __future__ import annotations

import io
from datetime import date
from pathlib import Path

import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from docx import Document
from pytest_django import Settings

from portal.controls.models import SiteControls
from portal.controls.services import controls_changed
from tests.corpus import given_corpus
from tests.korean_in_pages import korean_outside, unmarked
from verification.checked_texts.checking import text_report
from verification.checked_texts.running import text_check_get, text_check_run, text_check_start
from verification.models import SharedTextReport
from verification.tasks import check_text, expire_shared_reports

pytestmark = pytest.mark.django_db

SAMPLES = Path(__file__).resolve().parents[3] / "samples" / "formats"
DAY = "2026-03-02"
TABLE = [
    ("휴학기간은 통산하여 3년(6학기)을 초과할 수 없습니다(학칙 제25조제2항).", "CONFIRMED"),
    ("휴학기간은 통산하여 7년을 초과할 수 없습니다.", "DIFFERS"),
    ("등록금은 4회 이내로 나누어 납부할 수 있습니다.", "CONFIRMED"),
    (
        "「학칙」 제24조에 따르면 휴학생은 휴학기간이 끝나는 학기의 개시일 전까지 복학원을 제출하여야 합니다.",
        "BESIDE_SOURCE",
    ),
    ("학생식당의 점심 가격은 5천 원입니다.", "NOT_SAID"),
    ("「학칙」 제999조는 자퇴를 정합니다.", "BESIDE_SOURCE"),
]


@pytest.fixture(autouse=True)
def _corpus(db: None) -> None:
    given_corpus()


def sent(client: Client, **values: object) -> str:
    """Send the form and return the address of the report."""
    response = client.post("/check/", {"as_of": DAY, **values})
    assert response.status_code == 303, response.content.decode()
    return str(response["Location"])


def test_each_sentence_is_told_as_it_is(client: Client) -> None:
    page = client.get(sent(client, text="\n".join(text for text, _state in TABLE)))

    assert [(one.text, one.state) for one in page.context["report"].sentences] == TABLE
    html = page.content.decode()
    assert "수치가 조문과 다릅니다. (답변 ‘7년을 초과할’, 조문 ‘3년을 초과할’)" in html
    assert "휴학기간은 통산하여 3년(6학기)을 초과할 수 없다." in html
    right = page.context["report"].sentences[3].proposal
    assert right.label == "「학칙」 제26조"
    assert 'id="art-26"' in client.get(right.url).content.decode()
    assert [one.status for one in page.context["report"].sentences[5].citations] == ["NOT_FOUND"]


LEAVE = "휴학기간은 통산하여 3년(6학기)을 초과할 수 없습니다"
ONE_BY_ONE = [
    pytest.param(f"「휴학특별규정」에 따르면 {LEAVE}.", ["BESIDE_SOURCE"], ["UNKNOWN_REGULATION"], id="invented-name"),
    pytest.param(f"「등록금에 관한 규정」에 따르면 {LEAVE}.", ["BESIDE_SOURCE"], [], id="other-name"),
    pytest.param(f"「학칙」에 따르면 {LEAVE}.", ["CONFIRMED"], [], id="right-name"),
    pytest.param(f"{LEAVE}[†1].", ["CONFIRMED"], ["NOT_CHECKED"], id="number-of-others"),
    pytest.param(f"{LEAVE}.\n- 근거: 학칙 제25조제2항", ["CONFIRMED", "CONFIRMED"], ["VERIFIED"], id="source-below"),
    pytest.param(f"{LEAVE}.\n- 근거: 학칙 제24조", ["CONFIRMED", "BESIDE_SOURCE"], ["MISATTRIBUTED"], id="wrong-source-below"),
    pytest.param("자세한 것은 「학칙」 제25조를 참고하세요.", ["NO_CLAIM"], ["NOT_CHECKED"], id="pointing"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "states", "statuses"), ONE_BY_ONE)
def test_what_a_text_names_is_judged_with_what_it_says(
    text: str, states: list[str], statuses: list[str]
) -> None:
    report = text_report(text=text, as_of=date.fromisoformat(DAY))

    assert [one.state for one in report.sentences] == states
    assert [one.status for sentence in report.sentences for one in sentence.citations] == statuses
    assert sum(count for _status, count in report.citation_counts) == len(statuses)


def test_the_day_decides_which_rules_hold(client: Client) -> None:
    page = client.get(sent(client, text=TABLE[0][0], as_of="2024-01-01"))

    [sentence] = page.context["report"].sentences
    assert sentence.state != "CONFIRMED"
    assert [one.status for one in sentence.citations] == ["NOT_IN_FORCE"]


@pytest.mark.parametrize("suffix", ["hwp", "hwpx", "docx", "pdf"])
def test_files_are_read(client: Client, suffix: str) -> None:
    [path] = SAMPLES.glob(f"*.{suffix}")
    file = SimpleUploadedFile(f"공지.{suffix}", path.read_bytes())

    token = sent(client, file=file).rstrip("/").rpartition("/")[2]
    running = text_check_get(token=token)
    if running is not None and running.report is None:
        check_text(token=token)

    report = text_check_get(token=token).report  # type: ignore[union-attr]
    assert report is not None
    assert report.name == f"공지.{suffix}"
    assert any("연구실" in one.text for one in report.sentences)


def test_a_long_text_is_checked_by_a_worker_and_its_page_waits(client: Client) -> None:
    address = sent(client, text="\n".join(text for text, _state in TABLE * 3))
    waiting = client.get(address).content.decode()
    assert '<meta http-equiv="refresh"' in waiting
    assert client.get(address, headers={"HX-Request": "true"}).status_code == 200

    check_text(token=address.rstrip("/").rpartition("/")[2])

    page = client.get(address)
    assert [one.state for one in page.context["report"].sentences] == [
        state for _text, state in TABLE * 3
    ]
    assert client.get(address, headers={"HX-Request": "true"})["HX-Refresh"] == "true"


def test_a_check_that_goes_on_is_not_sent_to_another(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    renewed: list[int] = []
    monkeypatch.setattr(cache, "touch", lambda _key, timeout: renewed.append(timeout))
    text = "\n".join(text for text, _state in TABLE * 3)
    token, is_over = text_check_start(text=text, as_of=date(2026, 3, 2))

    text_check_run(token=token)

    assert (is_over, set(renewed)) == (False, {settings.LEASE_SECONDS})


def test_a_long_text_whose_worker_died_is_sent_to_another_once_its_time_is_over(
    client: Client, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    orders: list[str] = []
    monkeypatch.setattr(check_text, "delay", lambda *, token: orders.append(token))
    monkeypatch.setattr("portal.jobs.dispatch.transaction.on_commit", lambda send: send())
    address = sent(client, text="\n".join(text for text, _state in TABLE * 3))
    client.get(address)
    assert len(orders) == 1

    settings.LEASE_SECONDS = 0
    lapsed = sent(client, text="\n".join(text for text, _state in TABLE * 3))
    client.get(lapsed)
    client.get(address)

    assert orders[1] == orders[2] == lapsed.rstrip("/").rpartition("/")[2]
    assert len(orders) == 3


def test_a_report_is_taken_along(client: Client) -> None:
    address = sent(client, text="\n".join(text for text, _state in TABLE[:2]))

    markdown = client.get(f"{address}report.md").content.decode()
    kept = client.get(f"{address}report.json").json()
    document = Document(io.BytesIO(client.get(f"{address}report.docx").content))

    assert "**규정과 다름**" in markdown
    assert "http://testserver/regulations/" in markdown
    assert [one["state"] for one in kept["sentences"]] == ["CONFIRMED", "DIFFERS"]
    comments = [comment.text for comment in document.comments]
    assert comments[0].startswith("확인됨")
    assert "휴학기간은 통산하여 3년" in comments[1]
    assert client.get(f"{address}report.exe").status_code == 404


def test_nothing_is_kept_unless_it_is_shared(client: Client) -> None:
    text = "김철수 학생(010-1234-5678)은 휴학할 수 있습니다. " + TABLE[1][0]
    address = sent(client, text=text)
    assert not SharedTextReport.objects.exists()

    page = client.post(f"{address}share")
    seen = Client().get(page.context["links"]["shared"])
    shown = seen.content.decode()
    assert "noindex" in seen.headers["X-Robots-Tag"]
    assert "no-store" in seen.headers["Cache-Control"], "nothing of it is left when the link ends"
    # Other sites are told nothing of the link; with no-referrer its forms (language, sign out) would come from "null".
    assert seen.headers["Referrer-Policy"] == "same-origin"

    assert "010-1234-5678" not in shown
    assert "010-1234-5678" not in str(SharedTextReport.objects.get().report)
    assert "규정과 다름" in shown
    ending = page.context["links"]["unshare"]
    client.get(ending)
    assert SharedTextReport.objects.exists()
    client.post(ending)
    assert client.get(page.context["links"]["shared"]).status_code == 404
    cache.clear()
    assert client.get(address).status_code == 404


def test_what_is_over_is_deleted(client: Client) -> None:
    client.post(f"{sent(client, text=TABLE[0][0])}share")
    SharedTextReport.objects.update(expires_at="2020-01-01T00:00:00Z")

    expire_shared_reports()

    assert not SharedTextReport.objects.exists()


@pytest.mark.parametrize(
    ("values", "said"),
    [
        pytest.param({}, "붙여 넣거나 파일을", id="nothing"),
        pytest.param({"text": "가" * 100_001}, "100,000자까지", id="too-long"),
        pytest.param({"text": "휴학", "as_of": "내일"}, "날짜를 2025-03-01처럼", id="no-day"),
        pytest.param(
            {"file": SimpleUploadedFile("a.exe", b"MZ")}, "HWP, HWPX, DOCX", id="other-format"
        ),
        pytest.param({"file": SimpleUploadedFile("a.hwp", b"MZ")}, "파일", id="broken"),
    ],
)
def test_what_cannot_be_checked_is_said_and_kept(
    client: Client, values: dict[str, object], said: str
) -> None:
    response = client.post("/check/", values)

    assert response.status_code == 422
    assert said in response.content.decode()
    if text := values.get("text"):
        assert str(text)[:50] in response.content.decode()


def test_the_rules_of_asking_hold(client: Client) -> None:
    SiteControls.objects.create(pk=1, questions_a_minute=1)
    controls_changed()
    sent(client, text=TABLE[0][0])
    assert client.post("/check/", {"text": "휴학"}).status_code == 429

    SiteControls.objects.update(allows_anonymous=False)
    controls_changed()
    assert client.get("/check/").status_code == 302


@pytest.mark.parametrize(
    ("text", "quoted"),
    [
        ("휴학은 통산 5년까지 가능하다.", "답변 ‘5년까지 가능하다’"),
        ("휴학은 통산 5년까지 할 수 있습니다.", "답변 ‘5년까지"),
    ],
)
def test_a_reason_quotes_whole_words(client: Client, text: str, quoted: str) -> None:
    html = client.get(sent(client, text=text)).content.decode()

    assert quoted in html
    assert "가능하’" not in html


@pytest.mark.parametrize(
    ("language", "limit", "label"),
    [
        ("en", "Only sentences written in Korean can be confirmed.", "「학칙」 Article 25(2)"),
        ("zh-hans", "只能核实用韩语写的句子。", "「학칙」 第25条第2款"),
        ("vi", "Chỉ xác minh được câu viết bằng tiếng Hàn.", "「학칙」 Điều 25, khoản 2"),
    ],
)
def test_a_reader_of_another_language_is_told_before_that_korean_is_checked(
    client: Client, language: str, limit: str, label: str
) -> None:
    client.post("/language/setlang/", {"language": language})
    form = client.get("/check/").content.decode()
    field = form.partition('id="text"')[2].partition('id="file"')[0]
    assert limit in field
    assert 'aria-describedby="text-languages text-note"' in field

    address = sent(client, text=TABLE[1][0])

    page = client.get(address).content.decode()
    assert f">{label}</a>" in unmarked(page)
    assert korean_outside(page) == []
    exported = client.get(f"{address.rstrip('/')}/report.md").content.decode()
    assert label in exported
    assert "조문과 다릅니다" not in exported
