"""Fields of the API that take JSON's own types; the framework would read 123 as a text and true as a number."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers


class TextField(serializers.CharField):
    """A string that can be stored: a number is none, and half of a surrogate pair is no character."""

    def to_internal_value(self, data: Any) -> str:
        """Refuse what is no such string."""
        if not isinstance(data, str):
            self.fail("invalid")
        try:
            data.encode()
        except UnicodeEncodeError:
            self.fail("invalid")
        return str(super().to_internal_value(data))


class NumberField(serializers.FloatField):
    """A number; true, false and text are none."""

    def to_internal_value(self, data: Any) -> float:
        """Refuse what is no number."""
        if isinstance(data, bool) or not isinstance(data, int | float):
            self.fail("invalid")
        return float(super().to_internal_value(data))
