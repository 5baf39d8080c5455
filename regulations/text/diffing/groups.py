"""Provisions that are aligned as one: an article with its 항, a 항 with its 호."""

from __future__ import annotations

from dataclasses import dataclass, field

from regulations.text.diffing.alignment import Alignable
from regulations.text.diffing.model import Segment, TextLine
from regulations.text.diffing.words import squeezed


@dataclass(slots=True)
class AlignedGroup:
    """Provisions that stand together under one key: the first of them opens the group, if its text has words of its own."""

    key: str
    lines: list[TextLine] = field(default_factory=list)

    def alignable(self) -> Alignable:
        """The text by which the counterpart of the group is found."""
        first = self.lines[0]
        opens = first.key == self.key
        return Alignable(
            key=self.key,
            text=squeezed("".join(line.text for line in self.lines)),
            title=squeezed(first.title) if opens else "",
            is_deleted=opens and first.is_deleted,
        )


def heading_line(group: AlignedGroup | None) -> TextLine | None:
    """Return the line that carries the number and the title of a group."""
    if group is None:
        return None
    first = group.lines[0]
    return first if first.key == group.key else TextLine(group.key, "", "")


def as_one_segment(text: str, is_changed: bool = False) -> tuple[Segment, ...]:
    """Return a text as one run."""
    return (Segment(text, is_changed),) if text else ()
