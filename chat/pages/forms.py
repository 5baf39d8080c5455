"""What arrives from the pages for asking."""

from __future__ import annotations

from datetime import date
from typing import Any, cast

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from chat.asking.askers import (
    COURSES,
    ENROLLMENTS,
    UnknownAskerError,
    asker_label,
    asker_scope,
    campuses,
)
from chat.asking.scopes import UnknownScopeError, scope_chosen, scope_joined
from chat.asking.services import InvalidQuestionError, question_clean
from chat.models import Feedback
from portal.http.limits import Caller, RateLimitedError, question_count
from regulations.models import Regulation

TOO_MANY = "too_many"

_EARLIEST = date(1945, 1, 1)


class QuestionForm(forms.Form):
    """One question. What is wrong with it is said by the domain, so that pages, API and commands say the same."""

    question = forms.CharField(label=_("질문"), required=False, strip=False, validators=())

    def __init__(self, *args: Any, caller: Caller | None = None, **kwargs: Any) -> None:
        """Make the form; with a `caller` a question that is valid counts against their limits."""
        super().__init__(*args, **kwargs)
        self.caller = caller
        self.retry_seconds = 0
        # Null characters are dropped by the domain; the field's own validator would turn the question away.
        self.fields["question"].validators = []

    def clean_question(self) -> str:
        """Return the question as it will be stored."""
        try:
            return question_clean(self.cleaned_data["question"])
        except InvalidQuestionError as error:
            raise ValidationError(str(error)) from error

    def clean(self) -> dict[str, Any]:
        """Count the question; one that comes too soon is kept in the form."""
        cleaned = super().clean() or self.cleaned_data
        if self.caller is not None and not self.errors:
            try:
                question_count(self.caller)
            except RateLimitedError as error:
                self.retry_seconds = error.seconds
                self.add_error("question", ValidationError(str(error), code=TOO_MANY))
        return cleaned

    @property
    def refusal_status(self) -> int:
        """The HTTP status of the page that shows what is wrong."""
        return 429 if self.has_error("question", TOO_MANY) else 422


class AskerForm(forms.Form):
    """Who asks, as far as the rules differ by it; nobody has to say."""

    degree = forms.ChoiceField(choices=[("", _("밝히지 않음")), *COURSES.items()], required=False)
    entry_year = forms.CharField(required=False, max_length=4)
    enrollment = forms.ChoiceField(
        choices=[("", _("밝히지 않음")), *ENROLLMENTS.items()], required=False
    )
    campus = forms.ChoiceField(required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Make the form with the campuses that there are."""
        super().__init__(*args, **kwargs)
        choices = [("", _("밝히지 않음")), *((name, name) for name in campuses())]
        cast(forms.ChoiceField, self.fields["campus"]).choices = choices

    def clean_entry_year(self) -> str:
        """Refuse what is no year of entry."""
        year: str = self.cleaned_data["entry_year"]
        try:
            asker_scope({"entry_year": year})
        except UnknownAskerError as error:
            raise ValidationError(str(error)) from error
        return year

    @property
    def asker(self) -> dict[str, Any]:
        """What was said, as the scope of a conversation has it."""
        return asker_scope(self.cleaned_data)

    @property
    def asker_said(self) -> str:
        """What is chosen in the form, in words."""
        return asker_label({name: self[name].value() for name in AskerForm.base_fields})


class NextQuestionForm(QuestionForm, AskerForm):
    """A further question; who asks can be said or changed with it."""


class FirstQuestionForm(QuestionForm, AskerForm):
    """The question that begins a conversation, with what the conversation is limited to."""

    scope = forms.CharField(required=False)
    regulation = forms.ModelMultipleChoiceField(
        queryset=Regulation.objects.all(),
        required=False,
        error_messages={
            "invalid_choice": _("고른 규정을 찾을 수 없습니다. 다시 고르십시오."),
            "invalid_pk_value": _("고른 규정을 찾을 수 없습니다. 다시 고르십시오."),
        },
    )
    as_of = forms.DateField(
        required=False, error_messages={"invalid": _("날짜를 2025-03-01처럼 적으십시오.")}
    )

    def clean_scope(self) -> dict[str, Any]:
        """Return the scope that the conversation stores."""
        try:
            return scope_chosen(self.cleaned_data["scope"])
        except UnknownScopeError as error:
            raise ValidationError(str(error)) from error

    def clean(self) -> dict[str, Any]:
        """Join what the question is limited to, then count it."""
        cleaned = self.cleaned_data
        try:
            cleaned["scope"] = scope_joined(
                cleaned.get("scope") or {},
                regulation_ids=[one.pk for one in cleaned.get("regulation") or ()],
                asker=None if self.errors else self.asker,
            )
        except UnknownScopeError as error:
            self.add_error("regulation", ValidationError(str(error)))
        return super().clean()

    def clean_as_of(self) -> date | None:
        """Return the day, None for today: a conversation that goes on tomorrow is then about tomorrow."""
        day: date | None = self.cleaned_data["as_of"]
        if day is not None and day < _EARLIEST:
            raise ValidationError(_("1945년 이후의 날짜를 고르십시오."))
        return None if day == timezone.localdate() else day


class NearForm(forms.Form):
    """Whether a provision that was shown is the answer."""

    number = forms.IntegerField(min_value=1, max_value=100)
    is_answer = forms.TypedChoiceField(
        choices=[("yes", _("이게 답이에요")), ("no", _("아니에요"))],
        coerce=lambda value: value == "yes",
    )


class FeedbackForm(forms.ModelForm[Feedback]):
    """What the asker thinks of an answer."""

    helpful = forms.TypedChoiceField(
        choices=[("yes", _("도움 됨")), ("no", _("도움 안 됨"))],
        coerce=lambda value: value == "yes",
    )

    class Meta:
        model = Feedback
        fields = ("helpful", "reason", "comment")
