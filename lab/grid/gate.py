"""The grid, asked of the whole gate: what a student would see as confirmed where no judge reads.

    export DJANGO_SETTINGS_MODULE=portal.settings.base
    python -c 'import django; django.setup(); from lab.grid.gate import main; main()' [--shared ../shared/data] [--sentences 300]

Most sentences take several looks of the verifier, so they are framed politely alone. What is confirmed counts as proved.
"""

from __future__ import annotations

from lab.grid import running
from lab.grid.frames import FRAMES
from verification.checking.by_verifier import confirmed_by_verifier
from verification.checking.engine import check
from verification.checking.evidence import units_of
from verification.checking.values import Source
from verification.citations.states import Verdict
from verification.grounding.proof import Outcome

_FRAME = "polite"


def by_gate(claim: str, provision: str) -> Outcome:
    """What the gate says of a sentence beside its provision."""
    source = Source.text_only(
        number=1, regulation_title="", locator_key="art-1", title="", text=provision
    )
    units = units_of(source)
    found = check(claim, units)
    if found.verdict is Verdict.SUPPORTED:
        return Outcome.PROVED
    if found.is_open and confirmed_by_verifier(claim, units, answer=claim):
        return Outcome.PROVED
    return Outcome.REFUTED if found.verdict is Verdict.CONTRADICTED else Outcome.OPEN


def main() -> int:
    """Fill the grid by the gate, and print it."""
    return running.main(by_gate, {_FRAME: FRAMES[_FRAME]})
