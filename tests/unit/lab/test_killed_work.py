"""What `bench_recovery` counts as half done, and the volume that it reads."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from lab.benchmarks import killed_work
from regulations.importing.files import file_parse


@pytest.mark.parametrize(
    ("check", "half"),
    [
        (("DONE", "FAITHFUL", 2, 0), 0),
        (("PENDING", "NOT_CHECKED", 0, 0), 0),
        (("FAILED", "NOT_CHECKED", 0, 0), 0),
        (("RUNNING", "FAITHFUL", 0, 0), 1),
        (("PENDING", "NOT_CHECKED", 2, 0), 1),
        (("DONE", "NOT_CHECKED", 2, 0), 1),
        (("DONE", "FAITHFUL", 0, 0), 1),
    ],
)
def test_a_check_is_half_done_where_state_and_verdict_do_not_fit(
    check: tuple[Any, ...], half: int
) -> None:
    portal: Any = SimpleNamespace(rows=lambda _query: [check])

    assert killed_work._half_checked(portal) == half


def test_every_regulation_of_the_volume_is_whole_and_refers_to_the_next(tmp_path: Path) -> None:
    portal: Any = SimpleNamespace(folders=SimpleNamespace(root=tmp_path))

    file = file_parse(path=killed_work._volume(portal))

    assert len({one.title for one in file.regulations}) == killed_work._REGULATIONS
    assert {len(one.articles) for one in file.regulations} == {killed_work._ARTICLES}
    assert all("준용한다" in one.articles[1].full_text for one in file.regulations)
