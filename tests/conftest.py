"""Fixtures of all tests.

The embedded PostgreSQL and Valkey start at the first connection and are shared by all test workers; each worker has a
database and a Valkey number of its own. Tests with real processes need committed rows, so they use `transactional_db`.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator

import pytest
import redis
from django.conf import settings as django_settings
from django.db import connection
from django.utils import translation
from playwright.sync_api import Browser, expect, sync_playwright
from pytest_django import DjangoDbBlocker, Settings

from portal.controls.selectors import controls_get
from regulations.reading.corpus_version import corpus_changed
from tests.chromium import FLAGS, chromium_program
from tests.emptying import delete_rather_than_truncate
from tests.processes import PortalProcess, start_web, start_worker
from tests.stub_llm import StubLLM, running_stub
from tests.template_database import template_database
from tests.visitor import ClientVisitor

# How long an expectation waits: the first question of a worker loads its models, and the machine may be busy with other tests.
EXPECTED_MILLISECONDS = 60_000
TEST_SETTINGS = "portal.settings.test"


def pytest_configure() -> None:
    """Before any database is opened."""
    delete_rather_than_truncate()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deal the files out to the workers like cards: in the order of their names one would get nearly all that need a browser."""
    workers: int = getattr(config, "workerinput", {}).get("workercount", 1)
    files = list(dict.fromkeys(item.path for item in items))
    place = {path: (number % workers, number) for number, path in enumerate(files)}
    items.sort(key=lambda item: place[item.path])


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings_parallel_suffix: None, django_db_blocker: DjangoDbBlocker
) -> None:
    """Have each worker copy the tables that one of them, or an earlier run, has made."""
    with django_db_blocker.unblock():
        connection.settings_dict["TEST"]["TEMPLATE"] = template_database()


@pytest.fixture(autouse=True)
def _own_language() -> None:
    """Forget the language of an earlier test's page, which stays with the thread."""
    translation.deactivate()


@pytest.fixture(autouse=True)
def _empty_valkey(request: pytest.FixtureRequest) -> None:
    """Forget messages, streams and limits of earlier tests, but not kombu's table of queues: it is cached there."""
    uses_database = {"db", "transactional_db"} & set(request.fixturenames)
    if uses_database or request.node.get_closest_marker("django_db"):
        request.getfixturevalue("_django_db_helper")
        client = redis.Redis.from_url(django_settings.REDIS_URL)
        doomed = [key for key in client.scan_iter() if not key.startswith(b"_kombu.binding")]
        if doomed:
            client.delete(*doomed)
        client.close()
        # As in a portal that runs: no page reads the operator's controls for itself, and no version of the corpus is
        # that of another test.
        controls_get()
        corpus_changed()


@pytest.fixture
def stub_llm() -> Iterator[StubLLM]:
    """A scripted model server. Point the process under test at it with `use_stub` or `stub_environment`."""
    with running_stub() as stub:
        yield stub


@pytest.fixture
def use_stub(stub_llm: StubLLM, settings: Settings) -> StubLLM:
    """Let this process ask the scripted model server."""
    settings.LLM_BASE_URL = stub_llm.base_url
    return stub_llm


@pytest.fixture(scope="session")
def process_environment(
    django_db_setup: None, tmp_path_factory: pytest.TempPathFactory
) -> dict[str, str]:
    """What a process needs to work on this test worker's database and Valkey number."""
    return {
        "DJANGO_SETTINGS_MODULE": TEST_SETTINGS,
        "TEST_DATABASE": str(connection.settings_dict["NAME"]),
        "PYTEST_XDIST_WORKER": os.environ.get("PYTEST_XDIST_WORKER", "gw0"),
        "TEST_MEDIA_ROOT": str(tmp_path_factory.mktemp("media")),
    }


@pytest.fixture
def shared_files(process_environment: dict[str, str], settings: Settings) -> None:
    """Let this process keep files where the processes that it starts look for them."""
    settings.MEDIA_ROOT = process_environment["TEST_MEDIA_ROOT"]
    backend = "django.core.files.storage.FileSystemStorage"
    settings.STORAGES = {**settings.STORAGES, "default": {"BACKEND": backend}}


@pytest.fixture
def worker_starter(
    transactional_db: None, process_environment: dict[str, str]
) -> Iterator[Callable[..., PortalProcess]]:
    """Start workers that a test may kill: `worker_starter(TEST_LLM_BASE_URL=stub_llm.base_url)`."""
    workers: list[PortalProcess] = []

    def start(
        *, queues: str = "answers,checks,calls,mail,index,reading,vectors", **environment: str
    ) -> PortalProcess:
        workers.append(start_worker(process_environment | environment, queues=queues))
        return workers[-1]

    yield start
    for worker in workers:
        worker.discard()


@pytest.fixture
def celery_worker_process(worker_starter: Callable[..., PortalProcess]) -> PortalProcess:
    """One worker for all queues, without a language model."""
    return worker_starter()


@pytest.fixture
def live_asgi_server(transactional_db: None, process_environment: dict[str, str]) -> Iterator[str]:
    """The address of a real web server on the test database.

    One for each test: between two all rows are taken out, and with them the content types that a server remembers.
    """
    web, address = start_web(process_environment)
    yield address
    web.discard()


@pytest.fixture
def web_starter(
    transactional_db: None, process_environment: dict[str, str]
) -> Iterator[Callable[..., ClientVisitor]]:
    """A visitor before a real web server with another environment: `web_starter(REDIS_URL=…)`."""
    servers: list[PortalProcess] = []

    def start(**environment: str) -> ClientVisitor:
        server, address = start_web(process_environment | environment)
        servers.append(server)
        return ClientVisitor(address)

    yield start
    for server in servers:
        server.discard()


@pytest.fixture
def browser(monkeypatch: pytest.MonkeyPatch) -> Iterator[Browser]:
    """Debian's Chromium without a window; the test is skipped where no browser is installed."""
    program = chromium_program()
    if program is None:
        pytest.skip("no Chromium: run scripts/chromium-install as root")
    # Playwright runs an event loop in this thread, which Django takes for asynchronous code.
    monkeypatch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
    expect.set_options(timeout=EXPECTED_MILLISECONDS)
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=program, args=FLAGS)
        yield chromium
        chromium.close()
