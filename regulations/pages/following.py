"""Amendments to be followed: Atom by Django's syndication, iCalendar by its package."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.contrib.syndication.views import Feed
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.feedgenerator import Atom1Feed
from django.utils.formats import date_format
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from portal.processes.deferring import DeferredModule
from regulations.announcing.opening import notices_shown
from regulations.models import AdvanceNotice
from regulations.reading.amendment_entries import (
    MOST_ENTRIES,
    AmendmentEntry,
    FollowedTexts,
    followed_texts,
)
from regulations.reading.corpus_cache import corpus_cache

if TYPE_CHECKING:
    import icalendar
else:
    icalendar = DeferredModule("icalendar")


def _followed(**named: Any) -> FollowedTexts:
    """What is followed; it depends on the published texts alone."""
    parts = sorted(named.items())
    return corpus_cache("followed", parts, get_language(), make=lambda: followed_texts(**named))


class AmendmentFeed(Feed[AmendmentEntry, FollowedTexts]):
    """The amendments of what the address names."""

    feed_type = Atom1Feed

    def get_object(self, request: HttpRequest, *args: Any, **kwargs: Any) -> FollowedTexts:
        """What is followed, or Http404."""
        return _followed(**kwargs)

    def title(self, obj: FollowedTexts) -> str:
        """What is followed, in words."""
        return obj.title

    def link(self, obj: FollowedTexts) -> str:
        """Its page."""
        return obj.url

    def subtitle(self) -> str:
        """Where the entries come from."""
        return _(
            "규정 길잡이가 게시한 규정의 제정, 개정, 폐지입니다. 사람이 게시한 원문이며 AI가 쓰지 않았습니다."
        )

    def items(self, obj: FollowedTexts) -> tuple[AmendmentEntry, ...]:
        """The amendments, the newest first."""
        return obj.entries

    def item_title(self, item: AmendmentEntry) -> str:
        """Which regulation, and from which day."""
        return item.title

    def item_description(self, item: AmendmentEntry) -> str:
        """Why and what."""
        return item.summary

    def item_link(self, item: AmendmentEntry) -> str:
        """The comparison with the text before."""
        return item.url

    def item_guid(self, obj: AmendmentEntry) -> str:
        """A name that stays, whatever the host."""
        return f"urn:university-regulation-portal:{obj.uid}"

    item_guid_is_permalink = False

    def item_pubdate(self, item: AmendmentEntry) -> datetime:
        """When it was published."""
        return item.published_at

    def item_updateddate(self, item: AmendmentEntry) -> datetime:
        """A published text does not change."""
        return item.published_at


class NoticeFeed(Feed[AdvanceNotice, None]):
    """Drafts on public notice; what is published of them comes in the amendments."""

    feed_type = Atom1Feed

    def title(self) -> str:
        """What is followed."""
        return _("규정 개정안 사전공고")

    def link(self) -> str:
        """Its page."""
        return reverse("regulations:advance-notices")

    def items(self) -> QuerySet[AdvanceNotice]:
        """The notices, the newest first."""
        return notices_shown()[:MOST_ENTRIES]

    def item_title(self, item: AdvanceNotice) -> str:
        """Which regulation, and until when remarks are taken."""
        return _("「%(title)s」 사전공고 (의견 %(day)s까지)") % {
            "title": item.version.regulation.title,
            "day": date_format(item.remarks_until),
        }

    def item_description(self, item: AdvanceNotice) -> str:
        """Why the rule is to change."""
        return item.explanation

    def item_link(self, item: AdvanceNotice) -> str:
        """Its page."""
        return reverse("regulations:advance-notice", args=[item.pk])

    def item_guid(self, obj: AdvanceNotice) -> str:
        """A name that stays, whatever the host."""
        return f"urn:university-regulation-portal:notice-{obj.pk}"

    item_guid_is_permalink = False

    def item_pubdate(self, item: AdvanceNotice) -> datetime:
        """When it was put on notice."""
        return item.created_at

    def item_updateddate(self, item: AdvanceNotice) -> datetime:
        """A notice does not change but in its last day."""
        return item.created_at


@require_safe
def calendar(request: HttpRequest, **named: str) -> HttpResponse:
    """The days of enforcement and repeal as whole days of a calendar."""
    followed = _followed(**named)
    shown = icalendar.Calendar()
    shown.add("prodid", "-//university-regulation-portal//amendments//KO")
    shown.add("version", "2.0")
    shown.add("x-wr-calname", followed.title)
    for entry in followed.entries:
        event = icalendar.Event()
        event.add("uid", f"{entry.uid}@university-regulation-portal")
        event.add("summary", entry.title)
        event.add("dtstart", entry.day)
        event.add("dtstamp", entry.published_at.astimezone(timezone.get_fixed_timezone(0)))
        event.add("description", entry.summary)
        event.add("url", request.build_absolute_uri(entry.url))
        event.add("transp", "TRANSPARENT")
        shown.add_component(event)
    response = HttpResponse(shown.to_ical(), content_type="text/calendar; charset=utf-8")
    response["Content-Disposition"] = 'inline; filename="amendments.ics"'
    return response
