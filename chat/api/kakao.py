"""The webhook of a Kakao channel's skill: an utterance in, the checked answer out, within the five seconds that it waits.

What takes longer follows at the callback address, or where there is none stands behind a link. The header of the skill carries
an API key that may ask (`Authorization: Api-Key …`); each person of the channel is counted by themselves.
"""

from __future__ import annotations

import time
from hashlib import sha256
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from chat.api.kakao_requests import SkillRequest
from chat.asking.callbacks import (
    callback_keep,
    callback_take,
    finished_reply,
    is_callback,
    is_finished,
)
from chat.asking.services import InvalidQuestionError, conversation_start, question_ask
from chat.conversations.selectors import answers_with_everything
from chat.models import Answer
from chat.pages.widget import waiting_path
from chat.presenters.kakao import Skill, callback_reply, later_reply, text_reply
from portal.controls.keys import ApiKeyAuthentication
from portal.controls.models import ApiKey
from portal.http.limits import (
    Caller,
    RateLimitedError,
    address_of,
    caller_of,
    question_count,
)
from portal.llm.waiting import connections_release
from portal.stores.places import place_give_back, place_take

# The messenger gives up after five; the way there and back takes its part.
WAIT_SECONDS = 3.5
_EVERY_SECONDS = 0.2
# Who comes when so many wait gets the callback or the link at once.
_PLACES = {"slow:kakao": 32}


class MayAskByKey(BasePermission):
    """A key that may ask, and nobody without one: the messenger signs nothing itself."""

    def has_permission(self, request: Request, view: Any) -> bool:
        """Whether the key has the scope."""
        return isinstance(request.auth, ApiKey) and request.auth.may_ask


class KakaoSkillView(APIView):
    """One utterance. Whatever can be said to a person comes with 200: anything else shows them an error of the messenger."""

    authentication_classes = (ApiKeyAuthentication,)
    permission_classes = (MayAskByKey,)
    throttle_classes = ()
    schema = None

    def post(self, request: Request) -> Response:
        """Ask, wait for as long as the messenger does, and answer."""
        form = SkillRequest(data=request.data)
        form.is_valid(raise_exception=True)
        said = form.validated_data["userRequest"]
        person = sha256(f"{caller_of(request).key}:{said['user']['id']}".encode()).hexdigest()[:32]
        try:
            question_count(Caller(f"kakao:{person}", address_of(request)))
            asked = question_ask(
                conversation=conversation_start(user=None),
                question=said["utterance"],
                as_of=timezone.localdate(),
            )
        except (RateLimitedError, InvalidQuestionError) as error:
            return Response(text_reply(str(error)))
        base = settings.PORTAL_URL or request.build_absolute_uri("/").rstrip("/")
        return Response(_reply(asked, said.get("callbackUrl", ""), base))


def _reply(asked: Answer, callback: str, base: str) -> Skill:
    if _is_finished_in_time(asked):
        return finished_reply(answers_with_everything().get(pk=asked.pk), base=base)
    if not is_callback(callback) or not callback_keep(
        answer_id=asked.pk, address=callback, base=base
    ):
        text = _("답변을 만들고 확인하는 중입니다. 잠시 뒤에 아래에서 볼 수 있습니다.")
        return later_reply(text, address=f"{base}{waiting_path(asked)}")
    # Finished between the last look and this: nobody else has taken it yet, or it is sent already.
    if is_finished(asked.pk) and callback_take(asked.pk) is not None:
        return finished_reply(answers_with_everything().get(pk=asked.pk), base=base)
    return callback_reply(_("답변을 만들고 규정과 대조하고 있습니다."))


def _is_finished_in_time(asked: Answer) -> bool:
    """Wait, holding no connection meanwhile."""
    token = place_take(_PLACES, seconds=int(WAIT_SECONDS) + 1)
    if token is None:
        return is_finished(asked.pk)
    until = time.monotonic() + WAIT_SECONDS
    try:
        while not is_finished(asked.pk):
            # Within a transaction no worker knows of the question yet.
            if time.monotonic() > until or not transaction.get_autocommit():
                return False
            connections_release()
            time.sleep(_EVERY_SECONDS)
    finally:
        place_give_back(_PLACES, token)
    return True
