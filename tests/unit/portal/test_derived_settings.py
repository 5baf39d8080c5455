"""What the settings make of a variable."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parents[3]

# The settings are read anew by a process of their own.
pytestmark = pytest.mark.process


def read(setting: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """A setting as a process with this environment has it."""
    return subprocess.run(
        [sys.executable, "-c", f"from portal.settings import base; print(base.{setting})"],
        env={**os.environ, **environment},
        cwd=PROJECT,
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_time_of_a_task_follows_what_the_model_may_take() -> None:
    limits = (
        "CELERY_TASK_SOFT_TIME_LIMIT, base.CELERY_TASK_TIME_LIMIT, "
        "base.CELERY_BROKER_TRANSPORT_OPTIONS['visibility_timeout']"
    )

    assert read(limits).stdout.split() == ["150", "180", "900"]
    assert read(limits, LLM_TIMEOUT="200").stdout.split() == ["615", "645", "1290"]
    assert read(limits, MAX_REGENERATIONS="0").stdout.split() == ["150", "180", "900"]


def test_a_model_to_follow_is_one_variable_and_a_slip_in_it_is_told() -> None:
    given = '{"model": "next", "dimensions": 8, "prefixes": ["q: ", "p: "]}'
    names = "EMBEDDING_NEXT_MODEL, base.EMBEDDING_NEXT_DIMENSIONS, base.EMBEDDING_NEXT_QUERY_PREFIX"

    assert read(names, EMBEDDING_NEXT=given).stdout == "next 8 q: \n"
    slip = read(names, EMBEDDING_NEXT='{"name": "next"}')
    assert "EMBEDDING_NEXT knows no name." in slip.stderr


def test_attributes_that_are_not_named_keep_their_default() -> None:
    given = {
        "SAML_METADATA_URL": "https://login.example.ac.kr/metadata",
        "SAML_ENTITY_ID": "https://login.example.ac.kr",
        "SAML_ATTRIBUTES": '{"username": "eppn"}',
    }
    names = "SOCIALACCOUNT_PROVIDERS['saml']['APPS'][0]['settings']['attribute_mapping']"

    found = read(names, **given).stdout
    assert "'username': 'eppn'" in found
    assert "'uid': 'urn:oasis:names:tc:SAML:attribute:subject-id'" in found
    assert "SAML_ENTITY_ID" in read(names, **given | {"SAML_ENTITY_ID": ""}).stderr
