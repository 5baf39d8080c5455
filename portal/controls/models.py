"""The switches and limits of the portal, in one row, and what the model was used for, in one row a day."""

from __future__ import annotations

import re
import uuid
from pathlib import PurePath
from typing import Any

from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy
from rest_framework_api_key.models import AbstractAPIKey, APIKeyManager
from simple_history.models import HistoricalRecords

# A folder of its own: / and /etc are none.
_LEAST_PARTS = 3
_HOST = re.compile(r"[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?")
_ORIGIN = re.compile(r"https://[a-z0-9.-]+(:\d{1,5})?|http://(localhost|127\.0\.0\.1)(:\d{1,5})?")

_SCANNER = re.compile(r"([\w.-]+|\[[0-9a-fA-F:]+\]):[1-9]\d{0,4}")


def origins_validate(text: str) -> None:
    """Refuse what is no origin: whatever stands here goes into a header of the widget's page."""
    wrong = [line for line in text.split() if not _ORIGIN.fullmatch(line)]
    if wrong:
        raise ValidationError(
            _("한 줄에 하나씩 https://www.example.ac.kr처럼 적으십시오: %(wrong)s"),
            params={"wrong": ", ".join(wrong)},
        )


def folder_validate(text: str) -> None:
    """Refuse what does not name one folder from the root of the server on."""
    path = PurePath(text)
    if not path.is_absolute() or ".." in path.parts or len(path.parts) < _LEAST_PARTS:
        raise ValidationError(_("/srv/notices처럼 서버의 폴더 하나를 처음부터 적으십시오."))


def scanner_validate(text: str) -> None:
    """Refuse what is no host with a port."""
    if not _SCANNER.fullmatch(text):
        raise ValidationError(_("clamav.example.ac.kr:3310처럼 적으십시오."))


def hosts_validate(text: str) -> None:
    """Refuse what is no name of a host."""
    wrong = [line for line in text.split() if not _HOST.fullmatch(line)]
    if wrong:
        raise ValidationError(
            _("한 줄에 하나씩 hooks.example.ac.kr처럼 호스트의 이름만 적으십시오: %(wrong)s"),
            params={"wrong": ", ".join(wrong)},
        )


