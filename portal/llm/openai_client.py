"""The single importer of `openai`: any endpoint that speaks its protocol. Its types and errors stay in here."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, TypeVar

import httpx2
import openai
import structlog
from openai.types.chat import ChatCompletion
from pydantic import BaseModel

from portal.llm.endpoints import Endpoint
from portal.llm.errors import Malformed, Refused, Timeout, Unavailable
from portal.llm.messages import Completion, Prompt, Usage
from portal.llm.prompts import render
from portal.llm.replies import parse_reply
from portal.llm.stopping import stoppable

Schema = TypeVar("Schema", bound=BaseModel)

PROMPTS = Path(__file__).parent / "prompts"
# Compatible servers differ in what they take; from the strictest form to none at all.
RESPONSE_FORMATS = ("json_schema", "json_object", "text")
NOT_UNDERSTOOD = (400, 404, 415, 422, 501)
BUSY = (408, 409, 425, 429)
# Not in the model's own words: they may repeat the question, and errors are logged.
_DECLINED = "the model declined"


_CONNECT_SECONDS = 5.0


def complete(
    endpoint: Endpoint, prompt: Prompt, *, max_tokens: int | None = None
) -> Completion[str]:
    """Ask for a whole reply."""
    return _ask(endpoint, _messages(prompt), max_tokens=max_tokens)


def complete_as(
    endpoint: Endpoint, prompt: Prompt, schema: type[Schema], *, max_tokens: int | None = None
) -> Completion[Schema]:
    """Ask for an object; an endpoint that does not know a response format is asked again with a weaker one."""
    for response_format in RESPONSE_FORMATS[_first_format(endpoint) :]:
        try:
            reply = _ask(
                endpoint,
                _messages_for_object(prompt, schema, response_format),
                max_tokens=max_tokens,
                **_response_format(response_format, schema),
            )
        except _FormatNotUnderstood:
            continue
        _format_remember(endpoint, response_format)
        with _paid(reply):
            return Completion(parse_reply(reply.value, schema), reply.model, reply.usage)
    raise Unavailable("the endpoint accepts no request")


def stream(
    endpoint: Endpoint,
    prompt: Prompt,
    *,
    schema: type[BaseModel] | None = None,
    plain: Prompt | None = None,
    max_tokens: int | None = None,
) -> Iterator[str]:
    """Yield the reply in pieces; with a `schema` an object, or the answer to `plain` where the endpoint knows no format.

    A stream that ends without saying why was cut off: an error, not an end.
    """
    if schema is None:
        yield from _pieces(endpoint, _messages(prompt), max_tokens)
        return
    for response_format in RESPONSE_FORMATS[_first_format(endpoint) :]:
        if response_format == "text" and plain is not None:
            messages = _messages(plain)
        else:
            messages = _messages_for_object(prompt, schema, response_format)
        options = _response_format(response_format, schema)
        pieces = _pieces(endpoint, messages, max_tokens, **options)
        try:
            first = next(pieces, "")
        except _FormatNotUnderstood:
            continue
        _format_remember(endpoint, response_format)
        yield first
        yield from pieces
        return
    raise Unavailable("the endpoint accepts no request")


def _pieces(
    endpoint: Endpoint, messages: list[Any], max_tokens: int | None, **options: Any
) -> Iterator[str]:
    return stoppable(partial(_read_pieces, endpoint, messages, max_tokens, **options))


def _read_pieces(
    endpoint: Endpoint, messages: list[Any], max_tokens: int | None, **options: Any
) -> Iterator[str]:
    deadline = time.monotonic() + endpoint.timeout
    finished = None
    with _errors(endpoint, format_asked="response_format" in options):
        events = _client(endpoint).chat.completions.create(
            **_request(endpoint, messages, max_tokens), **options, stream=True
        )
        with events:
            for event in events:
                if time.monotonic() > deadline:
                    raise Timeout(f"the reply took longer than {endpoint.timeout:g} s")
                for choice in event.choices[:1]:
                    if choice.delta.refusal:
                        raise Refused(_DECLINED)
                    finished = choice.finish_reason or finished
                    # Empty where it thinks or calls tools: whoever reads learns that it is alive.
                    yield choice.delta.content or ""
    _check_finish(finished)


def embed(endpoint: Endpoint, texts: Sequence[str]) -> list[list[float]]:
    """One vector a text, in the order of the texts."""
    with _errors(endpoint):
        reply = _client(endpoint).embeddings.create(
            model=endpoint.model, input=list(texts), encoding_format="float", **_traced()
        )
    if len(reply.data) != len(texts):
        raise Malformed(f"{len(texts)} texts were sent, {len(reply.data)} vectors came back")
    return [list(row.embedding) for row in sorted(reply.data, key=lambda row: row.index)]


def post(endpoint: Endpoint, path: str, body: dict[str, Any]) -> object:
    """Send an object to a path that OpenAI's protocol does not know, and return the reply as it is."""
    with _errors(endpoint):
        return _client(endpoint).post(path, body=body, cast_to=object)


class _FormatNotUnderstood(Unavailable):
    """The request was refused in a way that a weaker response format may cure."""


_formats: dict[tuple[str, str], int] = {}


def _first_format(endpoint: Endpoint) -> int:
    return _formats.get((endpoint.base_url, endpoint.model), 0)


def _format_remember(endpoint: Endpoint, response_format: str) -> None:
    """Begin with this form from now on. It was answered: what refuses every form, as a prompt too long, says nothing of forms."""
    _formats[endpoint.base_url, endpoint.model] = RESPONSE_FORMATS.index(response_format)


