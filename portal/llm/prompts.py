"""Prompts are files, one a purpose. A name that is missing when one is rendered is an error, never an empty gap."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined, meta

from portal.privacy.invisible import invisible_remove

_DELIMITER = re.compile(r"\[(?=\s*CONTEXT\b)|^\s*\[(?=†)", re.IGNORECASE | re.MULTILINE)
# A line "## 질문" in an article would begin a part of the prompt.
_HEADING = re.compile(r"^([^\S\n]*)(#{1,6}\s)", re.MULTILINE)
_SEPARATOR = re.compile(r"^\s*-{3,}\s*$", re.MULTILINE)


@dataclass(frozen=True)
class PromptText:
    """A rendered prompt. `hash` names the wording of the file and of all that it includes, not the values."""

    text: str
    hash: str


def render(folder: Path, name: str, /, **values: object) -> PromptText:
    """Render the prompt file `name` of an application's prompt folder."""
    environment = _environment(folder)
    text = environment.get_template(name).render(**values)
    return PromptText(text=text.strip(), hash=_hash(folder, name))


@cache
def _environment(folder: Path) -> Environment:
    return Environment(
        loader=FileSystemLoader(folder),
        undefined=StrictUndefined,
        autoescape=False,  # noqa: S701 - the reader is a model, not a browser
        finalize=_as_data,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )


def _as_data(value: object) -> object:
    """Keep a value from ending the context or beginning a source of its own: only the file may write those marks."""
    if not isinstance(value, str):
        return value
    value = _SEPARATOR.sub("—", _DELIMITER.sub("(", invisible_remove(value)))
    return _HEADING.sub(r"\1\\\2", value)


@cache
def _hash(folder: Path, name: str) -> str:
    digest = hashlib.sha256()
    for source in _sources(folder, name):
        digest.update(source.encode())
    return digest.hexdigest()


def _sources(folder: Path, name: str) -> list[str]:
    environment = _environment(folder)
    source = (folder / name).read_text(encoding="utf-8")
    included = sorted(filter(None, meta.find_referenced_templates(environment.parse(source))))
    return [source, *(text for other in included for text in _sources(folder, other))]
