"""Golden sets: in and out, run, compared, and run against what is not published yet."""

from __future__ import annotations

import io
import json
from datetime import date, timedelta
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from portal.accounts.models import User
from portal.jobs.repair import kind_repair
from regulations.importing.files import regulation_import
from regulations.models import (
    GoldenQuestion,
    GoldenRun,
    GoldenSet,
    Passage,
    RegulationVersion,
    ThesaurusEntry,
)
from regulations.search.golden import (
    GoldenGold,
    InvalidGoldenRowError,
    UnknownSettingError,
    golden_export,
    golden_import,
    golden_question_add,
    golden_run_execute,
    golden_run_start,
    previous_run,
    runs_compare,
)
from regulations.search.golden.running import lease_golden_run, temporarily_published
from regulations.search.golden.tasks import golden_run_task
from regulations.signals import version_amended
from regulations.text.parser import parse_regulation
from tests.corpus import SCHOOL_REGULATIONS, given_corpus

pytestmark = pytest.mark.django_db

LEAVE = {"regulation": "학칙", "article": 25}
ROWS: list[dict[str, object]] = [
    {"id": "a", "question": "휴학은 최대 몇 년까지 가능한가요?", "gold": [LEAVE], "topic": "휴학"},
    {"id": "b", "question": "오늘 학식 메뉴 뭐예요?", "answerable": False},
]


@pytest.fixture
def golden(settings: Settings) -> GoldenSet:
    given_corpus()
    settings.CONTEXT_RELEVANCE_THRESHOLD = 0.3
    golden_import(name="base", lines=map(json.dumps, ROWS))
    return GoldenSet.objects.get(name="base")


def run(golden_set: GoldenSet, **options: object) -> GoldenRun:
    started = golden_run_start(golden_set=golden_set, mode="keyword", **options)  # type: ignore[arg-type]
    return golden_run_execute(run=started, now=timezone.now())


def draft(text: str, begins: date) -> RegulationVersion:
    return regulation_import(
        parsed=parse_regulation(text, title="학칙"),
        source_name="학칙.txt",
        source_sha256="0" * 64,
        enforcement_date=begins,
    ).version


def test_what_comes_in_goes_out_again(golden: GoldenSet) -> None:
    lines = list(golden_export(golden_set=golden))
    golden_import(name="copy", lines=lines)
    assert list(golden_export(golden_set=GoldenSet.objects.get(name="copy"))) == lines
    assert golden_import(name="base", lines=lines) == 2
    assert golden.questions.count() == 2
    assert GoldenQuestion.objects.get(golden_set=golden, key="b").answerable is False


@pytest.mark.parametrize(
    "line",
    [
        "{",
        "[]",
        "{}",
        '{"question": " "}',
        '{"question": "?", "answerable": true}',
        '{"question": "?", "gold": [{}]}',
    ],
)
def test_a_broken_row_is_named_and_nothing_is_taken(line: str) -> None:
    good = json.dumps(ROWS[0])
    with pytest.raises(InvalidGoldenRowError, match="2행"):
        golden_import(name="broken", lines=[good, line])
    assert not GoldenSet.objects.exists()


def test_a_case_becomes_one_question_however_often_it_is_added() -> None:
    for article in (24, 25):
        gold = [GoldenGold(regulation="학칙", article=article)]
        row = golden_question_add(name="cases", question="휴학은?", gold=gold, origin="case 7")
    assert GoldenQuestion.objects.get() == row
    assert (row.gold[0]["article"], row.answerable, row.origin) == (25, True, "case 7")
    assert golden_question_add(name="cases", question="날씨는?").answerable is False


def test_a_run_is_kept_with_its_figures_and_made_once(golden: GoldenSet) -> None:
    made = run(golden)
    assert (made.state, made.figures["recall@5"]) == (GoldenRun.State.DONE, 1.0)
    assert made.setup["tokenizer"]
    first = made.results[0]
    assert (first["key"], first["rank"], first["is_right"]) == ("a", 1, True)
    finished = made.finished_at
    assert golden_run_execute(run=made, now=timezone.now()).finished_at == finished


