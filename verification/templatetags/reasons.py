"""Stored reasons on a page, in its language."""

from __future__ import annotations

from django import template

from verification.citations.reasons import translated_detail, translated_reason

register = template.Library()
register.filter("said", translated_reason)
register.filter("translated_detail", translated_detail)
