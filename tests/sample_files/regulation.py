"""The regulation of the sample files, block by block, as its author would type it. University and text are invented."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

NAME = "연구실 안전관리 규정"
HEADER = "새솔대학교 규정집 2-5-1"
CODE = "2-5-1"

Depth = Literal["", "article", "paragraph", "subparagraph", "item", "subitem"]


@dataclass(frozen=True)
class ComparedLine:
    """A paragraph. `number` stands before the text; `is_counted` where a word processor can count it by itself."""

    text: str
    number: str = ""
    depth: Depth = ""
    is_counted: bool = True
    list_name: Literal["main", "addenda"] = "main"
    is_title: bool = False

    @property
    def typed(self) -> str:
        """The paragraph with its number."""
        blank = "" if self.depth == "article" and self.text.startswith("(") else " "
        return f"{self.number}{blank}{self.text}" if self.number else self.text


@dataclass(frozen=True)
class Cell:
    """A cell and how many rows and columns it covers."""

    text: str
    rows: int = 1
    columns: int = 1
    picture: str = ""


@dataclass(frozen=True)
class Table:
    """A table as its cells in order; what a merged cell covers is not among them."""

    cells: tuple[tuple[Cell, ...], ...]

    @property
    def placed(self) -> Iterator[tuple[int, int, Cell]]:
        """Each cell with its row and its column."""
        taken: set[tuple[int, int]] = set()
        for row, cells in enumerate(self.cells):
            column = 0
            for cell in cells:
                while (row, column) in taken:
                    column += 1
                yield row, column, cell
                taken |= {
                    (row + down, column + right)
                    for down in range(cell.rows)
                    for right in range(cell.columns)
                }

    @property
    def columns(self) -> int:
        """How many columns it has."""
        return max(column + cell.columns for _, column, cell in self.placed)

    @property
    def grid(self) -> tuple[tuple[str, ...], ...]:
        """The texts of all places, empty where a merged cell covers one."""
        rows = [[""] * self.columns for _ in self.cells]
        for row, column, cell in self.placed:
            rows[row][column] = cell.text
        return tuple(map(tuple, rows))


@dataclass(frozen=True)
class Picture:
    """A picture of `pictures` on a line of its own."""

    name: str


Block = ComparedLine | Table | Picture


def _article(number: str, text: str, *, counted: bool = True, of: str = "main") -> ComparedLine:
    name: Literal["main", "addenda"] = "addenda" if of == "addenda" else "main"
    article, _, branch = number.partition("의")
    written = f"제{article}조의{branch}" if branch else f"제{article}조"
    return ComparedLine(text, written, "article", counted, name)


def _paragraph(number: str, text: str) -> ComparedLine:
    return ComparedLine(text, number, "paragraph")


def _subparagraph(number: int, text: str) -> ComparedLine:
    return ComparedLine(text, f"{number}.", "subparagraph")


def _item(letter: str, text: str) -> ComparedLine:
    return ComparedLine(text, f"{letter}.", "item")


def _subitem(number: int, text: str) -> ComparedLine:
    return ComparedLine(text, f"{number})", "subitem")


def _row(*texts: str) -> tuple[Cell, ...]:
    return tuple(map(Cell, texts))


HOURS = Table(
    (
        (Cell("구분", rows=2), Cell("교육시간", columns=2), Cell("비고", rows=2)),
        _row("신규", "정기"),
        _row("고위험 연구실", "8시간", "반기 6시간", "실습 포함"),
        _row("저위험 연구실", "4시간", "반기 3시간", ""),
    )
)
INTERVALS = Table(
    (
        _row("번호", "대상", "점검", "정밀진단"),
        (Cell("1.", rows=2), Cell("방사성동위원소를 사용하는 연구실"), *_row("매일", "매년")),
        _row("병원체를 취급하는 연구실", "매일", "2년마다"),
        _row("2.", "유기용제를 사용하는 연구실", "매주", "3년마다"),
        _row("3.", "그 밖의 연구실", "매월", "하지 아니함"),
    )
)
SIGNS = Table(
    (
        _row("표지", "뜻", "붙이는 곳"),
        (Cell("", picture="warning"), *_row("인화성 물질 경고", "시약장 및 출입문")),
    )
)
FORM = Table(
    (
        (*_row("보고자"), Cell("성명:"), Cell("소속:")),
        (Cell("사고 일시"), Cell("연월일과 시각을 적음", columns=2)),
        (Cell("사고 내용"), Cell("", columns=2)),
    )
)

BLOCKS: tuple[Block, ...] = (
    ComparedLine(NAME, is_title=True),
    ComparedLine("제정 2019. 3. 1."),
    ComparedLine("개정 2025. 8. 20."),
    ComparedLine("제1장 총칙"),
    _article("1", "(목적) 이 규정은 새솔대학교 연구실의 사고를 예방하고, 연구활동에 종사하는 사람의 건강을 지키는 데 필요한 사항을 정함을 목적으로 한다."),
    _article("2", "(정의) 이 규정에서 사용하는 용어의 뜻은 다음 각 호와 같다. <개정 2025. 8. 20.>"),
    _subparagraph(1, "“연구실”이란 시험·실험·실습을 위하여 시설 또는 장비를 갖춘 실험실, 준비실과 작업실을 말한다."),
    _subparagraph(2, "“연구활동종사자”란 다음 각 목의 어느 하나에 해당하는 사람을 말한다."),
    _item("가", "연구실을 운영하는 전임교원"),
    _item("나", "연구실에서 연구하는 다음의 학생"),
    _subitem(1, "대학원에 재학하는 학생"),
    _subitem(2, "학부 연구생으로 등록한 학생"),
    _item("다", "연구실의 장비를 관리하는 직원"),
    _subparagraph(3, "삭제 <2025. 8. 20.>"),
    ComparedLine("제2장 안전관리"),
    _article("3", "(연구실책임자)"),
    _paragraph("①", "연구실마다 연구실책임자 1명을 두며, 그 연구실을 운영하는 전임교원이 이를 맡는다."),
    _paragraph("②", "연구실책임자는 다음 각 호의 직무를 수행한다."),
    _subparagraph(1, "별표 1에 따른 일상점검과 그 결과의 기록"),
    _subparagraph(2, "보호구의 비치 및 착용 지도"),
    _paragraph("③", "총장은 제2항 각 호의 직무를 게을리한 연구실책임자에게 연구실의 사용 중지를 명할 수 있다."),
    _article("4", "(안전교육)"),
    _paragraph("①", "연구활동종사자는 연구실의 위험도에 따라 다음 표의 안전교육을 받아야 한다."),
    HOURS,
    _paragraph("②", "제1항의 교육을 마치지 아니한 사람은 연구실에 출입할 수 없다."),
    _article("4의2", "(사고의 보고) 사고를 발견한 사람은 별지 제1호서식에 따라 24시간 안에 연구안전팀에 보고하여야 한다. <신설 2025. 8. 20.>", counted=False),
    _article("5", "삭제 <2025. 8. 20.>"),
    _article("6", "(보호구) 연구활동종사자는 다음 그림과 같이 보호구를 착용하여야 한다."),
    Picture("goggles"),
    ComparedLine("제3장 보칙"),
    _article("7", "(준용) 이 규정에서 정하지 아니한 사항은 「시설 안전 규정」을 준용한다."),
    ComparedLine("부칙 <2019. 3. 1.>"),
    _article("1", "(시행일) 이 규정은 2019년 3월 1일부터 시행한다.", of="addenda"),
    _article("2", "(경과조치) 이 규정 시행 당시 설치된 연구실은 2019년 8월 31일까지 이 규정에 맞게 고쳐야 한다.", of="addenda"),
    ComparedLine("부칙 <2025. 8. 20.>"),
    ComparedLine("이 규정은 2025년 9월 1일부터 시행한다."),
    ComparedLine("[별표 1] 연구실 종류별 점검 주기(제3조제2항제1호 관련)"),
    INTERVALS,
    ComparedLine("비고: 둘 이상의 번호에 해당하는 연구실에는 잦은 쪽의 주기를 적용한다."),
    ComparedLine("[별표 2] 안전표지(제6조 관련)"),
    SIGNS,
    ComparedLine("[별지 제1호서식] 연구실 사고 보고서"),
    FORM,
    ComparedLine("위와 같이 보고합니다."),
)  # fmt: skip


def typed_blocks(blocks: Sequence[Block] = BLOCKS) -> Iterator[Block]:
    """The blocks with typed numbers; the first paragraph of an article stands on the line of its heading, as is usual."""
    heading: ComparedLine | None = None
    for block in blocks:
        if heading is not None and isinstance(block, ComparedLine):
            yield ComparedLine(f"{heading.typed} {block.typed}")
            heading = None
        elif (
            isinstance(block, ComparedLine)
            and block.depth == "article"
            and block.text.endswith(")")
        ):
            heading = block
        elif isinstance(block, ComparedLine):
            yield replace(block, text=block.typed, number="", depth="")
        else:
            yield block
