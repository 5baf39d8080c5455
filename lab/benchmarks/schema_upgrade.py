"""A corpus that was kept by an earlier release gets the columns and indexes that the tables have today, or is built anew."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from django.db import connection

_COLUMNS = """
SELECT a.attname, format_type(a.atttypid, a.atttypmod), pg_get_expr(d.adbin, d.adrelid), a.attnotnull
FROM pg_attribute a
LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
WHERE a.attrelid = to_regclass(%s) AND a.attnum > 0 AND NOT a.attisdropped
ORDER BY a.attnum
"""
_INDEXES = """
SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = 'public' AND tablename = ANY(%s) ORDER BY indexname
"""

Column = tuple[str, str, str | None, bool]


class OutdatedError(Exception):
    """A kept corpus cannot be completed: it has to be built anew. The message says why."""


def schema_complete(schema: str, tables: Sequence[str], say: Callable[[str], None]) -> None:
    """Bring the tables of a kept corpus to today's columns and indexes; raises OutdatedError."""
    with connection.cursor() as cursor:
        for table in tables:
            _add_columns(schema, table, say)
        for name, statement in index_statements(schema, tables):
            cursor.execute("SELECT to_regclass(%s)", [f"{schema}.{name}"])
            if cursor.fetchone()[0] is None:
                say(f"index {name}")
                cursor.execute(statement)


def index_statements(schema: str, tables: Sequence[str]) -> list[tuple[str, str]]:
    """The indexes of the real tables, as statements for the copies in a schema."""
    with connection.cursor() as cursor:
        cursor.execute(_INDEXES, [list(tables)])
        rows = cursor.fetchall()
    return [(name, made.replace(" ON public.", f" ON {schema}.")) for name, made in rows]


def _add_columns(schema: str, table: str, say: Callable[[str], None]) -> None:
    kept = {name: kind for name, kind, _default, _required in _columns(f"{schema}.{table}")}
    if not kept:
        raise OutdatedError(f"{table} is missing")
    for name, kind, default, required in _columns(f"public.{table}"):
        if name not in kept:
            if required and default is None:
                raise OutdatedError(f"{table}.{name} has no value for the rows that there are")
            say(f"column {table}.{name}")
            given = f" DEFAULT {default}" if default is not None else ""
            with connection.cursor() as cursor:
                cursor.execute(f'ALTER TABLE {schema}.{table} ADD COLUMN "{name}" {kind}{given}')
        elif kept[name] != kind:
            raise OutdatedError(f"{table}.{name} is {kept[name]}, not {kind}")


def _columns(table: str) -> list[Column]:
    with connection.cursor() as cursor:
        cursor.execute(_COLUMNS, [table])
        return list(cursor.fetchall())
