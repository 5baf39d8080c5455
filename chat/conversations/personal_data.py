"""A person's questions as personal data: deleted, and forgotten after the time that the university keeps them.

A reviewed answer stands in the records of the staff, which nobody may change; its question is then made anonymous instead
of deleted: no owner, no text of the person, only what the regulations say.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet

from chat.asking.askers import ASKER_STORED
from chat.conversations.certificates.issuing import certificates_take_back
from chat.models import (
    Answer,
    AnswerPassage,
    AnswerShare,
    Conversation,
    Feedback,
    Message,
    QuestionVector,
    Rerun,
)
from portal.accounts.addresses import own_address
from portal.accounts.models import User
from portal.accounts.sessions import sessions_end
from regulations.following.subscribing import subscriptions_of_address
from regulations.models import AmendmentSubscription, PassageQuestion
from regulations.text.locators import article_key
from verification.models import Flag, Notice, NoticePreference, Review
from verification.review.notices.sending import ASKER_KINDS

# What the record of a search has of the person: words, and who asked.
_WORDS = {"query": Conversation.FORGOTTEN, "history": [], "reworded": ""}
_WHO_ASKED = ("asker", "enrollment")
_FLAGS_OF_ASKERS = (Flag.Reason.THUMBS_DOWN, Flag.Reason.HANDED_OVER)
_BATCH = 200


@dataclass(frozen=True)
class ForgottenCounts:
    """How many conversations were deleted, and how many were made anonymous."""

    deleted: int = 0
    anonymized: int = 0

    def __add__(self, other: ForgottenCounts) -> ForgottenCounts:
        return ForgottenCounts(self.deleted + other.deleted, self.anonymized + other.anonymized)


@transaction.atomic
def conversations_forget(
    *, conversations: QuerySet[Conversation], now: datetime, takes_back: bool = True
) -> ForgottenCounts:
    """Delete conversations; those with a reviewed answer lose their owner and the person's words instead.

    Links to answers end with them, and where a person wants it (`takes_back`) certificates that show a question.
    """
    chosen = list(conversations.select_for_update().values_list("pk", flat=True))
    reviewed = Review.objects.filter(answer__message__conversation=OuterRef("pk"))
    found = Conversation.objects.filter(pk__in=chosen).annotate(is_reviewed=Exists(reviewed))
    kept = [row.pk for row in found if row.is_reviewed]
    _forget_proposed(chosen)
    _forget_records(kept)
    Message.objects.filter(conversation__in=kept, role=Message.Role.USER).update(
        content=Conversation.FORGOTTEN, masked_kinds=[]
    )
    Feedback.objects.filter(answer__message__conversation__in=kept).update(comment="")
    Notice.objects.filter(answer__message__conversation__in=kept, kind__in=ASKER_KINDS).delete()
    # What a question means is told by its vector, and by what was made of it for the staff.
    for made_of_it in (QuestionVector, Rerun):
        made_of_it.objects.filter(answer__message__conversation__in=kept).delete()
    AnswerShare.objects.filter(
        answer__message__conversation__in=kept, revoked_at__isnull=True
    ).update(revoked_at=now)
    for row in Conversation.objects.filter(pk__in=kept):
        row.user, row.session_key, row.title = None, "", Conversation.FORGOTTEN
        row.scope = _without_asker(row.scope)
        row.save(update_fields=["user", "session_key", "title", "scope"])
    if takes_back:
        certificates_take_back(conversations=chosen, now=now)
    gone = [pk for pk in chosen if pk not in set(kept)]
    Conversation.objects.filter(pk__in=gone).delete()
    return ForgottenCounts(deleted=len(gone), anonymized=len(kept))


def _forget_proposed(conversations: Sequence[UUID]) -> None:
    """Take back the questions that were proposed as those of a provision; what the staff has decided stays."""
    rows = AnswerPassage.objects.filter(is_answer=True, version__isnull=False)
    own = _proposed(rows.filter(answer__message__conversation__in=conversations))
    if not own:
        return
    regulations = {regulation_id for regulation_id, _key, _text in own}
    others = _proposed(
        rows.filter(version__regulation__in=regulations).exclude(
            answer__message__conversation__in=conversations
        )
    )
    for regulation_id, locator_key, text in own - others:
        PassageQuestion.objects.filter(
            regulation_id=regulation_id,
            locator_key=locator_key,
            text=text,
            origin=PassageQuestion.Origin.STUDENT,
            state=PassageQuestion.State.PENDING,
        ).delete()


def _proposed(rows: QuerySet[AnswerPassage]) -> set[tuple[int, str, str]]:
    """Of which provision each is said to be the answer, and the question as it was proposed there."""
    related = rows.select_related("answer__message__in_reply_to", "version")
    return {
        (
            row.version.regulation_id,
            article_key(row.locator_key),
            " ".join(row.answer.searched_question.split()),
        )
        for row in related
        if row.version is not None
    }


def _forget_records(conversations: Sequence[UUID]) -> None:
    """What was recorded beside the question: how it was searched for, and what the asker told the staff."""
    answers = Answer.objects.filter(message__conversation__in=conversations)
    for answer in answers.exclude(retrieval={}):
        said = {name: word for name, word in answer.retrieval.items() if name not in _WHO_ASKED}
        said |= {name: _WORDS[name] for name in _WORDS if name in said}
        if said.get("scope"):
            said["scope"] = _without_asker(said["scope"])
        answer.retrieval = said
        answer.save(update_fields=["retrieval"])
    flags = Flag.objects.filter(answer__in=answers, reason__in=_FLAGS_OF_ASKERS)
    flags.update(detail="")


def _without_asker(scope: Mapping[str, Any]) -> dict[str, Any]:
    return {name: said for name, said in scope.items() if name not in ASKER_STORED}


def conversations_expire(*, now: datetime, days: int) -> ForgottenCounts:
    """Forget conversations in which nothing happened for so many days; 0 days keep everything."""
    total = ForgottenCounts()
    if days <= 0:
        return total
    old = conversations_kept(before=now - timedelta(days=days))
    while batch := list(old.order_by("updated_at", "pk").values_list("pk", flat=True)[:_BATCH]):
        total += conversations_forget(
            conversations=Conversation.objects.filter(pk__in=batch), now=now, takes_back=False
        )
    return total


def conversations_kept(*, before: datetime) -> QuerySet[Conversation]:
    """Those in which nothing happened since then, and that were not forgotten."""
    return Conversation.objects.filter(updated_at__lt=before).exclude(
        user=None, session_key="", title=Conversation.FORGOTTEN
    )


@transaction.atomic
def person_delete(*, user: User, now: datetime) -> ForgottenCounts:
    """Forget a person's questions and close the account.

    An account that has reviewed or published stands in records that stay; it loses its name and cannot be used again.
    """
    forgotten = conversations_forget(conversations=Conversation.objects.filter(user=user), now=now)
    subscriptions_followed(user).delete()
    user.username = f"deleted-{user.pk}"
    user.first_name = user.last_name = user.email = ""
    user.is_active = user.is_staff = user.is_superuser = False
    user.role = User.Role.STUDENT
    user.set_unusable_password()
    user.save()
    sessions_end(people=[user])
    Notice.objects.filter(recipient=user).delete()
    for belonging in (EmailAddress, SocialAccount, Authenticator, NoticePreference):
        belonging.objects.filter(user=user).delete()
    return forgotten


def subscriptions_followed(user: User) -> QuerySet[AmendmentSubscription]:
    """What the person follows by mail: an address that is not theirs is somebody else's."""
    address = own_address(user)
    return subscriptions_of_address(address) if address else AmendmentSubscription.objects.none()
