"""Cross-references: what the provisions of a version mention, read and resolved when it is published.

A mention is kept whatever comes of it: resolved, a statute that is not in the corpus, a delegation to a text without a
name, or unresolved with its reason. When a regulation or another name appears, the versions that name it are read again.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from datetime import date, datetime
from itertools import pairwise
from typing import Any

from django.db import connection, transaction
from django.db.models import prefetch_related_objects

from regulations.models import CrossReference, Regulation, RegulationVersion
from regulations.publishing.reference_targets import (
    ReferenceTargets,
    delegated_names,
    is_statute,
    provisions_of,
)
from regulations.reading.corpus_version import corpus_changed
from regulations.reading.names import names_load
from regulations.text.locators import normalize_name
from regulations.text.mentions import ProvisionText, RangeRole, ReferenceMention, read_mentions
from regulations.text.provision_keys import ProvisionKeys

State = CrossReference.State
Reason = CrossReference.Reason

# 법 제3조, 영 별표 1: what is called so is a law or a decree, whatever its name.
_SHORT_LAW = re.compile(r"(?:법|영)\s?(?:시행령|시행규칙)?\s{0,2}(?:제\s?\d|부칙|별표|별지)")
_BATCH = 1000
# Two that read the same versions would each store their references.
_READING_LOCK = 0x7265_6672
_VERSIONS_AT_ONCE = 40
# With more new names than that it is cheaper to read everything again than to look for who names them.
_MOST_NAMES = 40
_SHORTEST_NAME = 2
_NAMING = """
SELECT DISTINCT t.version_id FROM (
    SELECT version_id, text FROM regulations_article UNION ALL
    SELECT version_id, text FROM regulations_paragraph UNION ALL
    SELECT version_id, text FROM regulations_subparagraph UNION ALL
    SELECT version_id, text FROM regulations_item UNION ALL
    SELECT version_id, text FROM regulations_addenda UNION ALL
    SELECT version_id, text FROM regulations_attachment) t
JOIN regulations_regulationversion v ON v.id = t.version_id AND v.state = 'PUBLISHED'
WHERE translate(t.text, E' \\t\\n·ㆍ․', '') LIKE ANY(%(patterns)s)
UNION
SELECT c.version_id FROM regulations_crossreference c
JOIN regulations_regulationversion v ON v.id = c.version_id AND v.state = 'PUBLISHED'
WHERE (c.to_regulation_id IS NULL AND c.normalized_to_name = ANY(%(names)s))
   OR c.to_regulation_id = ANY(%(regulations)s)
