"""What stands otherwise than the file said, changed by hand: a place at a time, each with its reasons and the words that differ."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from operator import attrgetter

from portal.privacy.masking import personal_data_mask
from regulations.models import ProvisionEdit
from regulations.text.diffing import Segment, TextLine, compare
from regulations.text.locators import Locator

_FIELDS = ("title", "text", "marks")


@dataclass(frozen=True)
class FileDifference:
    """A place that was changed: its edits, the oldest first; the first has the words of the file, the last those that stand."""

    locator_key: str
    edits: tuple[ProvisionEdit, ...]

    @property
    def label(self) -> str:
        """The place as people write it."""
        return Locator.parse(self.locator_key).label

    @property
    def reasons(self) -> tuple[str, ...]:
        """Why, each reason once."""
        return tuple(dict.fromkeys(one.reason for one in self.edits if one.reason))

    @property
    def of_file(self) -> str:
        """The words of the file, with its title or marks where those differ."""
        return self._written[0]

    @property
    def is_private(self) -> bool:
        """Whether the words of the file may have been taken out because they name somebody."""
        return bool(personal_data_mask(self.of_file).found)

    @property
    def before(self) -> tuple[Segment, ...]:
        """The words of the file, with those marked that are no more."""
        return self._sides[0]

    @property
    def after(self) -> tuple[Segment, ...]:
        """The words that stand, with those marked that the file does not have."""
        return self._sides[1]

    @cached_property
    def _written(self) -> tuple[str, str]:
        first, last = self.edits[0].before, self.edits[-1].after
        names = [one for one in _FIELDS if one == "text" or first.get(one) != last.get(one)]
        before, after = (
            "\n".join(str(words[name]) for name in names if words.get(name))
            for words in (first, last)
        )
        return before, after

    @cached_property
    def _sides(self) -> tuple[tuple[Segment, ...], tuple[Segment, ...]]:
        # Under the key of an article, whatever it is: only the words matter here.
        first, last = (TextLine("art-1", self.label, text, "", False) for text in self._written)
        rows = list(compare([first], [last]).rows)
        return (
            tuple(segment for row in rows for line in row.before for segment in line.segments),
            tuple(segment for row in rows for line in row.after for segment in line.segments),
        )


def file_differences(edits: Iterable[ProvisionEdit]) -> list[FileDifference]:
    """The places of a version that differ from its file, in the order of the text; what was turned back is none."""
    ordered = sorted(edits, key=lambda edit: (edit.locator_key, edit.changed_at, edit.pk))
    places = (
        FileDifference(key, tuple(group))
        for key, group in groupby(ordered, key=attrgetter("locator_key"))
    )
    found = [one for one in places if one.edits[0].before != one.edits[-1].after]
    return sorted(found, key=lambda one: Locator.parse(one.locator_key).sort_key)
