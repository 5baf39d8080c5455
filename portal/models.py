"""The abstract model that rows of conversations and checks share; nothing else belongs here."""

from __future__ import annotations

import uuid

from django.db import models
from django.utils.translation import gettext_lazy as _


class TimestampedModel(models.Model):
    """A random identifier, so that it may stand in a URL, and the times at which the row was written."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    created_at = models.DateTimeField(_("만든 때"), auto_now_add=True)
    updated_at = models.DateTimeField(_("고친 때"), auto_now=True)

    class Meta:
        abstract = True
