"""An approximate index over the vectors of the embedded model's width; other widths are scanned until they have one.

The iterative scan goes on until enough rows pass the filters (in force, in scope), so that a filter cannot empty a result.
"""

from __future__ import annotations

from django.db import migrations

CREATE = """
CREATE INDEX passage_embedding_hnsw ON regulations_passageembedding
    USING hnsw ((vector::halfvec(384)) halfvec_cosine_ops) WITH (m = 16, ef_construction = 128)
    WHERE dimensions = 384;
DO $$ BEGIN
    EXECUTE format('ALTER DATABASE %I SET hnsw.iterative_scan = ''strict_order''', current_database());
    EXECUTE format('ALTER DATABASE %I SET hnsw.ef_search = 100', current_database());
END $$;
"""
DROP = "DROP INDEX passage_embedding_hnsw;"


class Migration(migrations.Migration):
    dependencies = [("regulations", "0001_initial")]

    operations = [migrations.RunSQL(CREATE, reverse_sql=DROP)]
