"""The user of the portal: a student, a member of the staff who reviews, who leads the review, or an admin who curates."""

from __future__ import annotations

from typing import ClassVar

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy


class User(AbstractUser):
    """Who asks, reviews or curates. `role` decides what a person may do; Django's groups are left to the admin."""

    class Role(models.TextChoices):
        STUDENT = "STUDENT", _("학생")
        STAFF = "STAFF", _("담당자")
        LEAD = "LEAD", _("검토 책임자")
        ADMIN = "ADMIN", _("관리자")

    role = models.CharField(_("역할"), max_length=10, choices=Role, default=Role.STUDENT)

    REQUIRED_FIELDS: ClassVar[list[str]] = ["email"]

    class Meta:
        verbose_name = _("사용자")
        verbose_name_plural = ngettext_lazy("사용자", "사용자", 2)

    @property
    def may_review(self) -> bool:
        """Whether the person sees flagged answers and decides about them."""
        return self.may_lead or self.role == self.Role.STAFF

    @property
    def may_lead(self) -> bool:
        """Whether the person hands out cases, settles second opinions and sees what the reviewers do."""
        return self.is_superuser or self.role in (self.Role.LEAD, self.Role.ADMIN)


class LtiPlatform(models.Model):
    """A learning platform whose courses lead here (LTI 1.3). It vouches for people, who are students here."""

    name = models.CharField(_("이름"), max_length=100)
    issuer = models.CharField(_("발급자(iss)"), max_length=300)
    client_id = models.CharField("client_id", max_length=200)
    deployment_ids = models.TextField("deployment_id")
    login_url = models.CharField(_("로그인 주소(auth)"), max_length=500)
    keys_url = models.CharField(_("공개 키 주소(JWKS)"), max_length=500)
    is_active = models.BooleanField(_("사용"), default=True)

    class Meta:
        verbose_name = _("LTI 플랫폼")
        verbose_name_plural = ngettext_lazy("LTI 플랫폼", "LTI 플랫폼", 2)
        constraints = (
            models.UniqueConstraint(fields=["issuer", "client_id"], name="lti_platform_once"),
        )

    def __str__(self) -> str:
        return self.name
