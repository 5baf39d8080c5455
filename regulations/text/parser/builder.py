"""The state of reading one regulation: what is open, and where the next line belongs."""

from __future__ import annotations

import re
from collections import Counter

from regulations.text.locators import Locator, follows
from regulations.text.parser import grammar
from regulations.text.parser.attachment_heads import (
    AttachmentHead,
    Rows,
    attachment_head,
    attachments_of_table,
    unnamed_kind,
)
from regulations.text.parser.marks import belongs_to_article, take_out_marks
from regulations.text.parser.nodes import ParsedPicture
from regulations.text.parser.opening import (
    DELETED_TEXT,
    OpenAddenda,
    OpenArticle,
    OpenAttachment,
    pipe_rows,
)
from regulations.text.parser.place import NumberingFindings, ReadingPosition
from regulations.text.parser.report import HeadingDifference, looks_like_article
from regulations.text.parser.splitting import split_at_numbers, split_at_paragraphs
from regulations.text.readers.source import SourcePicture

ARTICLE, ADDENDA_ARTICLE = "article", "addenda_article"
REPEATED, IN_ATTACHMENT = "repeated", "in_attachment"
# `② (경과조치) 1. …`: the list begins in the line of its title.
_TITLED_LIST = re.compile(r"(\([^()]{2,30}\))\s*(1\.\s.*)$")
MENTION, DELETED_RANGE = "mention", "deleted_range"


