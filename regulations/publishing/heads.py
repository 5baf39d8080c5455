"""What the head of a text says of its regulation: kind, category and office."""

from __future__ import annotations

from django.db import transaction

from regulations.models import Department, RegulationVersion

# Where a version's report keeps it.
HEAD = "head"


@transaction.atomic
def head_take(*, version: RegulationVersion, before: RegulationVersion | None) -> None:
    """Let the regulation follow a published text whose head says something else than the text `before` said.

    Where it says the same, what the office changed by hand stays.
    """
    said = version.report.get(HEAD, {})
    former = before.report.get(HEAD, {}) if before is not None else {}
    changed = {name: value for name, value in said.items() if value and former.get(name)}
    changed = {name: value for name, value in changed.items() if value != former[name]}
    if not changed:
        return
    regulation = version.regulation
    regulation.kind = changed.get("kind", regulation.kind)
    regulation.category = changed.get("category", regulation.category)
    if office := changed.get("department"):
        regulation.owner_department, _ = Department.objects.get_or_create(name=office)
    regulation.save(update_fields=["kind", "category", "owner_department"])
