# The production image: web server and workers run from it, as an ordinary user.
FROM python:3.11-slim-bookworm

# ca-certificates: the HTTP client of the model provider trusts the system's list.
RUN apt-get update \
    && apt-get install --yes --no-install-recommends ca-certificates gettext \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --create-home --uid 10001 portal

WORKDIR /srv/portal
ENV PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    DJANGO_SETTINGS_MODULE=portal.settings.production

# `--build-arg REQUIREMENTS=optional` adds Sentry, OpenTelemetry and object stores.
ARG REQUIREMENTS=production
COPY requirements/${REQUIREMENTS}.txt requirements/
RUN python -m pip install --no-cache-dir --require-hashes --requirement requirements/${REQUIREMENTS}.txt

COPY . .
# Only names the files; the key and the addresses come from the environment when a container starts.
RUN python manage.py collectstatic --noinput --verbosity 0 \
    && mkdir -p /var/lib/portal \
    && chown portal:portal /var/lib/portal
ENV PORTAL_DATA_DIR=/var/lib/portal

USER portal
EXPOSE 8000
CMD ["gunicorn", "portal.asgi:application", "--worker-class", "portal.http.server.PortalWorker", \
     "--bind", "0.0.0.0:8000", "--workers", "2", "--graceful-timeout", "30", "--access-logfile", "-"]
