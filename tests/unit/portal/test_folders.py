"""Where the embedded services keep things."""

from __future__ import annotations

from pathlib import Path

from portal.embedded import Folders
from portal.embedded.folders import LONGEST_SOCKET_PATH, POSTGRES_SOCKET


def test_sockets_lie_below_the_root_where_the_path_is_short() -> None:
    folders = Folders(Path("/srv/portal/.local"))

    assert folders.sockets == Path("/srv/portal/.local/run")


def test_sockets_of_a_deep_folder_fit_the_kernels_limit() -> None:
    folders = Folders(Path("/srv") / "가나다라마바사" / ("x" * 90))

    assert len(str(folders.sockets / POSTGRES_SOCKET).encode()) <= LONGEST_SOCKET_PATH


def test_two_deep_folders_do_not_share_their_sockets() -> None:
    first, second = Folders(Path("/srv") / ("x" * 120)), Folders(Path("/srv") / ("y" * 120))

    assert first.sockets != second.sockets
