"""Extract citations from JSON lines: one object in, one object out, in the same order. Needs no database."""

from __future__ import annotations

import json
import sys
from typing import Any, TypeVar

from django.core.management.base import BaseCommand

from regulations.text.citations import CitationContext, ExtractedCitation, extract_citations

_Value = TypeVar("_Value")
_FIELDS = [
    "regulation",
    "article",
    "branch",
    "paragraph",
    "subparagraph",
    "item",
    "addenda",
    "attachment",
    "range",
    "part",
    "title",
    "start",
    "end",
    "text",
]


class MalformedLineError(ValueError):
    """A line of the input is not an object with an id and a text."""


class Command(BaseCommand):
    """`manage.py extract_citations < texts.jsonl > citations.jsonl`."""

    help = (
        'Reads {"id","text","context_regulation"?,"context_article"?,"context_branch"?,"context_paragraph"?,'
        '"context_addenda"?} a line and writes {"id","citations":[…]}. A malformed line gives {"error": …}.'
    )
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        """Translate line by line; the exit code is 1 if a line was malformed."""
        failed = False
        for number, line in enumerate(sys.stdin, start=1):
            if not line.strip():
                continue
            try:
                result = _extract(line)
            except MalformedLineError as error:
                failed = True
                result = {"line": number, "error": str(error)}
            self.stdout.write(json.dumps(result, ensure_ascii=False))
            self.stdout.flush()
        if failed:
            sys.exit(1)


def _extract(line: str) -> dict[str, Any]:
    try:
        case = json.loads(line)
    except ValueError as error:
        raise MalformedLineError(f"not JSON: {error}") from error
    if not isinstance(case, dict) or not isinstance(case.get("text"), str):
        raise MalformedLineError('an object with a string "text" is needed')
    citations = extract_citations(case["text"], context=_context(case))
    return {"id": case.get("id"), "citations": [_as_json(citation) for citation in citations]}


def _context(case: dict[str, Any]) -> CitationContext:
    """Read the context under the project's field names or those of the labeled set."""
    return CitationContext(
        regulation=_optional(case, str, "context_regulation"),
        article=_optional(case, int, "context_article"),
        branch=_optional(case, int, "context_branch", "context_article_sub"),
        paragraph=_optional(case, int, "context_paragraph"),
        addenda=bool(case.get("context_addenda") or case.get("context_supplement")),
    )


def _optional(case: dict[str, Any], kind: type[_Value], *keys: str) -> _Value | None:
    for key in keys:
        value = case.get(key)
        if value is None:
            continue
        if not isinstance(value, kind):
            raise MalformedLineError(f'"{key}" must be {kind.__name__} or null')
        return value
    return None


def _as_json(citation: ExtractedCitation) -> dict[str, Any]:
    fields = {name: getattr(citation, name) for name in _FIELDS}
    fields["addenda"] = True if citation.addenda else None
    return fields
