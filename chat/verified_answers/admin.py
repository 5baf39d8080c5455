"""Verified answers for editors: their questions, their provisions, how often they were shown; stop one, let one be shown again."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from chat.models import VerifiedAnswer, VerifiedCitation, VerifiedPhrasing
from chat.verified_answers.confirming import (
    NotConfirmedError,
    NotIndexedError,
    verified_answer_reconfirm,
)
from chat.verified_answers.matching import sense_key, text_key
from portal.admin_site import LabelledCells
from portal.privacy.masking import personal_data_mask
from verification.checking.pairs import confidence_threshold


class PhrasingFormSet(forms.BaseInlineFormSet[VerifiedPhrasing, VerifiedAnswer, Any]):
    """The questions of an answer, each once whatever its punctuation."""

    def clean(self) -> None:
        """Say which is there already: the database compares their keys, which are no fields of the form."""
        super().clean()
        going = [form.instance.pk for form in self.deleted_forms]
        staying = VerifiedPhrasing.objects.filter(verified=self.instance).exclude(pk__in=going)
        stored = dict(staying.values_list("pk", "text_key"))
        taken = set(stored.values())
        for form in self.forms:
            text = form.cleaned_data.get("text") if form.is_valid() else None
            if not text or form in self.deleted_forms:
                continue
            key = text_key(_as_stored(text))
            if key in taken and key != stored.get(form.instance.pk):
                said = _("이미 있는 질문입니다. 띄어쓰기와 문장 부호만 다른 것도 같은 질문입니다.")
                form.add_error("text", said)
            taken.add(key)


class PhrasingInline(LabelledCells, admin.TabularInline[VerifiedPhrasing, VerifiedAnswer]):
    """The questions for which it is shown; editors add others."""

    model = VerifiedPhrasing
    formset = PhrasingFormSet
    fields = ("text",)
    extra = 1
    ordering = ("pk",)


class CitedInline(admin.TabularInline[VerifiedCitation, VerifiedAnswer]):
    """The provisions that it rests on."""

    model = VerifiedCitation
    fields = ("sentence_number", "label")
    readonly_fields = fields
    can_delete = False
    ordering = ("sentence", "pk")

    @admin.display(description=gettext_lazy("문장"))
    def sentence_number(self, cited: VerifiedCitation) -> int | str:
        """Which sentence rests on it; none where the sentences name their provisions themselves."""
        return cited.sentence or "–"

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """They are those of the answer."""
        return False


@admin.register(VerifiedAnswer)
class VerifiedAnswerAdmin(admin.ModelAdmin[VerifiedAnswer]):
    """Verified answers; the text itself is changed by deciding its case anew."""

    list_display = ("answer_text", "state", "uses", "last_used_at", "editor", "created_at")
    list_filter = (
        ("suspended_from", admin.EmptyFieldListFilter),
        ("retired_at", admin.EmptyFieldListFilter),
    )
    list_select_related = ("kept_by",)
    search_fields = ("phrasings__text", "citations__label")
    ordering = ("-created_at", "pk")
    fields = readonly_fields = (
        "answer_text",
        "case",
        "state",
        "suspended_from",
        "suspended_reason",
        "retired_at",
        "uses",
        "last_used_at",
        "editor",
    )
    inlines = (PhrasingInline, CitedInline)
    actions = ("show_again", "suspend", "retire")

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Answers are kept by deciding a case."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """One that is not used any more is retired, and its count stays."""
        return False

    def save_formset(
        self, request: HttpRequest, form: forms.ModelForm[Any], formset: Any, change: bool
    ) -> None:
        """Keep a question with the keys by which it is found, personal data masked."""
        rows = formset.save(commit=False)
        # What goes may stand in the way of what comes.
        for row in formset.deleted_objects:
            row.delete()
        for row in rows:
            if isinstance(row, VerifiedPhrasing):
                row.text = _as_stored(row.text)
                row.text_key, row.sense_key = text_key(row.text), sense_key(row.text)
                row.save()

    @admin.display(description=gettext_lazy("답변"))
    def answer_text(self, verified: VerifiedAnswer) -> str:
        """The answer as one text."""
        return "\n".join(verified.sentences)

    @admin.display(description=gettext_lazy("상태"))
    def state(self, verified: VerifiedAnswer) -> str:
        """Whether it is shown today."""
        if verified.retired_at is not None:
            return _("그만 씀")
        if verified.is_shown(on=timezone.localdate()):
            return _("보임") if verified.suspended_from is None else _("곧 멈춤")
        return _("멈춤")

    @admin.display(description=gettext_lazy("둔 사람"), ordering="kept_by__username")
    def editor(self, verified: VerifiedAnswer) -> str:
        """Who kept it."""
        return verified.kept_by.get_username() if verified.kept_by else "–"

    @admin.display(description=gettext_lazy("검토"))
    def case(self, verified: VerifiedAnswer) -> SafeString | str:
        """The case from which it was kept."""
        if verified.source_id is None:
            return "–"
        return format_html(
            '<a href="{}">{}</a>',
            reverse("verification:case", args=[verified.source_id]),
            _("검토 화면"),
        )

    @admin.action(description=gettext_lazy("다시 확인하고 보이기"), permissions=["change"])
    def show_again(self, request: HttpRequest, found: QuerySet[VerifiedAnswer]) -> None:
        """Check the chosen ones against the words in force; those that pass are shown again."""
        for verified in found.filter(retired_at__isnull=True):
            try:
                verified_answer_reconfirm(
                    verified=verified,
                    on=timezone.localdate(),
                    threshold=confidence_threshold(),
                )
            except (NotConfirmedError, NotIndexedError) as error:
                messages.error(request, f"{verified}: {error}")
            else:
                messages.success(request, _("다시 보입니다: %s") % str(verified))

    @admin.action(description=gettext_lazy("오늘부터 멈추기"), permissions=["change"])
    def suspend(self, request: HttpRequest, found: QuerySet[VerifiedAnswer]) -> None:
        """Show the chosen ones to nobody for now."""
        reason = _("%s 님이 멈춤") % request.user.get_username()
        found.update(suspended_from=timezone.localdate(), suspended_reason=reason)

    @admin.action(description=gettext_lazy("그만 쓰기"), permissions=["change"])
    def retire(self, request: HttpRequest, found: QuerySet[VerifiedAnswer]) -> None:
        """End the chosen ones for good."""
        found.filter(retired_at__isnull=True).update(retired_at=timezone.now())


def _as_stored(text: str) -> str:
    return personal_data_mask(text.strip()).text
