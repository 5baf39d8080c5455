"""What every page shows of the operator's settings: the banner, and to the staff that the portal is closed."""

from __future__ import annotations

from django.db import DatabaseError
from django.http import HttpRequest
from django.utils.translation import get_language

from portal.controls.selectors import controls_get


def banner(request: HttpRequest) -> dict[str, object]:
    """The banner, for readers of another language the English one where there is one; and whether only the staff reads this."""
    try:
        controls = controls_get()
    except DatabaseError:
        # The page that is being made says so itself.
        return {"site_banner": "", "is_site_closed": False, "takes_questions": True}
    english = controls.banner_english if get_language() != "ko" else ""
    return {
        "site_banner": english or controls.banner,
        "is_site_closed": not controls.is_open,
        "takes_questions": controls.takes_questions,
    }
