"""What is kept about a person, handed out to that person."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import Any
from uuid import UUID

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from allauth.usersessions.models import UserSession
from django.db.models import QuerySet

from chat.conversations.personal_data import subscriptions_followed
from chat.conversations.selectors import answers_with_everything
from chat.models import Answer, AnswerShare, Certificate, Conversation
from chat.presenters.answers import answer_view
from portal.accounts.models import User
from regulations.following.subscribing import followed_title
from verification.models import Flag, Notice, NoticePreference

# What there is beside a turn, by its kind: the rows of one answer, with what they say of the person.
_Beside = Mapping[str, Mapping[UUID, list[dict[str, Any]]]]


def personal_data(*, user: User) -> Mapping[str, Any]:
    """Everything that is kept about a person who asks, in a form that can be written as JSON.

    Not again what the portal makes of a question (its search, its vector), no secrets, and not what somebody did as staff:
    that stands in the records of the portal.
    """
    answers = answers_with_everything().filter(message__conversation__user=user)
    beside = _beside(user)
    said: dict[Any, list[dict[str, Any]]] = {}
    for answer in answers.order_by("created_at", "pk"):
        said.setdefault(answer.message.conversation_id, []).append(_turn(answer, beside))
    conversations = Conversation.objects.filter(user=user).order_by("created_at", "pk")
    return {
        "account": {
            "username": user.username,
            "name": user.get_full_name(),
            "email": user.email,
            "role": user.role,
            "date_joined": user.date_joined,
            "last_login": user.last_login,
        },
        "addresses": _rows(EmailAddress.objects.filter(user=user), "email", "primary", "verified"),
        "university_accounts": _rows(
            SocialAccount.objects.filter(user=user),
            *("provider", "uid", "date_joined", "last_login"),
            # What the university's sign-in said of the person.
            "extra_data",
        ),
        "second_factors": _rows(
            Authenticator.objects.filter(user=user), "type", "created_at", "last_used_at"
        ),
        "sessions": _rows(
            UserSession.objects.filter(user=user), "created_at", "last_seen_at", "ip", "user_agent"
        ),
        "notices": _rows(
            Notice.objects.filter(recipient=user).order_by("created_at", "pk"),
            *("kind", "created_at", "read_at"),
        ),
        "notice_settings": _rows(NoticePreference.objects.filter(user=user), "mail", "language"),
        "subscriptions": [followed_title(row) for row in subscriptions_followed(user)],
        "conversations": [
            {
                "id": row.pk,
                "title": row.title,
                "created_at": row.created_at,
                # Who asks stands in it, as far as the person has said so.
                "scope": row.scope,
                "turns": said.get(row.pk, []),
            }
            for row in conversations
        ],
    }


def _rows(found: QuerySet[Any], *fields: str) -> list[dict[str, Any]]:
    rows = found if found.ordered else found.order_by("pk")
    return list(rows.values(*fields))


def _beside(user: User) -> _Beside:
    asked = {"answer__message__conversation__user": user}
    certificates = Certificate.objects.filter(**asked).values(
        *("answer_id", "code", "created_at", "language", "has_question", "statement"),
        *("ended_at", "ended_why"),
    )
    handed_over = Flag.objects.filter(**asked, reason=Flag.Reason.HANDED_OVER).values(
        "answer_id", "created_at", "department__name", "detail"
    )
    shares = AnswerShare.objects.filter(**asked).values("answer_id", "created_at", "revoked_at")
    return {
        "certificates": _by_answer(certificates),
        "handed_over": _by_answer(handed_over),
        "links": _by_answer(shares),
    }


def _by_answer(rows: QuerySet[Any, Any]) -> Mapping[UUID, list[dict[str, Any]]]:
    found: defaultdict[UUID, list[dict[str, Any]]] = defaultdict(list)
    for row in rows.order_by("created_at", "pk"):
        found[row.pop("answer_id")].append(row)
    return found


def _turn(answer: Answer, beside: _Beside) -> dict[str, Any]:
    view = answer_view(answer=answer)
    feedback = getattr(answer, "feedback", None)
    return {
        "asked_at": answer.created_at,
        "question": view.question,
        "status": view.status,
        "answer": " ".join(filter(None, (sentence.text for sentence in view.sentences))),
        "citations": [row.label for row in view.sources],
        "feedback": None
        if feedback is None
        else {
            "helpful": feedback.helpful,
            "reason": feedback.reason,
            "comment": feedback.comment,
        },
    } | {kind: rows.get(answer.pk, []) for kind, rows in beside.items()}
