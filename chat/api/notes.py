"""What stands beside an answer, as JSON."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from chat.presenters.notes import NoteKind, NoteView


class NoteSerializer(serializers.Serializer[NoteView]):
    """What stands beside the sentences and corrects the question or limits the answer; it belongs to what is shown."""

    kind = serializers.ChoiceField(choices=[one.value for one in NoteKind])
    message = serializers.CharField(source="sentence")
    links = serializers.SerializerMethodField()

    def get_links(self, note: NoteView) -> list[dict[str, Any]]:
        """What can be read about it."""
        return [{"label": label, "url": url} for label, url in note.links]
