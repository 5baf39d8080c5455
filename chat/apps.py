"""Asking and answering: conversations, answers and the citations that they carry."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import ngettext_lazy

from portal.jobs.signals import work_given_up
from regulations.signals import (
    advance_notice_opened,
    notice_effects_requested,
    recent_questions_requested,
    reliance_requested,
    version_amended,
    version_corrected,
)
from verification.signals import answer_checked, answer_decided, answer_judged


class ChatConfig(AppConfig):
    name = "chat"
    verbose_name = ngettext_lazy("대화", "대화", 2)
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Listen to what verification and regulations tell, in this order; let Celery see the tasks of the rooms."""
        # Models, and what imports them, can be imported only now.
        from chat.conversations.amendments import flag_amended_answers  # noqa: PLC0415
        from chat.conversations.certificates.issuing import (  # noqa: PLC0415
            certificates_follow_decision,
            certificates_follow_marks,
        )
        from chat.conversations.notices import notify_decided, send_webhooks_decided  # noqa: PLC0415
        from chat.conversations.reliance import (  # noqa: PLC0415
            citations_move,
            reliance_count,
            verified_answers_list,
        )
        from chat.conversations.selectors import questions_asked  # noqa: PLC0415
        from chat.models import Answer  # noqa: PLC0415
        from chat.reruns.drafts import trial_effects  # noqa: PLC0415
        from chat.reruns.enqueueing import trial_enqueue  # noqa: PLC0415
        from chat.storing.marks import marks_move  # noqa: PLC0415
        from chat.stream.changes import publish_checked, publish_decided  # noqa: PLC0415
        from chat.stream.publishing import publish_given_up  # noqa: PLC0415
        from chat.verified_answers.saving import update_verified_answers  # noqa: PLC0415
        from chat.verified_answers.suspending import suspend_amended_answers  # noqa: PLC0415

        version_amended.connect(flag_amended_answers)
        version_amended.connect(suspend_amended_answers)
        version_amended.connect(verified_answers_list)
        version_corrected.connect(citations_move)
        reliance_requested.connect(reliance_count)
        answer_decided.connect(update_verified_answers)
        answer_decided.connect(notify_decided)
        answer_decided.connect(send_webhooks_decided)
        recent_questions_requested.connect(questions_asked)
        work_given_up.connect(publish_given_up, sender=Answer)
        answer_judged.connect(marks_move)
        answer_judged.connect(certificates_follow_marks)
        answer_decided.connect(certificates_follow_decision)
        answer_decided.connect(publish_decided)
        answer_checked.connect(publish_checked)
        advance_notice_opened.connect(trial_enqueue)
        notice_effects_requested.connect(trial_effects)
