"""Checks and decisions for operators, to look at. Decisions are taken on the staff's own pages."""

from __future__ import annotations

from pathlib import PurePath

from django.contrib import admin
from django.template.loader import render_to_string
from django.utils.text import Truncator
from django.utils.translation import gettext_lazy as _

from portal.admin_site import ReadOnlyRecord
from regulations.admin.access import CuratedRecord
from verification.checked_texts.announcements import findings_of
from verification.contradictions.pages import ContradictionAdmin
from verification.models import Announcement, CitationCheck, ClaimCheck, Flag, Review, Verification

__all__ = ["ContradictionAdmin"]

_LONGEST = 80


class CitationCheckInline(ReadOnlyRecord, admin.TabularInline[CitationCheck, Verification]):
    """One row a citation."""

    model = CitationCheck
    fields = ("position", "citation_text", "status", "verdict", "action", "reason")
    ordering = ("position",)


class ClaimCheckInline(ReadOnlyRecord, admin.TabularInline[ClaimCheck, Verification]):
    """One row a claim."""

    model = ClaimCheck
    fields = ("position", "claim", "verdict", "reason", "method")
    ordering = ("position",)


@admin.register(Verification)
class VerificationAdmin(ReadOnlyRecord, admin.ModelAdmin[Verification]):
    """The checks of answers."""

    list_display = (
        "question",
        "faithfulness",
        "check_state",
        "method",
        "accuracy",
        "created_at",
    )
    list_filter = ("faithfulness", "check_state", "method")
    list_select_related = ("answer__message__in_reply_to",)
    ordering = ("-created_at", "pk")
    inlines = (CitationCheckInline, ClaimCheckInline)

    @admin.display(description=_("질문"))
    def question(self, verification: Verification) -> str:
        """What was asked, instead of an identifier."""
        return Truncator(verification.answer.question).chars(_LONGEST) or "–"

    @admin.display(description=_("일치한 인용의 비율"), ordering="accuracy_rate")
    def accuracy(self, verification: Verification) -> str:
        """A share as people read one."""
        rate = verification.accuracy_rate
        return "–" if rate is None else f"{rate:.0%}"


@admin.register(Announcement)
class AnnouncementAdmin(CuratedRecord, admin.ModelAdmin[Announcement]):
    """Notices of offices, those first that an amendment made wrong; who curates regulations sees them."""

    list_display = ("name", "outdated", "wrong", "problem", "as_of", "checked_at")
    ordering = ("-outdated", "-wrong", "path")
    search_fields = ("path",)
    fields = ("path", "as_of", "checked_at", "problem", "findings")
    readonly_fields = fields

    @admin.display(description=_("파일"), ordering="path")
    def name(self, row: Announcement) -> str:
        """The end of its path."""
        return PurePath(row.path).name

    @admin.display(description=_("틀린 문장"))
    def findings(self, row: Announcement) -> str:
        """Each wrong sentence with what differs and the right words."""
        return render_to_string("verification/_notice_findings.html", {"rows": findings_of(row)})


@admin.register(Flag)
class FlagAdmin(ReadOnlyRecord, admin.ModelAdmin[Flag]):
    """Why answers were flagged."""

    list_display = ("reason", "detail", "created_at", "resolved_at")
    list_filter = ("reason", ("resolved_at", admin.EmptyFieldListFilter))
    ordering = ("-created_at", "pk")


@admin.register(Review)
class ReviewAdmin(ReadOnlyRecord, admin.ModelAdmin[Review]):
    """What was decided."""

    list_display = ("decision", "question", "reviewer", "cause", "reason", "created_at")
    list_filter = ("decision", "cause")
    list_select_related = ("reviewer", "answer__message__in_reply_to")
    ordering = ("-created_at", "pk")

    @admin.display(description=_("질문"))
    def question(self, review: Review) -> str:
        """What was asked, instead of an identifier."""
        return Truncator(review.answer.question).chars(_LONGEST) or "–"
