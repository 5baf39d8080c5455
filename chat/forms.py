"""The question as it arrives from a page."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from chat.services import InvalidQuestionError, question_clean


class QuestionForm(forms.Form):
    """One question. What is wrong with it is said by the domain, so that pages, API and commands say the same."""

    question = forms.CharField(label=_("질문"), required=False, strip=False, validators=())

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # Null characters are dropped by the domain; the field's own validator would turn the question away.
        self.fields["question"].validators = []

    def clean_question(self) -> str:
        """Return the question as it will be stored."""
        try:
            return question_clean(self.cleaned_data["question"])
        except InvalidQuestionError as error:
            raise ValidationError(str(error)) from error
