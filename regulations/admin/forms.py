"""What people type while they curate."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.core.validators import MinValueValidator
from django.utils.translation import gettext_lazy as _

from regulations.curation.seen import digest_of
from regulations.models import Regulation, RegulationAlias
from regulations.text.locators import normalize_name
from regulations.text.readers import READABLE_SUFFIXES

MOST_FILES = 100


# A year of two digits, typed into a field for four: 0026. No university had rules before.
_FIRST_DAY = date(1900, 1, 1)
_NO_SLIP = MinValueValidator(_FIRST_DAY, _("연도를 네 자리로 적었는지 확인해 주십시오."))


def _day() -> forms.DateInput:
    return forms.DateInput(attrs={"type": "date", "min": str(_FIRST_DAY)}, format="%Y-%m-%d")


class SeveralFilesInput(forms.ClearableFileInput):
    """A field for files that takes more than one."""

    allow_multiple_selected = True


class SeveralFilesField(forms.FileField):
    """Cleans to a list of files. Whether a file can be read is not said here: each gets an answer of its own."""

    def __init__(self, **options: Any) -> None:
        accepted = ",".join(sorted(READABLE_SUFFIXES))
        options.setdefault("widget", SeveralFilesInput(attrs={"accept": accepted}))
        super().__init__(allow_empty_file=True, **options)

    def clean(self, data: Any, initial: Any = None) -> Any:
        """Clean every file by itself."""
        files: Sequence[UploadedFile[Any]] = data if isinstance(data, list | tuple) else [data]
        if len(files) > MOST_FILES:
            raise forms.ValidationError(_("한 번에 100개까지 올릴 수 있습니다."))
        return [super(SeveralFilesField, self).clean(file, initial) for file in files]


class UploadForm(forms.Form):
    """Files to bring in."""

    file = SeveralFilesField(
        label=_("규정 파일"),
        help_text=_("여러 개를 한 번에 고를 수 있습니다. 규정집은 규정별로 나뉩니다."),
    )
    enforcement_date = forms.DateField(
        label=_("시행일"),
        required=False,
        widget=_day(),
        validators=[_NO_SLIP],
        help_text=_(
            "비워 두면 파일에 적힌 시행일을 씁니다. 규정집에는 쓰지 않습니다. 게시하기 전에 바꿀 수 있습니다."
        ),
    )


class ProvisionForm(forms.Form):
    """The words of one provision; `seen_digest` is their digest when the form was opened."""

    title = forms.CharField(label=_("제목"), required=False, max_length=300)
    text = forms.CharField(
        label=_("본문"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 8}),
        help_text=_("번호(①, 1., 가.) 없이 그 조문의 글만 적습니다. 표의 칸은 | 로 나눕니다."),
    )
    marks = forms.CharField(
        label=_("연혁 표시"),
        required=False,
        max_length=600,
        help_text=_("예: <개정 2026. 2. 20.> 검색과 인용에는 쓰이지 않고 보이기만 합니다."),
    )
    is_deleted = forms.BooleanField(label=_("삭제된 조문"), required=False)
    reason = forms.CharField(
        label=_("고치는 이유"),
        max_length=300,
        help_text=_("예: 원본 3쪽의 표가 잘못 읽힘. 파일과 다른 곳으로 이 이유와 함께 보입니다."),
    )
    seen_digest = forms.CharField(widget=forms.HiddenInput)


class PublishForm(forms.Form):
    """The days and the reason of a draft, and the word for what is missing in it.

    `seen_digest` is the digest of what was stored when the form was opened.
    """

    enforcement_date = forms.DateField(
        label=_("시행일"),
        required=False,
        widget=_day(),
        validators=[_NO_SLIP],
        help_text=_("지난 날, 오늘, 앞날 모두 됩니다. 앞날이면 그날까지 ‘개정 예정’으로 보입니다."),
    )
    promulgated_date = forms.DateField(
        label=_("공포일"), required=False, widget=_day(), validators=[_NO_SLIP]
    )
    reason = forms.CharField(
        label=_("개정 이유"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("연혁에 그대로 보입니다."),
    )
    correction_reason = forms.CharField(
        label=_("정정한 이유"),
        required=False,
        max_length=300,
        help_text=_(
            "같은 시행일에 이미 게시한 판을 바로잡을 때만 적습니다. 두 글이 모두 남습니다."
        ),
    )
    seen_digest = forms.CharField(required=False, widget=forms.HiddenInput)
    loss_accepted = forms.BooleanField(
        label=_("위의 내용을 원본과 견주어 확인했고, 이대로 게시합니다."), required=False
    )
    loss_reason = forms.CharField(
        label=_("이대로 게시하는 이유"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=_("예: 제5조는 원본에도 없습니다. 누가 언제 적었는지와 함께 남습니다."),
    )

    def __init__(
        self,
        *args: Any,
        publishing: bool = False,
        needs_date: bool = True,
        needs_reason: bool = False,
        **options: Any,
    ) -> None:
        super().__init__(*args, **options)
        self.publishing = publishing
        self.needs_date = needs_date
        self.needs_reason = needs_reason
        if not needs_reason:
            del self.fields["loss_accepted"], self.fields["loss_reason"]

    def clean(self) -> dict[str, Any]:
        """Ask for more where the draft is to be published than where it is only kept."""
        cleaned = super().clean() or {}
        if not self.publishing:
            return cleaned
        has_date = cleaned.get("enforcement_date") or "enforcement_date" in self.errors
        if self.needs_date and not has_date:
            self.add_error("enforcement_date", _("게시하려면 시행일을 적어 주십시오."))
        if self.needs_reason and not cleaned.get("loss_accepted"):
            self.add_error("loss_accepted", _("확인했으면 표시해 주십시오."))
        if self.needs_reason and not (cleaned.get("loss_reason") or "").strip():
            self.add_error("loss_reason", _("이유를 적어 주십시오."))
        return cleaned


class PublishManyForm(forms.Form):
    """One word for what is missing in all of many drafts; those that it is not given for stay drafts."""

    ids = forms.CharField(widget=forms.HiddenInput)
    loss_accepted = forms.BooleanField(
        label=_("설명이 필요한 초안도 원본과 견주어 확인했습니다. 함께 게시합니다."), required=False
    )
    loss_reason = forms.CharField(
        label=_("이대로 게시하는 이유"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=_("비워 두면 설명이 필요한 초안은 게시하지 않고 남깁니다."),
    )

    def clean(self) -> dict[str, Any]:
        """A reason without the mark, or a mark without the reason, is a slip."""
        cleaned = super().clean() or {}
        reason = (cleaned.get("loss_reason") or "").strip()
        if reason and not cleaned.get("loss_accepted"):
            self.add_error("loss_accepted", _("확인했으면 표시해 주십시오."))
        if cleaned.get("loss_accepted") and not reason:
            self.add_error("loss_reason", _("이유를 적어 주십시오."))
        return cleaned


class RepealForm(forms.Form):
    """The end of a regulation."""

    on = forms.DateField(
        label=_("폐지일"),
        widget=_day(),
        validators=[_NO_SLIP],
        help_text=_("이 날부터 효력이 없습니다."),
    )
    reason = forms.CharField(
        label=_("폐지 이유"),
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("연혁에 그대로 보입니다."),
    )
    sure = forms.BooleanField(label=_("이 날부터 답변과 검색에 쓰이지 않음을 알고 폐지합니다."))


class RepealWithdrawalForm(forms.Form):
    """Why a repeal is taken back."""

    reason = forms.CharField(
        label=_("폐지를 거두는 이유"),
        max_length=300,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("폐지한 이유와 함께 연혁에 그대로 보입니다."),
    )


_OWN_FIELDS = ("title", "slug", "code", "kind", "category", "owner_department", "applies_to")


class RegulationForm(forms.ModelForm[Regulation]):
    """A regulation's own fields; `seen_digest` is the digest of what was stored when the form was opened."""

    seen_digest = forms.CharField(required=False, widget=forms.HiddenInput)

    class Meta:
        model = Regulation
        fields = _OWN_FIELDS

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        if self.instance.pk:
            self.initial["seen_digest"] = _digest(self.instance)

    def clean(self) -> dict[str, Any]:
        """Say what would overwrite another person's change, and what the database would refuse by a field that is not shown."""
        cleaned = super().clean() or {}
        self._refuse_overwriting(cleaned)
        same = Regulation.objects.filter(
            normalized_title=normalize_name(cleaned.get("title") or ""),
            code=cleaned.get("code") or "",
        ).exclude(pk=self.instance.pk)
        if cleaned.get("title") and (other := same.first()):
            said = _(
                "「%s」이(가) 이미 있습니다. 띄어쓰기만 다른 것도 같은 제목입니다. 제목을 고치거나, 이름만 같은 다른 규정이면 규정번호를 다르게 적어 주십시오."
            )
            self.add_error("title", said % other.title)
        return cleaned

    def _refuse_overwriting(self, cleaned: dict[str, Any]) -> None:
        seen = cleaned.get("seen_digest")
        if not seen or not self.instance.pk:
            return
        stored = Regulation.objects.select_for_update().get(pk=self.instance.pk)
        if seen == _digest(stored):
            return
        seen_anew(self, _digest(stored))
        differing = [
            f"{self.fields[name].label} ‘{_shown(stored, name) or _('없음')}’"
            for name in _OWN_FIELDS
            if name in cleaned and cleaned[name] != getattr(stored, name)
        ]
        if differing:
            said = _(
                "그 사이 다른 사람이 이 규정을 고쳤습니다. 지금 저장된 것: %s. 보고 고친 뒤 다시 저장해 주십시오. 그대로 다시 누르면 아래의 값으로 바뀝니다."
            )
            self.add_error(None, said % ", ".join(differing))


