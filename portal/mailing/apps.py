"""What goes out: letters, at most once, and events to webhooks, until they are taken."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class MailingConfig(AppConfig):
    name = "portal.mailing"
    label = "mailing"
    verbose_name = _("메일과 웹훅")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Let Celery see the task of the webhooks."""
        # Models, and what imports them, can be imported only now.
        import portal.mailing.webhooks.sending  # noqa: F401, PLC0415
