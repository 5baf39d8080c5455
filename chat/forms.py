"""The question as it arrives from a page."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from chat.services import InvalidQuestionError, question_clean
from portal.limits import Caller, TooManyError, question_count

TOO_MANY = "too_many"


class QuestionForm(forms.Form):
    """One question. What is wrong with it is said by the domain, so that pages, API and commands say the same."""

    question = forms.CharField(label=_("질문"), required=False, strip=False, validators=())

    def __init__(self, *args: Any, caller: Caller | None = None, **kwargs: Any) -> None:
        """Make the form; with a `caller` a question that is valid counts against their limits."""
        super().__init__(*args, **kwargs)
        self.caller = caller
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
            except TooManyError as error:
                self.retry_seconds = error.seconds
                self.add_error("question", ValidationError(str(error), code=TOO_MANY))
        return cleaned

    @property
    def refusal_status(self) -> int:
        """The HTTP status of the page that shows what is wrong."""
        return 429 if self.has_error("question", TOO_MANY) else 422
