"""Looking at a zip package before anything in it is unpacked."""

from __future__ import annotations

import zipfile
import zlib
from pathlib import Path, PurePosixPath

MAX_UNPACKED_BYTES = 300 * 1024 * 1024
MAX_RATIO = 150
RATIO_APPLIES_FROM_BYTES = 64 * 1024 * 1024
MAX_ENTRIES = 20_000
_ENCRYPTED_FLAG = 0x1
_HEAD_BYTES = 4096
_PIECE_BYTES = 1024**2


def has_definitions(path: Path) -> bool:
    """Say whether a part of a package begins with definitions of its own, which no word processor writes."""
    with zipfile.ZipFile(path) as package:
        for entry in package.infolist():
            if entry.filename.lower().endswith((".xml", ".hpf", ".rels")):
                with package.open(entry) as part:
                    if b"<!DOCTYPE" in part.read(_HEAD_BYTES):
                        return True
    return False


def has_more_elements(path: Path, most: int) -> bool:
    """Say whether the parts of a package have more elements than that, counted by their beginnings; False for what is no package.

    The parts are unpacked piece by piece. What cannot be unpacked, its reader refuses in its own words.
    """
    found = 0
    try:
        with zipfile.ZipFile(path) as package:
            for entry in package.infolist():
                with package.open(entry) as part:
                    while piece := part.read(_PIECE_BYTES):
                        found += piece.count(b"<")
                        if found > most:
                            return True
    except (zipfile.BadZipFile, zlib.error, OSError, EOFError, ValueError, RuntimeError):
        return False
    return False


def package_fault(path: Path) -> str | None:
    """Return the code of what forbids unpacking a package: broken, names, encrypted, too_large; None where nothing does."""
    try:
        with zipfile.ZipFile(path) as package:
            entries = package.infolist()
    except (zipfile.BadZipFile, OSError, ValueError):
        return "broken"
    names = [PurePosixPath(entry.filename.replace("\\", "/")) for entry in entries]
    if any(name.is_absolute() or ".." in name.parts for name in names):
        return "names"
    if any(entry.flag_bits & _ENCRYPTED_FLAG for entry in entries):
        return "encrypted"
    unpacked = sum(entry.file_size for entry in entries)
    ratio = unpacked / max(1, path.stat().st_size)
    swollen = unpacked > RATIO_APPLIES_FROM_BYTES and ratio > MAX_RATIO
    if len(entries) > MAX_ENTRIES or unpacked > MAX_UNPACKED_BYTES or swollen:
        return "too_large"
    return None
