"""Where a forgotten password is reset."""

from __future__ import annotations

from django import template
from django.conf import settings
from django.urls import reverse

register = template.Library()


@register.simple_tag
def password_reset_url() -> str:
    """The address; nothing where no mail is sent, for the page is not there then (portal.urls)."""
    return reverse("account_reset_password") if settings.EMAIL_URL else ""
