"""Ask a question on the command line: the whole pipeline, as the page and the API run it."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from datetime import date
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.core.serializers.json import DjangoJSONEncoder
from django.utils import timezone

from chat.api.responses import verified_response
from chat.api.views import answer_now
from chat.asking.scopes import SCOPE_HELP, UnknownScopeError, scope_read
from chat.asking.services import InvalidQuestionError
from chat.models import Answer
from chat.presenters.answers import answer_view
from chat.presenters.notes import notes_of
from chat.presenters.shapes import SentenceView
from portal.stores.schema import require_migrated
from regulations.search.retrieval import SEARCH_MODES


class Command(BaseCommand):
    """Answers one question, or one a line with --jsonl."""

    help = "Ask a question of the regulations and print the checked answer."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the options."""
        parser.add_argument("question", nargs="?", default="")
        parser.add_argument("--as-of", type=date.fromisoformat, default=None)
        parser.add_argument("--mode", choices=SEARCH_MODES, default="hybrid")
        parser.add_argument("--scope", default="", help=SCOPE_HELP)
        parser.add_argument(
            "--history", type=Path, help="a file of the questions asked before, one a line"
        )
        parser.add_argument("--json", action="store_true")
        parser.add_argument(
            "--jsonl", action="store_true", help="questions as JSON lines from standard input"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Run the command."""
        require_migrated()
        as_of = options["as_of"] or timezone.localdate()
        try:
            asked = {"as_of": as_of, "mode": options["mode"], "scope": scope_read(options["scope"])}
            if options["jsonl"]:
                self._lines(asked)
                return
            answer = answer_now(
                question=options["question"], history=_earlier(options["history"]), **asked
            )
        except (InvalidQuestionError, UnknownScopeError) as error:
            raise CommandError(str(error)) from error
        if options["json"]:
            self.stdout.write(_json(verified_response(answer), indent=2))
        else:
            self._print(answer)

    def _lines(self, asked: dict[str, Any]) -> None:
        broken = 0
        for number, line in enumerate(sys.stdin, start=1):
            if not line.strip():
                continue
            try:
                case = json.loads(line)
                answer = answer_now(
                    question=case["question"], history=_listed(case.get("history")), **asked
                )
            except (ValueError, KeyError, TypeError) as error:
                broken += 1
                self.stdout.write(_json({"line": number, "error": str(error)}))
                continue
            response = verified_response(answer) | {"id": case.get("id", str(answer.pk))}
            self.stdout.write(_json(response))
            self.stdout.flush()
        if broken:
            raise CommandError(f"{broken} line(s) could not be answered")

    def _print(self, answer: Answer) -> None:
        view = answer_view(answer=answer)
        if view.composer_label and view.sentences:
            self.stdout.write(view.composer_label)
        for note in notes_of(view):
            self.stdout.write(note.sentence)
        if not view.sentences:
            self.stdout.write(view.status_sentence)
        if view.state_line:
            self.stdout.write(view.state_line)
        for sentence in view.sentences:
            self.stdout.write(f"\n{_sentence(sentence)}")
        for other in view.see_also:
            self.stdout.write(f"  함께 볼 조문: {other.label} ({other.kind_label})")
        if view.widen:
            self.stdout.write(f"범위 밖에서는 「{view.widen.title}」에 관련 조문이 있습니다.")
        for question in view.related_questions:
            self.stdout.write(f"  · {question}")
        if view.contact:
            self.stdout.write(f"{view.contact.name} {view.contact.phone}")


def _sentence(sentence: SentenceView) -> str:
    if sentence.is_confirmed or not sentence.quote:
        chips = " ".join(f"[{row.label} · {row.status_label}]" for row in sentence.citations)
        proviso = f"\n  “{sentence.proviso}”" if sentence.proviso else ""
        return f"{sentence.text}{proviso}\n  {chips or sentence.outcome_label}"
    places = " ".join(f"[{row.label}]" for row in sentence.citations)
    said = [sentence.text] if sentence.outcome == "BESIDE_SOURCE" else []
    said.append(f"  {sentence.outcome_label}: “{sentence.quote}” {places}")
    return "\n".join(said)


def _listed(history: Any) -> list[str]:
    if history is None:
        return []
    if not isinstance(history, list) or not all(isinstance(text, str) for text in history):
        raise TypeError("history must be a list of questions")
    return history


def _earlier(file: Path | None) -> list[str]:
    if file is None:
        return []
    try:
        return list(filter(str.strip, file.read_text(encoding="utf-8").splitlines()))
    except (OSError, UnicodeDecodeError) as error:
        raise CommandError(f"cannot read {file}: {error}") from error


def _json(value: object, indent: int | None = None) -> str:
    return json.dumps(value, ensure_ascii=False, indent=indent, cls=DjangoJSONEncoder)
