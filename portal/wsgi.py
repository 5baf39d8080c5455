"""The WSGI application, for servers that know no ASGI; streams hold a thread there."""

from __future__ import annotations

import os

from django.core.wsgi import get_wsgi_application

from portal.checks.deployment import unsafe_deployment_refuse

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "portal.settings.base")

application = get_wsgi_application()
unsafe_deployment_refuse()
