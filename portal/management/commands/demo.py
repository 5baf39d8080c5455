"""`make demo`: the whole portal with an invented university, on this machine only."""

from __future__ import annotations

import secrets
import shutil
import socket
import time
import urllib.error
import urllib.request
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

import environ
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from portal import embedded
from portal.accounts.demo import DEMO_ACCOUNTS, demo_accounts_create
from portal.embedded.locks import FileLock
from portal.health.heartbeats import heartbeats
from portal.processes.forking import ForkedProcess
from portal.processes.preloading import all_preload
from portal.processes.supervising import (
    POLL_SECONDS,
    WEB_SERVER,
    ProcessFailedError,
    SupervisedProcess,
    Supervisor,
    pool_commands,
)
from portal.tasks import heartbeat

HOST = "127.0.0.1"
FIRST_PORT = 8000
PORTS_TRIED = 50
READY_SECONDS = 90.0
WORKERS_SECONDS = 60.0
LITTLE_SPACE = 1_000_000_000


class Command(BaseCommand):
    """Set everything up, run it, and end it together."""

    help = "Run the portal with an invented university: database, workers, web server."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--port", type=int, help=f"the first free one from {FIRST_PORT} on by default"
        )

    def handle(self, *args: Any, port: int | None, **options: Any) -> None:
        if settings.PRODUCTION:
            raise CommandError(
                "The demo has accounts with known passwords; it does not run in production."
            )
        folders = settings.EMBEDDED.folders
        self._warn_of_little_space(settings.DATA_DIR)
        self._say(
            "Starting the embedded services …"
            if settings.EMBEDDED.servers
            else "Using real services."
        )
        try:
            embedded.ensure_running(settings.EMBEDDED)
        except embedded.EmbeddedServiceError as error:
            raise CommandError(str(error)) from error
        with FileLock(folders.locks / "demo") as lock:
            address_file = folders.root / "demo.address"
            if not lock.try_acquire():
                raise CommandError(f"The demo already runs at {address_file.read_text().strip()}.")
            port = port_choose(port)
            address_file.write_text(f"http://{HOST}:{port}\n")
            # In a process of its own: what it loads and opens is not for those that are forked here.
            if ForkedProcess(self._set_up).wait() != 0:
                raise CommandError("The demo could not be set up.")
            self._run(port)

    def _set_up(self) -> None:
        self._say("Preparing the database …")
        call_command("migrate", verbosity=0, interactive=False)
        self._say("Loading the sample university (the first time takes a minute) …")
        call_command("load_sample")
        demo_accounts_create()

    def _run(self, port: int) -> None:
        supervisor = Supervisor(demo_processes(port), self._say)
        try:
            self._say("Starting the workers and the web server …")
            all_preload()
            supervisor.start()
            supervisor.wait_until(lambda: _answers(port), seconds=READY_SECONDS)
            self._await_workers(supervisor)
            if not supervisor.stopping:
                self._announce(port)
            supervisor.watch()
        except ProcessFailedError as error:
            raise CommandError(f"{error}\nThe demo has been stopped.") from error
        finally:
            self._say("Stopping …")
            supervisor.stop()
        self._say("Stopped. The data is kept for the next start.")

    def _await_workers(self, supervisor: Supervisor) -> None:
        """Before it is announced each queue has a worker that takes what is in it; one that is late is said, not waited for."""
        waiting = ForkedProcess(workers_await)
        supervisor.wait_until(lambda: waiting.poll() is not None, seconds=READY_SECONDS)
        if waiting.returncode:
            self._say("Warning: not every worker takes work yet; what is asked may wait.")

    def _announce(self, port: int) -> None:
        model = (
            settings.LLM_MODEL
            if settings.LLM_BASE_URL
            else "none, answers are excerpts of the regulations"
        )
        self._say(f"Language model: {model}")
        self._say(f"Logs: {settings.EMBEDDED.folders.logs}")
        self._say("Demo accounts (user name / password):")
        for account in DEMO_ACCOUNTS:
            self._say(f"  {account.username} / {account.password}")
        self._say(f"ready: http://{HOST}:{port}")

    def _warn_of_little_space(self, folder: Path) -> None:
        existing = next(place for place in (folder, *folder.parents) if place.exists())
        free = shutil.disk_usage(existing).free
        if free < LITTLE_SPACE:
            self._say(f"Warning: only {free // 1_000_000} MB are free below {existing}.")

    def _say(self, text: str) -> None:
        self.stdout.write(text)
        self.stdout.flush()