def test_a_change_that_lowers_the_figures_is_told(golden: GoldenSet) -> None:
    before = run(golden)
    after = run(golden, changed={"CONTEXT_RELEVANCE_THRESHOLD": 1.0})
    compared = runs_compare(
        before.results, after.results, figures_before=before.figures, figures_now=after.figures
    )
    assert previous_run(run=after) == before
    assert [moved.key for moved in compared.regressions] == ["a"]
    assert compared.regressions[0].now.startswith("답일 수 있음: 학칙 25")
    assert compared.lowered == ("answerable told answer",)


def test_tried_settings_are_taken_back_even_after_a_failure(
    golden: GoldenSet, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "regulations.search.golden.running.search_all",
        lambda *_, **__: exec("raise OSError('gone')"),
    )
    with pytest.raises(OSError, match="gone"):
        run(golden, changed={"MIN_RELEVANCE": "0.9"})
    assert settings.MIN_RELEVANCE == 0.4
    assert GoldenRun.objects.get().state == GoldenRun.State.FAILED
    with pytest.raises(UnknownSettingError, match="SECRET_KEY"):
        golden_run_start(golden_set=golden, changed={"SECRET_KEY": "x"})


def test_a_draft_is_tried_as_if_it_were_published_and_stays_a_draft(golden: GoldenSet) -> None:
    run(golden)
    begins = timezone.localdate() + timedelta(days=30)
    without = SCHOOL_REGULATIONS.replace("제25조(휴학)", "제25조(분실물)").replace("휴학", "분실물")
    version = draft(without, begins)
    passages = Passage.objects.count()
    tried = run(golden, draft=version)
    version.refresh_from_db()
    assert version.state == RegulationVersion.State.DRAFT
    assert (Passage.objects.count(), tried.as_of) == (passages, begins)
    assert RegulationVersion.objects.get(regulation__title="학칙", number=1).ends_on is None
    assert tried.results[0]["is_right"] is False


@pytest.mark.django_db(transaction=True)
def test_a_draft_that_is_tried_tells_nobody_and_holds_no_lock_that_others_need(
    golden: GoldenSet,
) -> None:
    version = draft(SCHOOL_REGULATIONS.replace("3년", "4년"), timezone.localdate())
    told: list[object] = []

    def tell(**_: object) -> None:
        told.append(1)

    version_amended.connect(tell)
    try:
        with temporarily_published(version, now=timezone.now()), connection.cursor() as cursor:
            cursor.execute(
                "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid()"
            )
            assert (cursor.fetchone(), told) == ((0,), [])
    finally:
        version_amended.disconnect(tell)


def test_publishing_shows_first_which_golden_sets_get_worse(
    golden: GoldenSet, client: Client
) -> None:
    client.force_login(User.objects.create_superuser("root", password="x"))
    begins = timezone.localdate() + timedelta(days=30)
    without = SCHOOL_REGULATIONS.replace("제25조(휴학)", "제25조(분실물)").replace("휴학", "분실물")
    version = draft(without, begins)
    page = reverse("admin:regulations_version_publish", args=[version.pk])

    def shown(**typed: str) -> str:
        data = {"enforcement_date": begins.isoformat(), "loss_reason": "-", "loss_accepted": "on"}
        return client.post(page, data | typed, follow=True).content.decode()

    assert "아직 재지 않았습니다" in shown(wish="preview")
    assert "재고 있습니다" in shown(wish="measure")
    for one in GoldenRun.objects.order_by("pk"):
        GoldenRun.objects.filter(pk=one.pk).update(mode="keyword")
        golden_run_task(run_id=one.pk)
    looked = shown(wish="preview")
    assert "나빠지는 질문 1개" in looked
    assert "recall@1" in looked
    chosen = {"action": "publish", "_selected_action": [version.pk]}
    many = client.post(reverse("admin:regulations_regulationversion_changelist"), chosen)
    assert "골든 세트가 나빠짐" in many.content.decode()
    # Corrected after it was measured, a draft has to be measured again.
    version.edits.create(locator_key="art-25")
    assert "잰 뒤에 초안이 바뀌었음" in client.get(page).content.decode()
    # A run of a draft that is discarded is none of what is live.
    version.delete()
    assert [one.draft for one in GoldenRun.objects.all()] == [None]


