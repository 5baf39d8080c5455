"""Where a sentence that departs from its provision may be confirmed: nowhere."""

from __future__ import annotations

from verification.checking.engine import check
from verification.checking.evidence import units_of
from verification.checking.values import Source
from verification.citations.states import Verdict
from verification.grounding import GroundingProvision, check_claim


def confirming(said: str, text: str) -> list[str]:
    """Of the gate and `check_grounding` those that confirm a sentence beside the text of a provision."""
    source = Source.text_only(
        number=1, regulation_title="학칙", locator_key="art-6", title="", text=text, version_id=0
    )
    by_gate = check(said, units_of(source)).verdict is Verdict.SUPPORTED
    by_claim = check_claim(said, [GroundingProvision("학칙", 6, None, None, text)]).supported
    return ["gate"] * by_gate + ["check_grounding"] * by_claim
