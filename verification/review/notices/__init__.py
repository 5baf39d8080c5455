"""Notices: what people are told on the page, and the digest of it by mail.

A model of our own and not a package: the one that is widely used (django-notifications-hq) keeps the words of what happened,
knows only people who have signed in, and cannot tell the same thing once. Here a notice is a kind, a link and a key; the
words come from the rows that it points to and go with them.
"""

from __future__ import annotations
