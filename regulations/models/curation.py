"""What happens to a text on its way to a published version: how its file was read, and what people changed in it."""

from __future__ import annotations

import uuid
from datetime import timedelta
from pathlib import PurePath
from typing import Any

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from portal.jobs.leases import LeasedWork, LeaseTerms
from regulations.models.regulations import Regulation, RegulationVersion


def stored_name(_run: ImportRun, name: str) -> str:
    """Where an uploaded file is kept: under a name of our own, so that nothing of the sender's is in the path."""
    return f"imports/{uuid.uuid4().hex}{PurePath(name).suffix.lower()[:12]}"


class ImportRun(LeasedWork):
    """One uploaded file and how far its reading has come.

    `total` is known once the file has been read, `done` counts the entries that were stored. `error` is for a person, in
    Korean.
    """

    class State(models.TextChoices):
        WAITING = "WAITING", _("대기")
        READING = "READING", _("읽는 중")
        STORING = "STORING", _("저장하는 중")
        DONE = "DONE", _("마침")
        FAILED = "FAILED", _("중단됨")
        REFUSED = "REFUSED", _("받지 않음")

    RUNNING = (State.WAITING, State.READING, State.STORING)
    READING_INTERRUPTED = "읽다가 멈췄습니다. 저장한 초안은 그대로 있습니다. 다시 시도하거나, 규정별로 나누어 올려 주십시오."

    terms = LeaseTerms(
        waiting=State.WAITING,
        running=(State.READING, State.STORING),
        given_up=State.FAILED,
        given_up_error=READING_INTERRUPTED,
        # Three workers that die over one file die of that file.
        most_attempts=3,
        lost_after=timedelta(seconds=45),
        task="regulations.read_upload",
        argument="run_id",
        related=("created_by",),
    )

    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("올린 사람"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="import_runs",
    )
    created_at = models.DateTimeField(_("올린 때"), auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True)
    file_name = models.CharField(_("파일"), max_length=255)
    sha256 = models.CharField(max_length=64, blank=True)
    size = models.PositiveBigIntegerField(_("크기"), default=0)
    file = models.FileField(_("원본"), upload_to=stored_name, blank=True, max_length=200)
    enforcement_date = models.DateField(_("시행일"), null=True, blank=True)
    state = models.CharField(_("상태"), max_length=10, choices=State, default=State.WAITING)
    total = models.PositiveIntegerField(default=0)
    done = models.PositiveIntegerField(default=0)
    # The columns have the names that the release before writes.
    error = models.TextField(_("알림"), blank=True, db_column="message")
    attempts = models.PositiveSmallIntegerField(
        _("시도한 횟수"), default=0, db_default=0, db_column="claims"
    )
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("가져온 파일")
        verbose_name_plural = _("가져온 파일")
        indexes = (models.Index(fields=["state", "lease_until"], name="import_run_open"),)

    def __str__(self) -> str:
        return self.file_name

    @property
    def is_running(self) -> bool:
        """Whether there is still something to wait for."""
        return self.state in self.RUNNING

    @property
    def step(self) -> str:
        """The state in a word for a page."""
        return str(self.State(self.state).label)


class ImportEntry(models.Model):
    """One regulation that was found in an uploaded file, and what became of it. `position` is its place in the file."""

    class Outcome(models.TextChoices):
        DRAFT = "draft", _("초안")
        UNCHANGED = "unchanged", _("바뀐 것 없음")
        FAILED = "failed", _("저장하지 못함")

    run = models.ForeignKey(ImportRun, on_delete=models.CASCADE, related_name="entries")
    position = models.PositiveIntegerField()
    title = models.CharField(max_length=300)
    code = models.CharField(max_length=60, blank=True)
    outcome = models.CharField(max_length=10, choices=Outcome)
    message = models.TextField(blank=True)
    version = models.ForeignKey(
        RegulationVersion, null=True, on_delete=models.SET_NULL, related_name="import_entries"
    )

    class Meta:
        verbose_name = _("파일 속 규정")
        verbose_name_plural = _("파일 속 규정")
        constraints = (
            models.UniqueConstraint(fields=["run", "position"], name="import_entry_once"),
        )

    def __str__(self) -> str:
        return self.title


class AbsenceDecision(models.Model):
    """What the office decided about a regulation that is in force and not in a volume any more."""

    class Decision(models.TextChoices):
        KEEP = "KEEP", _("그대로 둠")
        REPEAL = "REPEAL", _("폐지")
        CONTINUED = "CONTINUED", _("이름·번호를 바꾸어 이어짐")

    run = models.ForeignKey(ImportRun, on_delete=models.CASCADE, related_name="absence_decisions")
    regulation = models.ForeignKey(
        Regulation, on_delete=models.CASCADE, related_name="absence_decisions"
    )
    decision = models.CharField(_("결정"), max_length=10, choices=Decision)
    day = models.DateField(_("폐지일"), null=True, blank=True)
    reason = models.TextField(_("이유"), blank=True)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    decided_at = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name = _("규정집에 없는 규정의 결정")
        verbose_name_plural = _("규정집에 없는 규정의 결정")
        constraints = (
            models.UniqueConstraint(fields=["run", "regulation"], name="absence_decided_once"),
        )

    def __str__(self) -> str:
        return f"{self.regulation} {self.decision}"


class ProvisionEdit(models.Model):
    """A change of a draft's provision by hand: who, when, why, and the fields before and after. Rows are only added."""

    version = models.ForeignKey(RegulationVersion, on_delete=models.CASCADE, related_name="edits")
    locator_key = models.CharField(_("자리"), max_length=120)
    changed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.SET_NULL,
        related_name="provision_edits",
    )
    changed_at = models.DateTimeField(auto_now_add=True)
    reason = models.CharField(_("고친 이유"), max_length=300, blank=True, db_default="")
    before: models.JSONField[dict[str, Any], dict[str, Any]] = models.JSONField(default=dict)
    after: models.JSONField[dict[str, Any], dict[str, Any]] = models.JSONField(default=dict)

    class Meta:
        verbose_name = _("손으로 고친 곳")
        verbose_name_plural = _("손으로 고친 곳")
        indexes = (models.Index(fields=["version", "locator_key"], name="provision_edit_place"),)

    def __str__(self) -> str:
        return self.locator_key
