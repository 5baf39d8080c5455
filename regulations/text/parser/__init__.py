"""From the lines of a file to the provisions of a regulation. Pure: neither Django nor the database is imported here.

`parse_regulation` reads one regulation; `split_rulebook` reads a volume of many. Both say what they could not place: see
`LossReport`.
"""

from __future__ import annotations

from regulations.text.parser.nodes import (
    ParsedAddenda,
    ParsedArticle,
    ParsedAttachment,
    ParsedPicture,
    ParsedRegulation,
    ParsedUnit,
)
from regulations.text.parser.regulation import parse_regulation
from regulations.text.parser.report import LossReport
from regulations.text.parser.rulebook import is_rulebook, split_rulebook

__all__ = [
    "LossReport",
    "ParsedAddenda",
    "ParsedArticle",
    "ParsedAttachment",
    "ParsedPicture",
    "ParsedRegulation",
    "ParsedUnit",
    "is_rulebook",
    "parse_regulation",
    "split_rulebook",
]
