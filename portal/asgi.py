"""The ASGI application: what the web servers run, since answers are streamed."""

from __future__ import annotations

import os

import django
from django.conf import settings
from django.db import connections

from portal.checks.deployment import unsafe_deployment_refuse
from portal.http.handler import OneThreadHandler
from portal.settings.services import statements_limit

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "portal.settings.base")

django.setup(set_prefix=False)
statements_limit(connections.databases, settings.STATEMENT_SECONDS)
application = OneThreadHandler()
unsafe_deployment_refuse()
