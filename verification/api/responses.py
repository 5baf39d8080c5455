"""Checked texts and answers as JSON: every citation with its state, and the whole in one word."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from regulations.text.locators import eid_of
from verification.answer_verifier.claims import AnswerKind
from verification.answer_verifier.verifier import (
    SkippedLayer,
    VerificationLayer,
    VerificationResult,
)
from verification.citations.resolution import FoundProvision
from verification.citations.states import CitationStatus
from verification.models import CitationCheck
from verification.texts.checking import TextCitation, TextStatus, TextVerification, url_of
from verification.texts.reading import CitedSentence


class ProvisionSerializer(serializers.Serializer[FoundProvision]):
    """A provision of one version of a regulation."""

    regulation = serializers.CharField(source="regulation_title")
    locator = serializers.CharField(source="locator_key")
    eid = serializers.SerializerMethodField()
    label = serializers.CharField()  # type: ignore[assignment]
    title = serializers.CharField()
    version = serializers.IntegerField(source="version_number")
    enforcement_date = serializers.DateField(allow_null=True)
    in_force = serializers.BooleanField()
    url = serializers.SerializerMethodField()

    def get_eid(self, provision: FoundProvision) -> str:
        """The provision as Akoma Ntoso names it."""
        return eid_of(provision.locator_key)

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
    """The citations of a text in one word; only ALL_VERIFIED is a pass, a text without citations is none.

    Sentences without a citation are no part of it: `uncited` counts those that claim something, and nothing was held against them.
    """

    status = serializers.ChoiceField(choices=[status.value for status in TextStatus])
    message = serializers.CharField()
    passed = serializers.SerializerMethodField()
    citations = serializers.SerializerMethodField()
    verified = serializers.SerializerMethodField()
    uncited = serializers.SerializerMethodField()
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

    def get_uncited(self, verification: TextVerification) -> int:
        """How many sentences cite nothing and were not looked at."""
        return len(verification.uncited)


class UncitedSerializer(serializers.Serializer[CitedSentence]):
    """A sentence that cites nothing and was not looked at; `head` is the line of the text that an item stands under."""

    text = serializers.CharField()
    head = serializers.CharField()
    start = serializers.IntegerField()
    end = serializers.IntegerField()


class TextVerificationSerializer(serializers.Serializer[TextVerification]):
    """The text after its check; `uncited` are the sentences that no citation speaks for: nothing was held against them."""

    summary = SummarySerializer(source="*")
    corrected_text = serializers.CharField()
    citations = CitationSerializer(many=True)
    uncited = UncitedSerializer(many=True)


def text_response(verification: TextVerification) -> dict[str, Any]:
    """Return a checked text in the form of `POST /verify`."""
    return dict(TextVerificationSerializer(verification).data)


class NotRunSerializer(serializers.Serializer[SkippedLayer]):
    """A layer that was asked for and did not run."""

    layer = serializers.ChoiceField(choices=[layer.value for layer in VerificationLayer])
    reason = serializers.CharField()


class AnswerVerificationSerializer(serializers.Serializer[VerificationResult]):
    """What the layers found. Only `verified` is a pass; `meets_threshold` is the arithmetic alone."""

    verified = serializers.BooleanField()
    confidence = serializers.FloatField(allow_null=True, help_text="null where nothing is claimed")
    issues = serializers.ListField(child=serializers.CharField())
    reasoning = serializers.CharField()
    citations_valid = serializers.BooleanField()
    kind = serializers.ChoiceField(choices=[kind.value for kind in AnswerKind])
    meets_threshold = serializers.BooleanField()
    not_run = NotRunSerializer(many=True)