"""


def references_read(*, versions: Iterable[RegulationVersion], on: date) -> int:
    """Read the mentions of the versions anew and resolve them; returns how many mentions there are.

    Regulations that are mentioned are looked at as they are on the day. One index of names serves all versions, and a
    version's mentions are replaced as a whole.
    """
    read = list(versions)
    has_drafts = any(one.state == RegulationVersion.State.DRAFT for one in read)
    return _read(read, ReferenceTargets(names_load(with_drafts=has_drafts), day=on))


def references_read_affected(
    *, regulations: Iterable[Regulation], on: date, except_versions: Iterable[int] = ()
) -> int:
    """Read again the versions that name these regulations or wait for them; returns how many versions."""
    names = names_load()
    ids = {regulation.pk for regulation in regulations}
    versions = RegulationVersion.objects.filter(state=RegulationVersion.State.PUBLISHED)
    versions = versions.exclude(pk__in=list(except_versions)).select_related("regulation")
    borne = {name for name, bearers in names.by_name.items() if bearers & ids}
    if len(borne) <= _MOST_NAMES:
        versions = versions.filter(pk__in=_versions_naming(borne, ids, names.university))
    targets = ReferenceTargets(names, day=on)
    found = list(versions.order_by("pk"))
    _read(found, targets)
    return len(found)


def references_read_due(*, on: date, published_before: datetime | None = None) -> None:
    """Read the references of versions that were published without them, and those of older ones that name them.

    Whose publication was broken off is among them: whoever publishes next takes it along, and else beat.
    """
    public = RegulationVersion.objects.filter(state__in=RegulationVersion.PUBLIC_STATES)
    due = public.filter(references_due=True).select_related("regulation").order_by("pk")
    versions = list(due.filter(published_at__lt=published_before) if published_before else due)
    if not versions:
        return
    ids = [version.pk for version in versions]
    references_read(versions=versions, on=on)
    references_read_affected(
        regulations=[version.regulation for version in versions], on=on, except_versions=ids
    )
    RegulationVersion.objects.filter(pk__in=ids).update(references_due=False)
    transaction.on_commit(corpus_changed)


def references_refresh(*, on: date, report_progress: Callable[[str], None]) -> None:
    """Read everything that was ever published again."""
    versions = RegulationVersion.objects.filter(state__in=RegulationVersion.PUBLIC_STATES)
    count = _read(
        list(versions.select_related("regulation").order_by("pk")),
        ReferenceTargets(names_load(), day=on),
    )
    transaction.on_commit(corpus_changed)
    report_progress(f"조문 사이의 인용 {count}개를 새로 읽었습니다.")


def _versions_naming(borne: set[str], ids: set[int], university: str) -> list[int]:
    variants = set(borne)
    for name in borne:
        variants |= {name.removeprefix(university), f"{university}{name}"}
    names = sorted(name for name in variants if len(name) >= _SHORTEST_NAME)
    parameters: dict[str, Any] = {
        "names": names,
        "patterns": [f"%{name}%" for name in names],
        "regulations": sorted(ids),
    }
    with connection.cursor() as cursor:
        cursor.execute(_NAMING, parameters)
        return [row[0] for row in cursor.fetchall()]


def _read(versions: Sequence[RegulationVersion], targets: ReferenceTargets) -> int:
    """A few queries for every so many versions; each group is replaced in one transaction."""
    count = 0
    for start in range(0, len(versions), _VERSIONS_AT_ONCE):
        group = versions[start : start + _VERSIONS_AT_ONCE]
        prefetch_related_objects(group, "regulation")
        provisions = provisions_of([version.pk for version in group])
        named = [_read_names(version, provisions[version.pk], targets) for version in group]
        targets.load({pk for rows in named for row in rows if (pk := row.to_regulation_id)})
        for version, rows in zip(group, named, strict=True):
            own = ProvisionKeys(row.key for row in provisions[version.pk])
            for row in rows:
                _locate(row, _keys(row, version, own, targets))
            rows.extend(_between(rows, version, own, targets))
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_READING_LOCK])
            CrossReference.objects.filter(version__in=group).delete()
            CrossReference.objects.bulk_create(
                [row for rows in named for row in rows], batch_size=_BATCH
            )
        count += sum(map(len, named))
    return count


def _read_names(
    version: RegulationVersion, provisions: Sequence[ProvisionText], targets: ReferenceTargets
) -> list[CrossReference]:
    title = version.regulation.title
    mentions = read_mentions(provisions, title=title, names=targets.names.extraction_index)
    return [row for one in mentions if (row := _named(one, version, targets)) is not None]


def _keys(
    row: CrossReference, version: RegulationVersion, own: ProvisionKeys, targets: ReferenceTargets
) -> ProvisionKeys | None:
    if row.to_regulation_id is None or row.to_regulation_id == version.regulation_id:
        return own
    return targets.keys(row.to_regulation_id)


def _named(
    mention: ReferenceMention, version: RegulationVersion, targets: ReferenceTargets
) -> CrossReference | None:
    """The row of a mention as far as its name goes; None for what is no reference after all."""
    row = CrossReference(
        version=version,
        from_locator_key=mention.from_key,
        start=mention.start,
        end=mention.end,
        text=mention.text[:300],
        kind=mention.sense,
        state=State.UNRESOLVED,
        reason="",
        range=mention.range,
        to_name=mention.regulation[:200],
        normalized_to_name=normalize_name(mention.regulation)[:200],
        to_locator_key=mention.cited_key,
    )
    if mention.is_own:
        row.to_regulation_id = version.regulation_id
    elif mention.is_open:
        _name_delegated(row, mention, version, targets)
    else:
        ids = targets.meant(mention.regulation, is_sure=mention.is_named)
        _name(row, ids, targets)
        if row.to_regulation_id is None and not mention.is_named:
            return None
        if row.to_regulation_id == version.regulation_id and not mention.cited_key:
            return None
    return row


def _name(row: CrossReference, ids: frozenset[int], targets: ReferenceTargets) -> None:
    if len(ids) > 1:
        ids = targets.living(ids)
    if len(ids) == 1:
        (row.to_regulation_id,) = ids
    elif ids:
        row.reason = Reason.AMBIGUOUS_NAME
    elif not row.to_name:
        row.reason = Reason.UNCLEAR
    elif is_statute(row.to_name) or _SHORT_LAW.match(row.text) or _is_of_statute(row):
        row.state = State.EXTERNAL
    else:
        row.reason = Reason.UNKNOWN_REGULATION


def _is_of_statute(row: CrossReference) -> bool:
    """A statute cites texts of the state, whatever they are called."""
    return row.version.regulation.kind == Regulation.Kind.STATUTE


def _name_delegated(
    row: CrossReference,
    mention: ReferenceMention,
    version: RegulationVersion,
    targets: ReferenceTargets,
) -> None:
    """A delegation to 시행세칙 or 대통령령: the text of that kind that has the name of this one, if there is one."""
    row.state = State.OPEN
    row.normalized_to_name = ""
    if not mention.is_named:
        return
    wanted = delegated_names(title=version.regulation.title, instrument=mention.regulation)
    found = (targets.living(ids) for name in wanted if (ids := targets.names.bearers(name)))
    ids = next(found, frozenset())
    if len(ids) == 1 and version.regulation_id not in ids:
        (row.to_regulation_id,) = ids
        row.state = State.UNRESOLVED
    # The name under which it is waited for.
    row.normalized_to_name = (wanted or [""])[0][:200]


def _locate(row: CrossReference, keys: ProvisionKeys | None) -> None:
    """Find the provision that is cited in the regulation that is meant."""
    if row.to_regulation_id is None:
        return
    is_own = row.to_regulation_id == row.version.regulation_id
    if keys is None:
        row.reason = Reason.NOT_PUBLISHED
        return
    found: str | None = ""
    if row.to_locator_key:
        found = keys.meant(row.to_locator_key, from_key=row.from_locator_key if is_own else "")
    if found is None:
        row.reason = Reason.NO_PROVISION
    else:
        row.to_locator_key, row.state = found, State.RESOLVED


def _between(
    rows: Sequence[CrossReference],
    version: RegulationVersion,
    own: ProvisionKeys,
    targets: ReferenceTargets,
) -> list[CrossReference]:
    """Rows for what lies between the ends of ranges."""
    found: list[CrossReference] = []
    for first, last in pairwise(rows):
        if (first.range, last.range) != (RangeRole.START, RangeRole.END):
            continue
        if first.from_locator_key != last.from_locator_key or not (
            first.state == last.state == State.RESOLVED
            and first.to_regulation_id == last.to_regulation_id
        ):
            continue
        keys = _keys(first, version, own, targets)
        inside = keys.between(first.to_locator_key, last.to_locator_key) if keys else []
        found += [
            CrossReference(
                version=version,
                from_locator_key=first.from_locator_key,
                start=first.start,
                end=last.end,
                text=f"{first.text}–{last.text}"[:300],
                kind=last.kind,
                state=State.RESOLVED,
                reason="",
                range=RangeRole.BETWEEN,
                to_regulation_id=first.to_regulation_id,
                to_name=first.to_name,
                normalized_to_name=first.normalized_to_name,
                to_locator_key=key,
            )
            for key in inside
        ]
    return found
