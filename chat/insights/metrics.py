"""Figures for Prometheus, read from the rows when it asks: they are right whichever process did the work."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta

from django.db import connection
from django.db.models import Count, Sum
from django.utils import timezone
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from chat.models import Answer, DailyFigure
from chat.storing.health import oldest_waiting_seconds
from portal.controls.selectors import tokens_this_month
from portal.health import State, report
from regulations.models import RegulationVersion
from verification.models import Flag, Verification

_WINDOW = timedelta(hours=1)
_QUANTILES = (0.5, 0.95)
_WAITED = "_waited_seconds"
_TODAY = {
    "outcome": "Questions of today by what became of them.",
    "written": "Citations that were written today by what became of them, those that were taken out too.",
}


class PortalCollector(Collector):
    """Answers and checks by state, what waits and how long, how long the steps take, what the model was used for."""

    def describe(self) -> Iterable[Metric]:
        """Nothing: the database is not asked before somebody scrapes."""
        return ()

    def collect(self) -> Iterator[Metric]:
        """Yield every figure."""
        now = timezone.now()
        recent = Answer.objects.filter(created_at__gte=now - _WINDOW)
        yield _counted("portal_answers", "Answers of the last hour by state.", recent, "status")
        yield _counted(
            "portal_checks",
            "Faithfulness checks that are not done, by state.",
            Verification.objects.exclude(check_state__in=("DONE", "NOT_NEEDED")),
            "check_state",
        )
        yield GaugeMetricFamily(
            "portal_oldest_waiting_answer_seconds",
            "Age of the oldest question without an answer.",
            value=oldest_waiting_seconds(now=now),
        )
        yield GaugeMetricFamily(
            "portal_open_flags",
            "Reasons for which staff should look at an answer.",
            value=Flag.objects.filter(resolved_at__isnull=True).count(),
        )
        yield GaugeMetricFamily(
            "portal_versions_to_index",
            "Published versions that cannot be found by meaning yet.",
            value=RegulationVersion.objects.filter(state="PUBLISHED")
            .exclude(index_state="READY")
            .count(),
        )
        yield GaugeMetricFamily(
            "portal_model_tokens_this_month",
            "Tokens of the language models this month.",
            value=tokens_this_month(),
        )
        for family, text in _TODAY.items():
            yield _of_today(family, text)
        yield _latencies(now - _WINDOW)
        yield from _parts()


def _counted(name: str, text: str, rows: object, field: str) -> GaugeMetricFamily:
    family = GaugeMetricFamily(name, text, labels=["state"])
    for state, count in rows.values_list(field).annotate(Count("pk")).order_by(field):  # type: ignore[attr-defined]
        family.add_metric([state], count)
    return family


def _of_today(family: str, text: str) -> GaugeMetricFamily:
    """The figures of the dashboard for today, as beat counted them last."""
    found = GaugeMetricFamily(f"portal_{family}_today", text, labels=["state"])
    rows = DailyFigure.objects.filter(day=timezone.localdate(), name__startswith=f"{family}:")
    for name, count in rows.values_list("name").annotate(Sum("count")).order_by("name"):
        found.add_metric([name.removeprefix(f"{family}:")], count)
    return found


def _parts() -> Iterator[GaugeMetricFamily]:
    """What /readyz says: every part's state, and how long a message lies in every queue."""
    found = report()
    states = GaugeMetricFamily(
        "portal_part_state", "0 ok, 1 degraded, 2 down, as on /readyz.", labels=["part"]
    )
    queues = GaugeMetricFamily(
        "portal_queue_wait_seconds",
        "How long the last message lay in the queue before a worker took it.",
        labels=["queue"],
    )
    ranks = list(State)
    for part in found.parts:
        states.add_metric([part.name], ranks.index(part.state))
        for name, value in part.figures.items():
            if name.endswith(_WAITED) and isinstance(value, float):
                queues.add_metric([name.removesuffix(_WAITED)], value)
    yield states
    yield queues


def _latencies(since: datetime) -> GaugeMetricFamily:
    family = GaugeMetricFamily(
        "portal_step_milliseconds",
        "How long the steps of the answers of the last hour took.",
        labels=["step", "quantile"],
    )
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT step.key, percentile_cont(%s::float[]) WITHIN GROUP (ORDER BY step.value::float) "
            "FROM chat_answer, jsonb_each_text(timings) AS step WHERE created_at >= %s GROUP BY step.key",
            [list(_QUANTILES), since],
        )
        for step, values in cursor.fetchall():
            for quantile, value in zip(_QUANTILES, values, strict=True):
                family.add_metric([step, str(quantile)], value)
    return family
