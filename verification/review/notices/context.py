"""What every page shows of the notices: how many are unread. One indexed query, made only where a page shows it."""

from __future__ import annotations

from django.db import DatabaseError
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from verification.review.notices.reading import notices_of

# More are shown as "99+".
MOST_SHOWN = 99


def unread_notices(request: HttpRequest) -> dict[str, object]:
    """The number of unread notices of the visitor."""
    return {"unread_notices": SimpleLazyObject(lambda: _unread(request))}


def _unread(request: HttpRequest) -> int:
    try:
        return notices_of(request).filter(read_at=None)[: MOST_SHOWN + 1].count()
    except DatabaseError:
        # The page that is being made says so itself.
        return 0