def workers_await() -> None:
    """Send a message through every queue and wait until workers have taken them; ends the process where they do not in time."""
    began = timezone.now()
    queues = {queue.name for queue in settings.CELERY_TASK_QUEUES}
    for name in queues:
        heartbeat.apply_async(
            kwargs={"queue": name}, queue=name, expires=settings.HEARTBEAT_EXPIRES_SECONDS
        )
    deadline = time.monotonic() + WORKERS_SECONDS
    while queues - {name for name, beat in heartbeats().items() if beat.done_at >= began}:
        if time.monotonic() > deadline:
            raise SystemExit(1)
        time.sleep(POLL_SECONDS)


def port_choose(wanted: int | None) -> int:
    """Return the port that was asked for, or the first free one; a busy one that was asked for is an error."""
    if wanted is not None:
        if not _is_free(wanted):
            raise CommandError(
                f"Port {wanted} is taken. Choose another one: make demo PORT={wanted + 1}"
            )
        return wanted
    for port in range(FIRST_PORT, FIRST_PORT + PORTS_TRIED):
        if _is_free(port):
            return port
    raise CommandError(f"No port from {FIRST_PORT} to {FIRST_PORT + PORTS_TRIED - 1} is free.")


def demo_processes(port: int) -> list[SupervisedProcess]:
    """What the demo consists of. Only the web server is essential: the others can be replaced while it runs."""
    logs = settings.EMBEDDED.folders.logs
    # Letters become files, so that what would be sent can be read. An absolute path needs a slash of its own.
    mail = settings.EMAIL_URL or f"filemail:///{settings.DATA_DIR / 'mail'}"
    overrides = {
        "EMAIL_URL": mail,
        "PORTAL_URL": settings.PORTAL_URL or f"http://{HOST}:{port}",
        "SECRET_KEY": _secret_key(),
        **environ.Env.email_url_config(mail),
    }
    web = [*WEB_SERVER, "--host", HOST, "--port", str(port)]
    commands = {
        "web": [*web, "--timeout-graceful-shutdown", "1"],
        **{
            f"worker-{name}": command
            for name, command in pool_commands(answers=1, checks=1, host="demo").items()
        },
        "beat": [
            "celery",
            "--skip-checks",
            "-A",
            "portal",
            "beat",
            "--loglevel=INFO",
            "--pidfile=",
        ],
    }
    return [
        SupervisedProcess(
            name,
            arguments,
            logs / f"{name}.log",
            essential=name == "web",
            forked_with=overrides,
        )
        for name, arguments in commands.items()
    ]


def _secret_key() -> str:
    """A key of this demo's own, kept so that people stay signed in over a restart."""
    file = Path(settings.DATA_DIR) / "secret-key"
    if not file.exists():
        file.touch(mode=0o600)
        file.write_text(secrets.token_urlsafe(50))
    return file.read_text().strip()


def _is_free(port: int) -> bool:
    if port < 1:
        return False
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except (OSError, OverflowError):
            return False
    return True


def _answers(port: int) -> bool:
    try:
        with urllib.request.urlopen(f"http://{HOST}:{port}/readyz", timeout=2) as reply:
            return bool(reply.status == 200)
    except (urllib.error.URLError, OSError):
        time.sleep(0.1)
        return False
