"""Answers that a messenger waits for at an address of its own: kept for the minute in which it takes one, and sent once."""

from __future__ import annotations

import json
from urllib.parse import urlsplit
from uuid import UUID

import structlog
from django.core.cache import cache
from django.urls import reverse
from django.utils import translation
from redis.exceptions import RedisError

from chat.conversations.selectors import answers_with_everything
from chat.conversations.sharing import answer_share
from chat.models import Answer
from chat.presenters.answers import answer_view
from chat.presenters.kakao import Skill, answer_reply
from portal.mailing.webhooks.addresses import AddressRefused, NotTaken, post

logger = structlog.get_logger(__name__)

# The messenger takes a reply within a minute of its request.
_KEPT_SECONDS = 55
_HOST = ".kakao.com"


def is_callback(address: str) -> bool:
    """Whether an address is the messenger's own: the portal sends answers nowhere else."""
    try:
        parts = urlsplit(address)
    except ValueError:
        return False
    return parts.scheme == "https" and f".{parts.hostname or ''}".endswith(_HOST)


def callback_keep(*, answer_id: UUID, address: str, base: str) -> bool:
    """Remember where an answer is to go, and whether that could be; `base` is where the portal was reached."""
    try:
        cache.set(_name(answer_id), {"address": address, "base": base}, timeout=_KEPT_SECONDS)
    except RedisError:
        return False
    return True


def callback_take(answer_id: UUID | str) -> dict[str, str] | None:
    """Where an answer is to go, for one taker alone."""
    try:
        kept: dict[str, str] | None = cache.get(_name(answer_id))
        return kept if kept and cache.delete(_name(answer_id)) else None
    except RedisError:
        return None


def callback_is_due(answer_id: UUID | str) -> bool:
    """Whether somebody waits for an answer that is finished, however it ended."""
    try:
        waits = cache.get(_name(answer_id)) is not None
    except RedisError:
        return False
    return waits and is_finished(answer_id)


def is_finished(answer_id: UUID | str) -> bool:
    """Whether nobody works on an answer any more."""
    return Answer.objects.filter(pk=answer_id, finished_at__isnull=False).exists()


def callback_send(*, answer_id: UUID | str) -> bool:
    """Send a finished answer to whoever waits; False where nobody does or it was not taken."""
    kept = callback_take(answer_id)
    if kept is None:
        return False
    answer = answers_with_everything().get(pk=answer_id)
    with translation.override(answer.language):
        body = json.dumps(finished_reply(answer, base=kept["base"]), ensure_ascii=False).encode()
    try:
        post(kept["address"], body=body, headers={"Content-Type": "application/json"})
    except (AddressRefused, NotTaken) as error:
        logger.warning("callback_not_taken", answer_id=str(answer_id), error=str(error))
        return False
    return True


def finished_reply(answer: Answer, *, base: str) -> Skill:
    """A finished answer with a link that shows all of it."""
    share = answer_share(answer=answer)
    path = reverse("chat:shared", kwargs={"token": share.token}) if share else ""
    return answer_reply(answer_view(answer=answer), address=f"{base}{path}" if path else "")


def _name(answer_id: UUID | str) -> str:
    return f"kakao-callback:{answer_id}"
