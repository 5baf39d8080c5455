"""Words and vectors of the questions that belong to provisions."""

from __future__ import annotations

import time

from django.db import connection, transaction
from django.db.models import Q, QuerySet
from pgvector import HalfVector

from portal import llm
from regulations.models import PassageQuestion
from regulations.reading.corpus_version import corpus_changed
from regulations.search.index.embedding_models import model_in_use
from regulations.text.bm25 import FieldTerms, tsvector
from regulations.text.morphemes import TOKENIZER_VERSION, lemmas

_BATCH = 64


def questions_waiting() -> QuerySet[PassageQuestion]:
    """The questions that lead somewhere and lack words of these rules or a vector of the model in use."""
    stale = ~Q(tokenizer=TOKENIZER_VERSION) | ~Q(model=model_in_use().name) | Q(vector=None)
    return PassageQuestion.objects.filter(stale, state=PassageQuestion.State.ACTIVE)


def questions_index(*, seconds: float) -> int:
    """Make what is missing for about so many seconds; returns how many still wait."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline and (
        rows := list(questions_waiting().order_by("pk")[:_BATCH])
    ):
        _index(rows)
    waiting = questions_waiting().count()
    if not waiting:
        transaction.on_commit(corpus_changed)
    return waiting


def _index(rows: list[PassageQuestion]) -> None:
    model = model_in_use()
    vectors = llm.embed([row.text for row in rows], kind="query", model=model)
    values = [
        (
            tsvector(FieldTerms(title=(), regulation=(), heading=(), text=lemmas(row.text))),
            TOKENIZER_VERSION,
            HalfVector(vector).to_text(),
            model.name,
            row.pk,
            row.text,
        )
        for row, vector in zip(rows, vectors, strict=True)
    ]
    with connection.cursor() as cursor:
        # One that was edited meanwhile waits again.
        cursor.executemany(
            "UPDATE regulations_passagequestion SET tokens = %s::tsvector, tokenizer = %s, vector = %s::halfvec, "
            "model = %s WHERE id = %s AND text = %s",
            values,
        )
