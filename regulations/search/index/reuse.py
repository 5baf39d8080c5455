"""What is known of a text already is not computed again: the next version of a regulation takes it over from the last."""

from __future__ import annotations

from django.db import connection

from regulations.text.morphemes import TOKENIZER_VERSION


def copy_known_terms(*, version_id: int) -> None:
    """Give a version's passages the terms that passages of the same content have already."""
    with connection.cursor() as cursor:
        cursor.execute(
            """
            UPDATE regulations_passage p
            SET tokens = known.tokens, lexical = known.lexical, tokenizer = known.tokenizer
            FROM (
                SELECT DISTINCT ON (k.content_hash) k.content_hash, k.tokens, k.lexical, k.tokenizer
                FROM regulations_passage k
                JOIN regulations_passage n ON n.content_hash = k.content_hash AND n.version_id = %(version)s
                WHERE k.tokens IS NOT NULL AND k.tokenizer = %(tokenizer)s
                ORDER BY k.content_hash, k.id
            ) known
            WHERE p.version_id = %(version)s AND p.tokens IS NULL AND p.content_hash = known.content_hash
            """,
            {"version": version_id, "tokenizer": TOKENIZER_VERSION},
        )


def copy_known_vectors(*, version_id: int) -> None:
    """Give a version's passages the vectors that are known: of the same content, or of the same text under another number.

    A vector is made of the regulation's title, the provision's and the text (`PassageText.embedded`), not of the number.
    Those of every model are taken over.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            """
            INSERT INTO regulations_passageembedding (passage_id, model, dimensions, vector)
            SELECT DISTINCT ON (p.id, e.model) p.id, e.model, e.dimensions, e.vector
            FROM regulations_passage p
            JOIN regulations_passage known ON known.content_hash = p.content_hash AND known.id <> p.id
            JOIN regulations_passageembedding e ON e.passage_id = known.id
            WHERE p.version_id = %(version)s
            ON CONFLICT DO NOTHING
            """,
            {"version": version_id},
        )
        cursor.execute(
            """
            INSERT INTO regulations_passageembedding (passage_id, model, dimensions, vector)
            SELECT DISTINCT ON (p.id, e.model) p.id, e.model, e.dimensions, e.vector
            FROM regulations_passage p
            JOIN regulations_regulationversion v ON v.id = p.version_id
            JOIN regulations_regulation r ON r.id = v.regulation_id
            JOIN regulations_regulationversion other ON other.regulation_id = r.id AND other.id <> v.id
            JOIN regulations_passage known ON known.version_id = other.id
                AND known.provision_title = p.provision_title AND known.text = p.text
                AND starts_with(known.title, r.title)
            JOIN regulations_passageembedding e ON e.passage_id = known.id
            WHERE p.version_id = %(version)s
                AND NOT EXISTS (
                    SELECT FROM regulations_passageembedding mine
                    WHERE mine.passage_id = p.id AND mine.model = e.model
                )
            ON CONFLICT DO NOTHING
            """,
            {"version": version_id},
        )
