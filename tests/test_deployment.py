"""The examples of deployment, held against what they deploy: settings, commands, queues, addresses. No cluster is started."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import kubernetes_validate
import pytest
import yaml
from django.conf import settings
from django.core.management import get_commands
from django.urls import resolve

from portal.management.commands.work import work_commands
from portal.processes.supervising import pool_commands

PROJECT = Path(__file__).resolve().parents[1]
FOLDER = PROJECT / "deploy" / "kubernetes"
FILES = sorted(FOLDER.glob("*.yaml"))
# Read by packages, not by the settings.
OF_PACKAGES = {"DJANGO_SETTINGS_MODULE", "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"}


# What docker-compose.yml asks for, filled in: passwords with everything that ends one in an address.
NEEDED = {
    "SECRET_KEY": "aB3-xyzQ%" * 8,  # pragma: allowlist secret
    "ALLOWED_HOSTS": "rules.example.ac.kr",
    "CSRF_TRUSTED_ORIGINS": "https://rules.example.ac.kr",
    "POSTGRES_PASSWORD": "$p@ss/w:rd?#[%41]",  # pragma: allowlist secret
    "VALKEY_PASSWORD": "$p@ss/w:rd?#[%41]",  # pragma: allowlist secret
}
# For mail and for signing in.
USUAL = {
    "EMAIL_URL": "smtp+tls://mail.example.ac.kr:587",
    "PORTAL_URL": "https://rules.example.ac.kr",
    "OIDC_ISSUER": "https://login.example.ac.kr/realms/all",
    "OIDC_CLIENT_ID": "portal",
    "OIDC_CLIENT_SECRET": "filled in",  # pragma: allowlist secret
}


def composed() -> dict[str, str]:
    """The environment that docker-compose.yml makes of it."""
    given = yaml.safe_load((PROJECT / "docker-compose.yml").read_text())["x-portal"]["environment"]
    asked = re.compile(r"\$\{(\w+)(?::-([^}]*)|:\?[^}]*)\}")
    return {
        name: asked.sub(lambda found: NEEDED.get(found[1], found[2] or ""), value)
        for name, value in given.items()
    }


class ComposeLoader(yaml.SafeLoader):
    """Knows the tag with which an override takes something away."""


ComposeLoader.add_constructor("!reset", lambda loader, node: [])


# As the step `migrate` runs it; with mail and the university's sign-in even a remark is a fault.
@pytest.mark.parametrize(
    ("more", "level"), [({}, "WARNING"), (USUAL, "INFO")], ids=["least", "usual"]
)
def test_a_deployment_as_described_is_clean(more: dict[str, str], level: str) -> None:
    known = {name: os.environ[name] for name in ("PATH", "PORTAL_DATA_DIR") if name in os.environ}
    checked = subprocess.run(
        [sys.executable, "manage.py", "check", "--deploy", "--fail-level", level],
        cwd=PROJECT,
        env=known | composed() | more,
        capture_output=True,
        text=True,
        check=False,
    )

    assert checked.returncode == 0, checked.stderr
    assert "WARNINGS" not in checked.stderr
    if level == "INFO":
        assert "no issues" in checked.stdout


def test_compose_puts_no_password_into_an_address() -> None:
    for name, value in composed().items():
        assert "://" not in value or NEEDED["POSTGRES_PASSWORD"] not in value, name
    assert composed()["DATABASE_PASSWORD"] == NEEDED["POSTGRES_PASSWORD"]
    assert composed()["REDIS_PASSWORD"] == NEEDED["VALKEY_PASSWORD"]


def test_each_example_believes_the_proxy_that_it_stands_behind(compose: dict[str, Any]) -> None:
    """Else everybody has the proxy's address, and thirty wrong passwords of one visitor close the sign-in for all."""
    [configuration] = [item for item in objects("ConfigMap") if "TRUSTED_PROXIES" in item["data"]]

    assert composed()["TRUSTED_PROXIES"] == "1"
    assert compose["web"]["environment"]["TRUSTED_PROXIES"] == "1"
    assert configuration["data"]["TRUSTED_PROXIES"] == "1"


def objects(kind: str = "") -> list[dict[str, Any]]:
    """What the files hold, of one kind if asked."""
    found = [item for file in FILES for item in yaml.safe_load_all(file.read_text())]
    return [item for item in found if kind in ("", item["kind"])]


def pods() -> Iterator[tuple[str, dict[str, Any]]]:
    for item in [*objects("Deployment"), *objects("Job")]:
        yield item["metadata"]["name"], item["spec"]["template"]["spec"]


def containers() -> Iterator[tuple[str, dict[str, Any]]]:
    for name, pod in pods():
        for container in [*pod.get("initContainers", []), *pod["containers"]]:
            yield name, container


def words(command: list[str]) -> list[str]:
    return " ".join(command).split()


def queues(commands: Iterator[list[str]]) -> list[str]:
    """The queues that commands consume."""
    found = re.findall(r"--queues=(\S+)", " ".join(word for line in commands for word in line))
    return sorted(queue for names in found for queue in names.split(","))


@pytest.fixture(scope="module")
def compose() -> dict[str, Any]:
    """The services of both files, the second over the first."""
    base = yaml.safe_load((PROJECT / "docker-compose.yml").read_text())["services"]
    text = (PROJECT / "docker-compose.scaled.yml").read_text()
    over = yaml.load(text, Loader=ComposeLoader)["services"]
    extended = {
        name: base[service["extends"]["service"]] | service
        for name, service in over.items()
        if "extends" in service
    }
    return {name: base.get(name, {}) | over.get(name, {}) for name in {*base, *over}} | extended


