"""The lines in which a web server says what was asked for: the path, never what stands behind the question mark, and no link
that opens something to whoever has it."""

from __future__ import annotations

import logging
import re

_QUERY = re.compile(r"\?\S*")
_TOKEN = re.compile(r"(/shared/|/unsubscribe/|/reset/key/)[^/\s]+")


class PathOnly(logging.Filter):
    """Takes the query out of every argument of an access line; people write words there, and links bring tokens."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Let the line through, shortened."""
        if isinstance(record.args, tuple):
            record.args = tuple(
                _TOKEN.sub(r"\1…", _QUERY.sub("", value)) if isinstance(value, str) else value
                for value in record.args
            )
        return True
