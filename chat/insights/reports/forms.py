"""The addresses to which a report is sent, as they arrive from the page."""

from __future__ import annotations

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

MOST_ADDRESSES = 20


class SendReportForm(forms.Form):
    """One address a line, or separated by commas."""

    addresses = forms.CharField(label=gettext_lazy("받는 주소"), max_length=4000)

    def clean_addresses(self) -> list[str]:
        """Each address once; one that is none is named."""
        found = list(dict.fromkeys(self.cleaned_data["addresses"].replace(",", " ").split()))
        if len(found) > MOST_ADDRESSES:
            raise ValidationError(_("한 번에 %s개 주소까지 보낼 수 있습니다.") % MOST_ADDRESSES)
        for address in found:
            try:
                validate_email(address)
            except ValidationError as error:
                raise ValidationError(_("메일 주소가 아닙니다: %s") % address) from error
        return found
