"""Files in an object store (S3). One that does not answer is told soon, and apart from a file that is not there."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import structlog
from boto3.exceptions import Boto3Error
from botocore.config import Config
from botocore.exceptions import BotoCoreError, ClientError
from django.utils.translation import gettext as _
from storages.backends.s3 import S3Storage

from portal.stores import StoreAwayError

logger = structlog.get_logger(__name__)

# Somebody waits in front of an upload: by itself the client tries for minutes.
_CONNECT_SECONDS, _READ_SECONDS, _ATTEMPTS = 3, 10, 2


class Bucket(S3Storage):  # type: ignore[misc]
    """The package's storage, with an error of ours for whatever goes wrong on the way."""

    def __init__(self, **options: Any) -> None:
        client = Config(
            connect_timeout=_CONNECT_SECONDS,
            read_timeout=_READ_SECONDS,
            retries={"total_max_attempts": _ATTEMPTS},
        )
        super().__init__(client_config=client, **options)

    def exists(self, name: str) -> bool:
        """Whether there is a file of that name."""
        with _answering():
            return bool(super().exists(name))

    def listdir(self, path: str) -> tuple[list[str], list[str]]:
        """The folders and files below a path."""
        with _answering():
            folders, files = super().listdir(path)
            return folders, files

    def delete(self, name: str) -> None:
        """Delete a file, if it is there."""
        with _answering():
            super().delete(name)

    def get_modified_time(self, name: str) -> Any:
        """When it was written."""
        with _answering():
            return super().get_modified_time(name)

    def _open(self, name: str, mode: str = "rb") -> Any:
        with _answering():
            file = super()._open(name, mode)
            if "r" in mode:
                # The package fetches it with the first byte, when a reply may be on its way already.
                file.file.seek(0)
            return file

    def _save(self, name: str, content: Any) -> str:
        with _answering():
            return str(super()._save(name, content))


@contextmanager
def _answering() -> Iterator[None]:
    try:
        yield
    except (Boto3Error, BotoCoreError, ClientError) as error:
        logger.warning("object_store_away", error=type(error).__name__)
        raise StoreAwayError(
            _("파일 저장소가 답하지 않습니다. 잠시 뒤 다시 시도하십시오.")
        ) from error