def test_every_object_is_one_that_kubernetes_takes() -> None:
    checked = [item for item in objects() if item["kind"] != "Kustomization"]

    for item in checked:
        kubernetes_validate.validate(item, kubernetes_validate.latest_version(), strict=True)

    assert {item["kind"] for item in checked} >= {
        *("Deployment", "Job", "Service", "Ingress", "ConfigMap", "Secret"),
        *("PodDisruptionBudget", "HorizontalPodAutoscaler"),
    }


def test_kustomization_names_every_file_but_the_example_of_secrets() -> None:
    [kustomization] = objects("Kustomization")
    files = {file.name for file in FILES}

    assert set(kustomization["resources"]) == files - {"kustomization.yaml", "secret.example.yaml"}


def test_every_variable_is_one_that_is_read_and_no_secret_has_a_value() -> None:
    readers = "".join(file.read_text() for file in (PROJECT / "portal/settings").glob("*.py"))
    [configuration], [secret] = objects("ConfigMap"), objects("Secret")

    for name in {*configuration["data"], *secret["stringData"]} - OF_PACKAGES:
        assert f'"{name}"' in readers, f"{name} is read nowhere"
    assert set(secret["stringData"].values()) == {""}


def test_every_container_runs_as_the_image_s_user_with_nothing_to_spare() -> None:
    [user] = re.findall(r"--uid (\d+) portal", (PROJECT / "Dockerfile").read_text())

    for name, pod in pods():
        assert pod["securityContext"]["runAsNonRoot"], name
        assert pod["securityContext"]["runAsUser"] == int(user), name
    for name, container in containers():
        own = container["securityContext"]
        assert own["readOnlyRootFilesystem"], name
        assert not own["allowPrivilegeEscalation"], name
        assert own["capabilities"] == {"drop": ["ALL"]}, name
        assert {"requests", "limits"} == set(container["resources"]), name


def test_commands_exist_and_every_queue_is_consumed_once() -> None:
    commands = [container.get("command", []) for _name, container in containers()]

    managed = re.findall(r"manage\.py (\w+)", " ".join(word for line in commands for word in line))
    assert set(managed) == {"check", "migrate"} <= set(get_commands())
    assert queues(iter(commands)) == sorted(queue.name for queue in settings.CELERY_TASK_QUEUES)
    [beat] = [item for item in objects("Deployment") if item["metadata"]["name"] == "beat"]
    assert (beat["spec"]["replicas"], beat["spec"]["strategy"]) == (1, {"type": "Recreate"})


def test_web_is_asked_at_addresses_that_there_are_and_workers_outlive_their_task() -> None:
    [web] = [container for name, container in containers() if name == "web"]

    assert web["readinessProbe"]["httpGet"]["path"] == "/readyz"
    assert web["livenessProbe"]["httpGet"]["path"] == "/livez"
    for probe in ("readinessProbe", "livenessProbe", "startupProbe"):
        resolve(web[probe]["httpGet"]["path"])
    for name, pod in pods():
        if name.startswith("worker-"):
            assert pod["terminationGracePeriodSeconds"] > settings.CELERY_TASK_TIME_LIMIT, name


def test_what_refers_to_something_refers_to_something_that_is_there() -> None:
    deployments = {item["metadata"]["name"] for item in objects("Deployment")}
    services = {item["metadata"]["name"] for item in objects("Service")}

    for item in [*objects("PodDisruptionBudget"), *objects("HorizontalPodAutoscaler")]:
        assert item["metadata"]["name"] in deployments
    for item in objects("HorizontalPodAutoscaler"):
        assert item["spec"]["scaleTargetRef"]["name"] in deployments
    [ingress] = objects("Ingress")
    [path] = ingress["spec"]["rules"][0]["http"]["paths"]
    assert path["backend"]["service"]["name"] in services
    assert (
        ingress["metadata"]["annotations"]["nginx.ingress.kubernetes.io/proxy-buffering"] == "off"
    )


def test_scaled_compose_consumes_every_queue_and_opens_the_proxy_alone(
    compose: dict[str, Any],
) -> None:
    work = work_commands(2, 2, None)
    ports = {name for name, service in compose.items() if service.get("ports")}

    assert compose["workers"]["command"][:3] == ["python", "manage.py", "work"]
    assert queues(iter(work.values())) == sorted(
        queue.name for queue in settings.CELERY_TASK_QUEUES
    )
    assert ports == {"proxy"}
    assert compose["web"]["deploy"]["replicas"] > 1


def test_the_workers_are_well_only_where_every_pool_answers(compose: dict[str, Any]) -> None:
    pools = pool_commands(answers=2, checks=2, host="$$HOSTNAME")
    [_shell, asked] = compose["workers"]["healthcheck"]["test"]

    assert f"--destination {','.join(f'{name}@$$HOSTNAME' for name in pools)} " in asked
    assert f"'{len(pools)} nodes online'" in asked


def test_proxy_holds_no_event_back() -> None:
    directives = [
        line.split()[0]
        for line in (PROJECT / "deploy/Caddyfile").read_text().splitlines()
        if line.strip() and not line.strip().startswith("#")
    ]

    assert "encode" not in directives
    assert "flush_interval" in directives


@pytest.mark.skipif(shutil.which("caddy") is None, reason="no Caddy on this machine")
def test_caddy_takes_its_file() -> None:
    command = ["caddy", "validate", "--config", str(PROJECT / "deploy/Caddyfile")]

    subprocess.run([*command, "--adapter", "caddyfile"], check=True, capture_output=True)
