"""The decision of a reviewer, and what a person wants by mail, as they arrive from the page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django import forms
from django.utils.translation import gettext_lazy as _

from verification.models import NoticePreference, Review

_WITHOUT_TEXT = (Review.Decision.APPROVED, Review.Decision.WITHDRAWN, Review.Decision.SECOND)


class ReasonedForm(forms.Form):
    """What is decided and why; an approval of a `doubted` answer says why it had been doubted."""

    decision = forms.ChoiceField(
        label=_("결정"),
        choices=Review.Decision.choices,
        error_messages={
            "required": _("결정을 고르십시오."),
            "invalid_choice": _("결정을 고르십시오."),
        },
    )
    reason = forms.CharField(label=_("이유"), required=False, max_length=2000)
    cause = forms.ChoiceField(
        label=_("왜 의심했습니까?"), choices=[("", "–"), *Review.Cause.choices], required=False
    )

    def __init__(self, *args: Any, doubted: bool = False, **kwargs: Any) -> None:
        """Make the form of an answer that was doubted, or of one that was not."""
        super().__init__(*args, **kwargs)
        self.doubted = doubted

    def clean(self) -> dict[str, Any]:
        """Ask for the cause of a doubt that was not right."""
        cleaned = super().clean() or self.cleaned_data
        is_approved = cleaned.get("decision") == Review.Decision.APPROVED
        if is_approved and self.doubted and not cleaned.get("cause"):
            self.add_error("cause", _("왜 의심했는지 고르십시오. 오경보를 줄이는 데 씁니다."))
        return cleaned


class DecisionForm(ReasonedForm):
    """A decision about one answer, with the corrected text. Whether that is enough is for `review_decide` to say.

    `seen` is the state of the case as the page showed it; `phrasings` holds one question a line; `accepts_unconfirmed` is
    asked with the check of the text, where that says so.
    """

    corrected_text = forms.CharField(label=_("고친 답변"), required=False, max_length=10_000)
    accepts_unconfirmed = forms.BooleanField(
        label=_("확인되지 않은 인용을 그대로 저장"), required=False
    )
    seen = forms.CharField(required=False, max_length=40)
    keep = forms.BooleanField(label=_("같은 질문에 먼저 보이기"), required=False)
    phrasings = forms.CharField(label=_("같은 뜻의 다른 질문"), required=False, max_length=4000)

    def decision_fields(self) -> dict[str, Any]:
        """What `review_decide` takes."""
        data = dict(self.cleaned_data)
        lines = [line.strip() for line in data.pop("phrasings").splitlines()]
        kept = data.pop("keep")
        phrasings = [line for line in lines if line] if kept else None
        return data | {"verified_phrasings": phrasings, "ends_verified": not kept}


class AlikeDecisionForm(ReasonedForm):
    """One decision about the ticked ones of many answers; none of them is corrected."""

    case = forms.TypedMultipleChoiceField(
        coerce=UUID, error_messages={"required": _("결정할 답변을 고르십시오.")}
    )

    def __init__(self, *args: Any, cases: Sequence[UUID], **kwargs: Any) -> None:
        """Make the form of these answers."""
        super().__init__(*args, doubted=True, **kwargs)
        decision, case = self.fields["decision"], self.fields["case"]
        decision.choices = [(one.value, one.label) for one in _WITHOUT_TEXT]  # type: ignore[attr-defined]
        case.choices = [(str(pk), str(pk)) for pk in cases]  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        """Ask for the reason, too, before any of them is decided."""
        cleaned = super().clean()
        decision = cleaned.get("decision")
        needs_reason = decision and decision != Review.Decision.APPROVED
        if needs_reason and not cleaned.get("reason"):
            self.add_error("reason", _("승인이 아니면 이유를 적으십시오."))
        return cleaned


class NoticePreferenceForm(forms.ModelForm[NoticePreference]):
    """How often a digest comes by mail."""

    class Meta:
        model = NoticePreference
        fields = ("mail",)
        widgets = {"mail": forms.RadioSelect}