def test_runs_whose_worker_died_are_ended(golden: GoldenSet) -> None:
    lost = golden_run_start(golden_set=golden)
    assert lease_golden_run(run_id=lost.pk, now=timezone.now()) is not None
    kind_repair(GoldenRun, now=timezone.now())
    assert GoldenRun.objects.get().state == GoldenRun.State.RUNNING
    kind_repair(GoldenRun, now=timezone.now() + timedelta(hours=1))
    assert GoldenRun.objects.get().state == GoldenRun.State.FAILED


def test_the_commands_import_run_compare_and_export(golden: GoldenSet, tmp_path: Path) -> None:
    file, out = tmp_path / "more.jsonl", io.StringIO()
    file.write_text(json.dumps({**ROWS[0], "id": "c"}), encoding="utf-8")
    call_command("golden", "import", "base", str(file), stdout=out)
    call_command("golden", "list", stdout=out)
    assert "base\t3" in out.getvalue()
    for _ in range(2):
        call_command("evaluate", "retrieval", "--golden", "base", "--mode", "keyword", stdout=out)
    ThesaurusEntry.objects.create(line="휴학 = 등록금, 납부, 분할납부")
    call_command(
        *("evaluate", "retrieval", "--golden", "base", "--mode", "keyword"),
        *("--with", "CONTEXT_RELEVANCE_THRESHOLD=1", "--compare", "last"),
        stdout=out,
    )
    assert "regressions: 2" in out.getvalue()
    for wrong in (["--golden", "none"], [], ["--golden", "base", "--compare", "999"]):
        with pytest.raises(CommandError):
            call_command("evaluate", "retrieval", *wrong)


def test_the_admin_imports_and_queues_runs_also_for_drafts(
    golden: GoldenSet, client: Client
) -> None:
    client.force_login(User.objects.create_superuser("root", password="x"))
    upload = SimpleUploadedFile("rows.jsonl", json.dumps(ROWS[0]).encode())
    broken = SimpleUploadedFile("rows.jsonl", b"{")
    page = reverse("admin:regulations_golden_import")
    assert "1행" in client.post(page, {"name": "new", "file": broken}).content.decode()
    assert client.post(page, {"name": "new", "file": upload}).status_code == 302
    version = draft(SCHOOL_REGULATIONS, timezone.localdate() + timedelta(days=9))
    actions = {
        "admin:regulations_goldenset_changelist": ("run_now", golden.pk),
        "admin:regulations_regulationversion_changelist": ("preview_golden", version.pk),
    }
    for name, (action, pk) in actions.items():
        client.post(reverse(name), {"action": action, "_selected_action": [pk]})
    runs = list(GoldenRun.objects.order_by("pk"))
    # With the draft what is live is measured too, to have something to compare with.
    assert [one.draft for one in runs][:3] == [None, None, version]
    golden_run_task(run_id=runs[0].pk)
    shown = client.get(reverse("admin:regulations_goldenrun_change", args=[runs[0].pk]))
    assert "recall@5" in shown.content.decode()
    export = {"action": "export", "_selected_action": [golden.pk]}
    answer = client.post(reverse("admin:regulations_goldenset_changelist"), export)
    assert answer.content.decode().count("\n") == 2


@pytest.mark.parametrize("page", ["goldenrun_changelist", "goldenset_change"])
def test_a_list_of_runs_reads_no_results_and_asks_as_often_whatever_its_length(
    golden: GoldenSet, client: Client, page: str
) -> None:
    client.force_login(User.objects.create_superuser("root", password="x"))
    arguments = [golden.pk] if page == "goldenset_change" else []
    address = reverse(f"admin:regulations_{page}", args=arguments)

    def asked() -> list[str]:
        with CaptureQueriesContext(connection) as queries:
            shown = client.get(address)
        assert shown.status_code == 200
        return [query["sql"] for query in queries]

    version = draft(SCHOOL_REGULATIONS, timezone.localdate() + timedelta(days=9))
    run(golden)
    GoldenRun.objects.create(golden_set=golden, draft=version)
    first = asked() and asked()
    run(golden, changed={"CONTEXT_RELEVANCE_THRESHOLD": 1.0})
    GoldenRun.objects.create(golden_set=golden, draft=version)

    assert len(asked()) == len(first)
    assert not [sql for sql in asked() if '"results"' in sql]
    if page == "goldenrun_changelist":
        assert "answerable told answer" in client.get(address).content.decode()
