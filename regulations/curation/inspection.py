"""Looking at a version before it is published: how many provisions it has, and what was found on the way from its file, each
finding with its place in the text.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Literal

from django.db.models import QuerySet

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
from regulations.text.loss import GRAVE_WARNINGS, ReportedPlace, loss_of
from regulations.text.parser.report import comparable

Kind = Literal[
    "absent",
    "in_addenda",
    "heading",
    "joined",
    "attachment",
    "gap",
    "lost",
    "unplaced",
    "rows",
    "numbers",
    "in_force",
    "hidden",
    "personal",
    "instruction",
    "other_day",
    "no_day",
    "phone",
    "tracked",
    "comment",
    "invisible",
    "repeat",
]
_KINDS: dict[Kind, str] = {
    "absent": "빠진 규정",
    "in_addenda": "부칙에 들어간 본문",
    "heading": "조문이 되지 못한 제목",
    "joined": "한 줄에 이어진 번호",
    "attachment": "조문에 들어간 별표",
    "in_force": "시행 중인 판과 다른 별표",
    "hidden": "보이지 않는 글",
    "personal": "개인정보",
    "instruction": "지시처럼 쓴 문장",
    "other_day": "다른 시행일",
    "no_day": "읽지 못한 시행일",
    "phone": "전화번호",
    "tracked": "변경 내용 추적",
    "comment": "메모",
    "invisible": "보이지 않는 문자",
    "gap": "건너뛴 번호",
    "lost": "사라진 줄",
    "unplaced": "자리를 찾지 못한 줄",
    "rows": "빠진 표의 행",
    "numbers": "사라진 번호",
    "repeat": "되풀이된 번호",
}
_ADVICE: dict[Kind, str] = {
    "absent": "차례에 있으나 본문을 찾지 못했습니다. 원본에서 이 규정이 시작하는 줄을 확인해 주십시오.",
    "in_addenda": "다음 규정의 제목을 알아보지 못해 그 본문이 부칙에 들어갔을 수 있습니다. 원본을 규정별로 나누어 올려 주십시오.",
    "heading": "조문의 제목처럼 보이는 줄이 다른 글에 붙었습니다. 원본에서 그 줄을 확인해 주십시오.",
    "joined": "한 줄에 항, 호, 목의 번호가 둘 이상 있어 뒤의 것은 따로 찾거나 인용할 수 없습니다. 원본에서 번호마다 줄을 나누어 다시 올려 주십시오.",
    "attachment": "별표나 서식의 제목처럼 보이는 줄이 조문에 붙었습니다. 원본을 확인해 주십시오.",
    "in_force": "시행 중인 판에 있던 것이 이 판에 없습니다. 개정으로 없어진 것인지 확인해 주십시오.",
    "hidden": "문서를 여는 사람에게는 보이지 않는 글이라 넣지 않았습니다. 규정의 글이면 원본에서 보이게 고쳐 다시 올려 주십시오.",
    "personal": "게시하면 누구나 봅니다. 규정에 있어야 하는 정보인지 확인해 주십시오.",
    "instruction": "규정이 아니라 답변 프로그램에 말하는 문장처럼 보입니다. 원본에 있는 글인지 확인해 주십시오.",
    "other_day": "판의 시행일은 하나인데 일부는 이 날부터 시행하거나 적용합니다. 그 전까지 앞의 글을 보여야 하면 시행일마다 파일을 나누어 올려 주십시오. 나누지 않고 게시하려면 그 이유를 적어 주십시오.",
    "no_day": "가장 새로운 부칙에 시행일이 날짜로 적혀 있지 않습니다. 앞의 부칙의 날은 쓰지 않습니다. 게시하기 전에 시행일을 정해 주십시오.",
    "phone": "부서의 번호가 아니라 사람의 번호이면 원본에서 지워 주십시오.",
    "tracked": "변경 내용을 모두 적용한 글을 넣었습니다. 확정된 글인지 확인해 주십시오.",
    "comment": "메모는 규정의 글이 아니므로 넣지 않았습니다.",
    "invisible": "눈에 보이지 않는 문자를 지우고 넣었습니다.",
    "gap": "원본에도 없는 번호인지 확인해 주십시오. 원본에 있으면 그 줄이 다른 조문에 붙었을 수 있습니다.",
    "lost": "앞뒤 조문을 고쳐 이 글을 넣거나, 원본을 고쳐 다시 올려 주십시오.",
    "unplaced": "첫 조문보다 앞에 있는 글입니다. 조문이면 원본에서 제1조 뒤로 옮겨 다시 올려 주십시오.",
    "rows": "별표를 원본과 견주고, 빠진 행을 고쳐 넣어 주십시오.",
    "numbers": "원본의 자동 번호가 글에 없습니다. 한글이나 워드에서 HWPX 또는 DOCX로 저장해 다시 올려 주십시오.",
    "repeat": "같은 번호의 글이 앞의 조문에 이어 붙었습니다. 원본의 번호를 확인해 주십시오.",
}
_ONLY_WORTH_KNOWING = frozenset(
    {"repeat", "joined", "no_day", "phone", "tracked", "comment", "invisible"}
)
# Kinds of a report's places that stand among the findings already, as gaps and repeats.
_SAID_ELSEWHERE = frozenset({"missing", "skipped", "repeated"})
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
    is_counted: bool = False

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
        """Whether publishing in spite of it needs a reason; of what is only worth knowing elsewhere there may be too much."""
        return self.is_counted or self.kind not in _ONLY_WORTH_KNOWING


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
    if not (loss.needs_reason or loss.repeats or loss.structure or loss.warnings):
        return []
    places = _Places(version)
    structure = [one for one in loss.structure if one.kind not in _SAID_ELSEWHERE]
    found = [
        *(Finding("absent", name) for name in loss.absent),
        *(_reported(places, one) for one in structure if one.kind != "joined"),
        *(Finding("in_force", said) for said in loss.in_force),
        *(_reported(places, one) for one in loss.grave_warnings),
        *(places.finding("gap", gap, label=gap.rpartition("→")[2].strip()) for gap in loss.gaps),
        *(places.finding("lost", one.text, text=one.text, line=one.number) for one in loss.lost),
        *(places.finding("unplaced", one.text, line=one.number) for one in loss.unplaced),
    ]
    if loss.missing_rows:
        found.append(places.finding("rows", f"표의 행 {loss.missing_rows}개가 빠졌습니다."))
    if loss.missing_cells:
        found.append(places.finding("rows", f"표의 칸 {loss.missing_cells}개가 빠졌습니다."))
    if loss.lost_numbers:
        found.append(places.finding("numbers", f"번호 {loss.lost_numbers}개가 사라졌습니다."))
    counted = {(one.kind, one.label) for one in loss.places_to_explain}
    joined = [_reported(places, one) for one in structure if one.kind == "joined"]
    found.extend(replace(one, is_counted=("joined", one.said) in counted) for one in joined)
    light = (one for one in loss.warnings if one.kind not in GRAVE_WARNINGS)
    found.extend(_reported(places, one) for one in light)
    repeats = [places.finding("repeat", label, label=label) for label in loss.repeats]
    found.extend(replace(one, is_counted=("repeated", one.said) in counted) for one in repeats)
    return sorted(found, key=lambda one: not one.needs_reason)


def _reported(places: _Places, one: ReportedPlace) -> Finding:
    """A place of a report as a finding; kinds that this release does not know were written by a later one."""
    kind: Kind = one.kind if one.kind in _KINDS else "unplaced"
    return places.finding(kind, one.said or one.label, label=one.label, line=one.number)


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
        self._by_label: dict[str, list[tuple[Locator, str]]] = {}
        for _key, locator, text in self._rows:
            self._by_label.setdefault(locator.label, []).append((locator, text))

    def finding(
        self, kind: Kind, said: str, *, label: str = "", text: str = "", line: int | None = None
    ) -> Finding:
        """A finding with the place that it belongs to, as far as it can be told."""
        place = self._place_of_label(label, said) if label else self._place(kind, text)
        if place is None:
            return Finding(kind, said, line=line)
        return Finding(kind, said, place.key, place.label, line)

    def _place_of_label(self, label: str, said: str) -> Locator | None:
        """The provision of a label: of several addenda, which all have the same, the one that holds the words."""
        found = self._by_label.get(label, [])
        words = comparable(said.partition(": ")[2] or said)
        holding = (locator for locator, text in found if words in comparable(text))
        return next(holding, found[0][0] if found else None)

    def _place(self, kind: Kind, text: str) -> Locator | None:
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
