"""Making a version searchable: its passages with their morphemes, then their vectors, then the statistics of terms.

The words of a version are found as soon as its passages are stored; vectors follow from the task queue. A text is
analyzed and embedded once: passages of one content hash, in whatever version, share what was computed for the first of
them, and an article that an amendment only renumbered keeps its vector.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from django.db import connection, transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.timezone import localdate
from pgvector import HalfVector, SparseVector

from portal import llm
from portal.llm import EmbeddingModel
from regulations.models import (
    Article,
    Attachment,
    LexicalTerm,
    Paragraph,
    Passage,
    RegulationVersion,
)
from regulations.publishing.corpus_version import corpus_changed
from regulations.search.index.bm25 import DIMENSIONS, FieldTerms, document_weights, tsvector
from regulations.search.index.embedding_models import (
    model_in_use,
    passages_without_vector,
    required_models,
    switch_if_complete,
)
from regulations.search.index.passages import PassageText, article_passages, table_passages
from regulations.search.index.reuse import copy_known_terms, copy_known_vectors
from regulations.text.morphemes import TOKENIZER_VERSION, lemmas

# One embedder at a time, whichever process it is in: two would compute the same vectors.
_EMBEDDING_LOCK = 0x7265_6775
_BATCH = 32
_FETCHED = 1024


@dataclass(frozen=True, slots=True)
class _Source:
    """A passage to be with the row that it is made of."""

    passage: PassageText
    article: Article | None = None
    attachment: Attachment | None = None


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
        title = version.regulation.title
        sources = {source.passage.locator_key: source for source in _sources(version)}
        kept = _drop_changed(version, title, sources)
        regulation_terms = lemmas(title)
        Passage.objects.bulk_create(
            [
                _passage(version, position, source, regulation_terms)
                for position, source in enumerate(sources.values())
                if source.passage.locator_key not in kept
            ],
            batch_size=500,
        )
        copy_known_terms(version_id=version.pk)
        _write_tokens(version, regulation_terms)
        copy_known_vectors(version_id=version.pk)
        _settle_state(RegulationVersion.objects.filter(pk=version.pk))
        # From now on searches find other passages than before.
        transaction.on_commit(corpus_changed)
    return len(sources)


def next_pending(*, on: date) -> int | None:
    """A published version that still waits for its words, one in force on the day first."""
    pending = RegulationVersion.objects.filter(
        state=RegulationVersion.State.PUBLISHED, index_state=RegulationVersion.IndexState.PENDING
    )
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
    lexical = RegulationVersion.objects.filter(index_state=RegulationVersion.IndexState.LEXICAL)
    if _settle_state(lexical):
        transaction.on_commit(corpus_changed)
    return sum(
        _waiting(model, version_id).values("content_hash").distinct().count()
        for model in required_models()
    )


def refresh_statistics() -> None:
    """Count anew in how many passages every term stands."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("LOCK TABLE regulations_lexicalterm IN EXCLUSIVE MODE")
        cursor.execute("DELETE FROM regulations_lexicalterm")
        cursor.execute(
            "INSERT INTO regulations_lexicalterm (term, documents) "
            "SELECT word, ndoc FROM ts_stat('SELECT tokens FROM regulations_passage') WHERE word <> '' "
            "UNION ALL SELECT '', count(*) FROM regulations_passage"
        )


def statistics_are_stale() -> bool:
    """Whether passages came or went since the terms were counted: a worker died between the two."""
    counted = LexicalTerm.objects.filter(term="").values_list("documents", flat=True).first()
    return (counted or 0) != Passage.objects.count()


def _sources(version: RegulationVersion) -> Iterator[_Source]:
    articles = Article.objects.filter(version=version, is_deleted=False)
    for article in articles.order_by("addenda__number", "position", "pk"):
        for passage in article_passages(
            key=article.locator_key,
            name=article.title,
            heading=" ".join(article.heading_path),
            text=article.full_text or article.text,
            in_addenda=article.addenda_id is not None,
        ):
            yield _Source(passage, article=article)
    rules = Paragraph.objects.filter(version=version, article=None, is_deleted=False)
    for paragraph in rules.order_by("addenda__number", "position", "pk"):
        for passage in article_passages(
            key=paragraph.locator_key, name="", heading="", text=paragraph.text, in_addenda=True
        ):
            yield _Source(passage)
    attachments = Attachment.objects.filter(version=version, is_deleted=False)
    for attachment in attachments.order_by("kind", "position", "pk"):
        form = attachment.kind != Attachment.Kind.TABLE
        for passage in table_passages(
            key=attachment.locator_key,
            name=attachment.title or attachment.label,
            # Of a form only the title says anything; its body is blanks.
            rows=[] if form else attachment.rows,
            text="" if form else attachment.text,
        ):
            yield _Source(passage, attachment=attachment)


def _drop_changed(
    version: RegulationVersion, title: str, sources: dict[str, _Source]
) -> frozenset[str]:
    wanted = {
        key: (source.passage.content_hash(title), TOKENIZER_VERSION)
        for key, source in sources.items()
    }
    stored = {
        row[0]: row[1:]
        for row in version.passages.values_list("locator_key", "content_hash", "tokenizer")
    }
    kept = frozenset(key for key, state in stored.items() if wanted.get(key) == state)
    version.passages.exclude(locator_key__in=kept).delete()
    return kept


def _passage(
    version: RegulationVersion, position: int, source: _Source, regulation_terms: Sequence[str]
) -> Passage:
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
    # What people find today before the texts of the past.
    today = localdate()
    in_force = waiting.filter(
        Q(version__ends_on=None) | Q(version__ends_on__gt=today),
        version__enforcement_date__lte=today,
    )
    waiting = in_force if in_force.exists() else waiting
    passages = waiting.order_by("content_hash", "pk").distinct("content_hash")[:_FETCHED]
    # Texts of one length together: the model computes a batch at the pace of its longest.
    return sorted(passages, key=lambda passage: len(passage.text))


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


def _settle_state(versions: QuerySet[RegulationVersion]) -> bool:
    """Say how far versions are; returns whether one is ready."""
    waiting = passages_without_vector(model_in_use()).filter(version=OuterRef("pk"))
    states = RegulationVersion.IndexState
    versions.filter(Exists(waiting)).update(index_state=states.LEXICAL)
    return bool(versions.exclude(Exists(waiting)).update(index_state=states.READY))
