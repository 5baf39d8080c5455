"""Conversations and answers for operators: to look at, not to change; what the staff decides goes through reviews."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from chat.conversations.certificates import admin as certificates_admin
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
from portal.admin_site import LabelledCells, NamedValuesFilter


class ReadOnlyAdmin(admin.options.BaseModelAdmin):  # type: ignore[type-arg]
    """Rows that are shown and never changed by hand."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nobody adds."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Nobody changes."""
        return False


class SentenceInline(ReadOnlyAdmin, admin.TabularInline[AnswerSentence, Answer]):
    """The sentences as they are shown."""

    model = AnswerSentence
    fields = ("position", "text", "outcome", "method", "quote", "withdrawn_at", "score")
    ordering = ("position",)
    can_delete = False


class PassageInline(ReadOnlyAdmin, admin.TabularInline[AnswerPassage, Answer]):
    """What was retrieved."""

    model = AnswerPassage
    fields = ("rank", "regulation_title", "locator_key", "relevance", "used")
    ordering = ("rank",)
    can_delete = False


@admin.register(Answer)
class AnswerAdmin(ReadOnlyAdmin, admin.ModelAdmin[Answer]):
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
class ConversationAdmin(ReadOnlyAdmin, admin.ModelAdmin[Conversation]):
    """Conversations; they may be deleted on the asker's request."""

    list_display = ("title", "user", "created_at", "updated_at")
    list_select_related = ("user",)
    search_fields = ("title",)
    ordering = ("-updated_at", "pk")


@admin.register(Citation)
class CitationAdmin(ReadOnlyAdmin, admin.ModelAdmin[Citation]):
    """The citations of all answers."""

    list_display = ("number", "regulation_title", "locator_key", "status", "score", "created_at")
    list_filter = ("status",)
    search_fields = ("regulation_title", "=locator_key")
    ordering = ("-created_at", "pk")


@admin.register(Feedback)
class FeedbackAdmin(ReadOnlyAdmin, admin.ModelAdmin[Feedback]):
    """What askers thought."""

    list_display = ("helpful", "reason", "comment", "created_at")
    list_filter = ("helpful", "reason")
    ordering = ("-created_at", "pk")


@admin.register(ExampleQuestion)
class ExampleQuestionAdmin(LabelledCells, admin.ModelAdmin[ExampleQuestion]):
    """Questions to begin with; whether the regulations answer one is looked up within a minute."""

    list_display = ("question", "category", "is_answered", "position", "is_hidden")
    list_editable = ("position", "is_hidden")
    list_filter = ("is_answered", "is_hidden", ("category", NamedValuesFilter))
    ordering = ("position", "pk")


__all__ = ["certificates_admin", "verified_admin"]
