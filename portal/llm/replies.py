"""Finding the JSON object in a model's reply: bare, in a Markdown fence, or with text around it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from portal.llm.errors import Malformed
from portal.llm.thoughts import THOUGHT_TAG

Schema = TypeVar("Schema", bound=BaseModel)


def parse_reply(text: str, schema: type[Schema]) -> Schema:
    """Return the last object of the reply that fits the schema: models that think aloud conclude at the end.

    What stands in thoughts is no reply, and all that comes before the end of some is thought.
    """
    fitting, last, is_thinking = None, 0, False
    for start, end, found in (*_objects(text), (len(text), len(text), None)):
        for tag in THOUGHT_TAG.finditer(text, last, start):
            is_thinking = not tag[1]
            fitting = fitting if is_thinking else None
        last = end
        if is_thinking:
            continue
        try:
            fitting = schema.model_validate(found)
        except ValidationError:
            continue
    if fitting is None:
        raise Malformed(f"the reply holds no {schema.__name__}")
    return fitting


def _objects(text: str) -> Iterator[tuple[int, int, object]]:
    """Every outermost JSON object in the text, with where it begins and ends."""
    decoder = json.JSONDecoder()
    start = text.find("{")
    while start >= 0:
        try:
            found, end = decoder.raw_decode(text, start)
        except (json.JSONDecodeError, RecursionError):
            end = start + 1
        else:
            yield start, end, found
        start = text.find("{", end)
