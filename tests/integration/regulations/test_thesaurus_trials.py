"""A change of the thesaurus is shown on golden sets and on real questions before it goes live."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
from django.contrib.admin.models import LogEntry
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from portal.accounts.models import User
from portal.jobs.repair import kind_repair
from regulations.models import GoldenSet, ThesaurusEntry, ThesaurusTrial
from regulations.search.golden import golden_import
from regulations.search.golden.trials import (
    InvalidTrialError,
    change_parse,
    lease_trial,
    trial_apply,
    trial_execute,
    trial_start,
)
from regulations.search.thesaurus import thesaurus_current
from regulations.signals import recent_questions_requested
from tests.corpus import given_corpus
from tests.receivers import only

pytestmark = pytest.mark.django_db

LEAVE = {"regulation": "학칙", "article": 25}
# Invented words: nobody but the trial knows what they mean.
REAL = "가나다도 됩니까?"
GOLDEN = {"id": "a", "question": "가나다란 무엇입니까?", "gold": [LEAVE]}


def real_questions(*, limit: int, **_: object) -> list[tuple[str, tuple[str, ...]]]:
    asked: list[tuple[str, tuple[str, ...]]] = [(REAL, ()), ("등록금은 나누어 낼 수 있습니까?", ())]
    return asked[:limit]


@pytest.fixture(autouse=True)
def _corpus(db: None, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    given_corpus()
    settings.CONTEXT_RELEVANCE_THRESHOLD = 0.02
    settings.MIN_RELEVANCE = 0.01
    only(recent_questions_requested, real_questions, monkeypatch)
    golden_import(name="base", lines=[json.dumps(GOLDEN)])


def tried(text: str) -> ThesaurusTrial:
    return trial_execute(trial=trial_start(text=text), now=timezone.now())


def test_a_trial_says_what_changes_and_changes_nothing() -> None:
    before = thesaurus_current().digest
    trial = tried("가나다 = 휴학\n바사아 = 자퇴")
    assert trial.state == ThesaurusTrial.State.DONE
    (golden,) = trial.golden
    assert golden["changes"]["recall@1"] == [0.0, 1.0]
    assert [one["question"] for one in golden["improvements"]] == [GOLDEN["question"]]
    assert golden["lowered"] == []
    (changed,) = trial.real
    assert (trial.real_count, changed["question"]) == (2, REAL)
    assert "제25조" in changed["now"][0]
    assert changed["before"] != changed["now"]
    assert thesaurus_current().digest == before
    assert not ThesaurusEntry.objects.filter(line__startswith="가나다").exists()
    # A message delivered twice measures once.
    assert trial_execute(trial=trial, now=timezone.now()).finished_at == trial.finished_at


def test_taking_a_line_out_is_told_as_a_loss_and_applied_once() -> None:
    own = ThesaurusEntry.objects.create(line="가나다 = 휴학")
    came = ThesaurusEntry.objects.create(line="차카타 = 자퇴", built_in="차카타 = 자퇴")
    trial = tried(f"- {own.line}\n- {came.line}\n차카타 = 복학")
    assert "recall@1" in trial.golden[0]["lowered"]
    assert [one["question"] for one in trial.golden[0]["regressions"]] == [GOLDEN["question"]]
    now = timezone.now()
    assert trial_apply(trial=trial, now=now)
    assert not trial_apply(trial=trial, now=now)
    lines = set(ThesaurusEntry.objects.filter(is_enabled=True).values_list("line", flat=True))
    assert "차카타 = 복학" in lines
    assert lines.isdisjoint({own.line, came.line})
    # Nothing is deleted: what goes can come back, and loading the portal's own again does not bring it back.
    assert ThesaurusEntry.objects.filter(is_enabled=False).count() == 2


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "한 줄에 하나씩"),
        ("# nothing", "한 줄에 하나씩"),
        ("가나다 = 휴학\n휴학", "2행"),
        ("- 없는 = 줄", "1행"),
        (f"가나다 = {'휴' * 500}", "500자"),
    ],
)
def test_lines_that_mean_nothing_are_refused_by_number(text: str, said: str) -> None:
    with pytest.raises(InvalidTrialError, match=said):
        change_parse(text)


def test_a_trial_whose_worker_died_ends() -> None:
    trial = trial_start(text="가나다 = 휴학")
    assert lease_trial(trial_id=trial.pk, now=timezone.now()) is not None
    kind_repair(ThesaurusTrial, now=timezone.now())
    assert ThesaurusTrial.objects.get().state == ThesaurusTrial.State.RUNNING
    kind_repair(ThesaurusTrial, now=timezone.now() + timedelta(hours=1))
    assert ThesaurusTrial.objects.get().state == ThesaurusTrial.State.FAILED


def test_the_admin_tries_what_was_typed_and_applies_it_by_a_button(
    client: Client,
) -> None:
    client.force_login(User.objects.create_superuser("root", password="x"))
    entry = ThesaurusEntry.objects.create(line="가나다 = 자퇴")
    try_page = reverse("admin:regulations_thesaurus_try")
    assert "2행" in client.post(try_page, {"lines": "a = b\nc"}).content.decode()
    upload = SimpleUploadedFile("lines.txt", "가나다 = 휴학".encode())
    ordered = client.post(try_page, {"lines": f"- {entry.line}", "file": upload})
    trial = ThesaurusTrial.objects.get()
    assert ordered.headers["Location"].endswith(f"/{trial.pk}/change/")
    assert "재고 있습니다" in client.get(ordered.headers["Location"]).content.decode()
    trial_execute(trial=trial, now=timezone.now())
    shown = client.get(ordered.headers["Location"]).content.decode()
    assert "최근 질문 2개 가운데 1개의 근거가 달라집니다." in shown
    assert "나아짐" in shown
    assert "나빠지는 지표가 없습니다" in shown
    client.get(reverse("admin:regulations_thesaurus_apply", args=[trial.pk]))
    assert ThesaurusEntry.objects.filter(line=entry.line).exists()
    client.post(reverse("admin:regulations_thesaurus_apply", args=[trial.pk]))
    assert used() == {"가나다 = 휴학"}
    assert LogEntry.objects.get().object_repr == str(trial)


def used() -> set[str]:
    own = ThesaurusEntry.objects.filter(line__startswith="가나다", is_enabled=True)
    return set(own.values_list("line", flat=True))


@pytest.mark.parametrize("way", ["add", "change", "switch_off", "unchecked"])
def test_with_a_golden_set_every_way_to_a_change_leads_over_its_trial(
    way: str, client: Client
) -> None:
    client.force_login(User.objects.create_superuser("root", password="x"))
    entry = ThesaurusEntry.objects.create(line="가나다 = 휴학")
    added = reverse("admin:regulations_thesaurusentry_add")
    changed = reverse("admin:regulations_thesaurusentry_change", args=[entry.pk])
    listed = reverse("admin:regulations_thesaurusentry_changelist")
    sent, lines = {
        "add": ((added, {"line": "가나다라,바사=자퇴", "is_enabled": "on"}), "가나다라,바사=자퇴"),
        "change": (
            (changed, {"line": "가나다 = 자퇴", "is_enabled": "on", "_save": "1"}),
            "- 가나다 = 휴학\n가나다 = 자퇴",
        ),
        "unchecked": ((changed, {"line": entry.line}), "- 가나다 = 휴학"),
        "switch_off": (
            (listed, {"action": "switch_off", "_selected_action": [entry.pk]}),
            "- 가나다 = 휴학",
        ),
    }[way]
    reply = client.post(*sent)
    trial = ThesaurusTrial.objects.get()
    assert reply.headers["Location"].endswith(f"/{trial.pk}/change/")
    assert (trial.lines, used()) == (lines, {"가나다 = 휴학"})
    trial_execute(trial=trial, now=timezone.now())
    shown = client.get(reply.headers["Location"]).content.decode()
    assert ("골든 세트가 나빠집니다: base" in shown) is (way != "add")
    client.post(reverse("admin:regulations_thesaurus_apply", args=[trial.pk]))
    assert used() == {
        "add": {"가나다 = 휴학", "가나다라, 바사 = 자퇴"},
        "change": {"가나다 = 자퇴"},
    }.get(way, set())


def test_at_once_goes_what_nothing_measures_or_who_says_so(client: Client) -> None:
    client.force_login(User.objects.create_superuser("root", password="x"))
    added = reverse("admin:regulations_thesaurusentry_add")
    listed = reverse("admin:regulations_thesaurusentry_changelist")
    assert "재지 않고 바로 반영" in client.get(added).content.decode()
    data = {"line": "가나다=휴학", "is_enabled": "on"}
    client.post(added, data | {"_unmeasured": "1"})
    # However it is spaced, an entry is written in one way.
    assert used() == {"가나다 = 휴학"}
    GoldenSet.objects.all().delete()
    assert "재지 않고 바로 반영" not in client.get(added).content.decode()
    client.post(added, data | {"line": "가나다 = 복학"})
    assert used() == {"가나다 = 휴학", "가나다 = 복학"}
    chosen = list(
        ThesaurusEntry.objects.filter(line__startswith="가나다").values_list("pk", flat=True)
    )
    client.post(listed, {"action": "switch_off", "_selected_action": chosen})
    assert used() == set()
    client.post(listed, {"action": "switch_on", "_selected_action": chosen[:1]})
    assert len(used()) == 1
    assert not ThesaurusTrial.objects.exists()
    # Deleted can be what is off; what is in use could only vanish unseen.
    on, off = chosen
    for pk, left in ((on, 2), (off, 1)):
        client.post(reverse("admin:regulations_thesaurusentry_delete", args=[pk]), {"post": "yes"})
        assert ThesaurusEntry.objects.filter(pk__in=chosen).count() == left


def test_students_neither_try_nor_apply(client: Client) -> None:
    trial = trial_start(text="가나다 = 휴학")
    client.force_login(User.objects.create_user("someone", password="x"))
    client.post(reverse("admin:regulations_thesaurus_try"), {"lines": "a = b"})
    client.post(reverse("admin:regulations_thesaurus_apply", args=[trial.pk]))
    assert ThesaurusTrial.objects.count() == 1
    assert not ThesaurusEntry.objects.filter(line="가나다 = 휴학").exists()
