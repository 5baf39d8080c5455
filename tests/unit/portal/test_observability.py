"""What a fault leaves in the log of a machine without JSON lines."""

from __future__ import annotations

import logging
import sys

import structlog
from django.conf import settings


def test_a_fault_is_logged_without_the_values_it_met() -> None:
    processors = settings.LOGGING["formatters"]["structured"]["processors"]
    formatter = structlog.stdlib.ProcessorFormatter(processors=processors)

    line = formatter.format(fault_with(" ".join(["아무도", "볼 수 없는 질문"])))

    assert "IndexError: string index out of range" in line
    assert "아무도 볼 수 없는 질문" not in line


def fault_with(question: str) -> logging.LogRecord:
    try:
        question[99]
    except IndexError:
        fault = sys.exc_info()
    return logging.LogRecord("portal", logging.ERROR, __file__, 1, "failed", None, fault)
