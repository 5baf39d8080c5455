"""Making a version searchable: its passages with their morphemes, then their vectors, then the statistics of terms.

The words of a version are found as soon as its passages are stored; vectors follow from the task queue. A text is
analyzed and embedded once: passages of one content hash, in whatever version, share what was computed for the first of
them, and an article that an amendment only renumbered keeps its vector.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from datetime import date

from django.db import connection, transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.timezone import localdate
from pgvector import HalfVector, SparseVector

from portal import llm
from portal.llm import EmbeddingModel
from regulations.models import LexicalTerm, Passage, RegulationVersion
from regulations.reading.corpus_version import corpus_changed
from regulations.reading.selectors import searched_from
from regulations.search.index.embedding_models import (
    model_in_use,
    passages_without_vector,
    required_models,
    switch_if_complete,
)
from regulations.search.index.passages import PassageText
from regulations.search.index.reuse import copy_known_terms, copy_known_vectors
from regulations.search.index.sources import (
    PassageSource,
    changed_passages_drop,
    passage_sources,
)
from regulations.text.bm25 import DIMENSIONS, FieldTerms, document_weights, tsvector
from regulations.text.morphemes import TOKENIZER_VERSION, lemmas

# One embedder at a time, whichever process it is in: two would compute the same vectors.
_EMBEDDING_LOCK = 0x7265_6775
_BATCH = 32
_FETCHED = 1024
_COUNTED = (
    "SELECT tokens FROM regulations_passage p JOIN regulations_regulationversion v ON v.id = p.version_id"
    " WHERE v.state <> 'DRAFT'"
)

State, IndexState = RegulationVersion.State, RegulationVersion.IndexState


def index_version(*, version_id: int) -> int:
    """Store the passages of a version with their terms; those that did not change stay. Returns how many there are.

    Vectors of texts that are already known are copied; `embed_pending` computes the others.
    """
    with transaction.atomic():
        version = (
            RegulationVersion.objects.select_for_update(of=("self",))
            .select_related("regulation")
            .get(pk=version_id)
        )
        sources = passage_sources(version)
        kept = changed_passages_drop(version=version, sources=sources)
        regulation_terms = lemmas(version.regulation.title)
        Passage.objects.bulk_create(
            [
                _passage(version, position, source)
                for position, source in enumerate(sources.values())
                if source.passage.locator_key not in kept
            ],
            batch_size=500,
        )
        copy_known_terms(version_id=version.pk)
        _write_tokens(version, regulation_terms)
        copy_known_vectors(version_id=version.pk)
        own = RegulationVersion.objects.filter(pk=version.pk)
        own.update(index_state=_state_with_words(version.pk))
        if version.state != State.DRAFT:
            # From now on searches find other passages than before.
            transaction.on_commit(corpus_changed)
    return len(sources)


def prepared_state(*, version: RegulationVersion, is_searched: bool) -> str:
    """How far the index is that was made of a draft, in the transaction that publishes it: its state from then on.

    What is not of the text, or of the title, as it is published is deleted, and `index_version` makes it anew; all of it where
    the text is not searched.
    """
    if not version.passages.exists():
        return IndexState.PENDING
    sources = passage_sources(version) if is_searched else {}
    kept = changed_passages_drop(version=version, sources=sources)
    if not kept or len(kept) < len(sources):
        return IndexState.PENDING
    return _state_with_words(version.pk)


def next_draft() -> int | None:
    """A draft that has no words yet; one that somebody holds is left for later."""
    drafts = RegulationVersion.objects.filter(
        state=State.DRAFT, index_state=IndexState.PENDING, repealed_date=None
    ).exclude(report__contains={"is_repealed": True})
    with transaction.atomic():
        waiting = drafts.select_for_update(skip_locked=True).order_by("pk")
        return waiting.values_list("pk", flat=True).first()


def next_pending(*, on: date) -> int | None:
    """A published version that still waits for its words, one in force on the day first."""
    pending = RegulationVersion.objects.filter(searched_from(on), index_state=IndexState.PENDING)
    now = pending.filter(Q(ends_on=None) | Q(ends_on__gt=on), enforcement_date__lte=on)
    rows = now.order_by("pk") if now.exists() else pending.order_by("-enforcement_date", "pk")
    return rows.values_list("pk", flat=True).first()


def embed_pending(*, seconds: float, version_id: int | None = None) -> int | None:
    """Compute missing vectors of the current model for about so many seconds.

    Returns how many texts still wait, or None when another process is embedding already.
    """
    deadline = time.monotonic() + seconds
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(%s)", [_EMBEDDING_LOCK])
        if not cursor.fetchone()[0]:
            return None
    try:
        for model in required_models():
            _embed_until(deadline, model, version_id)
        switch_if_complete()
    finally:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_unlock(%s)", [_EMBEDDING_LOCK])
    _settle_embedded()
    return sum(
        _waiting(model, version_id).values("content_hash").distinct().count()
        for model in required_models()
    )


def terms_add(*, version: RegulationVersion) -> None:
    """Count the terms of a version that is searched from now on, until all are counted anew: a term that is not counted finds
    nothing. They are added in their order, so that two who do so never wait for one another in a circle.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO regulations_lexicalterm AS known (term, documents) "
            "SELECT word, ndoc FROM ts_stat('SELECT tokens FROM regulations_passage WHERE version_id = ' || %(version)s) "
            "WHERE word <> '' UNION ALL "
            "SELECT '', count(*) FROM regulations_passage WHERE version_id = %(version)s ORDER BY 1 "
            "ON CONFLICT (term) DO UPDATE SET documents = known.documents + EXCLUDED.documents",
            {"version": version.pk},
        )


