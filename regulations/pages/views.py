"""Pages for reading regulations: the list, a version with the cited provision marked, one provision as a fragment."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from functools import partial
from itertools import chain
from urllib.parse import urlencode

from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from portal.http.pages import wants_fragment
from regulations.announcing.opening import notices_open
from regulations.models import RegulationVersion
from regulations.pages.version_pages import frame_of, version_on
from regulations.reading import catalog
from regulations.reading.corpus_cache import corpus_cache
from regulations.reading.labels import locator_label
from regulations.reading.linking import provision_annotations
from regulations.reading.references import incoming_references, reading_day
from regulations.reading.terms import with_terms
from regulations.reading.version_texts import version_page
from regulations.reading.versions import version_text
from regulations.search.words import LONGEST_QUERY, text_search
from regulations.text.locators import InvalidLocatorError, Locator


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """All regulations in force by category, with a search in their titles."""
    today = timezone.localdate()
    chosen = {
        name: request.GET.get(name, "").strip() for name in ("search", "category", "department")
    }
    if any(chosen.values()):
        listing = _listing(today, **chosen)
    else:
        listing = corpus_cache(
            "regulation-list", today, get_language(), make=partial(_listing, today)
        )
    context = {"listing": listing, "notices": notices_open(on=today)}
    return render(request, "regulations/index.html", context)


@require_safe
def search(request: HttpRequest) -> HttpResponse:
    """Provisions in force that hold the words of a query, with the words marked."""
    today = timezone.localdate()
    query = request.GET.get("q", "").strip()
    category = request.GET.get("category", "").strip()
    page = request.GET.get("page", "1")
    context = {
        "query": query[:LONGEST_QUERY],
        "category": category,
        "categories": catalog.categories(on=today),
        "found": text_search(
            query=query,
            on=today,
            page=int(page) if page.isdecimal() and len(page) < 6 else 1,
            category=category,
        ),
    }
    return render(request, "regulations/search.html", context)


@require_safe
def detail(request: HttpRequest, slug: str) -> HttpResponse:
    """Lead to the version in force today, or else to the newest one; `?on=2025-03-01` to the one of that day.

    Where there was none on that day, the history says so.
    """
    versions = catalog.published_versions(slug=slug)
    if not versions:
        raise Http404("no such regulation")
    asked = request.GET.get("on", "").strip()
    day = _day(asked) if asked else timezone.localdate()
    shown = version_on(versions, day) if day else None
    if shown is None and asked:
        history = reverse("regulations:history", kwargs={"slug": slug})
        return redirect(f"{history}?{urlencode({'on': asked[:20]})}")
    return redirect("regulations:version", slug=slug, version=(shown or versions[0]).number)


@require_safe
def version(request: HttpRequest, slug: str, version: int) -> HttpResponse:
    """The whole text of a version; `?cite=` marks the provision that an answer cited."""
    versions = catalog.published_versions(slug=slug)
    shown = next((row for row in versions if row.number == version), None)
    if shown is None:
        raise Http404("no such version")
    cited_key = request.GET.get("cite", "")
    today = timezone.localdate()
    context = {
        "frame": frame_of(versions, shown, today=today, tab="text"),
        "page": version_page(version=shown, cited_key=cited_key, today=today),
        "cited_key": cited_key,
        "cited_label": _label(cited_key),
    }
    return render(request, "regulations/version.html", context)


@require_safe
def provision(request: HttpRequest, slug: str, version: int) -> HttpResponse:
    """The article around a provision, for the pane beside an answer."""
    shown = catalog.version_for_reading(slug=slug, number=version)
    cited_key = request.GET.get("cite", "")
    day = reading_day(shown, today=timezone.localdate())
    make = partial(_provision, shown, cited_key, day)
    return HttpResponse(
        corpus_cache("provision", shown.pk, cited_key, day, get_language(), make=make)
    )


def _provision(shown: RegulationVersion, cited_key: str, day: date) -> str:
    within = _article_around(cited_key)
    annotations = provision_annotations(version=shown, as_of=day, within=within)
    text = version_text(version=shown, cited_key=cited_key, within=within, annotations=annotations)
    if not text.cited_found:
        raise Http404("no such provision")
    # Above one article the headings of the whole regulation say nothing; its place does.
    articles = tuple(replace(article, headings=()) for article in text.articles)
    opened = chain.from_iterable(article.headings for article in text.articles)
    context = {
        "version": shown,
        "text": replace(text, articles=articles),
        "cited_key": cited_key,
        "place": f"「{shown.regulation.title}」 {_label(within)}".rstrip(),
        "cited_label": _label(cited_key),
        "path": " · ".join(heading.text for heading in opened),
    }
    return with_terms(render_to_string("regulations/_provision.html", context))


@require_safe
def card(request: HttpRequest, slug: str, version: int) -> HttpResponse:
    """The words of a provision for the card on a cross-reference; of a whole regulation its first article."""
    shown = catalog.version_for_reading(slug=slug, number=version)
    cited_key = request.GET.get("cite", "") or "art-1"
    within = _article_around(cited_key)
    text = version_text(version=shown, cited_key=cited_key, within=within)
    if not text.cited_found:
        raise Http404("no such provision")
    context = {
        "version": shown,
        "text": text,
        "is_whole": cited_key == within,
        "cited_label": _label(cited_key),
    }
    return render(request, "regulations/_card.html", context)


@require_safe
def citing(request: HttpRequest, slug: str, version: int) -> HttpResponse:
    """Which provisions cite an article: a part of the version's page, or a page of its own."""
    shown = catalog.version_for_reading(slug=slug, number=version)
    cited_key = request.GET.get("cite", "")
    _article_around(cited_key)
    day = reading_day(shown, today=timezone.localdate())
    context = {
        "regulation": shown.regulation,
        "version": shown,
        "cited_key": cited_key,
        "cited_label": _label(cited_key),
        "references": incoming_references(version=shown, locator_key=cited_key, as_of=day),
    }
    template = "regulations/_citing.html" if wants_fragment(request) else "regulations/citing.html"
    return render(request, template, context)


