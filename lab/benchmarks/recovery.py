"""How long the portal needs after a part was killed, measured: on processes that are really killed while people ask."""

from __future__ import annotations

import http.cookiejar
import re
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from lab.benchmarks.installation import Installation, installation, seconds_until

_QUESTION = "휴학은 최대 몇 년까지 할 수 있습니까?"
# As long as a container's restart takes.
AWAY_SECONDS = 3.0
# A lease (190 s), and beat that looks every 30 s.
LONGEST_SECONDS = 420.0
_ASKED = "SELECT status, claims FROM chat_answer ORDER BY created_at"
_CITED_TWICE = """
    SELECT message_id FROM chat_citations GROUP BY message_id, number HAVING count(*) > 1
"""


@dataclass(frozen=True)
class Recovery:
    """One fault: seconds from the restart of what was killed until all was well, and what was lost, half done or doubled."""

    fault: str
    what: str
    seconds: float
    pieces: int
    lost: int
    doubled: int
    half: int = 0


def measure_recovery(
    faults: Iterable[Callable[[Installation], Recovery]], *, say: Callable[[str], object]
) -> Iterator[Recovery]:
    """Bring about one fault after the other in an installation of its own, and measure until all is well again."""
    with tempfile.TemporaryDirectory(prefix="portal-recovery-") as folder:
        root = Path(folder)
        # PostgreSQL runs as another user where the portal runs as root.
        root.chmod(0o755)
        say("Setting up an installation of its own …")
        with installation(root) as portal:
            seconds_until(lambda: _loads(portal.address))
            _ask_and_wait(portal)
            for measure in faults:
                found = measure(portal)
                say(f"{found.fault}: {found.seconds:.1f} s")
                yield found


def _web(portal: Installation) -> Recovery:
    ask(portal)
    portal.kill("web")
    time.sleep(AWAY_SECONDS)
    portal.start("web")
    seconds = seconds_until(lambda: _loads(portal.address))
    seconds_until(lambda: all_ended(portal))
    return _recovery(portal, "web process killed", "until a page is served", seconds)


def _valkey(portal: Installation) -> Recovery:
    portal.kill("valkey")
    ask(portal)
    time.sleep(AWAY_SECONDS)
    portal.start("valkey")
    seconds = seconds_until(lambda: all_ended(portal), at_most=LONGEST_SECONDS)
    what = "until a question that was asked meanwhile is answered"
    return _recovery(portal, "Valkey killed", what, seconds)


def _postgres(portal: Installation) -> Recovery:
    ask(portal)
    portal.kill("postgres")
    time.sleep(AWAY_SECONDS)
    portal.start("postgres")
    begun = time.monotonic()
    seconds_until(lambda: _loads(portal.address))
    seconds_until(lambda: all_ended(portal), at_most=LONGEST_SECONDS)
    what = "until pages are served and the question that was being answered is"
    return _recovery(portal, "PostgreSQL killed", what, time.monotonic() - begun)


def _waiting_worker(portal: Installation) -> Recovery:
    portal.kill("worker")
    ask(portal)
    portal.start("worker")
    seconds = seconds_until(lambda: all_ended(portal), at_most=LONGEST_SECONDS)
    what = "until a question that was asked meanwhile is answered"
    return _recovery(portal, "no worker", what, seconds)


def _composing_worker(portal: Installation) -> Recovery:
    """Its lease has to run out: nobody else may take the answer as long as it could still be written."""
    ask(portal)
    seconds_until(lambda: any(status == "COMPOSING" for status, _ in portal.rows(_ASKED)))
    portal.kill("worker")
    portal.start("worker")
    seconds = seconds_until(lambda: all_ended(portal), at_most=LONGEST_SECONDS)
    what = "until the answer that it was composing is there"
    return _recovery(portal, "worker killed while composing", what, seconds)


def _two_beats(portal: Installation) -> Recovery:
    portal.start("beat-second")
    begun = time.monotonic()
    for _ in range(5):
        ask(portal)
    seconds_until(lambda: all_ended(portal), at_most=LONGEST_SECONDS)
    seconds = time.monotonic() - begun
    # Both go on sending the repairs.
    time.sleep(35)
    portal.kill("beat-second")
    return _recovery(portal, "two beats", "until five questions are answered, each once", seconds)


def _recovery(portal: Installation, fault: str, what: str, seconds: float) -> Recovery:
    rows = portal.rows(_ASKED)
    return Recovery(
        fault=fault,
        what=what,
        seconds=seconds,
        pieces=len(rows),
        lost=sum(status in ("PENDING", "COMPOSING", "ERROR_INTERNAL") for status, _ in rows),
        doubled=len(portal.rows(_CITED_TWICE)),
    )


def all_ended(portal: Installation) -> bool:
    """Whether every question that was asked has its answer, or says why not."""
    rows = portal.rows(_ASKED)
    return bool(rows) and not any(status in ("PENDING", "COMPOSING") for status, _ in rows)


def _ask_and_wait(portal: Installation) -> None:
    """The first question waits for the worker's dictionary and models; that is no recovery."""
    ask(portal)
    seconds_until(lambda: all_ended(portal))


def ask(portal: Installation) -> None:
    """Ask as somebody with a browser does."""
    cookies = urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar())
    opener = urllib.request.build_opener(cookies)
    with opener.open(f"{portal.address}/", timeout=60) as reply:
        token = re.search(r'name="csrfmiddlewaretoken" value="(.+?)"', reply.read().decode())
    values = {"question": _QUESTION, "csrfmiddlewaretoken": token[1] if token else ""}
    body = urllib.parse.urlencode(values).encode()
    with opener.open(f"{portal.address}/", data=body, timeout=60) as reply:
        reply.read()


def _loads(address: str) -> bool:
    try:
        with urllib.request.urlopen(f"{address}/regulations/", timeout=20) as reply:  # noqa: S310 - our own server
            return bool(reply.status == 200)
    except (urllib.error.URLError, OSError):
        return False


ASKING = (_web, _valkey, _postgres, _waiting_worker, _composing_worker, _two_beats)
