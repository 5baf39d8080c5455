"""The record of every check of an answer, and of what people decided about it."""

from __future__ import annotations

from verification.models.announcements import Announcement
from verification.models.checks import CitationCheck, ClaimCheck, Verification
from verification.models.contradictions import Contradiction
from verification.models.notices import Notice, NoticePreference
from verification.models.reviews import Assignment, CorrectionMarks, Flag, Review
from verification.models.shared_reports import SharedTextReport

__all__ = [
    "Announcement",
    "Assignment",
    "CitationCheck",
    "ClaimCheck",
    "Contradiction",
    "CorrectionMarks",
    "Flag",
    "Notice",
    "NoticePreference",
    "Review",
    "SharedTextReport",
    "Verification",
]
