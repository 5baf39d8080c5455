"""Finding what does not fit in the texts of a day, and keeping what was said of it."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from datetime import date, datetime
from hashlib import sha256

from django.db import transaction
from django.utils.translation import gettext as _

from portal.accounts.models import User
from regulations.models import CrossReference, Regulation, RegulationVersion
from regulations.publishing.reference_targets import provisions_of
from regulations.reading.selectors import versions_on
from verification.contradictions.citations import CitationDefect, citation_defects
from verification.contradictions.pairing import StatementConflict, statement_pairs
from verification.contradictions.statements import RuleText, statements
from verification.models import Contradiction

Kind, State = Contradiction.Kind, Contradiction.State
# What kind of rule a title says it is, which 규정 and its 시행세칙 do not share.
_KIND_OF_RULE = re.compile(r"(?:에관한)?(?:시행|운영)?(?:규정|규칙|세칙|지침|내규)$")
_LONGEST = {"why": 500, "said": 300, "other_said": 300}


class DismissalReasonMissingError(Exception):
    """Why something is no contradiction has to be said. The message is for a person (in Korean)."""


def contradictions_find(*, day: date) -> list[Contradiction]:
    """Find what does not fit in the texts of a day and store it; returns what is open, the likeliest first."""
    versions = {
        one.pk: one
        for one in versions_on(day=day)
        .exclude(regulation__kind=Regulation.Kind.STATUTE)
        .select_related("regulation")
    }
    defects = (_of_defect(one, versions) for one in citation_defects(versions))
    found = {row.key: row for row in (*defects, *_of_pairs(versions))}
    with transaction.atomic():
        Contradiction.objects.exclude(state=State.OPEN).update(is_present=False)
        Contradiction.objects.filter(state=State.OPEN).exclude(key__in=found).delete()
        Contradiction.objects.bulk_create(
            found.values(),
            update_conflicts=True,
            unique_fields=["key"],
            update_fields=["score", "why", "version", "other_version", "is_present"],
        )
    return list(
        Contradiction.objects.filter(state=State.OPEN)
        .select_related("version__regulation", "other_version__regulation")
        .order_by("-score", "pk")
    )


def contradiction_decide(
    *, row: Contradiction, state: str, reason: str, by: User, now: datetime
) -> None:
    """Say that it is none, and why, that it will be mended, or that it is open again."""
    wanted = State(state)
    if wanted is State.DISMISSED and not reason.strip():
        raise DismissalReasonMissingError("모순이 아닌 까닭을 적어 주십시오.")
    is_open = wanted is State.OPEN
    row.state, row.reason = wanted, reason.strip()[:300]
    row.decided_at, row.decided_by = (None, None) if is_open else (now, by)
    row.save(update_fields=["state", "reason", "decided_at", "decided_by"])


def _of_pairs(versions: Mapping[int, RegulationVersion]) -> Iterator[Contradiction]:
    of_regulation = {one.regulation_id: one for one in versions.values()}
    texts: dict[int, list[str]] = defaultdict(list)
    rules = []
    for pk, rows in provisions_of(list(versions)).items():
        regulation = versions[pk].regulation
        family = _KIND_OF_RULE.sub("", re.sub(r"\s", "", regulation.title))
        for row in rows:
            texts[regulation.pk].append(row.text)
            if row.key.startswith("art-"):
                rules.append(RuleText(regulation.pk, family, row.key, row.text))
    references = CrossReference.objects.filter(
        version__in=versions, from_locator_key__startswith="art-", to_regulation__isnull=False
    )
    related = set(references.values_list("version__regulation", "to_regulation").distinct())
    whole = {pk: "\n".join(parts) for pk, parts in texts.items()}
    for pair in statement_pairs(list(statements(rules)), texts=whole, related=related):
        yield _of_pair(pair, of_regulation)


def _of_pair(
    pair: StatementConflict, of_regulation: Mapping[int, RegulationVersion]
) -> Contradiction:
    first, second = pair.first, pair.second
    why = _("‘%(names)s’에 관해 한쪽은 “%(one)s”, 다른 쪽은 “%(other)s”입니다.") % {
        "names": ", ".join(pair.names),
        "one": pair.differing[0],
        "other": pair.differing[1],
    }
    return _row(
        kind=Kind.DUTY if pair.is_duty else Kind.AMOUNT,
        score=pair.score,
        why=why,
        version=of_regulation[first.rule.regulation_id],
        locator_key=first.rule.key,
        quote=first.text,
        said=pair.differing[0],
        other_version=of_regulation[second.rule.regulation_id],
        other_key=second.rule.key,
        other_quote=second.text,
        other_said=pair.differing[1],
    )


def _of_defect(defect: CitationDefect, versions: Mapping[int, RegulationVersion]) -> Contradiction:
    target = defect.target
    other = next((one for one in versions.values() if target and one.regulation == target), None)
    return _row(
        kind=Kind[defect.kind],
        score=defect.score,
        why=defect.why,
        version=defect.version,
        locator_key=defect.key,
        quote=defect.text,
        said=defect.said,
        other_version=other,
        other_key=defect.target_key,
    )


def _row(**fields: object) -> Contradiction:
    for name, longest in _LONGEST.items():
        fields[name] = str(fields.get(name, ""))[:longest]
    row = Contradiction(**fields)
    other = row.other_version.regulation_id if row.other_version else ""
    parts = (
        *(row.kind, row.version.regulation_id, row.locator_key, row.quote, row.said),
        *(other, row.other_key, row.other_quote),
    )
    row.key = sha256("\x1f".join(map(str, parts)).encode()).hexdigest()
    return row
