"""Chooses the endpoint: the primary while its circuit breaker is closed, then the fallback.

An endpoint that failed several times in a row is skipped for a while, so that a dead server costs
nobody its time limit. What a model declined or garbled is its answer, not a failure of the endpoint.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache, partial
from typing import Any, TypeVar

import pybreaker
from django.conf import settings
from django.utils import timezone
from redis.exceptions import RedisError

from portal.llm.circuit_breaker import BreakerListener, circuit_key, open_circuit
from portal.llm.endpoints import Endpoint
from portal.llm.errors import Hurried, LLMError, Malformed, Refused, Stopped, Timeout, Unavailable
from portal.llm.messages import Completion, Prompt, Usage
from portal.llm.signals import model_called, permission_requested
from portal.llm.waiting import waiting

Reply = TypeVar("Reply")

FAILURES_IN_A_ROW = 4
RESET_SECONDS = 30
# Nobody waits in these steps as long as a sound endpoint may take: that it took longer says nothing about it.
HURRIED_STEPS = frozenset({"reword"})
# Of Korean text in the vocabularies of today's models; used where the endpoint reports no usage.
TOKENS_A_CHARACTER = 0.7


def model_permitted() -> bool:
    """Whether the operator lets a language model be asked now."""
    return all(allowed for _receiver, allowed in permission_requested.send(sender=Endpoint))


def require_permission() -> None:
    """Raise Unavailable where the operator lets no language model be asked now."""
    if not model_permitted():
        raise Unavailable(
            "the language model is switched off, or its budget of the month is used up"
        )


def count_usage(model: str, usage: Usage, *, prompt: Prompt, answered: int) -> None:
    """Count a call: in the provider's tokens, or estimated from the characters asked and answered."""
    model_called.send(
        sender=Endpoint,
        model=model,
        prompt_tokens=_tokens(usage.prompt_tokens, prompt.length),
        completion_tokens=_tokens(usage.completion_tokens, answered),
        step=prompt.step,
    )


def counted(call: Callable[[], Completion[Any]], prompt: Prompt) -> Completion[Any]:
    """Make a call and count what it used, also where its reply is of no use."""
    reply = None
    try:
        reply = call()
    except LLMError as error:
        reply = error.reply
        raise
    finally:
        if reply is not None:
            answered = len(str(reply.value))
            count_usage(reply.model, reply.usage, prompt=prompt, answered=answered)
    return reply


def _tokens(counted: int | None, characters: int) -> int:
    return round(characters * TOKENS_A_CHARACTER) if counted is None else counted


def endpoints(temperature: float | None) -> list[Endpoint]:
    """The configured endpoints in the order in which they are asked; raises Unavailable where none may be asked."""
    if not settings.LLM_BASE_URL:
        raise Unavailable("no language model is configured: LLM_BASE_URL is not set")
    require_permission()
    return configured_endpoints(temperature)


def configured_endpoints(temperature: float | None = None) -> list[Endpoint]:
    """The endpoints that the settings name, whether or not they may be asked."""
    asked = [(settings.LLM_BASE_URL, settings.LLM_API_KEY, settings.LLM_MODEL)]
    if settings.LLM_FALLBACK_BASE_URL:
        asked.append(
            (
                settings.LLM_FALLBACK_BASE_URL,
                settings.LLM_FALLBACK_API_KEY,
                settings.LLM_FALLBACK_MODEL or settings.LLM_MODEL,
            )
        )
    return [
        Endpoint(
            base_url=base_url,
            api_key=api_key,
            model=model,
            timeout=settings.LLM_TIMEOUT,
            temperature=settings.LLM_TEMPERATURE if temperature is None else temperature,
        )
        for base_url, api_key, model in asked
    ]


def ask(call: Callable[[Endpoint], Reply], temperature: float | None, *, step: str = "") -> Reply:
    """Ask the first endpoint that answers; the last one's error where none does.

    LLM_STEP_SECONDS says how long an endpoint may say nothing in a step that somebody waits for.
    """
    failure: LLMError = Unavailable("no endpoint was asked")
    silence = settings.LLM_STEP_SECONDS.get(step)
    if step in HURRIED_STEPS:
        call = partial(_hurried, call)
    for configured in endpoints(temperature):
        endpoint = replace(configured, silence=silence)
        try:
            with waiting():
                return call_with_breaker(endpoint, partial(call, endpoint))
        except (Unavailable, Timeout) as error:
            failure = error
    raise failure


def _hurried(call: Callable[[Endpoint], Reply], endpoint: Endpoint) -> Reply:
    try:
        return call(endpoint)
    except Timeout as error:
        raise Hurried(str(error)) from error


def is_circuit_open() -> bool:
    """Whether the breakers of all endpoints are open in some process, so that callers can skip the model."""
    try:
        found = [open_circuit(one.base_url, one.model) for one in configured_endpoints()]
    except RedisError:
        return False
    now = timezone.now()
    return bool(found) and all(
        one is not None and (now - one.since).total_seconds() < RESET_SECONDS for one in found
    )


def call_with_breaker(endpoint: Endpoint, call: Callable[[], Reply], *, use: str = "") -> Reply:
    """Call a single endpoint through its circuit breaker.

    By `calling`: `CircuitBreaker.call` holds the lock of the breaker until the call is over, and one of all threads would be answered at a time.
    A `use` with a shorter time limit has a circuit of its own: a model too slow for it may be sound for the others.
    """
    try:
        with breaker(endpoint.base_url, f"{use}{endpoint.model}").calling():
            return call()
    except pybreaker.CircuitBreakerError:
        raise Unavailable("the endpoint failed several times lately", transient=True) from None


def begin_stream(
    call: Callable[[Endpoint], Iterator[str]], temperature: float | None, *, step: str = ""
) -> tuple[Endpoint, str, Iterator[str]]:
    """Start a stream: its endpoint, first piece and the rest. A stream that has started does not fail over."""

    def first_piece(endpoint: Endpoint) -> tuple[Endpoint, str, Iterator[str]]:
        pieces = call(endpoint)
        return endpoint, next(pieces, ""), pieces

    return ask(first_piece, temperature, step=step)


@cache
def breaker(base_url: str, model: str) -> pybreaker.CircuitBreaker:
    """The circuit breaker of a model at an address, one a process."""
    return pybreaker.CircuitBreaker(
        fail_max=FAILURES_IN_A_ROW,
        reset_timeout=RESET_SECONDS,
        exclude=[Refused, Malformed, Hurried, Stopped],
        listeners=[BreakerListener()],
        name=circuit_key(base_url, model),
        throw_new_error_on_trip=False,
    )
