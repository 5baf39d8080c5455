"""What a Kakao channel sends to a skill (skill payload), as far as it is read here."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from portal.http.fields import TextField


class SkillUser(serializers.Serializer[dict[str, Any]]):
    """A person of the channel, by a name that only this channel knows them by."""

    id = TextField(max_length=200)


class SkillUtterance(serializers.Serializer[dict[str, Any]]):
    """What was said, by whom, and where a late answer goes."""

    utterance = TextField(max_length=100_000, allow_blank=True)
    user = SkillUser()
    callbackUrl = TextField(required=False, allow_blank=True, max_length=500)  # noqa: N815 - as it is sent


class SkillRequest(serializers.Serializer[dict[str, Any]]):
    """One call of a skill; what else stands in it is not looked at."""

    userRequest = SkillUtterance()  # noqa: N815 - as it is sent
