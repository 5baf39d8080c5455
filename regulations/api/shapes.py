"""What the JSON interface answers with, and how it is made of what the pages show."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from typing import Any

from rest_framework import serializers

from regulations.curation.file_differences import FileDifference, file_differences
from regulations.models import RegulationVersion
from regulations.reading.comparison import ChangeKind, VersionComparison
from regulations.reading.links import provision_url
from regulations.reading.pieces import ProvisionPiece
from regulations.reading.versions import ArticleText, VersionText
from regulations.text.blocks import TextBlock
from regulations.text.diffing import ComparedLine
from regulations.text.locators import Locator, eid_of

Shape = dict[str, Any]


class VersionSerializer(serializers.Serializer[Shape]):
    """A version without its text."""

    number = serializers.IntegerField()
    state = serializers.CharField()
    promulgated_date = serializers.DateField(allow_null=True)
    enforcement_date = serializers.DateField(allow_null=True)
    ends_on = serializers.DateField(allow_null=True)
    reason = serializers.CharField()
    url = serializers.CharField()


class RegulationRowSerializer(serializers.Serializer[Shape]):
    """A regulation with the version that is in force."""

    slug = serializers.CharField()
    title = serializers.CharField()
    code = serializers.CharField()
    kind = serializers.CharField()
    category = serializers.CharField()
    department = serializers.CharField(allow_null=True)
    version = VersionSerializer()


class RegulationListSerializer(serializers.Serializer[Shape]):
    """The regulations in force on a day."""

    on = serializers.DateField()
    count = serializers.IntegerField()
    regulations = RegulationRowSerializer(many=True)


class RegulationSerializer(serializers.Serializer[Shape]):
    """A regulation with all of its versions, the newest first."""

    slug = serializers.CharField()
    title = serializers.CharField()
    code = serializers.CharField()
    kind = serializers.CharField()
    category = serializers.CharField()
    department = serializers.CharField(allow_null=True)
    in_force = VersionSerializer(allow_null=True)
    upcoming = VersionSerializer(allow_null=True)
    versions = VersionSerializer(many=True)


class FileDifferenceSerializer(serializers.Serializer[Shape]):
    """What was changed by hand: why, and what the file said; its words are left out where they may name somebody."""

    reasons = serializers.ListField(child=serializers.CharField())
    text_of_file = serializers.CharField(allow_null=True)


class ProvisionRowSerializer(serializers.Serializer[Shape]):
    """One provision: its own words without what stands below it."""

    locator = serializers.CharField()
    eid = serializers.CharField(help_text="as Akoma Ntoso names it; an anchor of the page, too")
    provision = serializers.CharField()
    title = serializers.CharField()
    text = serializers.CharField()
    is_deleted = serializers.BooleanField()
    url = serializers.CharField()
    difference_to_file = FileDifferenceSerializer(
        allow_null=True, help_text="null where the file's text stands"
    )


class ProvisionTextSerializer(ProvisionRowSerializer):
    """One provision with those below it."""

    below = ProvisionRowSerializer(many=True)


class VersionTextSerializer(VersionSerializer):
    """A version with its text."""

    title = serializers.CharField()
    provisions = ProvisionRowSerializer(many=True)


class SegmentSerializer(serializers.Serializer[Shape]):
    """A run of words."""

    text = serializers.CharField(trim_whitespace=False)
    is_changed = serializers.BooleanField()


class ComparedLineSerializer(serializers.Serializer[Shape]):
    """One side of a provision."""

    locator = serializers.CharField()
    number = serializers.CharField()
    segments = SegmentSerializer(many=True)


class ComparedPairSerializer(serializers.Serializer[Shape]):
    """A provision before and after."""

    change = serializers.ChoiceField(choices=[change.value for change in ChangeKind])
    before = ComparedLineSerializer(allow_null=True)
    after = ComparedLineSerializer(allow_null=True)


class ComparedEntrySerializer(serializers.Serializer[Shape]):
    """An article, addenda or an attachment that differs."""

    change = serializers.ChoiceField(choices=[change.value for change in ChangeKind])
    before = serializers.CharField(allow_null=True)
    after = serializers.CharField(allow_null=True)
    lines = ComparedPairSerializer(many=True)


class ComparisonSerializer(serializers.Serializer[Shape]):
    """What a version changed of another one; `articles` counts those of the main text."""

    before = VersionSerializer()
    after = VersionSerializer()
    articles = serializers.DictField(child=serializers.IntegerField())
    entries = ComparedEntrySerializer(many=True)


def version_shape(version: RegulationVersion) -> Shape:
    """A version without its text."""
    return {
        "number": version.number,
        "state": version.state,
        "promulgated_date": version.promulgated_date,
        "enforcement_date": version.enforcement_date,
        "ends_on": version.ends_on,
        "reason": version.reason,
        "url": provision_url(slug=version.regulation.slug, version_number=version.number),
    }


def regulation_row(version: RegulationVersion) -> Shape:
    """A regulation in a list."""
    return _names(version) | {"version": version_shape(version)}


def regulation_shape(
    versions: Sequence[RegulationVersion],
    *,
    in_force: RegulationVersion | None,
    upcoming: RegulationVersion | None,
) -> Shape:
    """A regulation with its versions."""
    return _names(versions[0]) | {
        "in_force": version_shape(in_force) if in_force else None,
        "upcoming": version_shape(upcoming) if upcoming else None,
        "versions": [version_shape(version) for version in versions],
    }


def text_shape(version: RegulationVersion, text: VersionText) -> Shape:
    """A version with its provisions in the order of the text."""
    differing = {one.locator_key: one for one in file_differences(version.edits.all())}
    return version_shape(version) | {
        "title": version.regulation.title,
        "provisions": [
            {
                "locator": key,
                "eid": eid_of(key),
                "provision": Locator.parse(key).label,
                "title": title,
                "text": _text(blocks),
                "is_deleted": is_deleted,
                "url": provision_url(
                    slug=version.regulation.slug, version_number=version.number, locator_key=key
                ),
                "difference_to_file": _difference(differing.get(key)),
            }
            for key, title, blocks, is_deleted in _provisions(text)
        ],
    }


def _difference(one: FileDifference | None) -> Shape | None:
    if one is None:
        return None
    text = None if one.is_private else one.of_file
    return {"reasons": list(one.reasons), "text_of_file": text}


def comparison_shape(
    before: RegulationVersion, after: RegulationVersion, comparison: VersionComparison
) -> Shape:
    """The entries that differ."""
    return {
        "before": version_shape(before),
        "after": version_shape(after),
        "articles": asdict(comparison.counts),
        "entries": [
            {
                "change": entry.change,
                "before": entry.before.key if entry.before else None,
                "after": entry.after.key if entry.after else None,
                "lines": [
                    {
                        "change": pair.change,
                        "before": _line(pair.before),
                        "after": _line(pair.after),
                    }
                    for row in entry.rows
                    for pair in row.lines
                ],
            }
            for entry in comparison.entries
            if entry.change is not ChangeKind.UNCHANGED
        ],
    }


def _names(version: RegulationVersion) -> Shape:
    regulation = version.regulation
    office = regulation.owner_department
    return {
        "slug": regulation.slug,
        "title": regulation.title,
        "code": regulation.code,
        "kind": regulation.kind,
        "category": regulation.category,
        "department": office.name if office else None,
    }


def _line(line: ComparedLine | None) -> Shape | None:
    if line is None:
        return None
    segments = [asdict(segment) for segment in line.segments]
    return {"locator": line.key, "number": line.number, "segments": segments}


def _provisions(text: VersionText) -> Iterator[tuple[str, str, tuple[TextBlock, ...], bool]]:
    for article in text.articles:
        yield from _article(article)
    for addenda in text.addenda:
        yield addenda.key, addenda.title, addenda.blocks, False
        yield from _pieces(addenda.pieces)
        for article in addenda.articles:
            yield from _article(article)
    for one in text.attachments:
        blocks = tuple(
            TextBlock(
                text=block.line.text if block.line else "",
                rows=tuple(row.cells for row in block.rows),
            )
            for block in one.blocks
        )
        yield one.key, one.title, blocks, one.is_deleted


def _article(article: ArticleText) -> Iterator[tuple[str, str, tuple[TextBlock, ...], bool]]:
    yield article.key, article.title, article.blocks, article.is_deleted
    yield from _pieces(article.pieces)


def _pieces(
    pieces: Iterable[ProvisionPiece],
) -> Iterator[tuple[str, str, tuple[TextBlock, ...], bool]]:
    for piece in pieces:
        yield piece.key, "", piece.blocks, piece.is_deleted


def _text(blocks: Iterable[TextBlock]) -> str:
    lines: list[str] = []
    for block in blocks:
        lines += [" | ".join(row) for row in block.rows] if block.rows else [block.text]
    return "\n".join(lines)
