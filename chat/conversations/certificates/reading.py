"""A certificate as whoever holds it checks it: whether it is genuine, whether it still holds, what was amended since."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import date, datetime
from functools import cached_property
from typing import Any

from django.db.models import Prefetch
from django.utils.timezone import localdate
from django.utils.translation import gettext as _

from chat.conversations.certificates.issuing import provision_texts
from chat.conversations.certificates.keys import is_signed
from chat.models import Certificate, CertifiedProvision, Citation
from chat.models.certificates import CODE_LETTERS
from chat.presenters.amended import amended_citations
from chat.verified_answers.confirming import text_hash
from regulations.models import RegulationVersion
from regulations.reading.comparison import is_affected, version_difference
from regulations.reading.links import provision_url

# As Crockford has it: what is often written for another sign.
_MISREAD = str.maketrans("OIL", "011")
_GROUP = 4


@dataclass(frozen=True)
class CertifiedChange:
    """What became of a provision since: in words, from a day on, with the page that compares or shows it."""

    label: str
    day: date | None
    url: str
    is_in_effect: bool
    has_comparison: bool


@dataclass(frozen=True)
class CheckedProvision:
    """A provision as it was certified; `is_same_text` says whether the portal still has the very words of that version."""

    said: dict[str, Any]
    url: str
    is_same_text: bool
    change: CertifiedChange | None

    @property
    def since(self) -> date | None:
        """From which day the certified version was in force."""
        day = self.said["enforcement_date"]
        return date.fromisoformat(day) if day else None


@dataclass(frozen=True)
class CheckedCertificate:
    """What the page and the PDF say; `said` is the signed statement, empty where its asker took it back."""

    code: str
    is_genuine: bool
    ended_at: datetime | None
    ended_why: str
    ended_label: str
    issued_at: datetime
    said: dict[str, Any]
    provisions: tuple[CheckedProvision, ...]
    statement: str
    signature: str
    key: str

    @property
    def is_taken_back(self) -> bool:
        """Whether its asker ended it: of what it said nothing is left."""
        return self.ended_why == Certificate.Ended.TAKEN_BACK

    @property
    def holds(self) -> bool:
        """Whether it is genuine and was not ended; that provisions were amended since is another thing."""
        return self.is_genuine and self.ended_at is None

    @cached_property
    def as_of(self) -> date | None:
        """The day whose rules it is about."""
        return date.fromisoformat(self.said["as_of"]) if self.said else None

    @property
    def amended(self) -> list[CheckedProvision]:
        """The provisions that are others today."""
        return [one for one in self.provisions if one.change and one.change.is_in_effect]


def code_read(text: str) -> str:
    """A number as it is stored, however it was typed; empty where it can be none."""
    letters = "".join(one for one in text.upper().translate(_MISREAD) if one in CODE_LETTERS)
    groups = [letters[start : start + _GROUP] for start in range(0, len(letters), _GROUP)]
    return "-".join(groups) if len(letters) == _GROUP * _GROUP else ""


def certificate_check(*, code: str, on: date) -> CheckedCertificate:
    """Check the certificate of a number as things are on a day; raises Certificate.DoesNotExist."""
    versions = Prefetch(
        "provisions",
        CertifiedProvision.objects.select_related("version__regulation").prefetch_related(
            "version__regulation__versions"
        ),
    )
    row = Certificate.objects.select_related("key").prefetch_related(versions).get(code=code)
    said = json.loads(row.statement) if row.statement else {}
    named = {one["number"]: one for one in said.get("provisions", ())}
    return CheckedCertificate(
        code=row.code,
        is_genuine=is_signed(row.statement, row.signature, key=row.key),
        ended_at=row.ended_at,
        ended_why=row.ended_why,
        ended_label=str(row.get_ended_why_display()) if row.ended_why else "",
        issued_at=row.created_at,
        said=said,
        provisions=tuple(
            _provision(one, named[one.number], on)
            for one in row.provisions.all()
            if one.number in named
        ),
        statement=row.statement,
        signature=row.signature,
        key=str(row.key_id),
    )


def _provision(row: CertifiedProvision, said: dict[str, Any], on: date) -> CheckedProvision:
    version = row.version
    if version is None or version.state == RegulationVersion.State.DRAFT:
        return CheckedProvision(said, "", is_same_text=False, change=None)
    url = provision_url(
        slug=version.regulation.slug, version_number=version.number, locator_key=row.locator_key
    )
    corrected = version.corrections.exclude(state=RegulationVersion.State.DRAFT).first()
    if corrected is not None:
        # Nothing is looked up in the text that gave way; what it said stands in the statement.
        return CheckedProvision(
            said, "", is_same_text=True, change=_corrected(row, version, corrected)
        )
    # Certificates issued before a 호 was read under its lead have the hash of its own words.
    same = row.text_hash in map(text_hash, provision_texts(version, row.locator_key))
    return CheckedProvision(said, url, is_same_text=same, change=_change(row, version, on))


def _change(
    row: CertifiedProvision, version: RegulationVersion, on: date
) -> CertifiedChange | None:
    cited = Citation(
        number=row.number,
        version=version,
        regulation_title=row.regulation_title,
        locator_key=row.locator_key,
    )
    found = amended_citations([cited], on=on)
    return next(
        (
            CertifiedChange(
                str(one.state.label), one.day, one.url, one.is_in_effect, one.has_comparison
            )
            for one in found
        ),
        None,
    )


def _corrected(
    row: CertifiedProvision, before: RegulationVersion, after: RegulationVersion
) -> CertifiedChange | None:
    if not is_affected(version_difference(before=before, after=after).changed, row.locator_key):
        return None
    # The text that gave way has no page any more.
    url = provision_url(
        slug=after.regulation.slug, version_number=after.number, locator_key=row.locator_key
    )
    day = localdate(after.published_at) if after.published_at else None
    return CertifiedChange(_("정정됨"), day, url, is_in_effect=True, has_comparison=False)


def provenance_line(said: dict[str, object]) -> str:
    """By whom the answer was written and checked, under the names of the API."""
    names = ("generated_by", "model", "checked_by")
    values = {
        name: ", ".join(value) if isinstance(value := said[name], list) else value for name in names
    }
    return " · ".join(f"{name}: {value}" for name, value in values.items() if value)
