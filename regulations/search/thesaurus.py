"""The thesaurus in the database: loading the built-in entries, and the prepared form that searches use."""

from __future__ import annotations

from functools import lru_cache

from django.db.models import Count, F, Max

from regulations.models import ThesaurusEntry
from regulations.text.thesaurus import Thesaurus, built_in_entries, parse_entry


def thesaurus_load() -> int:
    """Bring the built-in entries up to date; what admins changed stays. Returns how many were added."""
    lines = [entry.line for entry in built_in_entries()]
    # An entry that came with an earlier release and that nobody touched leaves with it.
    withdrawn = ThesaurusEntry.objects.exclude(built_in="").exclude(built_in__in=lines)
    withdrawn.filter(line=F("built_in"), is_enabled=True).delete()
    known = set(ThesaurusEntry.objects.exclude(built_in="").values_list("built_in", flat=True))
    added = ThesaurusEntry.objects.bulk_create(
        [ThesaurusEntry(line=line, built_in=line) for line in lines if line not in known],
        ignore_conflicts=True,
    )
    return len(added)


def thesaurus_current() -> Thesaurus:
    """The enabled entries, prepared once a process and again after a change."""
    enabled = ThesaurusEntry.objects.filter(is_enabled=True)
    state = enabled.aggregate(rows=Count("pk"), changed=Max("changed_at"))
    return _prepared(f"{state['rows']} {state['changed']}")


@lru_cache(maxsize=1)
def _prepared(_state: str) -> Thesaurus:
    lines = ThesaurusEntry.objects.filter(is_enabled=True).order_by("pk")
    return Thesaurus.of(parse_entry(line) for line in lines.values_list("line", flat=True))
