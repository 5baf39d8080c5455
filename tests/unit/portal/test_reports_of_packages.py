"""No package tells anybody how the portal is used."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parents[3]


@pytest.mark.process
@pytest.mark.parametrize("first", ["portal.llm.onnx_models", "lab"])
def test_onnxruntime_keeps_no_number_of_the_machine_and_reports_nothing(
    first: str, tmp_path: Path
) -> None:
    """It would begin with a file in the home folder, and look its maker's host up a moment later."""
    told = subprocess.run(
        [sys.executable, "-c", f"import {first}, onnxruntime"],
        cwd=PROJECT,
        env={"PATH": os.environ["PATH"], "HOME": str(tmp_path), "TMPDIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )

    assert told.stderr == ""
    assert list(tmp_path.rglob("*")) == []
