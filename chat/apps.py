"""Asking and answering: conversations, answers and the citations that they carry."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import ngettext_lazy

from portal.jobs.signals import work_given_up


class ChatConfig(AppConfig):
    name = "chat"
    verbose_name = ngettext_lazy("대화", "대화", 2)
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Connect what is told to askers with what happens to their answers; models must be there first."""
        from chat.models import Answer  # noqa: PLC0415
        from chat.stream.publishing import publish_given_up  # noqa: PLC0415

        work_given_up.connect(publish_given_up, sender=Answer)