class SiteControls(models.Model):
    """The one row of switches and limits; who changed what is in its history. Read it through `controls_get`."""

    is_open = models.BooleanField(
        _("열림"),
        default=True,
        help_text=_(
            "끄면 담당자와 관리자만 들어옵니다. 규정을 읽는 화면은 열려 있습니다. 저장된 질문과 답변은 남습니다."
        ),
    )
    takes_questions = models.BooleanField(
        _("화면에서 질문받기"),
        default=True,
        db_default=True,
        help_text=_("끄면 새 질문을 받지 않습니다. 규정과 지난 답변은 읽을 수 있습니다."),
    )
    takes_api_questions = models.BooleanField(
        _("API로 질문받기"),
        default=True,
        db_default=True,
        help_text=_("끄면 질문과 검증의 API가 503으로 답합니다. 규정의 API는 열려 있습니다."),
    )
    closed_message = models.CharField(_("닫힘 안내"), max_length=300, blank=True)
    may_generate = models.BooleanField(
        _("AI 답변 작성"),
        default=True,
        help_text=_("끄면 언어 모델을 부르지 않고 규정 원문을 발췌해 답합니다."),
    )
    allows_anonymous = models.BooleanField(_("로그인 없이 질문"), default=True)
    widget_origins = models.TextField(
        _("위젯을 쓰는 사이트"),
        blank=True,
        default="",
        db_default="",
        validators=[origins_validate],
    )
    webhook_hosts = models.TextField(
        _("웹훅을 보낼 내부 호스트"),
        blank=True,
        default="",
        db_default="",
        validators=[hosts_validate],
    )
    ai_notice = models.TextField(
        _("AI 안내문"), max_length=600, blank=True, default="", db_default=""
    )
    ai_notice_english = models.TextField(
        _("AI 안내문(영어)"), max_length=600, blank=True, default="", db_default=""
    )
    campuses = models.TextField(_("캠퍼스"), blank=True, default="", db_default="")
    notices_folder = models.CharField(
        _("공지 폴더"),
        max_length=300,
        blank=True,
        default="",
        db_default="",
        validators=[folder_validate],
    )
    shows_figures = models.BooleanField(
        _("이용 현황 공개"),
        default=True,
        db_default=True,
        help_text=_(
            "답변 방법 쪽에 지난 30일의 질문·답변·정정 수를 보입니다. 다섯 번도 묻지 않았으면 보이지 않습니다."
        ),
    )
    watched_folder = models.CharField(
        _("규정 파일을 지켜볼 폴더나 ZIP"), max_length=300, blank=True, default="", db_default=""
    )
    banner = models.CharField(_("알림 띠"), max_length=300, blank=True)
    banner_english = models.CharField(_("알림 띠(영어)"), max_length=300, blank=True)
    questions_a_minute = models.PositiveIntegerField(_("한 사람 1분 질문 수"), default=10)
    questions_a_day = models.PositiveIntegerField(_("한 사람 하루 질문 수"), default=200)
    # A whole campus may stand behind one address.
    address_questions_a_minute = models.PositiveIntegerField(_("한 주소 1분 질문 수"), default=300)
    site_questions_a_minute = models.PositiveIntegerField(_("전체 1분 질문 수"), default=600)
    api_calls_a_minute = models.PositiveIntegerField(_("한 사람 1분 API 호출 수"), default=60)
    # Only who neither signed in nor has a key: a new session costs nothing.
    address_api_calls_a_minute = models.PositiveIntegerField(
        _("한 주소 1분 API 호출 수(로그인 없이)"), default=300, db_default=300
    )
    open_streams = models.PositiveIntegerField(_("한 사람이 함께 여는 답변 화면 수"), default=12)
    uploads_an_hour = models.PositiveIntegerField(_("한 사람 1시간 올리기 수"), default=60)
    virus_scanner = models.CharField(
        _("바이러스 검사기(clamd)"),
        max_length=200,
        blank=True,
        default="",
        db_default="",
        validators=[scanner_validate],
    )
    monthly_model_tokens = models.PositiveBigIntegerField(
        _("한 달 모델 토큰 한도"),
        null=True,
        blank=True,
        help_text=_("넘으면 다음 달까지 발췌로 답합니다. 비우면 한도가 없습니다."),
    )

    history = HistoricalRecords()

    class Meta:
        verbose_name = _("운영 설정")
        verbose_name_plural = _("운영 설정")
        constraints = (models.CheckConstraint(condition=Q(pk=1), name="site_controls_one_row"),)

    def __str__(self) -> str:
        return str(self._meta.verbose_name)

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Keep to the one row."""
        self.pk = 1
        super().save(*args, **kwargs)


class ModelUsage(models.Model):
    """What one model was asked on one day."""

    day = models.DateField(_("날짜"))
    model = models.CharField(_("모델"), max_length=100)
    calls = models.PositiveIntegerField(_("호출"), default=0)
    prompt_tokens = models.PositiveBigIntegerField(_("입력 토큰"), default=0)
    completion_tokens = models.PositiveBigIntegerField(_("출력 토큰"), default=0)

    class Meta:
        verbose_name = _("모델 사용량")
        verbose_name_plural = _("모델 사용량")
        constraints = (models.UniqueConstraint(fields=["day", "model"], name="model_usage_day"),)

    def __str__(self) -> str:
        return f"{self.day} {self.model}"


class ApiKeyManager(APIKeyManager):
    """Makes keys whose rows have an identifier of their own."""

    def assign_key(self, obj: AbstractAPIKey) -> str:
        """Give a row its key. The package would make the hash the primary key, which stands in addresses and logs."""
        key = super().assign_key(obj)
        obj.id = str(uuid.uuid4())
        return key


class StepUsage(models.Model):
    """The same calls by the step of the work for which the model was asked: compose, judge, rewrite, reword, verify, rerank."""

    day = models.DateField(_("날짜"))
    step = models.CharField(_("단계"), max_length=30)
    model = models.CharField(_("모델"), max_length=100)
    calls = models.PositiveIntegerField(_("호출"), default=0)
    prompt_tokens = models.PositiveBigIntegerField(_("입력 토큰"), default=0)
    completion_tokens = models.PositiveBigIntegerField(_("출력 토큰"), default=0)

    class Meta:
        verbose_name = _("단계별 모델 사용량")
        verbose_name_plural = _("단계별 모델 사용량")
        constraints = (
            models.UniqueConstraint(fields=["day", "step", "model"], name="step_usage_day"),
        )

    def __str__(self) -> str:
        return f"{self.day} {self.step} {self.model}"


class ApiKey(AbstractAPIKey):
    """A key of a program; only its hash is stored, the key itself is shown once. Revoked, it stays revoked."""

    may_ask = models.BooleanField(_("질문하기"), default=False, help_text="POST /query/verified")
    may_verify = models.BooleanField(
        _("글과 답변 검증하기"), default=False, help_text="POST /verify, POST /verify/answer"
    )
    last_used_at = models.DateTimeField(_("마지막 사용"), null=True, blank=True, editable=False)

    objects = ApiKeyManager()  # type: ignore[misc]

    class Meta(AbstractAPIKey.Meta):
        verbose_name = _("API 키")  # type: ignore[assignment]
        verbose_name_plural = ngettext_lazy("API 키", "API 키", 2)  # type: ignore[assignment]
