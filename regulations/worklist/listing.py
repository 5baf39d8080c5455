"""Listing what an amendment makes stale, inside the transaction that publishes it. Listing again changes nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date

from django.db.models import Q
from django.utils.timezone import localdate

from regulations.models import (
    CrossReference,
    GoldenQuestion,
    PassageQuestion,
    Regulation,
    RegulationVersion,
    WorklistItem,
)
from regulations.publishing.amendments import Amendment
from regulations.publishing.reference_targets import provisions_of
from regulations.reading.comparison import compare_versions, is_affected
from regulations.text.locators import Locator, normalize_name
from regulations.worklist.affected import (
    form_references,
    offices_gone,
    questions_of_provisions,
)
from regulations.worklist.moving import Movement, movement_of, redrafted

Cause, Kind = WorklistItem.Cause, WorklistItem.Kind
_KINDS = {
    CrossReference.Kind.REFERS: Kind.REFERS,
    CrossReference.Kind.MUTATIS_MUTANDIS: Kind.MUTATIS_MUTANDIS,
    CrossReference.Kind.DELEGATES: Kind.DELEGATES,
}
_SAID = 300


def amendment_list(*, amendment: Amendment, **_: object) -> None:
    """List what rests on what an amendment changes, moves, removes or renames."""
    references = list(_references(amendment))
    questions = list(_questions(amendment))
    put = questions_of_provisions(amendment)
    movement = amendment_movement(amendment)
    items = [*_of_references(amendment, movement, references)]
    items += _of_questions(amendment, movement, questions)
    items += _of_questions_of_provisions(amendment, movement, put)
    items += _of_forms(amendment, movement)
    items += (
        _item(amendment, f"department:{one.pk}", Kind.DEPARTMENT, Cause.REMOVED, one.name, one.pk)
        for one in offices_gone(amendment)
    )
    if amendment.version.regulation.kind == Regulation.Kind.STATUTE:
        items += _of_statute(amendment, references)
    items_add(items)


def items_add(items: Iterable[WorklistItem]) -> None:
    """Store items; those that are listed already stay as they are."""
    WorklistItem.objects.bulk_create(items, ignore_conflicts=True, batch_size=500)


def cause_of(amendment: Amendment, movement: Movement, key: str) -> str:
    """Why a citation of a place is stale; empty where it is not."""
    if amendment.is_repeal:
        return Cause.REPEALED
    if key:
        place = movement.place_of(key)
        if place and place != key:
            return Cause.MOVED
        if is_affected(frozenset(movement.changed), key):
            return Cause.CHANGED if place else Cause.REMOVED
    return Cause.RENAMED if amendment.version.report.get("continues") else ""


def _references(amendment: Amendment) -> Iterator[CrossReference]:
    """What cites the regulation in texts of other regulations that are in force then or will be.

    Nobody here amends statutes.
    """
    day = max(amendment.enforcement_date or date.min, localdate())
    lasting = Q(version__ends_on=None) | Q(version__ends_on__gt=day)
    rows = CrossReference.objects.filter(
        lasting,
        to_regulation=amendment.version.regulation_id,
        version__state=RegulationVersion.State.PUBLISHED,
    ).exclude(version__regulation=amendment.version.regulation_id)
    rows = rows.exclude(version__regulation__kind=Regulation.Kind.STATUTE)
    yield from rows.select_related("version__regulation").order_by("pk")


def _questions(amendment: Amendment) -> Iterator[tuple[GoldenQuestion, str]]:
    """The golden questions of the regulation, each with the place of its gold."""
    regulation = amendment.version.regulation
    names = {regulation.normalized_title}
    names |= set(regulation.aliases.values_list("normalized_name", flat=True))
    for question in GoldenQuestion.objects.filter(answerable=True).exclude(gold=[]):
        for gold in question.gold:
            if normalize_name(str(gold.get("regulation", ""))) in names:
                yield question, gold_key(gold)


def amendment_movement(amendment: Amendment) -> Movement:
    """What became of the provisions that a version amends; nothing is left of a repealed regulation."""
    if amendment.is_repeal:
        return Movement()
    rows = provisions_of([amendment.version.pk])[amendment.version.pk]
    comparison = amendment.comparison or compare_versions(amendment.before, amendment.version)
    deleted = {
        entry.after.key for entry in comparison.entries if entry.after and entry.after.is_deleted
    }
    return movement_of(comparison, {row.key for row in rows} - deleted)


def _of_references(
    amendment: Amendment, movement: Movement, references: Iterable[CrossReference]
) -> Iterator[WorklistItem]:
    found = [
        (row, cause)
        for row in references
        if (cause := cause_of(amendment, movement, row.to_locator_key))
    ]
    # A range says its ends; what lies between them is stale only with the whole regulation.
    found = [one for one in found if one[0].range != CrossReference.Range.BETWEEN]
    texts = provisions_of(sorted({row.version_id for row, _ in found}))
    words = {(pk, one.key): one.text for pk, rows in texts.items() for one in rows}
    for row, cause in found:
        place = movement.place_of(row.to_locator_key) if cause == Cause.MOVED else ""
        text = words.get((row.version_id, row.from_locator_key), "")
        yield WorklistItem(
            amended=amendment.version,
            key=f"reference:{row.version_id}:{row.from_locator_key}:{row.start}:{cause}"[:200],
            kind=_KINDS[CrossReference.Kind(row.kind)],
            cause=cause,
            citing=row.version,
            citing_key=row.from_locator_key,
            cited_key=row.to_locator_key,
            proposed_key=place,
            said=row.text[:_SAID],
            draft=_draft(row, text, place, amendment, cause),
            owner_department_id=row.version.regulation.owner_department_id,
        )


def _draft(row: CrossReference, text: str, place: str, amendment: Amendment, cause: str) -> str:
    if place:
        return redrafted(text, start=row.start, end=row.end, before=row.to_locator_key, after=place)
    continues = amendment.version.report.get("continues") or {}
    if cause == Cause.RENAMED and continues.get("former_title", "") in text:
        return text.replace(continues["former_title"], continues["title"])
    return ""


def _of_questions(
    amendment: Amendment, movement: Movement, questions: Iterable[tuple[GoldenQuestion, str]]
) -> Iterator[WorklistItem]:
    for question, key in questions:
        cause = cause_of(amendment, movement, key)
        if cause and cause != Cause.RENAMED:
            yield WorklistItem(
                amended=amendment.version,
                key=f"golden:{question.pk}:{key}",
                kind=Kind.GOLDEN_QUESTION,
                cause=cause,
                cited_key=key,
                proposed_key=movement.place_of(key) if cause == Cause.MOVED else "",
                said=question.question[:_SAID],
                subject_key=str(question.golden_set_id),
                owner_department_id=amendment.version.regulation.owner_department_id,
            )


def _of_questions_of_provisions(
    amendment: Amendment, movement: Movement, questions: Iterable[PassageQuestion]
) -> Iterator[WorklistItem]:
    for question in questions:
        key = question.locator_key
        cause = cause_of(amendment, movement, key)
        if cause and cause != Cause.RENAMED:
            item = _item(
                amendment,
                f"question:{question.pk}",
                Kind.PASSAGE_QUESTION,
                cause,
                question.text,
                question.pk,
            )
            item.cited_key = key
            item.proposed_key = movement.place_of(key) if cause == Cause.MOVED else ""
            yield item


def _of_forms(amendment: Amendment, movement: Movement) -> Iterator[WorklistItem]:
    for row in form_references(amendment, movement):
        cause = cause_of(amendment, movement, row.to_locator_key)
        if cause in (Cause.MOVED, Cause.REMOVED):
            item = _item(
                amendment,
                f"form:{row.from_locator_key}:{row.start}",
                Kind.FORM,
                cause,
                row.text,
                "",
            )
            item.citing, item.citing_key = amendment.version, row.from_locator_key
            item.cited_key = row.to_locator_key
            item.proposed_key = (
                movement.place_of(row.to_locator_key) if cause == Cause.MOVED else ""
            )
            yield item


def _of_statute(
    amendment: Amendment, references: Iterable[CrossReference]
) -> Iterator[WorklistItem]:
    """The regulations that rest on an amended statute as a whole, each once, by the first place that names it."""
    if amendment.before == amendment.version:
        return
    named: dict[int, CrossReference] = {}
    for row in references:
        if not row.to_locator_key:
            named.setdefault(row.version_id, row)
    for row in named.values():
        item = _item(
            amendment, f"statute:{row.version_id}", Kind.STATUTE, Cause.CHANGED, row.text, ""
        )
        item.citing, item.citing_key = row.version, row.from_locator_key
        item.owner_department_id = row.version.regulation.owner_department_id
        yield item


def _item(
    amendment: Amendment, key: str, kind: str, cause: str, said: str, subject: object
) -> WorklistItem:
    return WorklistItem(
        amended=amendment.version,
        key=key,
        kind=kind,
        cause=cause,
        said=said[:_SAID],
        subject_key=str(subject),
        owner_department_id=amendment.version.regulation.owner_department_id,
    )


def gold_key(gold: dict[str, object]) -> str:
    """The locator key of a gold provision as a person wrote it; empty for a whole regulation."""
    article = gold.get("article")
    if not isinstance(article, int):
        return ""
    branch, paragraph = gold.get("branch"), gold.get("paragraph")
    return Locator(
        article=article,
        branch=branch if isinstance(branch, int) else None,
        paragraph=paragraph if isinstance(paragraph, int) else None,
    ).key
