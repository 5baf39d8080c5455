"""Reading a file in a child process, with limits on time, memory and what it may write.

The libraries that read office formats meet hostile input, some of them in native code, so they never run in this process, and
the child gets none of its environment.
"""

from __future__ import annotations

import base64
import json
import logging
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import astuple, dataclass
from pathlib import Path
from typing import IO, Any

from regulations.text.readers.child import REFUSED_STATUS
from regulations.text.readers.source import (
    SourceLine,
    SourcePicture,
    SourceText,
    SourceWarning,
    UnreadableFileError,
)

# A whole rulebook of 365 regulations takes 4 s, 0.6 GB and 10 MB of output; the limits leave room above that.
MEMORY_BYTES = 2 * 1024**3
SECONDS = 120
OUTPUT_BYTES = 100 * 1024**2

# The same has 1.2 million elements in 64 MB of XML. One more takes some ten microseconds and a hundred bytes.
ELEMENTS = 8_000_000

COMMON_REFUSALS = {
    "too_large": "문서를 풀면 너무 큽니다. 규정별로 나누어 올려 주십시오.",
    "too_slow": "{seconds}초 안에 읽지 못했습니다. 규정별로 나누어 올려 주십시오.",
    "names": "안에 든 파일의 이름이 올바르지 않은 문서입니다. 원본을 열어 다시 저장해 올려 주십시오.",
    "broken": "파일이 손상되었거나 끝까지 저장되지 않았습니다. 원본을 열어 다시 저장해 올려 주십시오.",
}

_PROJECT = Path(__file__).parents[3]
_OUT_OF_TIME = (-signal.SIGXCPU, -signal.SIGKILL)

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class ReadLimits:
    """What reading one file may take."""

    memory_bytes: int
    seconds: float
    output_bytes: int
    elements: int


# A text for /check has 100,000 characters at most: a fraction of a second, 0.1 GB.
FOR_STRANGERS = ReadLimits(1024**3, 20, 20 * 1024**2, 1_000_000)
_limits: ContextVar[ReadLimits | None] = ContextVar("read_limits", default=None)


@contextmanager
def read_limits(limits: ReadLimits) -> Iterator[None]:
    """Read the files of this block under other limits than those of curators."""
    token = _limits.set(limits)
    try:
        yield
    finally:
        _limits.reset(token)


def read_in_child(child: str, path: Path, sha256: str, refusals: Mapping[str, str]) -> SourceText:
    """Read a file with the module `child` of this package; `refusals` are the sentences for the codes it may refuse with."""
    limits = _limits.get() or ReadLimits(MEMORY_BYTES, SECONDS, OUTPUT_BYTES, ELEMENTS)
    sentences = COMMON_REFUSALS | dict(refusals)
    sentences["too_slow"] = sentences["too_slow"].format(seconds=limits.seconds)
    command = [sys.executable, "-E", "-s", "-m", f"regulations.text.readers.{child}"]
    command += [str(path.resolve()), *map(str, astuple(limits))]
    # Files and not pipes: a child that never stops writing must not fill this process.
    with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
        try:
            status = subprocess.run(
                command,
                stdout=output,
                stderr=errors,
                timeout=limits.seconds,
                check=False,
                cwd=_PROJECT,
                env={},
            ).returncode
        except subprocess.TimeoutExpired as error:
            raise UnreadableFileError(sentences["too_slow"]) from error
        if status in _OUT_OF_TIME:
            raise UnreadableFileError(sentences["too_slow"])
        if status != 0:
            reason = _tail(errors)
            if status != REFUSED_STATUS or reason not in sentences:
                logger.warning("%s ended with status %s: %s", child, status, reason)
                reason = "broken"
            raise UnreadableFileError(sentences[reason])
        output.seek(0)
        lines: list[SourceLine] = []
        not_read: dict[str, int] | None = None
        for value in _values(output):
            if "not_read" in value:
                not_read = value["not_read"]
            else:
                lines.extend(_source_lines(value))
    if not_read is None:
        raise UnreadableFileError(sentences["broken"])
    form = path.suffix.lower().lstrip(".")
    return SourceText(tuple(lines), form, sha256, name=path.name, not_read=not_read)


def _tail(errors: IO[bytes]) -> str:
    errors.seek(max(0, errors.seek(0, 2) - 4000))
    return errors.read().decode("utf-8", "replace").strip()


def _values(output: IO[bytes]) -> Iterator[dict[str, Any]]:
    for line in output:
        yield json.loads(line)


def _source_lines(value: dict[str, Any]) -> Iterator[SourceLine]:
    if warnings := value.get("warnings"):
        found = tuple(SourceWarning(**one) for one in warnings)
        yield SourceLine(text="", warnings=found)
        return
    if "rows" in value:
        rows = tuple(tuple(" ".join(cell.split()) for cell in row) for row in value["rows"])
        yield SourceLine(text="", kind="table", rows=rows)
        return
    if picture := value.get("picture"):
        content = base64.b64decode(picture.pop("content"))
        yield SourceLine(text="", kind="picture", picture=SourcePicture(content=content, **picture))
        return
    for number, part in enumerate(value["text"].splitlines() or [""]):
        label = value["label"] if number == 0 else ""
        if part.strip() or label:
            kind = value.get("kind", "text")
            yield SourceLine(text=part, kind=kind, level=value["level"], label=label)
