"""Questions that belong to provisions: seen, edited, refused, and how far a model is with writing them."""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from portal.admin_site import LabelledCells
from regulations.models import PassageQuestion, QuestionRun
from regulations.search.questions.services import question_saved, questions_order

State = PassageQuestion.State


@admin.register(PassageQuestion)
class PassageQuestionAdmin(LabelledCells, admin.ModelAdmin[PassageQuestion]):
    """Each question beside the provision that it leads to; what students proposed waits here."""

    list_display = ("place", "state", "text", "origin", "created_at")
    list_display_links = ("place",)
    list_editable = ("text", "state")
    list_filter = ("state", "origin", "regulation")
    list_select_related = ("regulation",)
    list_per_page = 50
    search_fields = ("text", "regulation__title")
    autocomplete_fields = ("regulation",)
    fields = ("regulation", "locator_key", "text", "origin", "state")
    ordering = ("regulation__title", "locator_key", "pk")
    actions = ("accept", "refuse")

    @admin.display(description=_("조문"), ordering="locator_key")
    def place(self, question: PassageQuestion) -> str:
        """The provision as it is cited."""
        return f"「{question.regulation.title}」 {question.place_label}"

    @admin.action(description=_("고른 질문을 쓰기"), permissions=["change"])
    def accept(self, request: HttpRequest, queryset: QuerySet[PassageQuestion]) -> None:
        """Let them lead to their provisions."""
        self._decide(request, queryset, State.ACTIVE)

    @admin.action(description=_("고른 질문을 쓰지 않기"), permissions=["change"])
    def refuse(self, request: HttpRequest, queryset: QuerySet[PassageQuestion]) -> None:
        """Let them lead nowhere; they stay, so that nobody writes them again."""
        self._decide(request, queryset, State.REFUSED)

    def _decide(
        self, request: HttpRequest, queryset: QuerySet[PassageQuestion], state: State
    ) -> None:
        count = queryset.update(state=state)
        question_saved()
        messages.success(request, _("질문 %d개를 바꾸었습니다.") % count)

    def save_model(
        self, request: HttpRequest, obj: PassageQuestion, form: Any, change: bool
    ) -> None:
        """An edited question is a person's."""
        if "text" in form.changed_data and obj.origin == PassageQuestion.Origin.MODEL:
            obj.origin = PassageQuestion.Origin.STAFF
        super().save_model(request, obj, form, change)
        question_saved()

    def delete_model(self, request: HttpRequest, obj: PassageQuestion) -> None:
        """One was deleted from its own page."""
        super().delete_model(request, obj)
        question_saved()

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[PassageQuestion]) -> None:
        """Several were deleted at once."""
        super().delete_queryset(request, queryset)
        question_saved()


@admin.register(QuestionRun)
class QuestionRunAdmin(admin.ModelAdmin[QuestionRun]):
    """How far a model is with writing questions for a version."""

    list_display = ("version", "state", "progress", "written", "error", "finished_at")
    list_filter = ("state",)
    list_select_related = ("version__regulation",)
    ordering = ("-created_at",)
    actions = ("again",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Publishing orders them."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """A run is no text to edit."""
        return False

    def has_order_permission(self, request: HttpRequest) -> bool:
        """Whether the person may spend the model's tokens on a run, which is not edited for it."""
        return request.user.has_perm("regulations.change_questionrun")

    @admin.display(description=_("진행"))
    def progress(self, run: QuestionRun) -> SafeString:
        """How many articles are through, with the way to what was written."""
        address = reverse("admin:regulations_passagequestion_changelist")
        return format_html(
            '<a href="{}?regulation__id__exact={}&origin__exact=MODEL">{} / {}</a>',
            address,
            run.version.regulation_id,
            run.done,
            run.total,
        )

    @admin.action(description=_("다시 쓰기"), permissions=["order"])
    def again(self, request: HttpRequest, queryset: QuerySet[QuestionRun]) -> None:
        """Order them once more; what did not change stays."""
        ordered = [questions_order(version=run.version) for run in queryset]
        if not all(ordered):
            messages.warning(request, _("설정된 언어 모델이 없거나 지금은 쓸 수 없습니다."))


class QuestionInline(LabelledCells, admin.TabularInline[PassageQuestion, Any]):
    """The questions of a regulation beside its names, by article."""

    model = PassageQuestion
    fields = ("locator_key", "text", "origin", "state")
    readonly_fields = ("origin",)
    ordering = ("locator_key", "pk")
    extra = 0
    classes = ("collapse",)
    verbose_name_plural = _("조문의 질문: 이렇게 물으면 그 조문으로 이어집니다")
