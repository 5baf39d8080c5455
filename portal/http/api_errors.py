"""Errors of the API: always JSON, and documented in the OpenAPI schema."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from io import BytesIO
from typing import IO, Any

from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from rest_framework.exceptions import APIException, ParseError
from rest_framework.parsers import JSONParser

_PATHS = ("/api/", "/calls/", "/query/", "/verify", "/mcp")
_DETAIL = {"$ref": "#/components/schemas/Error"}
_FIELDS = {"$ref": "#/components/schemas/FieldErrors"}
_SCHEMAS = {
    "Error": {
        "type": "object",
        "description": "What was wrong with a request.",
        "properties": {"detail": {"type": "string"}},
        "required": ["detail"],
    },
    "FieldErrors": {
        "type": "object",
        "description": "For each field what is wrong with it; `non_field_errors` for the whole.",
        "additionalProperties": True,
    },
}


class RequestTooLarge(APIException):
    """More was sent than any request needs."""

    status_code = 413
    default_detail = _("보낸 내용이 너무 큽니다. 나누어 보내 주십시오.")
    default_code = "too_large"


class BoundedJSONParser(JSONParser):
    """Reads JSON of a size and depth that requests have; the framework reads whatever is sent, as deep as it goes."""

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> dict[str, Any]:
        """Parse the body; raises RequestTooLarge or ParseError."""
        most = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
        body = stream.read(most + 1)
        if len(body) > most:
            raise RequestTooLarge
        try:
            parsed: dict[str, Any] = super().parse(BytesIO(body), media_type, parser_context)
        except (RecursionError, json.JSONDecodeError) as error:
            raise ParseError from error
        return parsed


def is_api(request: HttpRequest) -> bool:
    """Whether a program asks, who reads JSON and no page."""
    return request.path.startswith(_PATHS)


def schema_add_errors(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """Add to each operation of the OpenAPI schema the errors that it can end with."""
    result["components"]["schemas"] |= _SCHEMAS
    for operations in result["paths"].values():
        for operation in operations.values():
            for status, meaning, schemas in _errors(operation):
                body = {"anyOf": schemas} if len(schemas) > 1 else schemas[0]
                operation["responses"].setdefault(
                    status,
                    {"description": meaning, "content": {"application/json": {"schema": body}}},
                )
    return result


def _errors(operation: Mapping[str, Any]) -> Iterator[tuple[str, str, list[dict[str, str]]]]:
    places = {parameter["in"] for parameter in operation.get("parameters", ())}
    if "requestBody" in operation or "query" in places:
        yield "400", "The request cannot be read, or a value is not allowed.", [_DETAIL, _FIELDS]
    if "requestBody" in operation:
        yield "413", "The body is larger than any request needs.", [_DETAIL]
    if any(operation.get("security", ())):
        yield "401", "The key is unknown, revoked or over, or nobody asks unsigned.", [_DETAIL]
        yield "403", "The key has not this scope, or the form token is missing.", [_DETAIL]
    if places & {"path", "query"}:
        yield "404", "Nothing that is published stands there, or it is no address.", [_DETAIL]
    yield "429", "Too many calls; the header Retry-After says when to come back.", [_DETAIL]
    yield "503", "The portal is closed, or its database is away; see Retry-After.", [_DETAIL]
