"""From a file to drafts: read, parse, and store each regulation whole or not at all."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from hashlib import sha256
from itertools import chain, count
from pathlib import Path

from django.db import transaction
from django.utils.text import slugify

from portal.accounts.models import User
from regulations.importing.in_force import in_force_note
from regulations.importing.provision_rows import provisions_create
from regulations.importing.text_warnings import with_text_warnings
from regulations.models import (
    Department,
    ImportRun,
    Regulation,
    RegulationAlias,
    RegulationVersion,
)
from regulations.publishing.heads import HEAD
from regulations.reading.comparison import ChangeKind, compare_versions
from regulations.reading.selectors import regulations_known
from regulations.text.courses import course_of_regulation
from regulations.text.locators import normalize_name
from regulations.text.parser import ParsedRegulation, is_rulebook, parse_regulation, split_rulebook
from regulations.text.parser.report import ACCEPTED_STRUCTURE
from regulations.text.readers import read

Kind = Regulation.Kind

# The first that fits: 시행세칙 is a 세칙, 학칙시행세칙 no 학칙.
_KINDS: tuple[tuple[re.Pattern[str], Kind], ...] = (
    (
        re.compile(
            r"(?:법률|대통령령|총리령|[가-힣]+부령|국회규칙|대법원규칙|법|시행령|시행규칙)$"
        ),
        Kind.STATUTE,
    ),
    (re.compile(r"정관$"), Kind.ARTICLES_OF_INCORPORATION),
    (re.compile(r"세칙$"), Kind.DETAILED_RULE),
    (re.compile(r"학칙$"), Kind.SCHOOL_REGULATIONS),
    (re.compile(r"내규$"), Kind.INTERNAL_RULE),
    (re.compile(r"(?:지침|예규|요령|기준)$"), Kind.GUIDELINE),
)

# Purpose, scope and what goes before it stand at the beginning.
_SCOPE_ARTICLES = 8


# What the database refuses.
NOT_STORABLE = "저장할 수 없는 값이 있습니다. 파일을 확인해 주십시오."


class NotImportableError(Exception):
    """A text that was read but is no regulation that can be stored. The message is for a person (in Korean)."""


@dataclass(frozen=True, slots=True)
class ParsedFile:
    """A file and the regulations that were found in it."""

    name: str
    sha256: str
    is_rulebook: bool
    regulations: tuple[ParsedRegulation, ...]

    @property
    def absent(self) -> tuple[str, ...]:
        """The names that the contents of a volume list without a text, where they are too many to publish the rest."""
        first = self.regulations[0].report if self.regulations else None
        if first is None or len(first.absent) <= first.listed * (1 - ACCEPTED_STRUCTURE):
            return ()
        return first.absent


@dataclass(frozen=True, slots=True)
class ImportedRegulation:
    """The version that holds a text now; not `created` where the same text was there already.

    `day_taken` where it was a draft and got the day that came with the file.
    """

    version: RegulationVersion
    created: bool
    day_taken: bool = False

    @property
    def repetition(self) -> str:
        """That the text was there already, in a sentence for a person; empty where it was not."""
        if self.created:
            return ""
        day = self.version.enforcement_date
        if self.day_taken and day:
            return f"이미 가져온 초안입니다(제{self.version.number}판). 시행일을 {day:%Y. %-m. %-d.}로 바꾸었습니다."
        return f"이미 가져온 내용입니다(제{self.version.number}판)."


def file_parse(*, path: Path) -> ParsedFile:
    """Read a file and find its regulations; raises `UnreadableFileError` or `NotImportableError`. Stores nothing."""
    source = read(path)
    rulebook = is_rulebook(source)
    regulations = split_rulebook(source) if rulebook else (parse_regulation(source),)
    if not rulebook:
        regulation_check(parsed=regulations[0], name=path.stem)
    return ParsedFile(
        source.name, source.sha256, rulebook, tuple(map(with_text_warnings, regulations))
    )


def import_order(parsed: ParsedRegulation) -> tuple[str, bool, str, date]:
    """Versions of one regulation follow each other in time; of namesakes the repealed come last and get the longer address."""
    return (
        normalize_name(parsed.title),
        parsed.is_repealed,
        parsed.head.code,
        parsed.enforcement_date or date.max,
    )


def regulation_check(*, parsed: ParsedRegulation, name: str) -> None:
    """Raise `NotImportableError` for a text that cannot be stored as a regulation."""
    if not parsed.title:
        raise NotImportableError(
            "규정의 이름을 찾지 못했습니다. 첫 줄에 규정의 이름을 적어 주십시오."
        )
    # An invented number would make citations of articles that were never checked.
    if parsed.report.lost_numbers:
        raise NotImportableError(f"{parsed.title or name}: {' '.join(parsed.report.notes)}")
    if not parsed.articles and parsed.head.repealed_date is None and not parsed.is_repealed:
        notes = " ".join(parsed.report.notes) or "조문을 찾지 못했습니다."
        raise NotImportableError(f"{parsed.title or name}: {notes}")


@transaction.atomic
def regulation_import(
    *,
    parsed: ParsedRegulation,
    source_name: str,
    source_sha256: str,
    enforcement_date: date | None = None,
    created_by: User | None = None,
    import_run: ImportRun | None = None,
) -> ImportedRegulation:
    """Store a parsed text as a draft version of its regulation, or find the version that holds it already.

    Raises `NotImportableError` for a text that is no regulation, or whose article numbers are lost. `import_run` is the
    uploaded file that it came in, for those who later want to see it. Whoever uploads a file may mean a day of their own
    (`enforcement_date`), which makes another version of the same text, and may go back to a text that was corrected.
    """
    regulation_check(parsed=parsed, name=source_name)
    regulation = _regulation_get_or_create(parsed)
    digest = _digest(parsed)
    begins = enforcement_date or parsed.enforcement_date
    present = _with_same_text(regulation, digest, by_hand=import_run is not None)
    chosen = enforcement_date if import_run is not None else None
    for version in present:
        is_same_file = version.source_sha256 == source_sha256
        if version.enforcement_date == begins or (is_same_file and chosen is None):
            return ImportedRegulation(version=version, created=False)
    for version in present:
        if version.state == RegulationVersion.State.DRAFT and chosen is not None:
            version.enforcement_date = chosen
            version.save(update_fields=["enforcement_date"])
            return ImportedRegulation(version=version, created=False, day_taken=True)
    latest = regulation.versions.order_by("-number").first()
    report = parsed.report.to_json()
    if normalize_name(parsed.title) != regulation.normalized_title:
        said = f"「{parsed.title}」은(는) 「{regulation.title}」의 다른 이름이므로 그 규정의 판으로 넣었습니다."
        report["notes"] = [*report.get("notes", []), said]
    version = RegulationVersion.objects.create(
        regulation=regulation,
        number=latest.number + 1 if latest else 1,
        promulgated_date=parsed.head.promulgated_date,
        enforcement_date=begins,
        repealed_date=parsed.head.repealed_date,
        reason=parsed.head.reason,
        source_name=source_name,
        source_sha256=source_sha256,
        created_by=created_by,
        import_run=import_run,
        report=report
        | {"content_sha256": digest, "is_repealed": parsed.is_repealed, HEAD: _head(parsed)},
    )
    provisions_create(version=version, parsed=parsed)
    in_force_note(version=version)
    _note_same_day(version)
    return ImportedRegulation(version=version, created=True)


def _with_same_text(
    regulation: Regulation, digest: str, *, by_hand: bool
) -> list[RegulationVersion]:
    """The versions that hold a text already. One file may hold two versions, so that the text decides and not its file."""
    versions = regulation.versions.order_by("number")
    if by_hand:
        # A folder that is read again says nothing of a correction; a person with the former text takes it back.
        versions = versions.exclude(state=RegulationVersion.State.CORRECTED)
    return [one for one in versions if one.report.get("content_sha256") == digest]


def _note_same_day(version: RegulationVersion) -> None:
    """Say in the report of a draft that its text differs from what is published for the same day, and where."""
    published = version.regulation.versions.filter(state__in=RegulationVersion.PUBLIC_STATES)
    day = version.enforcement_date
    present = published.filter(enforcement_date=day).first() if day else None
    if present is None or day is None:
        return
    differing = [
        entry
        for entry in compare_versions(present, version).entries
        if entry.change is not ChangeKind.UNCHANGED
    ]
    labels = [heading.label for one in differing if (heading := one.after or one.before)]
    rest = f" 외 {len(labels) - 5}곳" if len(labels) > 5 else ""
    note = (
        f"본문이 바뀌었지만 시행일({day:%Y. %-m. %-d.})이 이미 게시한 제{present.number}판과 같아 초안으로 두었습니다. "
        f"바뀐 조문: {', '.join(labels[:5]) or '없음(연혁 표시만 다름)'}{rest}. "
        "새 시행일을 정해 게시하거나, 게시하지 않으려면 초안을 지워 주십시오."
    )
    version.report |= {"same_day": note, "notes": [*version.report.get("notes", []), note]}
    version.save(update_fields=["report"])


def _regulation_get_or_create(parsed: ParsedRegulation) -> Regulation:
    normalized, code = normalize_name(parsed.title), parsed.head.code
    same_title = Regulation.objects.select_for_update().filter(normalized_title=normalized)
    regulation = same_title.filter(code=code).first()
    if regulation is None:
        others = list(same_title[:2])
        # One of the two spellings has no number: it is the same regulation.
        if len(others) == 1 and (not code or not others[0].code):
            regulation = others[0]
    if regulation is None:
        regulation = _by_other_name(normalized, code)
    if regulation is None:
        regulation = Regulation(title=parsed.title, normalized_title=normalized, code=code)
        regulation.slug = _free_slug(parsed.title, code)
        # Only at first: afterwards it is the office's word.
        regulation.applies_to = course_of_regulation(
            parsed.title,
            ((one.title, one.full_text) for one in parsed.articles[:_SCOPE_ARTICLES]),
        )
        regulation.kind = _kind(parsed)
    regulation.code = regulation.code or code
    head = _head(parsed)
    # A draft fills in what is empty and changes nothing else: what its head says otherwise counts when it is published.
    regulation.category = regulation.category or head["category"]
    if regulation.owner_department is None and head["department"]:
        regulation.owner_department, _ = Department.objects.get_or_create(name=head["department"])
    regulation.save()
    _aliases_add(regulation, parsed.aliases)
    return regulation


def _by_other_name(normalized: str, code: str) -> Regulation | None:
    """The one published regulation that has this name beside its title, unless its number says that it is another."""
    bearers = Regulation.objects.select_for_update().filter(
        pk__in=RegulationAlias.objects.filter(
            normalized_name=normalized, regulation__in=regulations_known()
        ).values("regulation")
    )
    found = list(bearers.order_by("pk")[:2])
    if len(found) == 1 and (not code or found[0].code in ("", code)):
        return found[0]
    return None


def _aliases_add(regulation: Regulation, names: Iterable[str]) -> None:
    present = set(regulation.aliases.values_list("normalized_name", flat=True))
    present.add(regulation.normalized_title)
    for name in names:
        normalized = normalize_name(name)
        if normalized and normalized not in present:
            present.add(normalized)
            RegulationAlias.objects.create(
                regulation=regulation, name=name[:200], normalized_name=normalized[:200]
            )


def _free_slug(title: str, code: str) -> str:
    slug = slugify(title, allow_unicode=True)[:180] or "regulation"
    candidates = chain(
        (slug, slugify(f"{slug}-{code}", allow_unicode=True)),
        (f"{slug}-{number}" for number in count(2)),
    )
    return next(one for one in candidates if not Regulation.objects.filter(slug=one).exists())


def _kind(parsed: ParsedRegulation) -> Kind:
    for name in (parsed.head.kind, parsed.title):
        for pattern, kind in _KINDS:
            if name and pattern.search(normalize_name(name)):
                return kind
    return Kind.REGULATION


def _head(parsed: ParsedRegulation) -> dict[str, str]:
    """What the head says of the regulation; a statute belongs to no office of the university."""
    kind, head = _kind(parsed), parsed.head
    is_statute = kind == Kind.STATUTE
    return {
        "kind": kind.value,
        "category": head.category[:60] or ("법령" if is_statute else ""),
        "department": "" if is_statute else head.department[:100],
    }


def _digest(parsed: ParsedRegulation) -> str:
    """Return the SHA-256 of all provisions with their marks."""
    parts: list[str] = []
    for article in parsed.all_articles:
        parts += [
            article.locator.key,
            article.title,
            article.title_marks,
            article.marks,
            article.full_text,
        ]
    for addenda in parsed.addenda:
        parts += [addenda.locator.key, addenda.title, addenda.marks, addenda.text]
        parts += [f"{unit.label}{unit.text}" for unit in addenda.walk()]
    for attachment in parsed.attachments:
        parts += [attachment.label, attachment.title, attachment.marks, attachment.text]
    return sha256("\0".join(parts).encode()).hexdigest()
