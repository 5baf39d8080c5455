"""Several opinions about the same claims become one: what more than half of the runs say, or nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from statistics import fmean

from regulations.text.locators import normalize_name
from verification.faithfulness.recording import ClaimVerdict
from verification.models import ClaimCheck

Verdict = ClaimCheck.Verdict

_NO_MAJORITY = "여러 번 판정한 결과가 서로 달라 정하지 못했습니다."


def majority(runs: Sequence[Sequence[ClaimVerdict]]) -> list[ClaimVerdict]:
    """Return the claims of the first run, each with the verdict that more than half of all runs give it.

    A run that left a claim out, or could not judge it, has no vote and still counts among the runs.
    """
    if len(runs) == 1:
        return list(runs[0])
    by_claim = [{normalize_name(claim.claim): claim for claim in run} for run in runs]
    return [_agreed([run[key] for run in by_claim if key in run], len(runs)) for key in by_claim[0]]


def _agreed(opinions: Sequence[ClaimVerdict], runs: int) -> ClaimVerdict:
    counts = Counter(item.verdict for item in opinions if item.verdict != Verdict.NOT_CHECKED)
    verdict, votes = max(counts.items(), key=lambda pair: pair[1], default=(Verdict.NOT_CHECKED, 0))
    if 2 * votes <= runs:
        return replace(opinions[0], verdict=Verdict.NOT_CHECKED, reason=_NO_MAJORITY, score=None)
    agreeing = [item for item in opinions if item.verdict == verdict]
    best = max(agreeing, key=lambda item: (bool(item.evidence), item.score or 0.0))
    scores = [item.score for item in agreeing if item.score is not None]
    return replace(best, claim=opinions[0].claim, score=fmean(scores) if scores else None)