@require_safe
def picture(request: HttpRequest, slug: str, version: int, number: int) -> FileResponse:
    """A picture of a version as a file; pages show it, a browser that opens it by itself downloads it."""
    shown = catalog.version_for_reading(slug=slug, number=version)
    row = get_object_or_404(shown.pictures, number=number)
    suffix = row.media_type.rpartition("/")[2]
    try:
        content = row.content.open("rb")
    except FileNotFoundError as error:
        raise Http404("the file of the picture is gone") from error
    name = f"{shown.regulation.title} {row}.{suffix}"
    response = FileResponse(content, as_attachment=True, filename=name, content_type=row.media_type)
    response["X-Content-Type-Options"] = "nosniff"
    response["Content-Security-Policy"] = "default-src 'none'; sandbox"
    return response


def _listing(today: date, *, search: str = "", category: str = "", department: str = "") -> str:
    """The list with its filters; it says nothing of who reads it."""
    groups = catalog.regulation_groups(
        on=today, search=search, category=category, department=department
    )
    context = {
        "groups": groups,
        "count": sum(len(group.versions) for group in groups),
        "categories": catalog.categories(on=today),
        "departments": catalog.departments(on=today),
        "search": search,
        "category": category,
        "department": department,
    }
    return render_to_string("regulations/_list.html", context)


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


def _article_around(key: str) -> str:
    """The key of the article (addenda, attachment) that a provision stands in, or Http404."""
    try:
        return Locator.parse(key).article_locator.key
    except InvalidLocatorError as error:
        raise Http404("not the address of a provision") from error


def _label(key: str) -> str:
    try:
        return locator_label(Locator.parse(key))
    except InvalidLocatorError:
        return ""
