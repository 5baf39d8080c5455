"""What the load bench counts, how its browser reads, and where its figures go."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from lab.load import LoadPlan, SiteLoad
from lab.load.browser import Browser, UnexpectedReplyError
from lab.load.costs import RequestCost
from lab.load.people import PAGES
from lab.load.report import BEGIN, END, report, slow_pages, write_report
from lab.load.tally import PageLoad, Tally

PAGE = b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\nSet-Cookie: a=1; Path=/\r\nSet-Cookie: b=2\r\n\r\nhello"
EVENTS = (
    b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n",
    b"1f\r\nevent: answer\ndata: one\ndata: two\n\n\r\n",
    b"b\r\n: waiting\n\n\r\n16\r\nevent: done\ndata: \n\n\r\n",
)


def test_a_request_that_fails_is_an_error_of_its_kind_and_not_a_fast_page() -> None:
    tally = Tally()
    for _turn in range(3):
        with tally.timed("conversation"):
            pass
    for fault in (OSError("away"), UnexpectedReplyError("503"), UnexpectedReplyError("503")):
        with pytest.raises(type(fault)), tally.timed("regulation"):
            raise fault

    conversation, regulation = tally.loads(PAGES)

    assert (conversation.page, conversation.requests, conversation.errors) == ("conversation", 3, 0)
    assert (regulation.requests, regulation.errors, regulation.p95) == (0, 3, 0.0)
    assert tally.failed == {("regulation", "OSError"): 1, ("regulation", "503"): 2}


def test_streams_are_counted_while_they_are_open() -> None:
    tally = Tally()
    with tally.streaming(), tally.streaming():
        pass
    with tally.streaming():
        pass

    assert (tally.most_streams, tally.open_streams) == (2, 0)


@asynccontextmanager
async def serving(replies: Sequence[bytes], heads: list[str]) -> AsyncIterator[Browser]:
    """A server that answers each connection with the next reply and closes it."""
    left = list(replies)

    async def answer(incoming: asyncio.StreamReader, outgoing: asyncio.StreamWriter) -> None:
        heads.append((await incoming.readuntil(b"\r\n\r\n")).decode())
        outgoing.write(left.pop(0))
        await outgoing.drain()
        outgoing.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    host, port = server.sockets[0].getsockname()
    browser = Browser(f"http://{host}:{port}", comes_from="10.0.0.7")
    async with server:
        yield browser
        browser.close()


def test_browser_comes_back_with_its_cookies_over_a_new_connection() -> None:
    heads: list[str] = []

    async def visit() -> list[str]:
        async with serving([PAGE, PAGE], heads) as browser:
            return [await browser.get("/"), await browser.get("/regulations/")]

    assert asyncio.run(visit()) == ["hello", "hello"]
    assert heads[1].startswith("GET /regulations/ HTTP/1.1\r\n")
    assert "Cookie: a=1; b=2\r\n" in heads[1]
    assert "X-Forwarded-For: 10.0.0.7\r\n" in heads[1]


def test_browser_reads_events_whatever_their_chunks() -> None:
    async def follow() -> list[tuple[str, str]]:
        async with serving([b"".join(EVENTS)], []) as browser:
            return [event async for event in browser.follow("/stream")]

    assert asyncio.run(follow()) == [("open", ""), ("answer", "one\ntwo\n"), ("done", "\n")]


def test_a_reply_that_is_no_page_is_told_by_its_status() -> None:
    async def get() -> None:
        async with serving([b"HTTP/1.1 503 Closed\r\nContent-Length: 0\r\n\r\n"], []) as browser:
            with pytest.raises(UnexpectedReplyError, match="503"):
                await browser.get("/")

    asyncio.run(get())


def given_load(*, p95: float = 90.0, drain: float | None = 1.5) -> SiteLoad:
    return SiteLoad(
        plan=LoadPlan(users=500, seconds=600, think_seconds=40, questions=()),
        seconds=610,
        pages=(PageLoad("regulation", 900, 2, 40.0, p95, 700.0),),
        streams=(PageLoad("answer", 90, 0, 400.0, 900.0, 1200.0),),
        failed={"regulation: 503": 2},
        asked=90,
        answers={"ANSWERED": 80, "UNANSWERABLE_NO_SOURCE": 10},
        most_streams=12,
        waiting=(0, 3, 1),
        drain_seconds=drain,
        processor_seconds={"web": 60.0, "workers": 30.0},
        megabytes={"web": 300.0},
        busy=(45.0, 70.0),
        costs=(RequestCost("regulation", {"web": 20.0, "database": 5.0}),),
    )


def test_report_tells_errors_and_what_was_left_undone() -> None:
    text = report(given_load(drain=None))

    assert "2 errors (2 × regulation: 503)" in text
    assert "**not** empty" in text
    assert "80 ANSWERED, 10 UNANSWERABLE_NO_SOURCE" in text
    assert "| regulation | 20.0 | 0.0 | 5.0 | 0.0 | 25.0 |" in text
    assert "100 ms of processor time a page" in text
    assert slow_pages(given_load(p95=301.0)) == ["regulation"]
    assert slow_pages(given_load()) == []


def test_figures_replace_those_of_the_run_before(tmp_path: Path) -> None:
    page = tmp_path / "operations.md"
    page.write_text(f"before\n{BEGIN}\nold\n{END}\nafter", encoding="utf-8")

    write_report(page, "new")

    assert page.read_text(encoding="utf-8") == f"before\n{BEGIN}\nnew\n{END}\nafter"
    page.write_text("no marks", encoding="utf-8")
    with pytest.raises(ValueError, match="no place"):
        write_report(page, "new")
