"""The text of a version as it stands on its page, rendered once for everybody who reads it on a day."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from functools import partial

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import get_language

from regulations.models import RegulationVersion
from regulations.reading.corpus_cache import corpus_cache
from regulations.reading.linking import version_annotations
from regulations.reading.references import reading_day
from regulations.reading.terms import with_terms
from regulations.reading.versions import version_text


@dataclass(frozen=True)
class VersionPage:
    """The contents and the text as HTML; nothing in it depends on who reads."""

    contents: str
    text: str
    is_empty: bool
    cited_found: bool


def version_page(*, version: RegulationVersion, cited_key: str, today: date) -> VersionPage:
    """The page of a version; one with a marked provision is made anew, for there are as many as provisions."""
    day = reading_day(version, today=today)
    make = partial(_version_page, version, cited_key, day)
    if cited_key:
        return make()
    return corpus_cache("version-page", version.pk, day, get_language(), make=make)


def _version_page(version: RegulationVersion, cited_key: str, day: date) -> VersionPage:
    annotations = version_annotations(version=version, as_of=day)
    text = version_text(version=version, cited_key=cited_key, annotations=annotations)
    address = {"slug": version.regulation.slug, "version": version.number}
    context = {
        "version": version,
        "text": text,
        "citing_url": reverse("regulations:citing", kwargs=address),
    }
    return VersionPage(
        contents=render_to_string("regulations/_contents.html", context),
        text=with_terms(render_to_string("regulations/_text.html", context)),
        is_empty=text.is_empty,
        cited_found=text.cited_found,
    )
