"""The decision of a reviewer as it arrives from the page."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from verification.models import Review


class DecisionForm(forms.Form):
    """What is decided, why, and the corrected answer. Whether that is enough is for `review_decide` to say."""

    decision = forms.ChoiceField(
        label=_("결정"),
        choices=Review.Decision.choices,
        error_messages={
            "required": _("결정을 고르십시오."),
            "invalid_choice": _("결정을 고르십시오."),
        },
    )
    reason = forms.CharField(label=_("이유"), required=False, max_length=2000)
    corrected_text = forms.CharField(label=_("고친 답변"), required=False, max_length=10_000)
