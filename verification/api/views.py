"""The JSON interface of the checks: hand in a text from elsewhere, get every citation in it with its state."""

from __future__ import annotations

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from portal.controls.access import MayVerify
from portal.http.fields import TextField
from portal.http.slow_calls import slow_call
from verification.citations.resolution import FoundProvision
from verification.citations.states import CitationStatus
from verification.models import CitationCheck
from verification.texts.checking import (
    LONGEST_TEXT,
    MOST_CITATIONS,
    TextCitation,
    TextStatus,
    TextVerification,
    UncheckableTextError,
    text_verify,
    url_of,
)


class TextSerializer(serializers.Serializer[dict[str, Any]]):
    """A text to be checked, against what is in force on a day (today where none is given)."""

    text = TextField(trim_whitespace=False, allow_blank=True)
    as_of = serializers.DateField(required=False)


class ProvisionSerializer(serializers.Serializer[FoundProvision]):
    """A provision of one version of a regulation."""

    regulation = serializers.CharField(source="regulation_title")
    locator = serializers.CharField(source="locator_key")
    label = serializers.CharField()  # type: ignore[assignment]
    title = serializers.CharField()
    version = serializers.IntegerField(source="version_number")
    enforcement_date = serializers.DateField(allow_null=True)
    in_force = serializers.BooleanField()
    url = serializers.SerializerMethodField()

    def get_url(self, provision: FoundProvision) -> str:
        """The page of the regulation, opened at the provision."""
        return url_of(provision)


class CitationSerializer(serializers.Serializer[TextCitation]):
    """A citation as it stands in the text; only the status VERIFIED means that it was verified.

    `verdict` says whether the provision says what the statement says: accurate, inaccurate, uncertain or not_run.
    """

    text = serializers.CharField(source="check.written")
    start = serializers.IntegerField()
    end = serializers.IntegerField()
    kind = serializers.SerializerMethodField()
    regulation = serializers.CharField(source="written_as.regulation", default=None)
    article = serializers.IntegerField(source="written_as.article", default=None)
    branch = serializers.IntegerField(source="written_as.branch", default=None)
    paragraph = serializers.IntegerField(source="written_as.paragraph", default=None)
    subparagraph = serializers.CharField(source="written_as.subparagraph", default=None)
    item = serializers.CharField(source="written_as.item", default=None)
    addenda = serializers.BooleanField(source="written_as.addenda", default=False)
    attachment = serializers.CharField(source="written_as.attachment", default=None)
    status = serializers.ChoiceField(choices=CitationStatus.choices)
    status_label = serializers.CharField(source="status.label")
    status_sentence = serializers.CharField(source="status.sentence")
    statement = serializers.CharField(source="check.statement")
    verdict = serializers.SerializerMethodField()
    confidence = serializers.FloatField(source="check.confidence", allow_null=True)
    reason = serializers.CharField(source="check.reason")
    existing_range = serializers.CharField(source="resolution.existing_range")
    candidates = serializers.ListField(
        source="resolution.candidates", child=serializers.CharField()
    )
    provision = ProvisionSerializer(allow_null=True)
    evidence = serializers.CharField(source="check.evidence")
    action = serializers.ChoiceField(source="check.action", choices=CitationCheck.Action.choices)
    proposal = ProvisionSerializer(allow_null=True)

    def get_kind(self, citation: TextCitation) -> str:
        """How it is written: prose, reference ([출처: …]), marker ([†1]) or name (a regulation without a provision)."""
        if citation.written_as is not None:
            return str(citation.written_as.kind)
        return "name" if citation.check.marker is None else "marker"

    def get_verdict(self, citation: TextCitation) -> str:
        """The verdict in the words of `POST /query/verified`."""
        return citation.check.verdict.of_a_pair


class SummarySerializer(serializers.Serializer[TextVerification]):
    """The text as a whole; only ALL_VERIFIED is a pass, a text without citations is none."""

    status = serializers.ChoiceField(choices=[status.value for status in TextStatus])
    message = serializers.CharField(source="status.sentence")
    passed = serializers.SerializerMethodField()
    citations = serializers.SerializerMethodField()
    verified = serializers.SerializerMethodField()
    counts = serializers.DictField(child=serializers.IntegerField())
    accuracy_rate = serializers.FloatField(allow_null=True)
    as_of = serializers.DateField()

    def get_passed(self, verification: TextVerification) -> bool:
        """Whether there are citations and all of them were verified."""
        return verification.status is TextStatus.ALL_VERIFIED

    def get_citations(self, verification: TextVerification) -> int:
        """How many citations there are."""
        return len(verification.citations)

    def get_verified(self, verification: TextVerification) -> int:
        """How many of them were verified."""
        return verification.counts[CitationStatus.VERIFIED]


class TextVerificationSerializer(serializers.Serializer[TextVerification]):
    """The text after its check."""

    summary = SummarySerializer(source="*")
    corrected_text = serializers.CharField()
    citations = CitationSerializer(many=True)


class VerifyView(APIView):
    """Check the citations of a text that was written elsewhere."""

    # Reading is open to everybody, and this only reads; the limits of requests are those of the whole portal.
    permission_classes = (MayVerify,)

    @extend_schema(
        request=TextSerializer,
        responses=TextVerificationSerializer,
        description=(
            f"At most {MOST_CITATIONS} citations and {LONGEST_TEXT:,} characters; more is answered with 400 and says so."
        ),
    )
    @slow_call
    def post(self, request: Request) -> Response:
        """Check a text; 400 for one that cannot be checked."""
        form = TextSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        try:
            verification = text_verify(
                text=form.validated_data["text"],
                as_of=form.validated_data.get("as_of") or timezone.localdate(),
            )
        except UncheckableTextError as error:
            return Response({"text": [str(error)]}, status=status.HTTP_400_BAD_REQUEST)
        return Response(text_response(verification))


def text_response(verification: TextVerification) -> dict[str, Any]:
    """Return a checked text in the form of `POST /verify`."""
    return dict(TextVerificationSerializer(verification).data)
