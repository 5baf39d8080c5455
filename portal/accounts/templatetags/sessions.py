"""Template filters that describe a session to its owner."""

from __future__ import annotations

from django import template

from portal.accounts import sessions

register = template.Library()


@register.filter
def device(user_agent: str) -> str:
    """Browser and system."""
    return sessions.device_of(user_agent)


@register.filter
def masked(address: str) -> str:
    """The address without its last part."""
    return sessions.ip_masked(address)
