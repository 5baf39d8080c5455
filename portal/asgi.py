"""The ASGI application: what the web servers run, since answers are streamed."""

from __future__ import annotations

import os

from django.core.asgi import get_asgi_application

from portal.checks import unsafe_deployment_refuse

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "portal.settings.base")
# Somebody waits in front of what this process does.
os.environ["PORTAL_WEB"] = "yes"

application = get_asgi_application()
unsafe_deployment_refuse()
