"""A page walked by the Tab key: what has the focus, in order, as the accessibility tree announces it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from playwright.sync_api import CDPSession, Page

_MOST = 120
_FOCUSED = "[...document.querySelectorAll('*')].indexOf(document.activeElement)"
_IS_NOWHERE = "document.activeElement === document.body || document.activeElement === document.documentElement"
# Days and shortened keys differ from run to run.
_CHANGING = re.compile(
    r"\d{4}\. \d{1,2}\. \d{1,2}\.(?: \d{1,2}:\d{2})?|\b[0-9a-f]{8}-[0-9a-f-]{27}\b"
)
HEAD = """# By keyboard and screen reader

What the Tab key reaches on the main pages, in order, and as what a screen reader announces it: role, name, and the state or
description where there is one. Written by `tests/functional/test_every_page.py`, which fails while a page differs from it
(`RECORD_WALKS=1` writes it anew). It also fails where something that has the focus has no name, where the way through a page does not
begin with the link to its main part, and where it does not end.
"""


def walk(page: Page) -> list[str]:
    """Press Tab until the walk comes round; what was announced, from the first element of the page on."""
    announced: dict[int, str] = {}
    session = page.context.new_cdp_session(page)
    session.send("Accessibility.enable")
    for _step in range(_MOST):
        page.keyboard.press("Tab")
        if page.evaluate(_IS_NOWHERE):
            continue
        place = int(page.evaluate(_FOCUSED))
        if place in announced:
            break
        announced[place] = _announced(session)
    else:
        raise AssertionError(f"no way out of {page.url}")
    session.detach()
    page.evaluate("document.activeElement.blur(); scrollTo(0, 0)")
    # Where a field has the focus from the beginning, the walk began in the middle.
    said = list(announced.values())
    first = min(range(len(said)), key=list(announced).__getitem__)
    return said[first:] + said[:first]


def _announced(session: CDPSession) -> str:
    found = session.send("Runtime.evaluate", {"expression": "document.activeElement"})
    asked = {"objectId": found["result"]["objectId"], "fetchRelatives": False}
    node: dict[str, Any] = session.send("Accessibility.getPartialAXTree", asked)["nodes"][0]
    state = {one["name"]: one["value"].get("value") for one in node.get("properties", ())}
    parts = [f"{node['role']['value']} “{_text(node.get('name'))}”"]
    parts += [
        name for name in ("expanded", "required", "invalid") if state.get(name) in (True, "true")
    ]
    parts += ["collapsed"] if state.get("expanded") is False else []
    parts += [f"({_text(node['description'])})"] if _text(node.get("description")) else []
    return " ".join(parts)


def _text(value: Mapping[str, Any] | None) -> str:
    return _CHANGING.sub("…", " ".join(str((value or {}).get("value", "")).split()))


def written(walks: Mapping[str, Sequence[str]]) -> str:
    """The page of the documents."""
    parts = [HEAD]
    for title, stops in walks.items():
        lines = (f"{number}. {stop}" for number, stop in enumerate(stops, start=1))
        parts.append("\n".join((f"## {title}", *lines)))
    return "\n".join((parts[0], "\n\n".join(parts[1:]))) + "\n"
