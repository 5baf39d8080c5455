"""The ASGI application: what the web servers run, since answers are streamed."""

from __future__ import annotations

import os

import django

from portal.checks.deployment import unsafe_deployment_refuse
from portal.http.handler import OneThreadHandler

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "portal.settings.base")
# Somebody waits in front of what this process does.
os.environ["PORTAL_WEB"] = "yes"

django.setup(set_prefix=False)
application = OneThreadHandler()
unsafe_deployment_refuse()
