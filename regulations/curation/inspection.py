"""Looking at a version before it is published: how many provisions it has, and what was found on the way from its file, each
finding with its place in the text.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from django.db.models import QuerySet

from regulations.importing.loss import loss_of
from regulations.models import (
    Addenda,
    Article,
    Attachment,
    Item,
    Paragraph,
    RegulationVersion,
    Subparagraph,
)
from regulations.text.locators import Locator
from regulations.text.parser.report import comparable

Kind = Literal["gap", "lost", "unplaced", "rows", "numbers", "repeat"]
_KINDS: dict[Kind, str] = {
    "gap": "건너뛴 번호",
    "lost": "사라진 줄",
    "unplaced": "자리를 찾지 못한 줄",
    "rows": "빠진 표의 행",
    "numbers": "사라진 번호",
    "repeat": "되풀이된 번호",
}
_ADVICE: dict[Kind, str] = {
    "gap": "원본에도 없는 번호인지 확인해 주세요. 원본에 있으면 그 줄이 다른 조문에 붙었을 수 있습니다.",
    "lost": "앞뒤 조문을 고쳐 이 글을 넣거나, 원본을 고쳐 다시 올려 주세요.",
    "unplaced": "첫 조문보다 앞에 있는 글입니다. 조문이면 원본에서 제1조 뒤로 옮겨 다시 올려 주세요.",
    "rows": "별표를 원본과 견주고, 빠진 행을 고쳐 넣어 주세요.",
    "numbers": "원본의 자동 번호가 글에 없습니다. 한글이나 워드에서 HWPX 또는 DOCX로 저장해 다시 올려 주세요.",
    "repeat": "같은 번호의 글이 앞의 조문에 이어 붙었습니다. 원본의 번호를 확인해 주세요.",
}
# Enough of a line to find it again in a provision that holds its beginning.
_ENOUGH = 12


@dataclass(frozen=True, slots=True)
class ProvisionCounts:
    """How many provisions stand in a version now, whoever put them there."""

    articles: int
    deleted_articles: int
    paragraphs: int
    subparagraphs: int
    items: int
    addenda: int
    tables: int
    forms: int


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing to look at. `place` is empty where the finding belongs to no provision."""

    kind: Kind
    said: str
    place: str = ""
    place_label: str = ""
    line: int | None = None

    @property
    def name(self) -> str:
        """What kind of finding it is, for a person."""
        return _KINDS[self.kind]

    @property
    def advice(self) -> str:
        """What to do about it."""
        return _ADVICE[self.kind]

    @property
    def needs_reason(self) -> bool:
        """Whether publishing in spite of it needs a reason."""
        return self.kind != "repeat"


def version_counts(*, version: RegulationVersion) -> ProvisionCounts:
    """Count the provisions of a version as they stand."""
    articles = version.articles.filter(addenda=None)
    tables = version.attachments.filter(kind=Attachment.Kind.TABLE).count()
    return ProvisionCounts(
        articles=articles.count(),
        deleted_articles=articles.filter(is_deleted=True).count(),
        paragraphs=version.paragraphs.count(),
        subparagraphs=version.subparagraphs.filter(attachment=None).count(),
        items=version.items.filter(attachment=None).count(),
        addenda=version.addenda.count(),
        tables=tables,
        forms=version.attachments.count() - tables,
    )


def version_findings(*, version: RegulationVersion) -> list[Finding]:
    """Return what its report found, those that need a reason first."""
    loss = loss_of(version.report)
    if not (loss.needs_reason or loss.repeats):
        return []
    places = _Places(version)
    found = [
        *(places.finding("gap", gap, label=gap.rpartition("→")[2].strip()) for gap in loss.gaps),
        *(places.finding("lost", one.text, text=one.text, line=one.number) for one in loss.lost),
        *(places.finding("unplaced", one.text, line=one.number) for one in loss.unplaced),
    ]
    if loss.missing_rows:
        found.append(places.finding("rows", f"표의 행 {loss.missing_rows}개가 빠졌습니다."))
    if loss.lost_numbers:
        found.append(places.finding("numbers", f"번호 {loss.lost_numbers}개가 사라졌습니다."))
    found.extend(places.finding("repeat", label, label=label) for label in loss.repeats)
    return found


class _Places:
    """The provisions of a version, to be found by label or by words."""

    def __init__(self, version: RegulationVersion) -> None:
        tables: tuple[QuerySet[Any], ...] = (
            Addenda.objects.all(),
            Article.objects.all(),
            Paragraph.objects.all(),
            Subparagraph.objects.all(),
            Item.objects.all(),
            Attachment.objects.all(),
        )
        rows = [
            row
            for table in tables
            for row in table.filter(version=version).values_list("position", "locator_key", "text")
        ]
        self._rows = [(key, Locator.parse(key), text) for _, key, text in sorted(rows)]
        self._by_label: dict[str, Locator] = {}
        for _key, locator, _text in self._rows:
            self._by_label.setdefault(locator.label, locator)

    def finding(
        self, kind: Kind, said: str, *, label: str = "", text: str = "", line: int | None = None
    ) -> Finding:
        """A finding with the place that it belongs to, as far as it can be told."""
        place = self._place(kind, label, text)
        if place is None:
            return Finding(kind, said, line=line)
        return Finding(kind, said, place.key, place.label, line)

    def _place(self, kind: Kind, label: str, text: str) -> Locator | None:
        if label:
            return self._by_label.get(label)
        if text:
            return self._place_of_words(text)
        if kind == "rows":
            return next((one for _, one, _ in self._rows if one.attachment_kind), None)
        return self._rows[0][1] if kind == "unplaced" and self._rows else None

    def _place_of_words(self, text: str) -> Locator | None:
        """The provision that holds the beginning or the end of a line that is not whole."""
        whole = comparable(text)
        for piece in (whole[:_ENOUGH], whole[-_ENOUGH:]):
            for _, locator, words in self._rows:
                if len(piece) == _ENOUGH and piece in comparable(words):
                    return locator
        return None
