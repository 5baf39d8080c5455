"""Which texts of the project are to be translated: read from its templates and modules without any other program."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from django.utils.translation.template import templatize

_NAMES = {"_", "gettext", "gettext_lazy", "ngettext", "ngettext_lazy"}
# What Django makes of a template: calls of gettext between masked text.
_CALL = re.compile(r"\b(n?)gettext\(|(?<![A-Za-z])_\(")


class TranslatableText(NamedTuple):
    """A text, and its plural where it has one."""

    singular: str
    plural: str | None = None


def project_texts(folder: Path, applications: Sequence[str]) -> set[TranslatableText]:
    """Return every text of the templates and modules."""
    found: set[TranslatableText] = set()
    templates = folder / "templates"
    for template in sorted([*templates.rglob("*.html"), *templates.rglob("*.txt")]):
        found.update(template_texts(template.read_text(encoding="utf-8")))
    for application in applications:
        for module in sorted((folder / application).rglob("*.py")):
            if "migrations" not in module.parts:
                found.update(module_texts(module.read_text(encoding="utf-8")))
    return found


def module_texts(source: str) -> Iterator[TranslatableText]:
    """Yield the texts that a module hands to gettext as constants."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else ""
        name = node.func.id if isinstance(node.func, ast.Name) else name
        texts = [
            argument.value
            for argument in node.args
            if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
        ]
        if name in _NAMES and texts:
            yield TranslatableText(texts[0], texts[1] if "ngettext" in name else None)


def template_texts(source: str) -> Iterator[TranslatableText]:
    """Yield the texts of `translate`, `blocktranslate` and of `_("…")` in a template."""
    masked = templatize(source)
    for call in _CALL.finditer(masked):
        constants = list(_constants(masked, call.end(), most=2 if call[1] else 1))
        if constants:
            yield TranslatableText(constants[0], constants[1] if len(constants) > 1 else None)


def _constants(masked: str, start: int, *, most: int) -> Iterator[str]:
    """The string constants that a call begins with; what follows them is masked text."""
    place = start
    for _turn in range(most):
        match = re.compile(r"\s*,?\s*(u?(\"\"\"|'''|\"|')(?:\\.|(?!\2).)*\2)", re.DOTALL).match(
            masked, place
        )
        if match is None:
            return
        yield str(ast.literal_eval(match[1]))
        place = match.end()
