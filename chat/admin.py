"""Conversations and answers for operators: to look at, not to change; what the staff decides goes through reviews."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from django.contrib import admin, messages
from django.db.models import Model, QuerySet
from django.forms import ModelForm
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from chat.conversations.certificates import admin as certificates_admin
from chat.conversations.personal_data import conversations_forget
from chat.models import (
    Answer,
    AnswerPassage,
    AnswerSentence,
    Citation,
    Conversation,
    ExampleQuestion,
    Feedback,
)
from chat.verified_answers import admin as verified_admin
from portal.admin_site import LabelledCells, NamedValuesFilter, ReadOnlyRecord


class SentenceInline(ReadOnlyRecord, admin.TabularInline[AnswerSentence, Answer]):
    """The sentences as they are shown."""

    model = AnswerSentence
    fields = ("position", "text", "outcome", "method", "quote", "withdrawn_at", "score")
    ordering = ("position",)


class PassageInline(ReadOnlyRecord, admin.TabularInline[AnswerPassage, Answer]):
    """What was retrieved."""

    model = AnswerPassage
    fields = ("rank", "regulation_title", "locator_key", "relevance", "used")
    ordering = ("rank",)


@admin.register(Answer)
class AnswerAdmin(ReadOnlyRecord, admin.ModelAdmin[Answer]):
    """Answers with their sentences and sources."""

    list_display = ("question", "status", "composer", "as_of", "created_at")
    list_filter = (
        "status",
        # Those without an answer for which no office was named say which topic has none.
        ("department_name", admin.EmptyFieldListFilter),
        "composer",
        "created_at",
    )
    list_select_related = ("message__in_reply_to",)
    search_fields = ("=id", "message__in_reply_to__content")
    ordering = ("-created_at", "pk")
    inlines = (SentenceInline, PassageInline)

    @admin.display(description=_("질문"))
    def question(self, answer: Answer) -> str:
        """The question that it answers."""
        asked = answer.message.in_reply_to
        return asked.content[:80] if asked else ""


@admin.register(Conversation)
class ConversationAdmin(ReadOnlyRecord, admin.ModelAdmin[Conversation]):
    """Conversations; they are deleted on the asker's request, as the asker deletes them."""

    list_display = ("title", "user", "created_at", "updated_at")
    list_select_related = ("user",)
    search_fields = ("title",)
    ordering = ("-updated_at", "pk")

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Whoever has the permission."""
        return admin.ModelAdmin.has_delete_permission(self, request, obj)

    def get_deleted_objects(
        self, objs: Sequence[Conversation] | QuerySet[Conversation], request: HttpRequest
    ) -> tuple[list[str], dict[str, int], set[str], list[str]]:
        """The conversations alone: what becomes of their answers, which nobody deletes by hand, the service says."""
        counted = {str(self.opts.verbose_name_plural): len(objs)}
        return [str(row) for row in objs], counted, set(), []

    def log_deletions(self, request: HttpRequest, queryset: Iterable[Conversation]) -> Any:
        """Without the titles, which are questions: the log is never changed again."""
        unnamed = [Conversation(pk=row.pk, title=Conversation.FORGOTTEN) for row in queryset]
        return super().log_deletions(request, unnamed)  # type: ignore[arg-type]

    def delete_model(self, request: HttpRequest, obj: Conversation) -> None:
        """One, from its own page."""
        self._forget(request, [obj])

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Conversation]) -> None:
        """Those that were chosen in the list."""
        self._forget(request, queryset)

    def _forget(self, request: HttpRequest, rows: Iterable[Conversation]) -> None:
        chosen = Conversation.objects.filter(pk__in=[row.pk for row in rows])
        forgotten = conversations_forget(conversations=chosen, now=timezone.now())
        if forgotten.anonymized:
            said = _("%(count)d개는 검토한 답변이 있어 남고, 누가 물었는지와 질문을 지웠습니다.")
            messages.warning(request, said % {"count": forgotten.anonymized})


@admin.register(Citation)
class CitationAdmin(ReadOnlyRecord, admin.ModelAdmin[Citation]):
    """The citations of all answers."""

    list_display = ("number", "regulation_title", "locator_key", "status", "score", "created_at")
    list_filter = ("status",)
    search_fields = ("regulation_title", "=locator_key")
    ordering = ("-created_at", "pk")


@admin.register(Feedback)
class FeedbackAdmin(ReadOnlyRecord, admin.ModelAdmin[Feedback]):
    """What askers thought."""

    list_display = ("helpful", "reason", "comment", "created_at")
    list_filter = ("helpful", "reason")
    ordering = ("-created_at", "pk")


@admin.register(ExampleQuestion)
class ExampleQuestionAdmin(LabelledCells, admin.ModelAdmin[ExampleQuestion]):
    """Questions to begin with; whether the regulations answer one is looked up within a minute, also of one that is reworded."""

    list_display = ("question", "category", "is_answered", "position", "is_hidden")
    list_editable = ("position", "is_hidden")
    list_filter = ("is_answered", "is_hidden", ("category", NamedValuesFilter))
    ordering = ("position", "pk")

    def save_model(
        self,
        request: HttpRequest,
        obj: ExampleQuestion,
        form: ModelForm[ExampleQuestion],
        change: bool,
    ) -> None:
        """Other words are another question: the staff's own, of which nothing was looked up yet."""
        if "question" in form.changed_data:
            obj.checked_for, obj.is_answered, obj.is_generated = "", False, False
        super().save_model(request, obj, form, change)


__all__ = ["certificates_admin", "verified_admin"]
