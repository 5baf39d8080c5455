"""Find the provision that does say it, for a statement whose own citation names none or the wrong one."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from regulations.models import Passage
from regulations.search.retrieval import Scope, search_passages
from verification.checking.mentions import ResolvedMention
from verification.checking.results import citation_check, confidence_threshold
from verification.checking.support import check_against
from verification.checking.values import CheckedCitation
from verification.citations.resolution import FoundProvision
from verification.citations.states import CitationStatus
from verification.grounding import GroundingLabel

_LOOKED_AT = 3


@dataclass
class Proposals:
    """Looks provisions up for one text; a search costs time, so there is a limit to how many a text gets."""

    as_of: date
    left: int = 20

    def find(
        self, statement: str, *, regulation_ids: frozenset[int] | None = None
    ) -> CheckedCitation | None:
        """Return the nearest provision that supports the statement, as a checked citation; None where there is none."""
        if self.left <= 0:
            return None
        self.left -= 1
        result = search_passages(
            statement,
            as_of=self.as_of,
            scope=Scope(regulation_ids=regulation_ids),
            limit=_LOOKED_AT,
            mode="keyword",
        )
        for ranked in result.passages:
            mention = _mention(ranked.passage)
            found = check_against(statement, mention)
            if found.label is GroundingLabel.SUPPORTED and found.score >= confidence_threshold():
                return citation_check(statement, mention, found, is_supporting=True)
        return None


def _mention(passage: Passage) -> ResolvedMention:
    version = passage.version
    provision = FoundProvision(
        version_id=version.pk,
        regulation_id=version.regulation_id,
        regulation_title=version.regulation.title,
        slug=version.regulation.slug,
        version_number=version.number,
        enforcement_date=version.enforcement_date,
        in_force=True,
        locator_key=passage.locator_key,
        title=passage.title,
        text=passage.text,
        is_deleted=False,
    )
    return ResolvedMention(
        written="",
        marker=None,
        start=None,
        end=None,
        citation=None,
        is_quoted=False,
        status=CitationStatus.VERIFIED,
        reason="",
        provision=provision,
        source=None,
    )
