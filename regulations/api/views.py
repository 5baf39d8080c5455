"""The JSON interface for reading: regulations, their versions, texts and what versions changed. Published texts only."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from regulations.api.shapes import (
    ComparisonSerializer,
    ProvisionTextSerializer,
    RegulationListSerializer,
    RegulationSerializer,
    VersionTextSerializer,
    comparison_shape,
    regulation_row,
    regulation_shape,
    text_shape,
)
from regulations.pages.version_pages import version_frame, version_on
from regulations.reading import catalog
from regulations.reading.comparison import compare_versions
from regulations.reading.selectors import version_upcoming
from regulations.reading.versions import version_text
from regulations.text.locators import InvalidLocatorError, Locator, is_within


class ListQuerySerializer(serializers.Serializer[dict[str, Any]]):
    """What the list can be narrowed to."""

    on = serializers.DateField(required=False, help_text="default: today")
    search = serializers.CharField(required=False, max_length=100, allow_blank=True)
    category = serializers.CharField(required=False, max_length=60, allow_blank=True)
    department = serializers.CharField(required=False, max_length=100, allow_blank=True)


class PublicView(APIView):
    """Anybody may read what is published; nothing is looked up about the reader."""

    permission_classes = (AllowAny,)
    authentication_classes = ()


class RegulationListView(PublicView):
    """The regulations in force on a day."""

    @extend_schema(
        operation_id="regulations_list",
        parameters=[ListQuerySerializer],
        responses=RegulationListSerializer,
    )
    def get(self, request: Request) -> Response:
        """List them by category and code."""
        asked = ListQuerySerializer(data=request.query_params)
        asked.is_valid(raise_exception=True)
        values = dict(asked.validated_data)
        day = values.pop("on", None) or timezone.localdate()
        groups = catalog.regulation_groups(on=day, **values)
        rows = [regulation_row(version) for group in groups for version in group.versions]
        return Response(
            RegulationListSerializer({"on": day, "count": len(rows), "regulations": rows}).data
        )


class RegulationView(PublicView):
    """One regulation with its versions."""

    @extend_schema(operation_id="regulations_retrieve", responses=RegulationSerializer)
    def get(self, _request: Request, slug: str) -> Response:
        """Its names, its office, all versions, the one in force today and the next to come."""
        versions = catalog.published_versions(slug=slug)
        if not versions:
            raise Http404("no such regulation")
        today = timezone.localdate()
        shape = regulation_shape(
            versions,
            in_force=version_on(versions, today),
            upcoming=version_upcoming(regulation=versions[0].regulation, as_of=today),
        )
        return Response(RegulationSerializer(shape).data)


class VersionView(PublicView):
    """The whole text of a version."""

    @extend_schema(operation_id="regulations_version_retrieve", responses=VersionTextSerializer)
    def get(self, _request: Request, slug: str, version: int) -> Response:
        """Its provisions in the order of the text, flat, each with its locator."""
        shown = catalog.version_for_reading(slug=slug, number=version)
        return Response(VersionTextSerializer(text_shape(shown, version_text(version=shown))).data)


class ProvisionView(PublicView):
    """One provision with what stands below it."""

    @extend_schema(operation_id="regulations_provision_retrieve", responses=ProvisionTextSerializer)
    def get(self, _request: Request, slug: str, version: int, key: str) -> Response:
        """The provision at a locator, for example `art-25/para-2`."""
        shown = catalog.version_for_reading(slug=slug, number=version)
        try:
            locator = Locator.parse(key)
        except InvalidLocatorError as error:
            raise Http404("not the address of a provision") from error
        text = version_text(version=shown, cited_key=key, within=locator.article_locator.key)
        found = [
            row for row in text_shape(shown, text)["provisions"] if is_within(row["locator"], key)
        ]
        if not found or found[0]["locator"] != key:
            raise Http404("no such provision")
        return Response(ProvisionTextSerializer({**found[0], "below": found[1:]}).data)


class ComparisonView(PublicView):
    """What a version changed of another one."""

    @extend_schema(
        operation_id="regulations_comparison_retrieve",
        parameters=[
            OpenApiParameter("before", int, description="default: the version that it followed")
        ],
        responses=ComparisonSerializer,
    )
    def get(self, request: Request, slug: str, version: int) -> Response:
        """The entries that differ, row by row, with the runs of words that do."""
        frame = version_frame(slug=slug, number=version, today=timezone.localdate(), tab="")
        asked = request.query_params.get("before", "")
        others = {str(row.number): row for row in frame.versions if row != frame.version}
        before = others.get(asked) if asked else frame.before
        if before is None:
            raise Http404("no such version to compare with")
        shape = comparison_shape(before, frame.version, compare_versions(before, frame.version))
        return Response(ComparisonSerializer(shape).data)
