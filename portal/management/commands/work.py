"""The workers and beat of one host, forked from one process that has loaded the models once."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from portal import embedded
from portal.processes.preloading import all_preload
from portal.processes.supervising import (
    ProcessFailedError,
    SupervisedProcess,
    Supervisor,
    pool_commands,
)

# A task that is not done by then is given back, and done by another worker.
STOP_SECONDS = 20.0


class Command(BaseCommand):
    """Run them until a signal comes; one that ends is started again."""

    help = "Run the workers of all queues and beat, with the models in memory once."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--answers", type=int, default=2, help="processes for answers")
        parser.add_argument(
            "--checks", type=int, default=2, help="processes for checks and letters"
        )
        parser.add_argument("--schedule", help="file in which beat notes what it has sent")

    def handle(
        self, *args: Any, answers: int, checks: int, schedule: str | None, **options: Any
    ) -> None:
        embedded.ensure_running(settings.EMBEDDED)
        supervisor = Supervisor(
            [
                SupervisedProcess(name, command, log=None, forked_with={})
                for name, command in work_commands(answers, checks, schedule).items()
            ],
            self.stderr.write,
        )
        all_preload()
        try:
            supervisor.start()
            supervisor.watch()
        except ProcessFailedError as error:
            raise CommandError(str(error)) from error
        finally:
            supervisor.stop(STOP_SECONDS)


def work_commands(answers: int, checks: int, schedule: str | None) -> dict[str, list[str]]:
    """What is run, by name; every queue is consumed by one pool."""
    beat = ["celery", "--skip-checks", "-A", "portal", "beat", "--pidfile="]
    return {
        **pool_commands(answers=answers, checks=checks, host="%h"),
        "beat": [*beat, f"--schedule={schedule}"] if schedule else beat,
    }
