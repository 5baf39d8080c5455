"""Check claims against provisions: JSON lines in, verdicts as JSON lines out."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from verification.checking.entailment import entailment_scores
from verification.grounding import check_claim
from verification.grounding.claim_rows import provision_read, text_read


class Command(BaseCommand):
    """Read one claim a line and write one verdict a line; needs no database."""

    help = "Read claims with their provisions as JSON lines and write a verdict for each."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Output is JSON lines either way."""
        parser.add_argument("--json", action="store_true", help="JSON lines (always so)")

    def handle(self, *args: Any, **options: Any) -> None:
        """Answer each line as it comes; a malformed one is said so and counted."""
        malformed = False
        for line in sys.stdin:
            if not line.strip():
                continue
            answer = _answer(line)
            malformed = malformed or "error" in answer
            self.stdout.write(json.dumps(answer, ensure_ascii=False))
            self.stdout.flush()
        if malformed:
            sys.exit(1)


def _answer(line: str) -> dict[str, Any]:
    try:
        row = json.loads(line)
    except ValueError:
        return {"error": "not a JSON object"}
    if not isinstance(row, dict):
        return {"error": "not a JSON object"}
    try:
        provisions = [provision_read(entry) for entry in row["context"]]
        claim, question = text_read(row["claim"]), row.get("question")
        question = text_read(question) if question is not None else None
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        return {"id": row.get("id"), "error": f"{type(error).__name__}: {error}"}
    result = check_claim(claim, provisions, question=question, entailment=entailment_scores)
    return {
        "id": row.get("id"),
        "label": result.label.value,
        "score": result.score,
        "reasons": [{"kind": reason.kind.value, "text": reason.text} for reason in result.reasons],
        "evidence": [
            {
                "locator": evidence.locator,
                "start": evidence.start,
                "end": evidence.end,
                "text": evidence.text,
            }
            for evidence in result.evidence
        ],
    }
