"""Links to a report: what was masked and kept because its reader wanted to show it, until they end it or 90 days pass."""

from __future__ import annotations

from datetime import datetime, timedelta

from portal.privacy.masking import personal_data_mask
from verification.checked_texts.reports import TextReport, report_read
from verification.models import SharedTextReport

KEPT_FOR = timedelta(days=90)


def report_share(*, report: TextReport, now: datetime) -> SharedTextReport:
    """Keep a report, without the file's name and with personal data masked; the row has two tokens: to read and to end."""
    masked = report.without(lambda text: personal_data_mask(text).text)
    return SharedTextReport.objects.create(report=masked.as_json(), expires_at=now + KEPT_FOR)


def shared_report(*, token: str, now: datetime) -> TextReport:
    """The report behind a link; raises SharedTextReport.DoesNotExist."""
    row = SharedTextReport.objects.get(token=token, expires_at__gt=now)
    return report_read(row.report)


def report_unshare(*, ending: str) -> None:
    """End a link; what was kept is deleted."""
    SharedTextReport.objects.filter(ending=ending).delete()


def shared_reports_expire(*, now: datetime) -> int:
    """Delete what is over."""
    deleted, _rows = SharedTextReport.objects.filter(expires_at__lte=now).delete()
    return deleted
