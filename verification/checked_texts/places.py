"""Places for what a visitor of /check has under way, so that nobody fills what everybody waits for: files that are read, texts that are checked."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.utils.translation import gettext as _

from portal.http.limits import Caller
from portal.stores.places import place_give_back, place_take
from verification.texts.checking import UncheckableTextError

# A reader takes a gigabyte at most, beside the web processes.
_FILES_OF_A_VISITOR, _FILES_AT_AN_ADDRESS, _FILES = 1, 3, 4
# A killed process gives its place back after this: longer than a reader may take.
_FILE_SECONDS = 60
# The longest takes a worker about a minute.
_TEXTS_OF_A_VISITOR, _TEXTS_AT_AN_ADDRESS, _TEXTS = 2, 10, 30
_TEXT_SECONDS = 600


class CheckBusyError(UncheckableTextError):
    """All places are taken; the message tells a person to come back."""


@contextmanager
def file_place(caller: Caller) -> Iterator[None]:
    """Hold a place for a file that is read; raises CheckBusyError."""
    most = (_FILES_OF_A_VISITOR, _FILES_AT_AN_ADDRESS, _FILES)
    doors = _doors("check-files", caller, *most)
    token = place_take(doors, seconds=_FILE_SECONDS)
    if token is None:
        raise CheckBusyError(
            _("지금 다른 파일을 읽고 있습니다. 1분쯤 뒤에 다시 보내거나 글을 붙여 넣어 주십시오.")
        )
    try:
        yield
    finally:
        place_give_back(doors, token)


def text_place_take(caller: Caller) -> tuple[dict[str, int], str]:
    """Take a place for a text that a worker will check, to be given back when it is over; raises CheckBusyError."""
    most = (_TEXTS_OF_A_VISITOR, _TEXTS_AT_AN_ADDRESS, _TEXTS)
    doors = _doors("check-texts", caller, *most)
    token = place_take(doors, seconds=_TEXT_SECONDS)
    if token is None:
        raise CheckBusyError(
            _("먼저 보낸 글을 아직 확인하고 있습니다. 확인이 끝난 뒤에 다시 보내 주십시오.")
        )
    return doors, token


def text_place_give_back(place: tuple[dict[str, int], str] | None) -> None:
    """Let the next one in."""
    if place is not None:
        place_give_back(*place)


def _doors(kind: str, caller: Caller, own: int, at_address: int, site: int) -> dict[str, int]:
    """What one visitor may have at a time, all without a sign-in at an address, and everybody."""
    doors = {f"{kind}:{caller.key}": own, f"{kind}:site": site}
    return doors | ({f"{kind}:at:{caller.address}": at_address} if caller.is_anonymous else {})
