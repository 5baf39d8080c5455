"""Reads of conversations and answers, always through the person who may see them."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet

from chat.conversations.notices import DECIDED_KINDS, UNMARKED_KINDS
from chat.models import (
    Answer,
    AnswerPassage,
    AnswerSentence,
    AnswerShare,
    Certificate,
    Citation,
    Conversation,
    Message,
)
from chat.presenters.answer_parts import SharedNames
from chat.presenters.answers import answer_view
from chat.presenters.shapes import AnswerView
from portal.accounts.models import User
from regulations.models import RegulationVersion
from regulations.search.retrieval import Scope
from regulations.search.retrieval.record import scope_from_json
from verification.models import CitationCheck, Flag, Notice, Review

_HISTORY = 4
_CONVERSATIONS = 50
_DECIDED = 5
_WORDS = 6
# Of the questions that people ask, at least one in so many is new.
_REPEATED = 4


def conversations_of(*, user: User | None, session_key: str) -> QuerySet[Conversation]:
    """The conversations of a person, or of a browser session where nobody is signed in."""
    if user is not None:
        return Conversation.objects.filter(user=user)
    if not session_key:
        return Conversation.objects.none()
    return Conversation.objects.filter(user__isnull=True, session_key=session_key)


def conversation_list(
    *, user: User | None, session_key: str, search: str = ""
) -> list[Conversation]:
    """The latest conversations, newest first; `search` looks in their names, questions and answers."""
    found = conversations_of(user=user, session_key=session_key)
    for word in search.replace("\0", "").split()[:_WORDS]:
        said = Message.objects.filter(conversation=OuterRef("pk"), content__icontains=word)
        found = found.filter(Q(title__icontains=word) | Exists(said))
    return list(found.order_by("-updated_at", "pk")[:_CONVERSATIONS])


def answers_decided(*, user: User | None, session_key: str) -> list[Answer]:
    """Answers of a person that the staff has corrected, withdrawn or restored and the person has not seen since."""
    owned = conversations_of(user=user, session_key=session_key)
    unseen = Review.objects.filter(
        answer=OuterRef("pk"), decision__in=(Review.Decision.CORRECTED, Review.Decision.WITHDRAWN)
    ).filter(Q(created_at__gt=OuterRef("review_seen_at")) | Q(answer__review_seen_at=None))
    told = Notice.objects.filter(answer=OuterRef("answer"), read_at__gt=OuterRef("created_at"))
    unseen = unseen.exclude(Exists(told.filter(kind__in=DECIDED_KINDS)))
    restored = Notice.objects.filter(
        answer=OuterRef("pk"), kind=Notice.Kind.ANSWER_RESTORED, read_at=None
    )
    answers = Answer.objects.filter(
        Exists(unseen) | Exists(restored), message__conversation__in=owned
    )
    return list(
        answers.select_related("message__in_reply_to").order_by("-created_at", "pk")[:_DECIDED]
    )


def answers_unmarked(*, user: User | None, session_key: str) -> list[Answer]:
    """Answers of a person that are confirmed no more, or sentences of them, until the person has read of it."""
    owned = conversations_of(user=user, session_key=session_key)
    unread = Notice.objects.filter(answer=OuterRef("pk"), kind__in=UNMARKED_KINDS, read_at=None)
    answers = Answer.objects.filter(Exists(unread), message__conversation__in=owned)
    return list(
        answers.select_related("message__in_reply_to").order_by("-created_at", "pk")[:_DECIDED]
    )


def conversation_get(*, conversation_id: UUID, user: User | None, session_key: str) -> Conversation:
    """One conversation of that person; raises Conversation.DoesNotExist for anybody else's."""
    return conversations_of(user=user, session_key=session_key).get(pk=conversation_id)


def conversation_answers(*, conversation: Conversation, now: datetime) -> list[AnswerView]:
    """The answers of a conversation in order, in a number of queries that does not grow with them but for each new scope."""
    found = answers_with_everything().filter(message__conversation=conversation)
    answers = list(found.order_by("created_at", "pk"))
    names = SharedNames.of(answers)
    return [answer_view(answer=answer, now=now, names=names) for answer in answers]


