"""Notices of offices, checked when they are new or changed and when a provision that they rest on was amended."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from hashlib import sha256
from pathlib import Path

from django.conf import settings
from django.db import transaction

from portal.mailing.models import Webhook
from portal.mailing.webhooks.sending import webhooks_send
from regulations.models import RegulationVersion
from regulations.reading.catalog import versions_in_force
from regulations.reading.comparison import is_affected, version_difference
from verification.checked_texts.checking import text_report
from verification.checked_texts.files import LARGEST_FILE, SUFFIXES, path_text
from verification.checked_texts.reports import (
    ReportedProvision,
    ReportedSentence,
    TextReport,
    TextSentenceState,
    report_read,
)
from verification.models import Announcement
from verification.texts.checking import UncheckableTextError

State = TextSentenceState


class NoticesMissingError(Exception):
    """There is no such folder or list; the message is for a person (in Korean)."""


@dataclass(frozen=True)
class NoticeFinding:
    """A sentence of a notice that is wrong; `right_on` is the day on which it was last confirmed, else empty."""

    notice: str
    sentence: str
    state: str
    provision: str
    url: str
    differs: tuple[str, ...]
    right_words: str
    right_on: str
    wrong_since: str


def notices_find(source: Path) -> list[Path]:
    """The notices of a folder, or those that a list names, one path a line; raises NoticesMissingError.

    What a link leads to outside a folder is left out, and what is no longer in it is forgotten; an empty one may only be away.
    """
    if source.is_dir():
        base = source.resolve()
        found = (path.resolve() for path in sorted(base.rglob("*")))
        paths = [path for path in found if path.is_relative_to(base) and _is_readable(path)]
        if paths:
            gone = Announcement.objects.filter(path__startswith=f"{base}/")
            gone.exclude(path__in=map(str, paths)).delete()
        return paths
    if not source.is_file():
        raise NoticesMissingError(f"폴더나 목록이 없습니다: {source}")
    lines = source.read_text(encoding="utf-8").splitlines()
    return [(source.parent / line.strip()).resolve() for line in lines if line.strip()]


def notices_due(paths: Iterable[Path], *, on: date, everything: bool = False) -> list[Path]:
    """Those that are new, changed, or rest on a provision that another version says otherwise on the day."""
    paths = list(paths)
    known = {row.path: row for row in Announcement.objects.filter(path__in=map(str, paths))}
    stale = _Stale(on, known.values())
    return [
        path
        for path in paths
        if everything
        or (row := known.get(str(path))) is None
        or row.sha256 != _hash(path)
        or stale.has(row)
    ]


def notice_check(*, path: Path, as_of: date, now: datetime) -> Announcement:
    """Check a notice and keep its report; one that cannot be read is kept with the reason."""
    row = Announcement.objects.filter(path=str(path)).first() or Announcement(path=str(path))
    row.sha256, row.as_of, row.checked_at, row.problem = _hash(path), as_of, now, ""
    try:
        report = text_report(text=path_text(path), as_of=as_of, name=path.name)
    except UncheckableTextError as error:
        report, row.problem = TextReport(as_of.isoformat(), path.name, ()), str(error)[:300]
    row.report = report.as_json()
    places = {(one.version_id, one.locator) for one in _provisions(report)}
    row.rests_on = [list(place) for place in sorted(places)]
    row.history = {one.claim: _history(one, row) for one in report.sentences}
    found = findings_of(row)
    row.wrong, row.outdated = len(found), sum(bool(one.right_on) for one in found)
    with transaction.atomic():
        row.save()
        _send_webhooks(found, now=now, on=as_of)
    return row


def findings_of(row: Announcement) -> list[NoticeFinding]:
    """What is wrong in a notice, with the right words where a provision has them."""
    return [
        NoticeFinding(
            notice=row.path,
            sentence=one.claim,
            state=one.state,
            provision=place.label if (place := _place(one)) else "",
            url=place.url if place else "",
            differs=_differs(one),
            right_words=one.quote,
            right_on=row.history[one.claim].get("right_on", ""),
            wrong_since=row.history[one.claim].get("wrong_since", ""),
        )
        for one in report_read(row.report).sentences
        if _is_wrong(one, row.history[one.claim])
    ]


def findings_new(rows: Iterable[Announcement], *, on: date) -> list[NoticeFinding]:
    """What a run of the day found to be wrong that was not before."""
    found = [one for row in rows for one in findings_of(row)]
    return [one for one in found if one.wrong_since == on.isoformat()]


def _send_webhooks(found: Iterable[NoticeFinding], *, on: date, now: datetime) -> None:
    """Send webhooks what turned wrong on the day, each sentence once."""
    for one in found:
        if not one.right_on or one.wrong_since != on.isoformat():
            continue
        name = sha256(f"{one.notice} {one.sentence}".encode()).hexdigest()[:32]
        webhooks_send(
            event=Webhook.Event.NOTICE_WRONG,
            key=f"notice:{name}:{one.wrong_since}",
            data={
                "notice": Path(one.notice).name,
                "sentence": one.sentence,
                "state": one.state,
                "provision": one.provision,
                "url": f"{settings.PORTAL_URL}{one.url}" if one.url else "",
                "right_on": one.right_on,
                "wrong_since": one.wrong_since,
            },
            now=now,
        )


def _is_wrong(sentence: ReportedSentence, history: Mapping[str, str]) -> bool:
    """What differs, what cites wrongly, and what was confirmed once and is no longer."""
    is_lost = sentence.state != State.CONFIRMED and "right_on" in history
    return sentence.is_called_wrong or is_lost


def _history(sentence: ReportedSentence, row: Announcement) -> dict[str, str]:
    day = row.as_of.isoformat()
    before = row.history.get(sentence.claim, {})
    if sentence.state == State.CONFIRMED and not sentence.is_called_wrong:
        return {"right_on": day}
    if _is_wrong(sentence, before):
        return before | {"wrong_since": before.get("wrong_since", day)}
    return before


def _differs(sentence: ReportedSentence) -> tuple[str, ...]:
    said = sentence.reasons + tuple(
        f"{one.written}: {one.status_sentence}"
        for one in sentence.citations
        if one.is_wrong and one.reason not in sentence.reasons
    )
    return said or (str(State(sentence.state).sentence),)


def _place(sentence: ReportedSentence) -> ReportedProvision | None:
    return sentence.quoted or sentence.proposal


def _provisions(report: TextReport) -> Iterator[ReportedProvision]:
    for sentence in report.sentences:
        places = [one.provision for one in sentence.citations]
        yield from filter(None, (*places, sentence.quoted, sentence.proposal))


class _Stale:
    """Which provisions say something else on a day than in the versions that reports rest on; a few queries for all."""

    def __init__(self, on: date, rows: Iterable[Announcement]) -> None:
        wanted = {version_id for row in rows for version_id, _key in row.rests_on}
        versions = RegulationVersion.objects.filter(pk__in=wanted).select_related("regulation")
        self._then = {version.pk: version for version in versions}
        regulations = {version.regulation_id for version in self._then.values()}
        current = versions_in_force(on=on).filter(regulation__in=regulations)
        self._now = {version.regulation_id: version for version in current}

    def has(self, row: Announcement) -> bool:
        """Whether a provision that a report rests on was amended or repealed."""
        return any(self._is_amended(version_id, key) for version_id, key in row.rests_on)

    def _is_amended(self, version_id: int, key: str) -> bool:
        then = self._then.get(version_id)
        now = self._now.get(then.regulation_id) if then else None
        if then is None or now is None:
            return True
        if then.pk == now.pk:
            return False
        found = version_difference(before=then, after=now)
        return key in found.renumbered or is_affected(found.changed, key)


def _is_readable(path: Path) -> bool:
    return (
        path.is_file()
        and path.suffix.lower() in SUFFIXES
        and not path.name.startswith(".")
        and path.stat().st_size <= LARGEST_FILE
    )


def _hash(path: Path) -> str:
    try:
        return sha256(path.read_bytes()).hexdigest()
    except OSError:
        return ""
