"""Correcting a draft by hand, one provision at a time: what an import misread is put right before anybody cites it.

Every change is kept with who made it and the words before and after. The whole text of the article, from which passages are
made, follows its parts. Numbers are not changed here: a text with other numbers is another file.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace

from django.db import transaction
from django.utils.timezone import localdate

from portal.accounts.models import User
from regulations.curation.drafts import draft_lock
from regulations.curation.seen import digest_of
from regulations.importing.provision_rows import attachment_units_replace
from regulations.models import (
    Addenda,
    Article,
    Attachment,
    Item,
    Paragraph,
    ProvisionEdit,
    RegulationVersion,
    Subparagraph,
)
from regulations.publishing.cross_references import references_read
from regulations.publishing.roles import person_name
from regulations.text.blocks import text_blocks
from regulations.text.locators import Locator
from regulations.text.parser import grammar
from regulations.text.parser.cleaning import clean

Row = Addenda | Article | Paragraph | Subparagraph | Item | Attachment
_MODELS: tuple[type[Row], ...] = (Article, Paragraph, Subparagraph, Item, Addenda, Attachment)
_DELETED_TEXT = "삭제"


class NoSuchProvisionError(Exception):
    """The version has nothing at this place."""


class NotEditableError(Exception):
    """The change cannot be kept. The message is for a person (in Korean)."""


@dataclass(frozen=True, slots=True)
class ProvisionWords:
    """What of a provision can be changed by hand; 항, 호 and 목 have no title."""

    text: str
    title: str = ""
    marks: str = ""
    is_deleted: bool = False

    @property
    def digest(self) -> str:
        """A short sign of these words, by which a form notices that somebody else changed them."""
        return digest_of(self)


def provision_find(*, version: RegulationVersion, locator_key: str) -> Row:
    """Return the row at a place of a version; raises `NoSuchProvisionError`."""
    for model in _MODELS:
        row = model.objects.filter(version=version, locator_key=locator_key).first()
        # The lines of an attachment stand in its text, which is where they are changed.
        if row is not None and getattr(row, "attachment", None) is None:
            return row
    raise NoSuchProvisionError(locator_key)


def words_of(row: Row) -> ProvisionWords:
    """Return what of a row can be changed."""
    return ProvisionWords(row.text, getattr(row, "title", ""), row.marks, row.is_deleted)


@transaction.atomic
def provision_edit(
    *,
    version: RegulationVersion,
    locator_key: str,
    words: ProvisionWords,
    seen_digest: str,
    by: User | None,
    reason: str,
) -> ProvisionEdit | None:
    """Change a provision of a draft and keep what it was; None where nothing changed.

    `seen_digest` is the digest of the words that the person saw. Raises `NotADraftError` for a published version,
    `NotEditableError` for words that cannot stand there.
    """
    draft = draft_lock(version=version)
    row = provision_find(version=draft, locator_key=locator_key)
    before, after = words_of(row), _cleaned(words, row)
    if before == after:
        return None
    if before.digest != seen_digest:
        raise NotEditableError(_changed_meanwhile(draft, locator_key))
    if not reason.strip():
        raise NotEditableError("고치는 이유를 적어 주십시오. 파일과 다른 곳으로 함께 보입니다.")
    _check(draft, row, before, after)
    row.text, row.marks, row.is_deleted = after.text, after.marks, after.is_deleted
    if isinstance(row, Article | Addenda | Attachment):
        row.title = after.title
    if isinstance(row, Attachment):
        row.rows = _rows(after.text)
    row.save()
    if isinstance(row, Attachment):
        attachment_units_replace(attachment=row)
    else:
        _follow(row)
    # What was read from the file is no longer what stands here: another import of it is another text.
    draft.report = {**draft.report, "content_sha256": "", "edited_by_hand": True}
    draft.index_state = RegulationVersion.IndexState.PENDING
    draft.save(update_fields=["report", "index_state"])
    references_read(versions=[draft], on=localdate())
    return ProvisionEdit.objects.create(
        version=draft,
        locator_key=locator_key,
        changed_by=by,
        reason=reason.strip()[:300],
        before=asdict(before),
        after=asdict(after),
    )


def _cleaned(words: ProvisionWords, row: Row) -> ProvisionWords:
    lines = [line.rstrip() for line in words.text.replace("\r\n", "\n").split("\n")]
    text = "\n".join(_clean_line(line) for line in lines).strip("\n")
    has_title = isinstance(row, Article | Addenda | Attachment)
    return ProvisionWords(
        text=_DELETED_TEXT if words.is_deleted and not isinstance(row, Attachment) else text,
        title=clean(words.title) if has_title else "",
        marks=clean(words.marks),
        is_deleted=words.is_deleted and not isinstance(row, Addenda),
    )


def _clean_line(line: str) -> str:
    indent = line[: len(line) - len(line.lstrip(" "))]
    return indent + clean(line)


def _check(
    version: RegulationVersion, row: Row, before: ProvisionWords, after: ProvisionWords
) -> None:
    below = [] if isinstance(row, Attachment) else _below(version, row.locator_key)
    if after.is_deleted:
        if any(not one.is_deleted for one in below):
            raise NotEditableError(
                "아래에 항·호·목이 남아 있습니다. 그것부터 삭제로 바꿔 주십시오."
            )
        return
    if after.text.strip() == _DELETED_TEXT and not isinstance(row, Attachment):
        raise NotEditableError("삭제를 풀려면 본문을 적어 주십시오.")
    has_name = isinstance(row, Attachment) and bool(after.title)
    if not (after.text.strip() or below or has_name):
        raise NotEditableError("내용이 없습니다. 본문을 적거나 삭제로 표시해 주십시오.")
    if not isinstance(row, Attachment):
        _refuse_taken_numbers(version, row.locator, before.text, after.text)


def _refuse_taken_numbers(
    version: RegulationVersion, place: Locator, before: str, after: str
) -> None:
    """A line that begins with a number which stands elsewhere already would be cited under two places."""
    known = set(before.split("\n"))
    for line in after.split("\n"):
        for locator in _numbers_of(line, place) if line not in known else ():
            if _exists(version, locator.key):
                raise NotEditableError(
                    f"‘{locator.label}’ 자리는 이미 있습니다. 번호 없이 그 조문의 글만 적어 주십시오."
                )


def _numbers_of(line: str, place: Locator) -> list[Locator]:
    """The places that a line would be read as, if it stood in a file."""
    line = line.strip()
    found: list[Locator] = []
    head = grammar.article_head(line)
    if head is not None and head.certain:
        found.append(Locator(article=head.number, branch=head.branch, addenda=place.addenda))
    in_addenda = place.addenda is not None
    if numbered := grammar.paragraph_number(line, in_addenda=in_addenda):
        found.append(replace(place.article_locator, paragraph=numbered.number))
    if numbered := grammar.subparagraph_number(line):
        above = replace(place, subparagraph=None, subparagraph_branch=None, item=None, subitem=None)
        found.append(
            replace(above, subparagraph=numbered.number, subparagraph_branch=numbered.branch)
        )
    if numbered := grammar.item_letter_of(line):
        found.append(replace(place, item=numbered.number, subitem=None))
    return found


def _exists(version: RegulationVersion, key: str) -> bool:
    return any(model.objects.filter(version=version, locator_key=key).exists() for model in _MODELS)


def _below(version: RegulationVersion, key: str) -> list[Row]:
    return [
        row
        for model in _MODELS
        for row in model.objects.filter(version=version, locator_key__startswith=f"{key}/")
    ]


def _rows(text: str) -> list[list[str]]:
    """The cells of the tables in a text, an empty row standing between two tables."""
    rows: list[list[str]] = []
    for block in text_blocks(text):
        if block.rows and rows:
            rows.append([])
        rows.extend(list(row) for row in block.rows)
    return rows


def _follow(row: Row) -> None:
    """Write the article's whole text anew from its parts."""
    article = row if isinstance(row, Article) else getattr(row, "article", None)
    if article is None:
        return
    units: list[tuple[int, str]] = []
    for model in (Paragraph, Subparagraph, Item):
        rows = model.objects.filter(version=row.version_id, article=article)
        units.extend((one.position, f"{one.label} {one.text}".strip()) for one in rows)
    lines = [article.text] if article.text else []
    article.full_text = "\n".join([*lines, *(line for _, line in sorted(units))])
    article.save(update_fields=["full_text"])


def _changed_meanwhile(version: RegulationVersion, locator_key: str) -> str:
    last = version.edits.filter(locator_key=locator_key).order_by("-changed_at", "-pk").first()
    who = person_name(last.changed_by) if last else ""
    return f"그 사이 {who or '다른'} {'님' if who else '사람'}이 고쳤습니다. 아래의 지금 글을 보고 다시 고쳐 주십시오."
