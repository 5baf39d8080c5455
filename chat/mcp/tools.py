"""The six tools. Each makes the domain call that page and API make, and refuses with a sentence for a person."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from functools import wraps
from typing import Any

from asgiref.sync import sync_to_async
from django.core.serializers.json import DjangoJSONEncoder
from django.utils import timezone
from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.types import ToolAnnotations
from rest_framework import status
from rest_framework.exceptions import Throttled

from chat.api.responses import verified_response
from chat.api.views import answer_now, call_result, question_order
from chat.asking.scopes import UnknownScopeError, scope_read
from chat.asking.services import InvalidQuestionError
from chat.mcp.caller import (
    asking_permit,
    current_request,
    may_search_by_meaning,
    verifying_permit,
    whole_url,
)
from chat.mcp.shapes import (
    Shape,
    answer_shape,
    comparison_shape,
    passage_shape,
    provision_shape,
    verification_shape,
)
from portal.http.limits import caller_of
from portal.http.ordered_calls import OrderedCall, call_get, call_shape, call_wait
from regulations.reading.short_addresses import provision_addressed
from regulations.search.retrieval import search_passages
from verification.checked_texts.checking import text_report
from verification.texts.checking import UncheckableTextError, text_verify

_INSTRUCTIONS = (
    "Korean university regulations: their text on any day, and answers whose every sentence was checked. "
    "Only CONFIRMED and VERIFIED mean that something was checked and holds; pass the other states on as they are. "
    "Cite with the given links. Check with verify_text what you wrote about the regulations yourself."
)
_LONGEST_VERIFIED = 10_000
_LONGEST_QUERY = 2_000
_MOST_FOUND = 10
Tool = Callable[..., Shape]


def search_regulations(query: str, as_of: date | None = None, limit: int = 5) -> Shape:
    """Find provisions in force on a day (today by default) that answer a question, best first, with links."""
    mode = "hybrid" if may_search_by_meaning() else "keyword"
    day = as_of or timezone.localdate()
    found = search_passages(
        query[:_LONGEST_QUERY],
        as_of=day,
        limit=max(1, min(limit, _MOST_FOUND)),
        mode="hybrid" if mode == "hybrid" else "keyword",
    )
    return {
        "as_of": day,
        "mode": mode,
        "abstained": found.abstained,
        "results": [passage_shape(one) for one in found.passages],
    }


def get_provision(regulation: str, provision: str = "", as_of: date | None = None) -> Shape:
    """Read a provision as of a day: regulation "학칙", provision "제25조제2항"; without a provision the whole text."""
    day = as_of or timezone.localdate()
    address = f"{regulation}/{provision}@{day.isoformat()}"
    return provision_shape(provision_addressed(address, today=day))


def compare_versions(regulation: str, before: date, after: date | None = None) -> Shape:
    """Compare the texts of a regulation that were in force on two days: what was changed, added, removed."""
    days = (before, after or timezone.localdate())
    found = [provision_addressed(f"{regulation}@{day.isoformat()}", today=day) for day in days]
    first, second = found
    if first.version is None or second.version is None:
        return provision_shape(first if first.version is None else second)
    return comparison_shape(first.version, second.version)


def verify_text(text: str, as_of: date | None = None) -> Shape:
    """Check a Korean text about the regulations: the state of every citation and sentence, the rule's words, proposals."""
    verifying_permit()
    if len(text) > _LONGEST_VERIFIED:
        raise ToolError(
            f"글은 {_LONGEST_VERIFIED:,}자까지 확인합니다. 나누어 보내거나 /check/ 화면을 쓰십시오."
        )
    day = as_of or timezone.localdate()
    try:
        return verification_shape(
            text_verify(text=text, as_of=day), text_report(text=text, as_of=day)
        )
    except UncheckableTextError as error:
        raise ToolError(str(error)) from error


def ask(question: str, as_of: date | None = None, scope: str = "") -> Shape:
    """Ask the portal: an answer whose every sentence was checked against the provision it cites, or why there is none.

    `notes` correct the question or limit the answer: pass them on with it. `near` are provisions that may hold it; nothing is claimed of them.

    Say in `scope` who asks where the rules differ by it: degree:graduate, entry_year:2020, enrollment:on_leave.
    The status RUNNING means that there is no answer yet: call get_answer with its `call`.
    """
    asking_permit()
    request = current_request.get()
    try:
        asked = {
            "question": question,
            "as_of": as_of or timezone.localdate(),
            "scope": scope_read(scope),
        }
        ordered = answer_now(**asked) if request is None else question_order(request, **asked)
    except (InvalidQuestionError, UnknownScopeError, Throttled) as error:
        raise ToolError(str(error)) from error
    if isinstance(ordered, OrderedCall):
        return _waited_for(ordered)
    return answer_shape(verified_response(ordered))


def get_answer(call: str) -> Shape:
    """Wait for the answer to a question of which `ask` said RUNNING, by the `call` of its reply."""
    request = current_request.get()
    ordered = call_get(token=call, caller=caller_of(request).key) if request else None
    if ordered is None or not ordered.about:
        raise ToolError("그런 질문이 없거나, 답을 보관하는 시간이 지났습니다. 다시 물어보십시오.")
    return _waited_for(ordered)


def _waited_for(call: OrderedCall) -> Shape:
    """Whoever ordered a call came with a request."""
    request = current_request.get()
    result = call_wait(request, call, call_result) if request else None
    if result is None:
        running = call_shape(call, None)
        return {
            "status": running["status"],
            "call": call.token,
            "url": whole_url(running["url"]),
            "expires_at": running["expires_at"],
        }
    code, body = result
    if code != status.HTTP_200_OK:
        raise ToolError(str(body["detail"]))
    return answer_shape(body)


TOOLS: tuple[Tool, ...] = (
    *(search_regulations, get_provision, compare_versions, verify_text),
    *(ask, get_answer),
)


def mcp_server() -> MCPServer[Any]:
    """A server with the tools; cheap to make, one for each request."""
    server: MCPServer[Any] = MCPServer(
        "university-regulations", instructions=_INSTRUCTIONS, subscriptions=False
    )
    for tool in TOOLS:
        server.add_tool(
            _in_thread(tool),
            name=tool.__name__,
            description=tool.__doc__,
            annotations=ToolAnnotations(read_only_hint=True, open_world_hint=False),
        )
    return server


def _in_thread(tool: Tool) -> Callable[..., Any]:
    """A tool that works in the thread of its request, where its database connection is; dates become text."""

    @wraps(tool)
    async def working(**values: Any) -> Shape:
        shape: Shape = _plain(await sync_to_async(tool, thread_sensitive=True)(**values))
        return shape

    return working


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _plain(one) for name, one in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(one) for one in value]
    if value is None or isinstance(value, str | int | float):
        return value
    return DjangoJSONEncoder().default(value)
