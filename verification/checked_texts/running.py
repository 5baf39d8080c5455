"""A check on its way: text, progress and report are kept in Valkey for half an hour and in no table.

A short text is checked at once, a long one by a worker; the page asks for both at the same address.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import date
from hashlib import sha256
from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.utils.translation import gettext as _

from portal.http.limits import Caller
from portal.privacy.invisible import invisible_remove
from verification.checked_texts.checking import MOST_SENTENCES, text_report
from verification.checked_texts.places import text_place_give_back, text_place_take
from verification.checked_texts.reports import TextReport, report_read
from verification.texts.checking import LONGEST_AT_ONCE, LONGEST_TEXT, UncheckableTextError

KEPT_SECONDS = 30 * 60


@dataclass(frozen=True)
class RunningCheck:
    """How far the check of a text is."""

    token: str
    done: int = 0
    total: int = 0
    problem: str = ""
    report: TextReport | None = None

    @property
    def is_over(self) -> bool:
        """Whether nothing more happens to it."""
        return self.report is not None or bool(self.problem)


def text_check_start(
    *, text: str, as_of: date, name: str = "", caller: Caller | None = None
) -> tuple[str, bool]:
    """Keep a text for its check and return its token, and whether it is checked already.

    What is not is left to a worker, whom the caller calls; it holds one of their places. Raises UncheckableTextError.
    """
    text = invisible_remove(text.replace("\0", "").replace("\r\n", "\n")).strip()
    if not text:
        raise UncheckableTextError(_("확인할 글을 붙여 넣거나 파일을 고르십시오."))
    if len(text) > LONGEST_TEXT:
        raise UncheckableTextError(
            _(
                "글은 %(most)s자까지 확인할 수 있습니다. 지금은 %(length)s자입니다. 나누어 보내 주십시오."
            )
            % {"most": f"{LONGEST_TEXT:,}", "length": f"{len(text):,}"}
        )
    token = secrets.token_urlsafe(24)
    work = {"text": text, "as_of": as_of.isoformat(), "name": name[:200]}
    if len(text) <= LONGEST_AT_ONCE:
        report = text_report(text=text, as_of=as_of, name=work["name"])
        _keep(token, {"report": report.as_json()})
        return token, True
    place = text_place_take(caller) if caller else None
    _keep(token, {"work": work, "place": place, "done": 0, "total": 0})
    text_check_lapsed(token=token)
    return token, False


def text_check_run(*, token: str) -> None:
    """Check the text that waits under a token; nothing where it is checked or no longer kept."""
    kept = cache.get(_key(token))
    if not kept or "work" not in kept:
        return
    work, place = kept["work"], kept.get("place")

    def progress(done: int, total: int) -> None:
        if done % 5 == 0:
            _keep(token, {"work": work, "place": place, "done": done, "total": total})
            # Who goes on is not sent for again.
            cache.touch(_sent_key(token), timeout=settings.LEASE_SECONDS)

    try:
        report = text_report(
            text=work["text"],
            as_of=date.fromisoformat(work["as_of"]),
            name=work["name"],
            progress=progress,
        )
    except UncheckableTextError as error:
        _keep(token, {"problem": str(error)})
    except Exception:
        # Nobody waits in front of a bar that never moves, and no poll sends for it again.
        text_check_fail(token=token)
        raise
    else:
        _keep(token, {"report": report.as_json()})
    finally:
        text_place_give_back(place)


def text_check_lapsed(*, token: str) -> bool:
    """Whether a check had its time and is to be sent again: its message was lost or its worker died. Asking begins its time anew."""
    return cache.add(_sent_key(token), True, timeout=settings.LEASE_SECONDS)


def text_check_fail(*, token: str) -> None:
    """Say that a check ended without a result."""
    text_place_give_back((cache.get(_key(token)) or {}).get("place"))
    _keep(
        token,
        {
            "problem": _("확인을 끝내지 못했습니다. 글을 %s문장보다 짧게 나누어 보내 주십시오.")
            % (MOST_SENTENCES // 2)
        },
    )


def text_check_get(*, token: str) -> RunningCheck | None:
    """The check under a token; None where there is none or its half hour is over."""
    kept = cache.get(_key(token))
    if not kept:
        return None
    return RunningCheck(
        token=token,
        done=kept.get("done", 0),
        total=kept.get("total", 0),
        problem=kept.get("problem", ""),
        report=report_read(kept["report"]) if "report" in kept else None,
    )


def _keep(token: str, values: dict[str, Any]) -> None:
    cache.set(_key(token), values, timeout=KEPT_SECONDS)


def _sent_key(token: str) -> str:
    return f"{_key(token)}:sent"


def _key(token: str) -> str:
    return f"text-check:{sha256(token.encode()).hexdigest()}"