def _ask(
    endpoint: Endpoint, messages: list[Any], *, max_tokens: int | None, **options: Any
) -> Completion[str]:
    with _errors(endpoint, format_asked="response_format" in options):
        reply = _client(endpoint).chat.completions.create(
            **_request(endpoint, messages, max_tokens), **options
        )
        return _read(reply, endpoint)


def _read(reply: ChatCompletion, endpoint: Endpoint) -> Completion[str]:
    """Take the text out. The library checks no reply, so what is missing or of a wrong type shows here."""
    usage = reply.usage
    read = Completion(
        value=(reply.choices[0].message.content or "") if reply.choices else "",
        model=reply.model or endpoint.model,
        usage=Usage(usage.prompt_tokens, usage.completion_tokens) if usage else Usage(),
    )
    with _paid(read):
        if not reply.choices:
            raise Malformed("the reply has no choice")
        choice = reply.choices[0]
        if choice.message.refusal:
            raise Refused(_DECLINED)
        _check_finish(choice.finish_reason)
        if not read.value.strip():
            raise Malformed("the reply is empty")
    return read


@contextmanager
def _paid(reply: Completion[str]) -> Iterator[None]:
    """A reply that cannot be used goes with the error, so that it is counted."""
    try:
        yield
    except (Malformed, Refused) as error:
        error.reply = reply
        raise


def _request(endpoint: Endpoint, messages: list[Any], max_tokens: int | None) -> dict[str, Any]:
    request: dict[str, Any] = {
        "model": endpoint.model,
        "messages": messages,
        "temperature": endpoint.temperature,
    }
    return request | _traced() | ({"max_tokens": max_tokens} if max_tokens else {})


def _traced() -> dict[str, Any]:
    """The identifier of the request that this call is made for, so that the endpoint's log can be held beside ours."""
    request_id = structlog.contextvars.get_contextvars().get("request_id")
    return {"extra_headers": {"X-Request-ID": request_id}} if request_id else {}


def _messages(prompt: Prompt) -> list[Any]:
    return [{"role": message.role, "content": message.content} for message in prompt.messages]


def _messages_for_object(
    prompt: Prompt, schema: type[BaseModel], response_format: str
) -> list[Any]:
    messages = _messages(prompt)
    if response_format == "json_schema":
        return messages
    demand = render(PROMPTS, "reply_as_json.md.j2", schema=_json_schema(schema)).text
    if not messages or messages[0]["role"] != "system":
        return [{"role": "system", "content": demand}, *messages]
    # Templates of some models take one system message, and that first.
    first, *others = messages
    return [{**first, "content": f"{first['content']}\n\n{demand}"}, *others]


def _response_format(name: str, schema: type[BaseModel]) -> dict[str, Any]:
    if name == "json_schema":
        named = {"name": schema.__name__, "schema": _json_schema(schema)}
        return {"response_format": {"type": name, "json_schema": named}}
    return {"response_format": {"type": name}} if name == "json_object" else {}


def _json_schema(schema: type[BaseModel]) -> dict[str, Any]:
    return schema.model_json_schema()


def _check_finish(reason: str | None) -> None:
    if reason is None:
        raise Malformed("the reply broke off")
    if reason == "length":
        raise Malformed("the reply was cut off at the limit of tokens")
    if reason == "content_filter":
        raise Refused("a content filter stopped the reply")


class _Connections(openai.DefaultHttpxClient):
    """Closed with the client that holds them, as the library closes those that it makes itself."""

    def __del__(self) -> None:
        self.close()


@lru_cache(maxsize=8)
def _client(endpoint: Endpoint) -> openai.OpenAI:
    """A client never retries: the task that called it does, in one place. Nor does it take a question where an answer points."""
    return openai.OpenAI(
        base_url=endpoint.base_url,
        api_key=endpoint.api_key or "none",
        timeout=httpx2.Timeout(
            endpoint.timeout,
            connect=min(endpoint.timeout, _CONNECT_SECONDS),
            read=min(endpoint.timeout, endpoint.silence or endpoint.timeout),
        ),
        max_retries=0,
        http_client=_Connections(follow_redirects=False),
    )


@contextmanager
def _errors(endpoint: Endpoint, *, format_asked: bool = False) -> Iterator[None]:
    """Turn the library's errors into ours. Messages name the status, never a key or the text that was sent."""
    try:
        yield
    except (openai.APITimeoutError, httpx2.TimeoutException) as error:
        seconds = min(endpoint.timeout, endpoint.silence or endpoint.timeout)
        raise Timeout(f"no reply within {seconds:g} s") from error
    except (openai.APIConnectionError, httpx2.TransportError) as error:
        raise Unavailable("the endpoint cannot be reached", transient=True) from error
    except openai.APIStatusError as error:
        status = error.status_code
        if format_asked and status in NOT_UNDERSTOOD:
            raise _FormatNotUnderstood(f"HTTP status {status}") from error
        if status < 400:
            raise Unavailable(
                f"the endpoint leads elsewhere (HTTP status {status}), which is not followed: "
                "set its …_BASE_URL to the address where it is"
            ) from error
        raise Unavailable(
            f"HTTP status {status}", transient=status >= 500 or status in BUSY
        ) from error
    except (openai.OpenAIError, ValueError, TypeError, AttributeError) as error:
        raise Malformed(f"the reply cannot be read: {type(error).__name__}") from error
