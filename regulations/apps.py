"""The corpus: regulations, their versions, provisions and the search over them. Knows nothing of questions."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _

from regulations.signals import version_amended


class RegulationsConfig(AppConfig):
    name = "regulations"
    verbose_name = _("규정")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Let Celery see the tasks of the rooms, beside those of regulations.tasks; list what amendments make stale."""
        # Models, and what imports them, can be imported only now.
        import regulations.following.tasks  # noqa: PLC0415
        import regulations.importing.tasks  # noqa: PLC0415
        import regulations.search.golden.tasks  # noqa: F401, PLC0415
        from regulations.worklist.listing import amendment_list  # noqa: PLC0415

        version_amended.connect(amendment_list)
