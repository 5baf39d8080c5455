"""The JSON interface of the checks: hand in a text from elsewhere, get every citation in it with its state."""

from __future__ import annotations

from datetime import date
from typing import Any

from django.utils import timezone
from django.utils.translation import get_language
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from portal.controls.access import MayVerify
from portal.http.fields import TextField
from portal.http.ordered_calls import OrderedCallSerializer, call_order, call_response
from portal.http.slow_calls import slow_call
from verification.api.calls import text_result, verify_text
from verification.api.responses import TextVerificationSerializer
from verification.texts.checking import LONGEST_AT_ONCE, LONGEST_TEXT, MOST_CITATIONS


class TextSerializer(serializers.Serializer[dict[str, Any]]):
    """A text to be checked, against what is in force on a day (today where none is given)."""

    text = TextField(trim_whitespace=False, allow_blank=True)
    as_of = serializers.DateField(required=False)


class VerifyView(APIView):
    """Check the citations of a text that was written elsewhere."""

    # Reading is open to everybody, and this only reads; the limits of requests are those of the whole portal.
    permission_classes = (MayVerify,)

    @extend_schema(
        request=TextSerializer,
        responses={200: TextVerificationSerializer, 202: OrderedCallSerializer},
        description=(
            f"At most {MOST_CITATIONS} citations and {LONGEST_TEXT:,} characters; more is answered with 400 and says so. "
            f"A worker checks what is longer than {LONGEST_AT_ONCE} characters: see GET /calls/{{token}}."
        ),
    )
    @slow_call
    def post(self, request: Request) -> Response:
        """Check a text; 400 for one that cannot be checked, 202 where it takes longer than the caller waits."""
        form = TextSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        text: str = form.validated_data["text"]
        as_of: date = form.validated_data.get("as_of") or timezone.localdate()
        call = call_order(request) if LONGEST_AT_ONCE < len(text) <= LONGEST_TEXT else None
        if call is None:
            code, body = text_result(text=text, as_of=as_of)
            return Response(body, status=code)
        verify_text.delay(
            token=call.token, text=text, as_of=as_of.isoformat(), language=get_language()
        )
        return call_response(request, call, lambda kept: kept.result)
