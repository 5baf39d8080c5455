"""`verify_text`: texts as JSON lines in, every citation with its state as JSON lines out, in the same order."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from datetime import date
from typing import Any

from django.core.management.base import BaseCommand
from django.core.serializers.json import DjangoJSONEncoder
from django.utils import timezone

from verification.api.responses import text_response
from verification.texts.checking import UncheckableTextError, text_verify


class Command(BaseCommand):
    """Checks one text a line; a line that cannot be checked gives an object with `error`, and the exit code 1."""

    help = 'Reads {"id","text","as_of"?} a line and writes {"id","summary","corrected_text","citations":[…],"uncited":[…]}.'

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Output is JSON lines either way."""
        parser.add_argument("--json", action="store_true", help="JSON lines (always so)")

    def handle(self, *args: Any, **options: Any) -> None:
        """Answer each line as it comes."""
        failed = False
        for number, line in enumerate(sys.stdin, start=1):
            if not line.strip():
                continue
            answer = _answer(line, number)
            failed = failed or "error" in answer
            self.stdout.write(json.dumps(answer, ensure_ascii=False, cls=DjangoJSONEncoder))
            self.stdout.flush()
        if failed:
            sys.exit(1)


def _answer(line: str, number: int) -> dict[str, Any]:
    try:
        case = json.loads(line)
    except ValueError as error:
        return {"line": number, "error": f"not JSON: {error}"}
    if not isinstance(case, dict) or not isinstance(case.get("text"), str):
        return {"line": number, "error": 'an object with a string "text" is needed'}
    answer: dict[str, Any] = {"id": case.get("id")}
    try:
        # Half a surrogate pair is valid JSON, but no text that could be written again.
        case["text"].encode()
        as_of = date.fromisoformat(case["as_of"]) if case.get("as_of") else timezone.localdate()
    except (ValueError, TypeError) as error:
        return answer | {"line": number, "error": str(error)}
    try:
        return answer | text_response(text_verify(text=case["text"], as_of=as_of))
    except UncheckableTextError as error:
        return answer | {"line": number, "error": str(error)}
