"""The grid of frames and faults: how often the proof keeps what is right, and whether it confirms what is wrong.

Each frame says sentences of regulations as answers do; each fault changes one fact of them first. A faithful sentence has
to be proved, a faulty one must not be. Run: python -m lab.grid.running [--shared ../shared/data] [--sentences 300] [--worst 20]
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from lab.grid.faults import FAULTS
from lab.grid.frames import FRAMES, Frame
from lab.grid.provisions import GridProvision, read_provisions, sample_files, shared_files
from verification.grounding.proof import Outcome, prove

_FAITHFUL = "faithful"
_NEIGHBOURS = 12


@dataclass(slots=True)
class Cell:
    """What became of one frame with one fault (or none)."""

    outcomes: Counter[Outcome] = field(default_factory=Counter)
    examples: list[tuple[Outcome, str, str]] = field(default_factory=list)

    def share(self, outcome: Outcome) -> float:
        """The share of sentences with an outcome."""
        total = sum(self.outcomes.values())
        return self.outcomes[outcome] / total if total else 0.0


Grid = Mapping[tuple[str, str], Cell]
Asked = Callable[[str, str], Outcome]


def by_proof(claim: str, provision: str) -> Outcome:
    """What the proof says of a claim."""
    return prove(claim, [provision]).outcome


def run(
    provisions: Sequence[GridProvision],
    *,
    seed: int,
    share: float = 1.0,
    frames: Mapping[str, Frame] = FRAMES,
    asked: Asked = by_proof,
) -> Grid:
    """Fill the grid; ``share`` of the faulty cells are tried, chosen by ``seed``."""
    grid: dict[tuple[str, str], Cell] = defaultdict(Cell)
    for place, provision in enumerate(provisions):
        random = Random(f"{seed} {provision.sentence}")  # noqa: S311 - chooses examples
        others = [
            other.sentence
            for other in provisions[max(0, place - _NEIGHBOURS) : place + _NEIGHBOURS]
            if other is not provision
        ]
        for fault, sentence in _sentences(provision.sentence, random, others):
            for frame, framed in frames.items():
                if fault != _FAITHFUL and random.random() > share:
                    continue
                claim = framed(sentence)
                if claim is not None:
                    _record(
                        grid[frame, fault],
                        fault,
                        asked(claim, provision.sentence),
                        claim,
                        provision.sentence,
                    )
    return grid


def _sentences(sentence: str, random: Random, others: Sequence[str]) -> Iterator[tuple[str, str]]:
    yield _FAITHFUL, sentence
    for name, fault in FAULTS.items():
        changed = fault(sentence, random, others)
        if changed is not None and changed != sentence:
            yield name, changed


def _record(cell: Cell, fault: str, outcome: Outcome, claim: str, evidence: str) -> None:
    cell.outcomes[outcome] += 1
    wrong = outcome is not Outcome.PROVED if fault == _FAITHFUL else outcome is Outcome.PROVED
    if wrong and len(cell.examples) < 3:
        cell.examples.append((outcome, claim, evidence))


def proved_share(grid: Grid, *, faithful: bool) -> float:
    """The share of faithful, or of faulty, sentences that are proved."""
    chosen = [cell for (_frame, fault), cell in grid.items() if (fault == _FAITHFUL) == faithful]
    total = sum(sum(cell.outcomes.values()) for cell in chosen)
    return sum(cell.outcomes[Outcome.PROVED] for cell in chosen) / total if total else 0.0


def refuted_share(grid: Grid) -> float:
    """The share of faithful sentences that are refuted."""
    chosen = [cell for (_frame, fault), cell in grid.items() if fault == _FAITHFUL]
    total = sum(sum(cell.outcomes.values()) for cell in chosen)
    return sum(cell.outcomes[Outcome.REFUTED] for cell in chosen) / total if total else 0.0


def worst(grid: Grid, *, faithful: bool, count: int) -> list[tuple[str, str, Cell]]:
    """The cells with the most wrong outcomes, the worst first."""
    cells = [
        (frame, fault, cell)
        for (frame, fault), cell in grid.items()
        if (fault == _FAITHFUL) == faithful
    ]
    if faithful:
        return sorted(cells, key=lambda one: one[2].share(Outcome.PROVED))[:count]
    return sorted(
        (one for one in cells if one[2].outcomes[Outcome.PROVED]),
        key=lambda one: -one[2].share(Outcome.PROVED),
    )[:count]


def _by_fault(grid: Grid) -> Mapping[str, Counter[Outcome]]:
    found: dict[str, Counter[Outcome]] = defaultdict(Counter)
    for (_frame, fault), cell in grid.items():
        found[fault] += cell.outcomes
    return found


def lines(grid: Grid, *, count: int) -> Iterable[str]:
    """The grid as text: by fault, then the worst cells with examples."""
    yield f"faithful proved {proved_share(grid, faithful=True):.3f}, refuted {refuted_share(grid):.3f}; faulty proved {proved_share(grid, faithful=False):.4f}"
    for fault, outcomes in _by_fault(grid).items():
        yield f"  {fault:20} " + " ".join(
            f"{outcome.value} {outcomes[outcome]}" for outcome in Outcome
        )
    for faithful in (True, False):
        yield f"worst cells, {'faithful' if faithful else 'faulty'}:"
        for frame, fault, cell in worst(grid, faithful=faithful, count=count):
            yield f"  {frame} × {fault}: " + " ".join(
                f"{outcome.value} {cell.outcomes[outcome]}" for outcome in Outcome
            )
            for outcome, claim, evidence in cell.examples:
                yield f"      {outcome.value}: {claim}  |  {evidence}"


def main(asked: Asked = by_proof, frames: Mapping[str, Frame] = FRAMES) -> int:
    """Choose sentences, fill the grid, print it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shared", type=Path)
    parser.add_argument("--sentences", type=int, default=300)
    parser.add_argument("--share", type=float, default=1.0)
    parser.add_argument("--worst", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    root = Path(__file__).resolve().parents[2]
    files = shared_files(options.shared) if options.shared else sample_files(root)
    provisions = read_provisions(files)
    random = Random(options.seed)  # noqa: S311 - chooses examples
    chosen = random.sample(provisions, min(options.sentences, len(provisions)))
    sys.stdout.write(
        f"{len(chosen)} of {len(provisions)} sentences, {len(frames)} frames, {len(FAULTS)} faults\n"
    )
    grid = run(chosen, seed=options.seed, share=options.share, frames=frames, asked=asked)
    for line in lines(grid, count=options.worst):
        sys.stdout.write(f"{line}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
