"""A topic as a scope: the regulations whose provisions verified answers about it have used."""

from __future__ import annotations

from chat.models import Answer, Citation
from regulations.morphemes import lemmas
from verification.models import Review
from verification.states import CitationStatus

_ANSWERED = (Answer.Status.ANSWERED, Answer.Status.PARTIAL)


def topic_regulations(*, topic: str) -> frozenset[int]:
    """The regulations that answers to questions with all words of the topic cite as verified; none where nobody asked yet.

    Answers that the staff withdrew do not count.
    """
    words = lemmas(topic) or [topic.strip()]
    cited = Citation.objects.filter(
        status=CitationStatus.VERIFIED,
        version__isnull=False,
        message__answer__status__in=_ANSWERED,
    ).exclude(message__answer__reviews__decision=Review.Decision.WITHDRAWN)
    for word in filter(None, words):
        cited = cited.filter(message__in_reply_to__content__icontains=word)
    if not any(words):
        return frozenset()
    return frozenset(cited.values_list("version__regulation_id", flat=True))
