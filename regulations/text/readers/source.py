"""What every reader returns: the lines of a file in order, whatever its format, and how a file is refused."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal


class UnreadableFileError(Exception):
    """The file cannot be read. The message is for a person: what is wrong and what to do (in Korean)."""


@dataclass(frozen=True, slots=True)
class SourcePicture:
    """A picture of the file. One that is not kept has no content, and a `fault` that says why for a person (in Korean)."""

    media_type: str = ""
    content: bytes = b""
    width: int = 0
    height: int = 0
    fault: str = ""


@dataclass(frozen=True, slots=True)
class SourceWarning:
    """Something at a line that a reader of the document does not see as its text, with its words.

    `kind` is hidden (left out: white, tiny, not printed), tracked (a change not yet accepted) or comment.
    """

    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class SourceLine:
    """One paragraph of text, one table with its rows, one picture, or a footnote to the line before it.

    `level` is the level of a heading that the format itself marks (0: none). `label` is a number that the word processor
    generated, so that it is not part of `text`.
    """

    text: str
    kind: Literal["text", "table", "picture", "note"] = "text"
    rows: tuple[tuple[str, ...], ...] = ()
    level: int = 0
    label: str = ""
    picture: SourcePicture | None = None
    warnings: tuple[SourceWarning, ...] = ()


@dataclass(frozen=True, slots=True)
class SourceText:
    """A whole file as lines. `fields` are the named values that stand before the text (Markdown front matter).

    `not_read` are the kinds of things that the format holds and the reader leaves out (charts, headers), with their number.
    """

    lines: tuple[SourceLine, ...]
    format: str
    sha256: str
    name: str = ""
    fields: Mapping[str, str | tuple[str, ...]] = field(default_factory=dict)
    not_read: Mapping[str, int] = field(default_factory=dict)
