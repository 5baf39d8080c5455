"""What the office decides about a regulation that a volume does not hold any more: it stays, it is repealed, it goes on."""

from __future__ import annotations

from datetime import date

from django.db import transaction

from portal.accounts.models import User
from regulations.curation.drafts import regulation_repeal
from regulations.models import AbsenceDecision, ImportRun, Regulation, RegulationVersion
from regulations.publishing.continuing import regulation_continue

Decision = AbsenceDecision.Decision


@transaction.atomic
def absence_decide(
    *,
    run: ImportRun,
    regulation: Regulation,
    decision: str,
    by: User,
    day: date | None = None,
    reason: str = "",
    draft: RegulationVersion | None = None,
) -> AbsenceDecision:
    """Carry out and keep a decision; a repeal needs its day, a continuation the draft that goes on.

    Raises `NotPublishableError` or `NotContinuableError` where it cannot be carried out.
    """
    if decision == Decision.REPEAL and day is not None:
        regulation_repeal(regulation=regulation, on=day, by=by, reason=reason)
    elif decision == Decision.CONTINUED and draft is not None:
        regulation_continue(former=regulation, draft=draft, by=by)
    elif decision != Decision.KEEP:
        raise ValueError(f"{decision} without its day or its draft")
    row, _is_new = AbsenceDecision.objects.update_or_create(
        run=run,
        regulation=regulation,
        defaults={"decision": decision, "day": day, "reason": reason.strip(), "decided_by": by},
    )
    return row