def refresh_statistics() -> None:
    """Count anew in how many passages every term stands. Drafts are not counted: they change no search."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("LOCK TABLE regulations_lexicalterm IN EXCLUSIVE MODE")
        cursor.execute("DELETE FROM regulations_lexicalterm")
        cursor.execute(
            "INSERT INTO regulations_lexicalterm (term, documents) "
            "SELECT word, ndoc FROM ts_stat(%(counted)s) "
            "WHERE word <> '' UNION ALL SELECT '', count(*) FROM regulations_passage p "
            "JOIN regulations_regulationversion v ON v.id = p.version_id WHERE v.state <> 'DRAFT'",
            {"counted": _COUNTED},
        )


def statistics_are_stale() -> bool:
    """Whether passages came or went since the terms were counted: a worker died between the two."""
    counted = LexicalTerm.objects.filter(term="").values_list("documents", flat=True).first()
    return (counted or 0) != Passage.objects.exclude(version__state=State.DRAFT).count()


def _passage(version: RegulationVersion, position: int, source: PassageSource) -> Passage:
    text = source.passage
    title = version.regulation.title
    return Passage(
        version=version,
        article=source.article,
        attachment=source.attachment,
        locator_key=text.locator_key,
        position=position,
        title=text.title(title),
        provision_title=text.name,
        text=text.text,
        content_hash=text.content_hash(title),
    )


def _write_tokens(version: RegulationVersion, regulation_terms: Sequence[str]) -> None:
    rows = []
    for passage in version.passages.filter(tokens=None).select_related("article"):
        heading = " ".join(passage.article.heading_path) if passage.article else ""
        fields = FieldTerms(
            title=lemmas(passage.provision_title),
            regulation=regulation_terms,
            heading=lemmas(heading),
            text=lemmas(passage.text),
        )
        weights = SparseVector(document_weights(fields), DIMENSIONS)
        rows.append((tsvector(fields), weights.to_text(), TOKENIZER_VERSION, passage.pk))
    with connection.cursor() as cursor:
        cursor.executemany(
            "UPDATE regulations_passage SET tokens = %s::tsvector, lexical = %s::sparsevec, tokenizer = %s "
            "WHERE id = %s",
            rows,
        )


def _embed_until(deadline: float, model: EmbeddingModel, version_id: int | None) -> None:
    while time.monotonic() < deadline and (texts := _next_texts(model, version_id)):
        for start in range(0, len(texts), _BATCH):
            _embed(model, texts[start : start + _BATCH])
            if time.monotonic() > deadline:
                break


def _waiting(model: EmbeddingModel, version_id: int | None) -> QuerySet[Passage]:
    waiting = passages_without_vector(model)
    return waiting.filter(version=version_id) if version_id else waiting


def _next_texts(model: EmbeddingModel, version_id: int | None) -> list[Passage]:
    waiting = _waiting(model, version_id).select_related("version__regulation")
    published = waiting.exclude(version__state=State.DRAFT)
    # What people find today before the texts of the past, drafts last.
    today = localdate()
    in_force = published.filter(
        Q(version__ends_on=None) | Q(version__ends_on__gt=today),
        version__enforcement_date__lte=today,
    )
    for chosen in (in_force, published, waiting):
        passages = chosen.order_by("content_hash", "pk").distinct("content_hash")[:_FETCHED]
        # Texts of one length together: the model computes a batch at the pace of its longest.
        if found := sorted(passages, key=lambda passage: len(passage.text)):
            return found
    return []


def _embed(model: EmbeddingModel, batch: Sequence[Passage]) -> None:
    texts = [
        PassageText(p.locator_key, p.provision_title, "", p.text).embedded(
            p.version.regulation.title
        )
        for p in batch
    ]
    vectors = llm.embed(texts, kind="passage", model=model)
    with connection.cursor() as cursor:
        cursor.executemany(
            """
            INSERT INTO regulations_passageembedding (passage_id, model, dimensions, vector)
            SELECT id, %s, %s, %s::halfvec FROM regulations_passage WHERE content_hash = %s
            ON CONFLICT DO NOTHING
            """,
            [
                (
                    model.name,
                    len(vector),
                    HalfVector(vector).to_text(),
                    passage.content_hash,
                )
                for passage, vector in zip(batch, vectors, strict=True)
            ],
        )


def _state_with_words(version_id: int) -> str:
    waiting = passages_without_vector(model_in_use()).filter(version=version_id)
    return IndexState.LEXICAL if waiting.exists() else IndexState.READY


def _settle_embedded() -> None:
    """Say of versions that their last vector is there; one that is just being published says it itself, or the next turn does."""
    waiting = passages_without_vector(model_in_use()).filter(version=OuterRef("pk"))
    lexical = RegulationVersion.objects.filter(index_state=IndexState.LEXICAL)
    with transaction.atomic():
        # Who publishes holds several versions: whoever waited for one of them while holding another could stop both.
        free = lexical.select_for_update(skip_locked=True).values_list("pk", flat=True)
        embedded = RegulationVersion.objects.filter(~Exists(waiting), pk__in=list(free))
        if embedded.update(index_state=IndexState.READY):
            transaction.on_commit(corpus_changed)
