"""Parts of a shown answer that are not about its citations: what was written first, links, feedback, names."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Self

from django.urls import reverse

from chat.asking.scopes import scope_label
from chat.models import Answer, Feedback
from chat.presenters.records import OriginalLine
from chat.presenters.shapes import FeedbackView, SentenceView
from regulations.models import Department
from regulations.text.markdown import plain
from verification.models import Review, Verification

_MARKER = re.compile(r"\s*\[†\d+\]")


@dataclass
class SharedNames:
    """Names that the answers of a page share, looked up once: offices, and what a search was limited to."""

    offices: Mapping[str, Department]
    scopes: dict[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, answers: Iterable[Answer]) -> Self:
        """The offices that these answers name, by one query."""
        named = {answer.department_name for answer in answers} - {""}
        return cls(Department.objects.in_bulk(named, field_name="name") if named else {})

    def scope_label(self, answer: Answer) -> str:
        """What the search was limited to; while there was none, what the conversation is limited to."""
        scope: Mapping[str, Any] = answer.retrieval.get("scope", answer.message.conversation.scope)
        key = json.dumps(scope, sort_keys=True)
        if key not in self.scopes:
            self.scopes[key] = scope_label(scope)
        return self.scopes[key]


def original_lines(
    *,
    verification: Verification | None,
    sentences: tuple[SentenceView, ...],
    review: Review | None,
) -> tuple[OriginalLine, ...]:
    """The answer before it was corrected, by the checks or by the staff; empty where it was not, or was withdrawn."""
    if review is not None and review.decision == Review.Decision.WITHDRAWN:
        return ()
    if review is not None and review.decision == Review.Decision.CORRECTED:
        return tuple(OriginalLine(sentence.text, is_shown=False) for sentence in sentences)
    if verification is None or not sentences:
        return ()
    shown = {_bare(sentence.text) for sentence in sentences}
    # A sentence may hold several lines; it was one line of the original for each of them.
    shown |= {_bare(line) for sentence in sentences for line in sentence.text.splitlines()}
    # What was withdrawn later stands in the answer, struck through.
    shown |= {_bare(sentence.withdrawn_text) for sentence in sentences if sentence.withdrawn_text}
    lines = tuple(
        OriginalLine(line.strip(), is_shown=_bare(line) in shown)
        for line in verification.original_text.splitlines()
        if line.strip()
    )
    return lines if any(not line.is_shown for line in lines) else ()


def share_path(answer: Answer) -> str:
    """The path of the answer's open link; empty where there is none."""
    share = next((row for row in answer.shares.all() if row.revoked_at is None), None)
    return reverse("chat:shared", kwargs={"token": share.token}) if share else ""


def feedback_view(answer: Answer) -> FeedbackView | None:
    """What the asker said of the answer."""
    try:
        feedback = answer.feedback
    except Feedback.DoesNotExist:
        return None
    return FeedbackView(feedback.helpful, feedback.reason, feedback.comment)


def _bare(text: str) -> str:
    return "".join(plain(_MARKER.sub("", text)).split())
