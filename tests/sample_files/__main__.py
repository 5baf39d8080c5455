"""Write the sample files: `python -m tests.sample_files`. The same text gives the same files each time."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tests.sample_files.hwp import hwp_file
from tests.sample_files.hwpx import hwpx_file
from tests.sample_files.pdf import pdf_file
from tests.sample_files.regulation import CODE, NAME
from tests.sample_files.word import docx_file

FOLDER = Path(__file__).resolve().parents[2] / "samples" / "formats"
WRITERS: dict[str, Callable[[], bytes]] = {
    "hwpx": hwpx_file,
    "hwp": hwp_file,
    "docx": docx_file,
    "pdf": pdf_file,
}


def write(folder: Path) -> None:
    """Write the regulation in each format."""
    folder.mkdir(parents=True, exist_ok=True)
    for ending, make in WRITERS.items():
        (folder / f"{CODE}_{NAME}.{ending}").write_bytes(make())


if __name__ == "__main__":
    write(FOLDER)
