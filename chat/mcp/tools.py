"""The six tools. Each makes the domain call that page and API make, and refuses with a sentence for a person."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from functools import wraps
from typing import Any

from asgiref.sync import sync_to_async
from django.core.serializers.json import DjangoJSONEncoder
from django.utils import timezone
from django.utils.translation import get_language
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
from portal.http.ordered_calls import (
    OrderedCall,
    Result,
    call_get,
    call_order,
    call_shape,
    call_wait,
)
from regulations.reading.short_addresses import provision_addressed
from regulations.search.retrieval import search_passages
from verification.api.calls import report_result, verify_report
from verification.checked_texts.reports import report_read
from verification.texts.checking import LONGEST_AT_ONCE

_INSTRUCTIONS = (
    "Korean university regulations: their text on any day, and answers whose every sentence was checked. "
    "Only CONFIRMED and VERIFIED mean that something was checked and holds; pass the other states on as they are. "
    "Cite with the given links. Check with verify_text what you wrote about the regulations yourself."
)
_LONGEST_VERIFIED = 10_000
_NO_CALL = "그런 질문이나 글이 없거나, 결과를 보관하는 시간이 지났습니다. 다시 보내십시오."
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
    """Check a Korean text about the regulations: the state of every citation and sentence, the rule's words, proposals.

    The status RUNNING means that it is not checked yet: call get_answer with its `call`.
    """
    if len(text) > _LONGEST_VERIFIED:
        raise ToolError(
            f"글은 {_LONGEST_VERIFIED:,}자까지 확인합니다. 나누어 보내거나 /check/ 화면을 쓰십시오."
        )
    verifying_permit()
    request, day = current_request.get(), as_of or timezone.localdate()
    try:
        call = call_order(request) if request and len(text) > LONGEST_AT_ONCE else None
    except Throttled as error:
        raise ToolError(str(error)) from error
    if call is None:
        return _checked(report_result(text=text, as_of=day))
    verify_report.delay(token=call.token, text=text, as_of=day.isoformat(), language=get_language())
    return _waited_for(call)


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
    """Wait for what `ask` or `verify_text` said RUNNING of, by the `call` of its reply."""
    request = current_request.get()
    ordered = call_get(token=call, caller=caller_of(request).key) if request else None
    if ordered is None:
        raise ToolError(_NO_CALL)
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
    return answer_shape(body) if call.about and code == status.HTTP_200_OK else _checked(result)


def _checked(result: Result) -> Shape:
    _code, body = result
    if "report" not in body:
        # Why it is none; what a program has ordered at the API is read there.
        raise ToolError(str(body.get("detail", _NO_CALL)))
    return verification_shape(body["verification"], report_read(body["report"]))


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
