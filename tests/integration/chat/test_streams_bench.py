"""What `bench streams` measures, with three streams on a real web server."""

from __future__ import annotations

import pytest

from chat.models import Conversation
from lab.benchmarks import streams

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


def test_every_page_gets_every_event_and_nothing_is_left_behind(
    process_environment: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in process_environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(streams, "_SETTLE_SECONDS", 1.0)
    monkeypatch.setattr(streams, "EVENTS", 2)

    load = streams.measure_streams(streams=3)

    assert (load.streams, load.events, load.errors) == (3, 2, 0)
    assert 0 < load.delay[0] <= load.delay[1]
    assert load.memory_during > 10
    assert not Conversation.objects.exists()
