"""Stored reasons on a page, in its language."""

from __future__ import annotations

from django import template

from verification.citations.reasons import detail_said, reason_said

register = template.Library()
register.filter("said", reason_said)
register.filter("detail_said", detail_said)