def answer_get(*, answer_id: UUID, user: User | None, session_key: str) -> Answer:
    """One answer in a conversation of that person; raises Answer.DoesNotExist for anybody else's."""
    owned = conversations_of(user=user, session_key=session_key)
    return answers_with_everything().get(pk=answer_id, message__conversation__in=owned)


def answer_is_visible(*, answer_id: UUID, user: User | None, session_key: str) -> bool:
    """Whether the answer stands in a conversation of that person; one query, for the stream."""
    owned = conversations_of(user=user, session_key=session_key)
    return Answer.objects.filter(pk=answer_id, message__conversation__in=owned).exists()


def answers_with_everything() -> QuerySet[Answer]:
    """Answers with all rows that `answer_view` reads."""
    versions = "version__regulation__owner_department"
    return Answer.objects.select_related(
        "message__in_reply_to",
        "message__conversation",
        "verification",
        "feedback",
        "shown_from__verified",
    ).prefetch_related(
        Prefetch("sentences", AnswerSentence.objects.order_by("position")),
        Prefetch(
            "message__citations",
            Citation.objects.select_related(versions)
            .prefetch_related(
                Prefetch(
                    "version__regulation__versions",
                    RegulationVersion.objects.defer("report", "reason"),
                )
            )
            .order_by("position", "pk"),
        ),
        Prefetch("passages", AnswerPassage.objects.select_related(versions).order_by("rank")),
        Prefetch(
            "verification__citation_checks",
            CitationCheck.objects.select_related(versions).order_by("position"),
        ),
        "verification__claim_checks",
        Prefetch(
            "reviews", Review.objects.order_by("created_at", "pk").prefetch_related("later_marks")
        ),
        Prefetch(
            "flags",
            Flag.objects.filter(Q(resolved_at=None) | Q(reason=Flag.Reason.HANDED_OVER)),
        ),
        Prefetch("shares", AnswerShare.objects.filter(revoked_at=None)),
        Prefetch("certificates", Certificate.objects.filter(ended_at=None).only("code", "answer")),
    )


def conversation_is_visible(*, conversation_id: UUID, user: User | None, session_key: str) -> bool:
    """Whether a conversation is that person's; one query, for the stream of its changes."""
    return conversations_of(user=user, session_key=session_key).filter(pk=conversation_id).exists()


def earlier_questions(*, answer: Answer) -> tuple[str, ...]:
    """The questions asked before in the same conversation, oldest first."""
    asked = answer.message.in_reply_to
    if asked is None:
        return ()
    earlier = Message.objects.filter(
        conversation=answer.message.conversation_id,
        role=Message.Role.USER,
        created_at__lt=asked.created_at,
    )
    # A repeated question is not part of the history: a follow-up would be resolved against itself.
    earlier = earlier.exclude(content=asked.content).order_by("-created_at", "pk")
    return tuple(reversed(earlier.values_list("content", flat=True)[:_HISTORY]))


def conversation_scope(*, conversation: Conversation) -> Scope | None:
    """What the conversation is limited to; None for the whole corpus."""
    return scope_from_json(conversation.scope) if conversation.scope else None


def questions_asked(*, limit: int, **_: object) -> list[tuple[str, tuple[str, ...]]]:
    """The latest questions that were searched for, each once and with those before it, for trials of the search."""
    rows = Answer.objects.exclude(retrieval={}).order_by("-created_at", "pk")
    rows = rows.exclude(message__conversation__title=Conversation.FORGOTTEN)
    found: dict[str, tuple[str, ...]] = {}
    for question, history in rows.values_list(
        "message__in_reply_to__content", "retrieval__history"
    )[: _REPEATED * limit]:
        found.setdefault(question, tuple(history or ()))
    return list(found.items())[:limit]
