"""A sample of the grid of frames and faults: right sentences are proved in every frame, wrong ones in none."""

from __future__ import annotations

from pathlib import Path
from random import Random

from lab.grid.faults import FAULTS
from lab.grid.frames import FRAMES
from lab.grid.provisions import GridProvision, read_provisions, sample_files, shared_files
from lab.grid.running import lines, proved_share, refuted_share, run
from tests.shared_data import shared_file

_ROOT = Path(__file__).resolve().parents[3]
_SENTENCES = 25


def _chosen(files: list[Path], count: int) -> list[GridProvision]:
    return Random(7).sample(read_provisions(files), count)


def _check(provisions: list[GridProvision]) -> None:
    grid = run(provisions, seed=7, share=0.2)
    report = "\n".join(lines(grid, count=10))
    assert proved_share(grid, faithful=True) >= 0.97, report
    assert refuted_share(grid) <= 0.005, report
    assert proved_share(grid, faithful=False) == 0, report


def test_there_are_enough_frames_and_faults() -> None:
    assert len(FRAMES) >= 40
    assert len(FAULTS) >= 15


def test_frames_keep_and_faults_lose_the_proof() -> None:
    _check(_chosen(sample_files(_ROOT), _SENTENCES))


def test_real_rulebooks_keep_and_lose_it_alike() -> None:
    _check(_chosen(shared_files(shared_file("statutes").parent), _SENTENCES))
