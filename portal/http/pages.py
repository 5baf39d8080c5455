"""What pages answer a form and a part of a page with."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import resolve_url


def wants_fragment(request: HttpRequest) -> bool:
    """Whether htmx asks for a part of the page."""
    return request.headers.get("HX-Request") == "true"


def see_other(to: str, *args: Any, **kwargs: Any) -> HttpResponse:
    """Lead to a page, or to a view by its name, that a reload asks for again, so that nothing is sent twice."""
    return HttpResponseRedirect(resolve_url(to, *args, **kwargs), status=HTTPStatus.SEE_OTHER)


def unlisted(response: HttpResponse) -> HttpResponse:
    """A page for whoever has its address: search engines leave it out. Other sites are told of no address (SECURE_REFERRER_POLICY)."""
    response["X-Robots-Tag"] = "noindex, nofollow"
    return response
