"""Certificates of answers, and the keys that sign them."""

from __future__ import annotations

import secrets

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from chat.models.answers import Answer
from portal.models import TimestampedModel
from portal.privacy.sealing import SealedField
from regulations.models import RegulationVersion

# Crockford's base 32: no letter that is taken for a figure when somebody copies it from paper.
CODE_LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # pragma: allowlist secret
_GROUPS, _GROUP = 4, 4


def new_code() -> str:
    """Return 80 bits as somebody can type them: K7QX-0M2D-9RTA-W4HB."""
    letters = ["".join(secrets.choice(CODE_LETTERS) for _ in range(_GROUP)) for _ in range(_GROUPS)]
    return "-".join(letters)


class SigningKey(models.Model):
    """A pair of Ed25519 keys. One that was retired signs no more; what it signed is checked with its public half for ever."""

    public = models.CharField(_("공개 키"), max_length=64, unique=True)
    sealed_private = SealedField(editable=False)
    created_at = models.DateTimeField(_("만든 때"), auto_now_add=True)
    retired_at = models.DateTimeField(_("그만 쓴 때"), null=True, blank=True)

    class Meta:
        verbose_name = _("확인서 서명 키")
        verbose_name_plural = ngettext_lazy("확인서 서명 키", "확인서 서명 키", 2)
        constraints = (
            models.UniqueConstraint(
                fields=["retired_at"], nulls_distinct=False, name="signing_key_in_use_once"
            ),
        )

    def __str__(self) -> str:
        return self.public


class Certificate(TimestampedModel):
    """What an answer said, signed: `statement` is the very text under the signature and names no person.

    It outlives the answer. Where its asker took it back the statement is gone, too.
    """

    class Ended(models.TextChoices):
        TAKEN_BACK = "TAKEN_BACK", _("발급받은 사람이 거두었습니다.")
        WITHDRAWN = "WITHDRAWN", _("담당 부서가 답변을 철회했습니다.")
        CORRECTED = "CORRECTED", _("담당 부서가 답변을 고쳤습니다.")
        MARKS = "MARKS", _("다시 확인한 결과 문장이나 인용의 상태가 바뀌었습니다.")
        REVOKED = "REVOKED", _("운영 담당자가 폐기했습니다.")

    code = models.CharField(_("번호"), max_length=19, unique=True, default=new_code, editable=False)
    answer = models.ForeignKey(
        Answer, null=True, on_delete=models.SET_NULL, related_name="certificates"
    )
    has_question = models.BooleanField(_("질문을 실음"), default=False)
    language = models.CharField(max_length=7, default="ko")
    statement = models.TextField(_("내용"))
    signature = models.CharField(_("서명"), max_length=100)
    key = models.ForeignKey(SigningKey, on_delete=models.PROTECT, related_name="certificates")
    ended_at = models.DateTimeField(_("효력이 끝난 때"), null=True, blank=True)
    ended_why = models.CharField(_("끝난 까닭"), max_length=12, choices=Ended, blank=True)

    class Meta:
        verbose_name = _("확인서")
        verbose_name_plural = ngettext_lazy("확인서", "확인서", 2)
        constraints = (
            models.UniqueConstraint(
                fields=["answer", "has_question", "language"],
                condition=Q(ended_at__isnull=True),
                name="certificate_open_once",
            ),
        )

    def __str__(self) -> str:
        return self.code


class CertifiedProvision(models.Model):
    """A provision that a certificate names, in its version; `text_hash` is of its text at that time."""

    certificate = models.ForeignKey(
        Certificate, on_delete=models.CASCADE, related_name="provisions"
    )
    version = models.ForeignKey(
        RegulationVersion, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    number = models.PositiveSmallIntegerField(_("번호"))
    locator_key = models.CharField(max_length=120)
    regulation_title = models.CharField(max_length=200)
    text_hash = models.CharField(max_length=64)

    class Meta:
        verbose_name = _("확인서의 조문")
        verbose_name_plural = _("확인서의 조문")
        ordering = ("number",)

    def __str__(self) -> str:
        return f"{self.regulation_title} {self.locator_key}"
