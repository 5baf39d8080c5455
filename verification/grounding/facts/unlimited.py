"""Claims that there is no limit: they hold only where the provision says so itself, however well their words agree."""

from __future__ import annotations

import re

_BOUNDLESS = re.compile(
    r"(?:제한|한도|상한|하한|제약)(?:이|은|도|가|는)?\s*(?:따로|전혀|아무|별도로)?\s*없"
    r"|(?:제한|한도|기한|횟수)\s*없이|무제한|무기한|얼마든지|제한(?:을)?\s*(?:받|두)지\s*(?:않|아니)"
    r"|제한(?:되|하)지\s*(?:않|아니)|(?:횟수|기간|금액|인원)(?:에|과)\s*(?:관계|상관|제한)\s*없"
)


def claims_no_limit(text: str) -> bool:
    """Whether a text says that something has no limit."""
    return _BOUNDLESS.search(text) is not None