class AliasFormSet(forms.BaseInlineFormSet[RegulationAlias, Regulation, Any]):
    """The other names of a regulation, each once whatever its spacing."""

    def clean(self) -> None:
        """Say which name is there already: the database compares names without their spacing."""
        super().clean()
        kept = [one for one in self.forms if one not in self.deleted_forms]
        shown = {one.instance.pk for one in self.forms if one.instance.pk}
        others = RegulationAlias.objects.filter(regulation=self.instance.pk).exclude(pk__in=shown)
        names = set(others.values_list("normalized_name", flat=True)) if self.instance.pk else set()
        for form in kept:
            name = normalize_name(form.cleaned_data.get("name") or "") if form.is_valid() else ""
            if name and name in names:
                form.add_error(
                    "name", _("이미 있는 이름입니다. 띄어쓰기만 다른 것도 같은 이름입니다.")
                )
            names.add(name)


def seen_anew(form: forms.BaseForm, digest: str) -> None:
    """Let a form that is shown again bear the sign of what is stored now: pressed again, it has been read."""
    data = form.data.copy()  # type: ignore[attr-defined]
    data[form.add_prefix("seen_digest")] = digest
    form.data = data


def _digest(regulation: Regulation) -> str:
    return digest_of(forms.model_to_dict(regulation, fields=_OWN_FIELDS))


def _shown(regulation: Regulation, name: str) -> Any:
    display = getattr(regulation, f"get_{name}_display", None)
    return display() if display else getattr(regulation, name)
