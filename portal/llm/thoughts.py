"""What a model thinks aloud before it answers: the tags around it, and which endpoints leave out the opening one.

Templates of reasoning models write the opening tag into the prompt (DeepSeek-R1, Qwen3). A server without a reasoning parser then
sends the thoughts as plain text that ends in a closing tag. That is known of a reply at that tag only, and so remembered of its
endpoint for the replies to come; every process asks the same endpoints, and so the memory is the shared cache.
"""

from __future__ import annotations

import hashlib
import re

import structlog
from django.core.cache import cache
from redis.exceptions import RedisError

from portal.llm.endpoints import Endpoint

logger = structlog.get_logger(__name__)

THOUGHT_NAMES = "think|thinking|thought|thoughts|reasoning|reflection"
# Where a thought begins or, with the stroke, ends.
THOUGHT_TAG = re.compile(rf"<(/?)(?:{THOUGHT_NAMES})\s*>", re.IGNORECASE)
_CACHE_SECONDS = 30 * 24 * 3600


class EndpointThoughts:
    """How the endpoint behind a reply marks thoughts; nothing is known, and nothing remembered, before its first piece."""

    def __init__(self, endpoint: Endpoint | None = None) -> None:
        self.endpoint = endpoint

    def are_unopened(self) -> bool:
        """Whether a reply of this endpoint has ended thoughts that it had not begun."""
        try:
            return self.endpoint is not None and bool(cache.get(_key(self.endpoint)))
        except RedisError:
            return False

    def note(self, *, are_unopened: bool) -> None:
        """Remember how a whole reply was; an unreachable cache never fails the call."""
        if self.endpoint is None:
            return
        try:
            if are_unopened:
                cache.set(_key(self.endpoint), True, timeout=_CACHE_SECONDS)
            else:
                cache.delete(_key(self.endpoint))
        except RedisError:
            logger.warning("endpoint_thoughts_not_remembered")


def _key(endpoint: Endpoint) -> str:
    """Hashed, because an address may hold a secret."""
    named = f"{endpoint.base_url} {endpoint.model}"
    return f"thoughts:{hashlib.sha256(named.encode()).hexdigest()[:16]}"
