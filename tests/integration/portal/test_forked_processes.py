"""Processes that are forked with the models loaded: they compute, they end with their parent, they do not hang."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

from tests.processes import PROJECT

# Threads of OpenMP and of ONNX do not outlive a fork: a process that inherits what needs them waits for ever.
USES_EVERYTHING = """
import sys, django
django.setup()
from portal.llm import local_models, pair_model
from portal.processes.forking import ForkedProcess
from portal.processes.preloading import all_preload
from regulations.text.morphemes import lemmas
from django.conf import settings
from portal.settings.operations import PRELOADED

def work():
    assert lemmas("학생의 휴학") == ["학생", "휴학"]
    assert len(local_models.vectors_of(local_models.OWN_MODEL, ["휴학"] * 8, is_query=True)) == 8
    assert pair_model.entailment_of([("휴학은 3년이다", "휴학은 3년으로 한다")] * 3)

settings.PRELOADED, settings.VERIFIER_MODEL = PRELOADED, "portal/llm/models/verifier.onnx"
all_preload()
children = [ForkedProcess(work) for _ in range(2)]
print([child.wait(60) for child in children])
"""


def test_forks_of_a_process_with_models_use_them() -> None:
    done = subprocess.run(
        [sys.executable, "-c", USES_EVERYTHING],
        cwd=PROJECT,
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "portal.settings.test"},
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.stdout.strip() == "[0, 0]", done.stderr


def test_a_fork_runs_a_module_under_its_name_and_log_and_says_how_it_ended(tmp_path: Path) -> None:
    code = (
        "import django; django.setup()\n"
        "from functools import partial; from pathlib import Path\n"
        "from portal.processes.forking import ForkedProcess, module_run\n"
        f"log = Path({str(tmp_path / 'log')!r})\n"
        "wrong = ForkedProcess(partial(module_run, 'wrong', ['compileall', '--no'], {}), log=log)\n"
        "print(wrong.wait())\n"
        "lasting = ForkedProcess(partial(module_run, 'lasting', ['http.server', '0'], {}), log=log)\n"
        "print(lasting.poll()); lasting.terminate(); print(lasting.wait(20))\n"
    )

    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=PROJECT,
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "portal.settings.test"},
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.stdout.split() == ["2", "None", str(-signal.SIGTERM)], done.stderr
    assert "unrecognized arguments" in (tmp_path / "log").read_text()
