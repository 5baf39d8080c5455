"""Finding the JSON object in a model's reply: bare, in a Markdown fence, or with text around it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from portal.llm.errors import Malformed

Schema = TypeVar("Schema", bound=BaseModel)


def parse_reply(text: str, schema: type[Schema]) -> Schema:
    """Return the last object of the reply that fits the schema: models that think aloud conclude at the end."""
    fitting = None
    for found in _objects(text):
        try:
            fitting = schema.model_validate(found)
        except ValidationError:
            continue
    if fitting is None:
        raise Malformed(f"the reply holds no {schema.__name__}")
    return fitting


def _objects(text: str) -> Iterator[object]:
    """Every outermost JSON object in the text."""
    decoder = json.JSONDecoder()
    start = text.find("{")
    while start >= 0:
        try:
            found, end = decoder.raw_decode(text, start)
        except (json.JSONDecodeError, RecursionError):
            end = start + 1
        else:
            yield found
        start = text.find("{", end)
