"""A question that was not answered, or not well, goes to the office that owns the matter."""

from __future__ import annotations

from django.db import transaction

from chat.asking.askers import asker_korean
from chat.models import Answer
from chat.presenters.decisions import can_hand_over, is_given_back, owner_of
from chat.stream.changes import publish_changes
from regulations.models import Department
from regulations.reading.labels import provision_label
from regulations.text.locators import Locator
from verification.models import Flag
from verification.review.flags import flag_raise

_MOST_PLACES = 5


@transaction.atomic
def question_hand_over(*, answer: Answer) -> bool:
    """Put the question, masked as it is stored, with what was looked at into the office's queue; False where it is there already."""
    if not can_hand_over(answer):
        return False
    places = [
        provision_label(row.regulation_title, Locator.of_passage(row.locator_key))
        for row in answer.passages.all()[:_MOST_PLACES]
    ]
    looked = f"찾아본 곳: {', '.join(dict.fromkeys(places)) or '–'}"
    if asker := asker_korean(answer.message.conversation.scope):
        looked += f"\n묻는 사람: {asker}"
    flag_raise(
        answer_id=answer.pk,
        reason=Flag.Reason.HANDED_OVER,
        detail=looked,
        # Whose matter it is after one office gave it back is for who reviews to say.
        department=None if is_given_back(answer) else _office(answer),
    )
    publish_changes([answer.pk])
    return True


def _office(answer: Answer) -> Department | None:
    """The office that was named to the asker, else the owner of what the answer rests on."""
    named = Department.objects.filter(name=answer.department_name).first()
    return named or owner_of(answer)
