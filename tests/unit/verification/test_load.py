"""What the load bench counts."""

from __future__ import annotations

import pytest

from verification.evaluation.load import SiteLoad, _Tally


def test_a_request_that_fails_is_an_error_and_not_a_fast_page() -> None:
    tally = _Tally()
    for _turn in range(3):
        with tally.timed("ask"):
            pass
    with pytest.raises(OSError, match="away"), tally.timed("ask"):
        raise OSError("away")
    with pytest.raises(LookupError), tally.timed("regulation"):
        raise LookupError

    load = SiteLoad(users=1, seconds=1, pages=tally.pages(), drain_seconds=0)

    ask, regulation = load.pages
    assert (ask.page, ask.requests, ask.errors) == ("ask", 3, 1)
    assert (regulation.requests, regulation.errors, regulation.p95) == (0, 1, 0.0)
    assert load.errors == 2
