"""The state of reading one regulation: what is open, and where the next line belongs."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace

from regulations.locators import Locator
from regulations.parser import grammar
from regulations.parser.marks import belongs_to_article, take_out_marks
from regulations.parser.opening import (
    OpenAddenda,
    OpenArticle,
    OpenAttachment,
    Opened,
    OpenUnit,
    is_running_list,
    pipe_rows,
)
from regulations.parser.report import looks_like_article
from regulations.parser.sequence import follows, number_of, same_kind

ARTICLE, ADDENDA_ARTICLE = "article", "addenda_article"
REPEATED, IN_ATTACHMENT = "repeated", "in_attachment"
MENTION, DELETED_RANGE = "mention", "deleted_range"
# A number that leaps further than this is a page, a year or an amount at the beginning of a line.
FARTHEST_LEAP = 30


@dataclass(slots=True)
class _Place:
    """The open provisions, from the widest to the narrowest."""

    article: OpenArticle | None = None
    addenda: OpenAddenda | None = None
    attachment: OpenAttachment | None = None
    units: tuple[OpenUnit, ...] = ()


class RegulationBuilder:
    """Takes cleaned lines one after another and grows the provisions they make."""

    def __init__(self) -> None:
        self.articles: list[OpenArticle] = []
        self.addenda: list[OpenAddenda] = []
        self.attachments: list[OpenAttachment] = []
        self.headings: list[grammar.Heading] = []
        self.other_spellings: list[str] = []
        self.heading_marks: list[str] = []
        self.gaps: list[str] = []
        self.repeats: list[str] = []
        self.heading_lines: Counter[str] = Counter()
        self.tables_kept = 0
        self.rows_kept = 0
        self._place = _Place()
        self._heading_path: tuple[grammar.Heading, ...] = ()
        self._only_text = False

    @property
    def has_begun(self) -> bool:
        """Whether the first provision has been read, so that everything has a place."""
        return self._innermost is not None or bool(self.headings)

    # -- lines ---------------------------------------------------------------------------------------------------

    def add_line(self, line: str, *, is_heading: bool = False) -> bool:
        """Place a line; False where it has no place, because no provision is open."""
        return self._place_line(line, is_heading=is_heading)

    def add_table(self, rows: tuple[tuple[str, ...], ...]) -> bool:
        """Place a table: it belongs to the provision it stands in."""
        innermost = self._innermost
        if innermost is None:
            return False
        innermost.lines.extend(pipe_rows(rows))
        if isinstance(innermost, OpenAttachment):
            if innermost.rows:
                innermost.rows.append(())
            innermost.rows.extend(rows)
        self.tables_kept += 1
        self.rows_kept += len(rows)
        return True

    def _place_line(self, line: str, *, is_heading: bool) -> bool:
        if attachment := grammar.attachment_head(line, is_heading=is_heading):
            self._open_attachment(attachment)
            return True
        title = grammar.addenda_title(line)
        if title is not None and (title or is_heading or self.has_begun):
            self._open_addenda(title)
            return True
        if self._place.attachment is None and (deleted := grammar.deleted_range(line)):
            self._open_deleted(line, *deleted)
            return True
        head = grammar.article_head(line, is_heading=is_heading)
        if head is not None and self._may_open(head):
            self._open_article(head, line)
            return True
        if looks_like_article(line):
            outcome = IN_ATTACHMENT if self._place.attachment else MENTION
            self.heading_lines[outcome] += 1
        in_main = self._place.attachment is None and self._place.addenda is None
        if in_main and (heading := grammar.heading(line)):
            self._open_heading(heading)
            return True
        return self._add_unit_or_text(line)

    # -- the wide provisions -------------------------------------------------------------------------------------

    def _may_open(self, head: grammar.ArticleHead) -> bool:
        siblings = self._sibling_articles()
        last = siblings[-1].locator if siblings else Locator(article=0)
        is_next = follows((last.article or 0, last.branch), (head.number, head.branch))
        if self._place.attachment is not None:
            # A form may hold a contract with articles of its own; only the next article of the text ends an attachment.
            return head.certain and is_next and bool(siblings) and not self.addenda
        if not head.certain and not is_next:
            return False
        return self._place.addenda is None or head.certain or not self._place.addenda.units

    def _sibling_articles(self) -> list[OpenArticle]:
        return self._place.addenda.articles if self._place.addenda else self.articles

    def _open_heading(self, heading: grammar.Heading) -> None:
        self.headings.append(heading)
        self.heading_marks.extend(heading.marks)
        above = tuple(above for above in self._heading_path if above.depth < heading.depth)
        self._heading_path = (*above, heading)
        self._place = _Place()
        self._only_text = False

    def _open_article(self, head: grammar.ArticleHead, line: str) -> None:
        if self._place.attachment is not None:
            self._place = _Place()
        siblings = self._sibling_articles()
        addenda = self._place.addenda
        locator = Locator(
            article=head.number,
            branch=head.branch,
            addenda=addenda.locator.addenda if addenda else None,
        )
        counted = looks_like_article(line)
        if any(sibling.locator == locator for sibling in siblings):
            # Two articles of one number cannot be told apart by a citation: they stay together under that number.
            self.repeats.append(locator.label)
            self.heading_lines[REPEATED] += counted
            self._only_text = True
            self._append_text(line)
            return
        self._note_gap(siblings, locator)
        self.heading_lines[ADDENDA_ARTICLE if addenda else ARTICLE] += counted
        article = OpenArticle(
            locator=locator,
            title=head.title,
            title_marks=list(head.marks),
            heading_path=() if addenda else tuple(part.text for part in self._heading_path),
        )
        siblings.append(article)
        self._place = _Place(article=article, addenda=addenda)
        self._only_text = False
        if head.rest:
            self._add_unit_or_text(head.rest)

    def _open_deleted(self, line: str, numbers: range, marks: tuple[str, ...]) -> None:
        """One line deletes several articles: each becomes a node, so that a citation of any of them finds it."""
        addenda = self._place.addenda
        siblings = self._sibling_articles()
        taken = {sibling.locator.article for sibling in siblings}
        for number in numbers:
            if number not in taken:
                siblings.append(
                    OpenArticle(
                        locator=Locator(
                            article=number, addenda=addenda.locator.addenda if addenda else None
                        ),
                        marks=list(marks),
                        heading_path=() if addenda else tuple(h.text for h in self._heading_path),
                    )
                )
        self.heading_lines[DELETED_RANGE] += 1
        self.other_spellings.append(line)
        self._place = _Place(article=siblings[-1] if siblings else None, addenda=addenda)

    def _open_addenda(self, title: str) -> None:
        if self.addenda and self.addenda[-1].is_empty:
            # Statute files write 부칙 once above all addenda and again above each.
            self.addenda.pop()
            self.other_spellings.append("부칙")
        locator = Locator(addenda=len(self.addenda) + 1)
        inline = not title.startswith(("<", "(", "[", "〈", "＜", "【")) and not title[:4].isdigit()
        marked = take_out_marks("" if inline else title)
        addenda = OpenAddenda(locator=locator, title=marked.text, marks=list(marked.marks))
        self.addenda.append(addenda)
        self._place = _Place(addenda=addenda)
        self._only_text = False
        if inline and title:
            self._place_line(title, is_heading=False)

    def _open_attachment(self, head: grammar.AttachmentHead) -> None:
        locator = Locator(
            attachment_kind=head.kind,
            attachment=head.number,
            attachment_branch=head.branch,
        )
        present = next((one for one in self.attachments if one.locator == locator), None)
        if present is not None:
            self.repeats.append(head.label)
            present.lines.append(f"{head.label} {head.title}".strip())
            present.marks.extend(head.marks)
        else:
            present = OpenAttachment(
                locator=locator, label=head.label, title=head.title, marks=list(head.marks)
            )
            self.attachments.append(present)
        self._place = _Place(attachment=present)
        self._only_text = False

    # -- 항, 호, 목, 세목 ------------------------------------------------------------------------------------------

    def _add_unit_or_text(self, line: str) -> bool:
        if self._place.attachment is None and not self._only_text:
            opened = (
                self._open_paragraph(line)
                or self._open_subparagraph(line)
                or self._open_item(line)
                or self._open_subitem(line)
            )
            if opened:
                return True
        return self._append_text(line)

    def _open_paragraph(self, line: str) -> bool:
        container = self._place.article or self._place.addenda
        if container is None:
            return False
        numbered = grammar.paragraph_number(line, in_addenda=self._place.addenda is not None)
        if numbered is None and is_running_list(container):
            numbered = grammar.subparagraph_number(line)
        if numbered is None or numbered.branch:
            return False
        locator = replace(container.locator, paragraph=numbered.number)
        return self._open_unit(container, (), locator, numbered)

    def _open_subparagraph(self, line: str) -> bool:
        numbered = grammar.subparagraph_number(line)
        if numbered is None:
            return False
        above = tuple(unit for unit in self._place.units if unit.locator.subparagraph is None)[:1]
        above = tuple(unit for unit in above if unit.locator.item is None)
        container = self._container(above)
        if container is None or isinstance(container, OpenAddenda):
            return False
        locator = replace(
            container.locator, subparagraph=numbered.number, subparagraph_branch=numbered.branch
        )
        return self._open_unit(container, above, locator, numbered)

    def _open_item(self, line: str) -> bool:
        numbered = grammar.item_letter_of(line)
        if numbered is None:
            return False
        above = tuple(
            unit
            for unit in self._place.units
            if unit.locator.item is None and unit.locator.subitem is None
        )
        container = self._container(above)
        if container is None:
            return False
        locator = replace(container.locator, item=numbered.number)
        return self._open_unit(container, above, locator, numbered, strict=True)

    def _open_subitem(self, line: str) -> bool:
        numbered = grammar.subitem_number(line)
        if numbered is None:
            return False
        above = tuple(unit for unit in self._place.units if unit.locator.subitem is None)
        container = self._container(above)
        if container is None:
            return False
        locator = replace(container.locator, subitem=numbered.number)
        return self._open_unit(container, above, locator, numbered, strict=True)

    def _open_unit(
        self,
        container: Opened,
        above: tuple[OpenUnit, ...],
        locator: Locator,
        numbered: grammar.Numbered,
        *,
        strict: bool = False,
    ) -> bool:
        """Open a unit below `container`, unless its number shows that the line is no such unit."""
        siblings = [unit for unit in container.units if same_kind(unit.locator, locator)]
        last = number_of(siblings[-1].locator) if siblings else (0, None)
        new = (numbered.number, numbered.branch)
        if new <= (last[0], last[1] or 0) if numbered.branch else numbered.number <= last[0]:
            self.repeats.append(locator.label)
            return False
        if not follows(last, new):
            if strict or numbered.number > last[0] + FARTHEST_LEAP:
                return False
            self.gaps.append(
                f"{siblings[-1].locator.label if siblings else '처음'} → {locator.label}"
            )
        unit = OpenUnit(locator=locator, label=numbered.label)
        container.units.append(unit)
        self._place = replace(self._place, units=(*above, unit))
        if numbered.rest:
            self._append_text(numbered.rest)
        return True

    def _container(self, above: tuple[OpenUnit, ...]) -> Opened | None:
        return above[-1] if above else self._place.article or self._place.addenda

    # -- text ----------------------------------------------------------------------------------------------------

    @property
    def _innermost(self) -> Opened | None:
        place = self._place
        if place.attachment is not None:
            return place.attachment
        if place.units:
            return place.units[-1]
        return place.article or place.addenda

    def _append_text(self, line: str) -> bool:
        innermost = self._innermost
        marked = take_out_marks(line)
        if innermost is None:
            if marked.text or not self.headings:
                return False
            self.heading_marks.extend(marked.marks)
            return True
        if marked.text:
            innermost.lines.append(marked.text)
            innermost.marks.extend(marked.marks)
            return True
        article = self._place.article
        for mark in marked.marks:
            whole = article is not None and belongs_to_article(mark)
            (article if whole and article else innermost).marks.append(mark)
        return True

    def _note_gap(self, siblings: list[OpenArticle], locator: Locator) -> None:
        last = siblings[-1].locator if siblings else Locator()
        before = (last.article or 0, last.branch)
        omitted = locator.addenda and siblings and "생략" in (siblings[-1].text or "")
        if not omitted and not follows(before, (locator.article or 0, locator.branch)):
            self.gaps.append(f"{last.label or '처음'} → {locator.label}")
