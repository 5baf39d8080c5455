"""Golden questions come in as lines of JSON or one by one from a case, and go out as the lines that came in."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from typing import Any

from django.db import transaction
from pydantic import BaseModel, ValidationError

from portal.privacy.masking import personal_data_mask
from regulations.models import GoldenQuestion, GoldenSet


class InvalidGoldenRowError(ValueError):
    """A row is no labelled question; the message names its line and what is wrong with it."""


class GoldenGold(BaseModel):
    """A provision as a person names it. `article_sub` is another name of `branch` in files from elsewhere."""

    regulation: str
    article: int | None = None
    branch: int | None = None
    article_sub: int | None = None
    paragraph: int | None = None

    def as_json(self) -> dict[str, Any]:
        """The form in which it is stored."""
        return {
            "regulation": self.regulation,
            "article": self.article,
            "branch": self.branch or self.article_sub,
            "paragraph": self.paragraph,
        }


class _GoldenFileRow(BaseModel):
    """A line of a file; fields that are not known here are left out."""

    id: str | int = ""
    question: str
    history: list[str] = []
    answerable: bool | None = None
    gold: list[GoldenGold] = []
    alternatives: list[GoldenGold] = []
    style: str = ""
    topic: str = ""


def golden_import(*, name: str, lines: Iterable[str]) -> int:
    """Bring the rows of a file into a set, which is made where it is missing; rows of a known id are replaced.

    All or nothing: raises InvalidGoldenRowError. Returns how many rows there were.
    """
    rows = [(number, _read(number, line)) for number, line in enumerate(lines, 1) if line.strip()]
    with transaction.atomic():
        golden_set, _created = GoldenSet.objects.get_or_create(name=name)
        for number, row in rows:
            GoldenQuestion.objects.update_or_create(
                golden_set=golden_set,
                key=str(row.id or number),
                defaults={
                    "question": personal_data_mask(row.question).text,
                    "history": _masked(row.history),
                    "answerable": bool(row.gold) if row.answerable is None else row.answerable,
                    "gold": [gold.as_json() for gold in row.gold],
                    "alternatives": [gold.as_json() for gold in row.alternatives],
                    "style": row.style,
                    "topic": row.topic,
                },
            )
    return len(rows)


def golden_export(*, golden_set: GoldenSet) -> Iterator[str]:
    """The rows of a set as lines of JSON that `golden_import` reads."""
    for row in golden_set.questions.order_by("key", "pk"):
        yield json.dumps(golden_row(row), ensure_ascii=False)


def golden_row(question: GoldenQuestion) -> dict[str, Any]:
    """A question in the form of the labelled files."""
    return {
        "id": question.key,
        "question": question.question,
        "history": question.history,
        "answerable": question.answerable,
        "gold": question.gold,
        "alternatives": question.alternatives,
        "style": question.style,
        "topic": question.topic,
    }


def golden_question_add(
    *,
    name: str,
    question: str,
    gold: Sequence[GoldenGold] = (),
    origin: str = "",
) -> GoldenQuestion:
    """Add one question, such as a reviewed case, to a set that is made where it is missing; no gold: nothing may be found.

    The same question stays one row, whose gold is replaced. `origin` says where it came from.
    """
    golden_set, _created = GoldenSet.objects.get_or_create(name=name)
    question = personal_data_mask(question).text
    digest = sha256(question.encode()).hexdigest()[:12]
    row, _created = GoldenQuestion.objects.update_or_create(
        golden_set=golden_set,
        key=f"case-{digest}",
        defaults={
            "question": question,
            "answerable": bool(gold),
            "gold": [one.as_json() for one in gold],
            "origin": origin[:200],
        },
    )
    return row


def _masked(texts: Iterable[str]) -> list[str]:
    return [personal_data_mask(text).text for text in texts]


def _read(number: int, line: str) -> _GoldenFileRow:
    try:
        row = _GoldenFileRow.model_validate(json.loads(line))
    except RecursionError as error:
        raise InvalidGoldenRowError(f"{number}행의 괄호가 너무 깊습니다.") from error
    except (ValueError, ValidationError) as error:
        raise InvalidGoldenRowError(f"{number}행을 읽을 수 없습니다: {_reason(error)}") from error
    if not row.question.strip():
        raise InvalidGoldenRowError(f"{number}행에 질문이 없습니다.")
    if row.answerable and not row.gold:
        raise InvalidGoldenRowError(f"{number}행은 답이 있다고 하는데 찾아야 할 조문이 없습니다.")
    return row


def _reason(error: ValueError) -> str:
    if isinstance(error, ValidationError):
        first = error.errors()[0]
        return f"{'.'.join(map(str, first['loc']))}: {first['msg']}"
    return str(error)
