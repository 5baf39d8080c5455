"""What a volume says of every regulation: read from the rows of its run, in a handful of queries however many there are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

from django.db import connection
from django.db.models import Q

from regulations.models import (
    AbsenceDecision,
    Article,
    ImportEntry,
    ImportRun,
    Regulation,
    RegulationVersion,
)
from regulations.reading.catalog import versions_in_force
from regulations.text.locators import normalize_name
from regulations.text.loss import Loss, loss_of
from regulations.volumes.classification import (
    Continuation,
    EntryFacts,
    VolumeCandidate,
    VolumeKind,
    code_order,
    continuations,
    covered_chapters,
    kind_of,
)

State = RegulationVersion.State
_DIGESTS = """
SELECT version_id, md5(string_agg(locator_key || ' ' || heading || ' ' || text, E'\\n' ORDER BY position, locator_key))
FROM (
    SELECT version_id, position, locator_key, title AS heading, text FROM regulations_article
    UNION ALL SELECT version_id, position, locator_key, '', text FROM regulations_paragraph
    UNION ALL SELECT version_id, position, locator_key, '', text FROM regulations_subparagraph
    UNION ALL SELECT version_id, position, locator_key, '', text FROM regulations_item
    UNION ALL SELECT version_id, position, locator_key, title, text FROM regulations_addenda
    UNION ALL SELECT version_id, position, locator_key, title, text FROM regulations_attachment
) provisions
WHERE version_id = ANY(%s) GROUP BY version_id
"""
# A file that holds at least so much of what is in force is a whole volume: whatever else is in force is gone from it.
_WHOLE = 0.5


@dataclass(frozen=True, slots=True)
class VolumeRow:
    """One line of the page: a regulation of the volume, or one that is gone from it."""

    kind: VolumeKind
    title: str
    code: str
    regulation: Regulation | None = None
    version: RegulationVersion | None = None
    former: RegulationVersion | None = None
    loss: Loss | None = None
    message: str = ""
    proposal: Continuation | None = None
    decision: AbsenceDecision | None = None

    @property
    def is_draft(self) -> bool:
        """Whether there is something to publish."""
        return self.version is not None and self.version.state == State.DRAFT

    @property
    def day(self) -> date | None:
        """The day of enforcement of the text in the volume."""
        return self.version.enforcement_date if self.version else None

    @property
    def is_open(self) -> bool:
        """Whether a person still has to decide about a regulation that is gone."""
        return self.kind is VolumeKind.GONE and self.decision is None


@dataclass(frozen=True, slots=True)
class VolumeOverview:
    """All lines of a run in the order of their numbers."""

    rows: tuple[VolumeRow, ...]
    proposals: tuple[tuple[VolumeRow, VolumeRow, Continuation], ...] = field(default=())

    @property
    def counts(self) -> dict[VolumeKind, int]:
        """How many of each kind."""
        found = Counter(row.kind for row in self.rows)
        return {kind: found[kind] for kind in VolumeKind}

    def shown(self, *, kind: str, words: str, order: str) -> list[VolumeRow]:
        """The lines of one kind that have the words in title or number; without a kind, what somebody has to look at."""
        hidden = (VolumeKind.REPEALED, VolumeKind.SAME)
        name = normalize_name(words)
        rows = [
            row
            for row in self.rows
            if (kind in ("all", row.kind) or (not kind and row.kind not in hidden))
            and (not name or name in normalize_name(row.title) or words.strip() in row.code)
        ]
        if order == "title":
            rows.sort(key=lambda row: normalize_name(row.title))
        elif order == "findings":
            rows.sort(key=lambda row: -(row.loss.count if row.loss and row.is_draft else 0))
        return rows


def volume_overview(*, run: ImportRun, on: date) -> VolumeOverview:
    """Classify what the run brought and what it no longer holds, as of a day."""
    entries = list(
        run.entries.select_related("version__regulation", "version__corrects").order_by("position")
    )
    versions = [entry.version for entry in entries if entry.version]
    formers = _formers(versions, on)
    digests = _digests([*versions, *formers.values()])
    rows = [_entry_row(entry, formers, digests) for entry in entries]
    gone = _gone(run, entries, on)
    asked = gone if len(entries) > 1 else _like(run, rows, on)
    pairs = _proposals(rows, asked)
    by_regulation = {row.regulation.pk: row for row in rows if row.regulation}
    gone_by_pk = {row.regulation.pk: row for row in asked if row.regulation}
    ordered = sorted([*rows, *gone], key=lambda row: (code_order(row.code), row.title))
    proposals = [(gone_by_pk[one.gone], by_regulation[one.new], one) for one in pairs]
    return VolumeOverview(tuple(ordered), tuple(proposals))


def _entry_row(
    entry: ImportEntry,
    formers: Mapping[int, RegulationVersion],
    digests: Mapping[int, str],
) -> VolumeRow:
    version = entry.version
    if version is None:
        failed = entry.outcome == ImportEntry.Outcome.FAILED
        kind = VolumeKind.FAILED if failed else VolumeKind.DISCARDED
        return VolumeRow(kind, entry.title, entry.code, message=entry.message)
    former = formers.get(version.pk)
    continues = version.report.get("continues") or {}
    same = entry.outcome == ImportEntry.Outcome.UNCHANGED and version.state != State.DRAFT
    facts = EntryFacts(
        is_repealed=bool(version.report.get("is_repealed") or version.repealed_date),
        has_former=former is not None,
        has_same_words=same
        or (former is not None and digests.get(version.pk) == digests.get(former.pk)),
        former_title=continues.get("former_title", ""),
        former_code=continues.get("former_code", ""),
        title=entry.title,
        code=entry.code,
    )
    kind = kind_of(facts)
    message = entry.message
    if kind is VolumeKind.SAME and version.state == State.DRAFT:
        message = "글이 현행과 같습니다. 연혁 표시나 날짜만 다릅니다."
    elif facts.former_title:
        message = f"앞 이름 {facts.former_title} {facts.former_code}".strip()
    return VolumeRow(
        kind,
        entry.title,
        entry.code,
        version.regulation,
        version,
        former,
        loss_of(version.report),
        message,
    )


def _formers(versions: Sequence[RegulationVersion], on: date) -> dict[int, RegulationVersion]:
    """The published version that each version of the run stands beside: the last that began by its day, else any."""
    others: dict[int, list[RegulationVersion]] = {}
    published = RegulationVersion.objects.filter(
        regulation__in={version.regulation_id for version in versions},
        state__in=RegulationVersion.PUBLIC_STATES,
        enforcement_date__isnull=False,
    )
    for one in published.order_by("-enforcement_date", "-number"):
        others.setdefault(one.regulation_id, []).append(one)
    found = {}
    for version in versions:
        day = version.enforcement_date or on
        rows = [one for one in others.get(version.regulation_id, ()) if one.pk != version.pk]
        earlier = [one for one in rows if one.enforcement_date and one.enforcement_date <= day]
        if version.corrects is not None:
            found[version.pk] = version.corrects
        elif rows:
            found[version.pk] = (earlier or rows[-1:])[0]
    return found


def _digests(versions: Iterable[RegulationVersion]) -> dict[int, str]:
    """The words of each version in short; marks of history and days are no words."""
    with connection.cursor() as cursor:
        cursor.execute(_DIGESTS, [sorted({version.pk for version in versions})])
        return dict(cursor.fetchall())


def _gone(run: ImportRun, entries: Sequence[ImportEntry], on: date) -> list[VolumeRow]:
    """What is in force and not in the volume; of a file that is only a part of it, within the chapters that it holds."""
    held = {entry.version.regulation_id for entry in entries if entry.version}
    if len(entries) < 2:
        return []
    in_force = versions_in_force(on=on).exclude(regulation__kind=Regulation.Kind.STATUTE)
    present = list(in_force.select_related("regulation").exclude(import_run=run))
    missing = [one for one in present if one.regulation_id not in held]
    titles = {normalize_name(entry.title) for entry in entries if entry.version is None}
    missing = [one for one in missing if one.regulation.normalized_title not in titles]
    if len(present) - len(missing) < _WHOLE * len(present):
        chapters = covered_chapters(entry.code for entry in entries)
        missing = [one for one in missing if one.regulation.code.rpartition("-")[0] in chapters]
    return _gone_rows(run, missing)


def _like(run: ImportRun, rows: Sequence[VolumeRow], on: date) -> list[VolumeRow]:
    """What is in force and shares an article, or the number, with a new regulation that came alone: it may go on under that name."""
    new = [row.version for row in rows if row.kind is VolumeKind.NEW and row.version]
    if not new:
        return []
    texts = Article.objects.filter(version__in=new, addenda=None).values("full_text")
    sharing = Article.objects.filter(full_text__in=texts, addenda=None).values("version")
    codes = [row.code for row in rows if row.code]
    in_force = versions_in_force(on=on).exclude(regulation__kind=Regulation.Kind.STATUTE)
    found = in_force.filter(Q(pk__in=sharing) | Q(regulation__code__in=codes))
    own = {one.regulation_id for one in new}
    return _gone_rows(run, [one for one in found if one.regulation_id not in own])


def _gone_rows(run: ImportRun, missing: Sequence[RegulationVersion]) -> list[VolumeRow]:
    decided = _decisions(run, missing)
    return [
        VolumeRow(
            VolumeKind.GONE,
            one.regulation.title,
            one.regulation.code,
            one.regulation,
            former=one,
            decision=decided.get(one.regulation_id),
        )
        for one in missing
    ]


def _decisions(run: ImportRun, missing: Sequence[RegulationVersion]) -> dict[int, AbsenceDecision]:
    """What was decided for this run; that a regulation stays although no volume has it holds for later ones, too."""
    rows = AbsenceDecision.objects.filter(
        regulation__in=[one.regulation_id for one in missing]
    ).order_by("decided_at")
    return {
        row.regulation_id: row
        for row in rows
        if row.run_id == run.pk or row.decision == AbsenceDecision.Decision.KEEP
    }


def _proposals(rows: Sequence[VolumeRow], gone: Sequence[VolumeRow]) -> list[Continuation]:
    new = [row for row in rows if row.kind is VolumeKind.NEW and row.is_draft]
    asked = [row for row in gone if row.is_open]
    if not new or not asked:
        return []
    lines = _lines([*(one.version for one in new), *(one.former for one in asked)])
    return continuations(
        [_candidate(row, row.version, lines) for row in new],
        [_candidate(row, row.former, lines) for row in asked],
    )


def _candidate(
    row: VolumeRow, version: RegulationVersion | None, lines: Mapping[int, frozenset[str]]
) -> VolumeCandidate:
    pk = row.regulation.pk if row.regulation else 0
    return VolumeCandidate(
        pk, row.title, row.code, lines.get(version.pk if version else 0, frozenset())
    )


def _lines(versions: Iterable[RegulationVersion | None]) -> dict[int, frozenset[str]]:
    found: dict[int, set[str]] = {}
    articles = Article.objects.filter(
        version__in=[one for one in versions if one], addenda=None
    ).values_list("version_id", "full_text")
    for version_id, text in articles:
        squeezed = {"".join(line.split()) for line in text.split("\n")}
        found.setdefault(version_id, set()).update(squeezed - {""})
    return {pk: frozenset(lines) for pk, lines in found.items()}