class RegulationBuilder:
    """Takes cleaned lines one after another and grows the provisions they make."""

    def __init__(self) -> None:
        self.articles: list[OpenArticle] = []
        self.addenda: list[OpenAddenda] = []
        self.attachments: list[OpenAttachment] = []
        self.headings: list[grammar.DivisionHeading] = []
        self.other_spellings: list[str] = []
        self.heading_marks: list[str] = []
        self.findings = NumberingFindings()
        self.pictures: list[ParsedPicture] = []
        # What became of each line that looks like the heading of an article.
        self.heading_lines: Counter[str] = Counter()
        self.heading_differences: list[HeadingDifference] = []
        self.without_heading: list[str] = []
        self.line_number = 0
        self.tables_kept = 0
        # Those that became the head of an attachment, or that were empty.
        self.rows_consumed = 0
        self._place = ReadingPosition(self.findings)
        self._before_attachments = self._place
        self._articles_taken: set[Locator] = set()
        self._attachments_taken: dict[Locator, OpenAttachment] = {}
        self._heading_path: tuple[grammar.DivisionHeading, ...] = ()
        self._only_text = False

    @property
    def has_begun(self) -> bool:
        """Whether the first provision has been read, so that everything has a place."""
        return self._place.innermost is not None or bool(self.headings)

    # -- lines ---------------------------------------------------------------------------------------------------

    def add_line(self, line: str, *, is_heading: bool = False) -> bool:
        """Place a line; False where it has no place, because no provision is open."""
        if is_heading or self._place.attachment is not None:
            return self._place_line(line, is_heading=is_heading)
        pieces, unsure = split_at_paragraphs(line, self._place.paragraph)
        if self._place.addenda is not None and self._place.article is None:
            pieces = tuple(one for piece in pieces for one in split_at_numbers(piece))
        placed = [self._place_line(piece, is_heading=False) for piece in pieces]
        if unsure and (innermost := self._place.innermost):
            self.findings.joined.append(innermost.locator.label)
        return all(placed)

    def add_table(self, rows: Rows) -> bool:
        """Place a table: it belongs to the provision it stands in, or to the attachment that one of its rows begins."""
        pieces = list(attachments_of_table(rows))
        if pieces[0][0] is None and self._place.innermost is None:
            return False
        for head, piece in pieces:
            if head is not None:
                self._open_attachment(head)
            if innermost := self._place.innermost:
                body = piece if head is None else piece[1:]
                innermost.add_table(body)
                self.rows_consumed += len(piece) - len(pipe_rows(body))
        self.tables_kept += 1
        return True

    def finish(self) -> None:
        """Make attachments of their own of the tables that stand behind addenda without belonging to them."""
        for addenda in self.addenda:
            last = addenda.innermost
            lines = last.lines_from_foreign_table()
            if not lines:
                continue
            start = len(last.lines) - len(lines)
            title = "" if lines[0].startswith("|") else lines[0]
            attachment = self._unnamed_attachment(title)
            attachment.lines = lines[1:] if title else lines
            for at, rows in last.tables:
                if at >= start:
                    attachment.append_rows(rows)
            last.lines = last.lines[:start]

    def _unnamed_attachment(self, title: str) -> OpenAttachment:
        kind = unnamed_kind(title)
        branches = (None, *range(2, len(self.attachments) + 3))
        locators = (
            Locator(attachment_kind=kind, attachment=0, attachment_branch=one) for one in branches
        )
        locator = next(one for one in locators if one not in self._attachments_taken)
        label = grammar.unnamed_label(kind)
        return self._attachment_opened(OpenAttachment(locator=locator, label=label, title=title))

    def _attachment_opened(self, attachment: OpenAttachment) -> OpenAttachment:
        self._attachments_taken[attachment.locator] = attachment
        self.attachments.append(attachment)
        return attachment

    def add_note(self, text: str) -> bool:
        """Keep a footnote beside the provision that it belongs to, apart from its words."""
        innermost = self._place.innermost
        if innermost is not None:
            innermost.marks.append(f"[주: {text}]")
        return innermost is not None

    @property
    def place_label(self) -> str:
        """Where the last line was placed."""
        innermost = self._place.innermost
        return innermost.locator.label if innermost else ""

    def add_picture(self, picture: SourcePicture) -> None:
        """Note a picture at the provision it stands in."""
        innermost = self._place.innermost
        self.pictures.append(ParsedPicture(innermost.locator if innermost else None, picture))

    def _count_heading(self, outcome: str, line: str) -> None:
        self.heading_lines[outcome] += 1
        if outcome not in (ARTICLE, ADDENDA_ARTICLE):
            self.heading_differences.append(HeadingDifference(self.line_number, outcome, line))

    def _place_line(self, line: str, *, is_heading: bool) -> bool:
        if self._goes_on_with_article(line):
            self._place = self._before_attachments
        is_after = bool(self.addenda or self._place.attachment)
        if head := attachment_head(line, is_heading=is_heading, is_after_addenda=is_after):
            self._open_attachment(head)
            return True
        title = grammar.addenda_title(line)
        if title is not None and (title or is_heading or self.has_begun):
            self._open_addenda(title)
            return True
        if self._place.attachment is None and (deleted := grammar.deleted_articles(line)):
            self._open_deleted(line, *deleted)
            return True
        article = grammar.article_head(line, is_heading=is_heading)
        if article is not None and self._may_open(article):
            self._open_article(article, line)
            return True
        if looks_like_article(line):
            self._count_heading(IN_ATTACHMENT if self._place.attachment else MENTION, line)
        in_main = self._place.attachment is None and self._place.addenda is None
        if in_main and (heading := grammar.heading(line)):
            self._open_heading(heading)
            return True
        return self._add_unit_or_text(line)

    def _goes_on_with_article(self, line: str) -> bool:
        """Whether a line is the next paragraph of the article in which a 별표 stands: ② behind the table that ① speaks of."""
        attachment, before = self._place.attachment, self._before_attachments
        numbered = grammar.paragraph_number(line)
        if attachment is None or numbered is None or before.article is None or before.addenda:
            return False
        is_table = any(one.startswith("|") for one in attachment.lines)
        is_next = 0 < before.paragraph == numbered.number - 1
        return is_next and is_table and not any(map(grammar.paragraph_number, attachment.lines))

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

    def _open_heading(self, heading: grammar.DivisionHeading) -> None:
        self.headings.append(heading)
        self.heading_marks.extend(heading.marks)
        above = tuple(above for above in self._heading_path if above.depth < heading.depth)
        self._heading_path = (*above, heading)
        self._place = ReadingPosition(self.findings)
        self._only_text = False

    def _open_article(self, head: grammar.ArticleHead, line: str) -> None:
        if self._place.attachment is not None:
            self._place = ReadingPosition(self.findings)
        siblings = self._sibling_articles()
        addenda = self._place.addenda
        locator = Locator(
            article=head.number,
            branch=head.branch,
            addenda=addenda.locator.addenda if addenda else None,
        )
        counted = looks_like_article(line)
        if locator in self._articles_taken:
            # Two articles of one number cannot be told apart by a citation: they stay together under that number.
            self.findings.repeats.append(locator.label)
            if counted:
                self._count_heading(REPEATED, line)
            self._only_text = True
            self._append_text(line)
            return
        self._note_gap(siblings, locator)
        if counted:
            self._count_heading(ADDENDA_ARTICLE if addenda else ARTICLE, line)
        else:
            self.without_heading.append(locator.label)
        article = OpenArticle(
            locator=locator,
            title=head.title,
            title_marks=list(head.marks),
            heading_path=() if addenda else tuple(part.text for part in self._heading_path),
        )
        self._articles_taken.add(locator)
        siblings.append(article)
        self._place = ReadingPosition(self.findings, article=article, addenda=addenda)
        self._only_text = False
        if head.rest:
            self._add_unit_or_text(head.rest)

    def _open_deleted(
        self, line: str, numbers: list[grammar.ArticleNumber], marks: tuple[str, ...]
    ) -> None:
        """One line deletes several articles: each becomes a node, so that a citation of any of them finds it."""
        above = () if self._place.addenda else tuple(part.text for part in self._heading_path)
        addenda = self._place.addenda
        siblings = self._sibling_articles()
        within = addenda.locator.addenda if addenda else None
        for number, branch in numbers:
            locator = Locator(article=number, branch=branch, addenda=within)
            if locator not in self._articles_taken:
                self._articles_taken.add(locator)
                self.without_heading.append(locator.label)
                opened = OpenArticle(locator, [DELETED_TEXT], list(marks), heading_path=above)
                siblings.append(opened)
        self._count_heading(DELETED_RANGE, line)
        self.other_spellings.append(line)
        self._place = ReadingPosition(
            self.findings, article=siblings[-1] if siblings else None, addenda=addenda
        )

    def _open_addenda(self, title: str) -> None:
        if self.addenda and self.addenda[-1].is_empty:
            # Statute files write 부칙 once above all addenda and again above each.
            self.addenda.pop()
            self.other_spellings.append("부칙")
        locator = Locator(addenda=len(self.addenda) + 1)
        inline = not grammar.names_addenda(title)
        marked = take_out_marks("" if inline else title)
        addenda = OpenAddenda(locator=locator, title=marked.text, marks=list(marked.marks))
        self.addenda.append(addenda)
        self._place = ReadingPosition(self.findings, addenda=addenda)
        self._only_text = False
        if inline and title:
            self._place_line(title, is_heading=False)

    def _open_attachment(self, head: AttachmentHead) -> None:
        locator = Locator(
            attachment_kind=head.kind,
            attachment=head.number,
            attachment_branch=head.branch,
        )
        if head.ornament:
            self.other_spellings.append(head.ornament)
        present = self._attachments_taken.get(locator)
        if present is None:
            present = self._attachment_opened(
                OpenAttachment(
                    locator=locator, label=head.label, title=head.title, marks=list(head.marks)
                )
            )
        elif present.lines or (present.title and head.title):
            self.findings.repeats.append(head.label)
            present.lines.append(f"{head.label} {head.title}".strip())
            present.marks.extend(head.marks)
        else:
            # The same head twice over one attachment.
            self.other_spellings.append(head.label)
            present.title = present.title or head.title
            present.marks.extend(head.marks)
        if self._place.attachment is None:
            self._before_attachments = self._place
        self._place = ReadingPosition(self.findings, attachment=present)
        self._only_text = False

    # -- text ----------------------------------------------------------------------------------------------------

    def _add_unit_or_text(self, line: str) -> bool:
        if self._place.attachment is None and not self._only_text:
            opened = self._place.open_unit(line)
            if opened is not None:
                if listed := _TITLED_LIST.match(opened.rest):
                    return self._append_text(listed[1]) and self._add_unit_or_text(listed[2])
                return self._append_text(opened.rest) if opened.rest else True
        return self._append_text(line)

    def _append_text(self, line: str) -> bool:
        innermost = self._place.innermost
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
            self.findings.gaps.append(f"{last.label or '처음'} → {locator.label}")
