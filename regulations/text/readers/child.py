"""The side of a reader that runs in a process of its own: it reads one file under limits and writes its lines as JSON.

A module of this side ends with `sys.exit(serve(read_lines))`; `sandbox` starts it and reads what it writes: one object a line,
the last one with what was found and not read, so that an output which was cut off is noticed.
"""

from __future__ import annotations

import base64
import errno
import json
import resource
import sys
from collections.abc import Callable, Generator, Mapping
from dataclasses import asdict
from pathlib import Path

from regulations.text.readers.package import has_more_elements
from regulations.text.readers.source import SourceLine

REFUSED_STATUS = 3

# Yields the lines of a file in order and returns how many things of which kinds it left out.
LineReader = Callable[[Path], Generator[SourceLine, None, Mapping[str, int]]]


class RefusedError(Exception):
    """The file must not or cannot be read; the code names the sentence that the parent shows for it."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def serve(read_lines: LineReader) -> int:
    """Read the file named on the command line within the limits named there; return the exit status.

    An exception that is not expected ends the process with a traceback, which the parent takes for a broken file.
    """
    path, memory_bytes, seconds, output_bytes, elements = sys.argv[1], *map(int, sys.argv[2:6])
    resource.setrlimit(resource.RLIMIT_AS, (memory_bytes, memory_bytes))
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
    resource.setrlimit(resource.RLIMIT_FSIZE, (output_bytes, output_bytes))
    try:
        if has_more_elements(Path(path), elements):
            return _refuse("too_large")
        _write_lines(read_lines(Path(path)))
        sys.stdout.flush()
    except RefusedError as error:
        return _refuse(error.code)
    except MemoryError:
        return _refuse("too_large")
    except OSError as error:
        if error.errno != errno.EFBIG:
            raise
        return _refuse("too_large")
    return 0


def _write_lines(lines: Generator[SourceLine, None, Mapping[str, int]]) -> None:
    while True:
        try:
            line = next(lines)
        except StopIteration as end:
            _write({"not_read": dict(end.value)})
            return
        if line.kind == "table":
            _write({"rows": line.rows})
        elif line.picture is not None:
            picture = asdict(line.picture)
            picture["content"] = base64.b64encode(line.picture.content).decode("ascii")
            _write({"picture": picture})
        else:
            value = {"text": line.text, "level": line.level, "label": line.label}
            _write(value | {"kind": line.kind} if line.kind == "note" else value)
        # Behind their line, so that they are told at the provision that it begins.
        if line.warnings:
            _write({"warnings": [asdict(warning) for warning in line.warnings]})


def _refuse(code: str) -> int:
    # On standard error, because standard output may be full.
    sys.stderr.write(f"{code}\n")
    return REFUSED_STATUS


def _write(value: dict[str, object]) -> None:
    sys.stdout.write(json.dumps(value) + "\n")
