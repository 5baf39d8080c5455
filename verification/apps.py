"""Is an answer true to its sources: citations, grounding, faithfulness and review."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _

from portal.jobs.signals import work_given_up


class VerificationConfig(AppConfig):
    name = "verification"
    verbose_name = _("검증")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Connect the flags with what happens to checks, and let Celery see the tasks of the rooms; models must be there first."""
        from verification.api import calls  # noqa: F401, PLC0415
        from verification.faithfulness import tasks  # noqa: F401, PLC0415
        from verification.faithfulness.recording import flag_given_up  # noqa: PLC0415
        from verification.models import Verification  # noqa: PLC0415

        work_given_up.connect(flag_given_up, sender=Verification)
