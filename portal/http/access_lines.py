"""The lines in which a web server says what was asked for: the path, never what stands behind the question mark, and no link
that opens something to whoever has it."""

from __future__ import annotations

import logging
import re

_QUERY = re.compile(r"\?\S*")
_TOKEN = re.compile(
    r"(/calls/|/shared/|/unsubscribe/|/subscriptions/confirm/|/certificate/|/reset/key/|/widget/answers/"
    r"|(?<!/review)/check/(?!shared/))[^/\s]+"
)
_SERVER_ERROR = 500


class PathOnly(logging.Filter):
    """Takes the query out of every argument of an access line; people write words there, and links bring tokens."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Let the line through, shortened."""
        if isinstance(record.args, tuple):
            record.args = tuple(
                path_shown(value) if isinstance(value, str) else value for value in record.args
            )
        return True


class NoTraceOfRefusals(logging.Filter):
    """Takes the trace from the line of a request that was refused: it is no fault, and anybody may cause thousands."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Let the line through, without its trace below 500."""
        if getattr(record, "status_code", _SERVER_ERROR) < _SERVER_ERROR:
            record.exc_info = record.exc_text = None
        return True


def path_shown(path: str) -> str:
    """A path without its query and without what opens something to whoever has it."""
    return _TOKEN.sub(r"\1…", _QUERY.sub("", path))
