"""What an operator turns while the portal runs: open or closed, generation, banner, limits, the model's budget."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _

from portal.llm.signals import model_called, permission_requested


class ControlsConfig(AppConfig):
    name = "portal.controls"
    label = "controls"
    verbose_name = _("운영")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Answer for the operator when a language model is to be asked, and count what it was asked."""
        # Models, and what imports them, can be imported only now.
        from portal.controls.selectors import may_generate  # noqa: PLC0415
        from portal.controls.services import usage_record  # noqa: PLC0415

        permission_requested.connect(may_generate)
        model_called.connect(usage_record)
