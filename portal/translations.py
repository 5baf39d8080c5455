"""Which texts of the project are to be translated: read from its templates and modules without any other program."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from django.utils.translation.template import templatize

_NAMES = {"_", "gettext", "gettext_lazy", "ngettext", "ngettext_lazy"}
# What only staff, operators and curators see: all else is seen by students, and is in every language.
_STAFF_ONLY = re.compile(
    r"portal/(?:models|apps|jobs|llm|mailing|health|stores|accounts/lti/admin|controls/(?:costs|values|admin|models|apps|keys|folders)|accounts/(?:admin|models|apps))\b"
    r"|(?:regulations|verification|chat)/(?:apps|admin)\b"
    r"|regulations/(?:search|curation/(?:comparison_document|hwpx)|models/(?:passages|questions|pictures|thesaurus|worklist|golden|curation|watched)|importing/watching)\b"
    r"|verification/(?:review/(?!notices)|contradictions|faithfulness/health|models/(?:reviews|announcements|contradictions)|pages/(?:case_actions|alike|leading|forms|views))\b"
    r"|chat/(?:verified_answers|reruns|storing/health|insights|conversations/certificates/admin|models/(?:examples|verified|figures|reports|casework|certificates|drafts))\b"
    r"|templates/(?:admin|simple_history)/"
    r"|templates/verification/(?:queue|case|alike|_(?:case_log|hands|layers|decide_form|preview|failing|reviews|left_text))\.html"
    r"|templates/chat/(?:report|dashboard|casework/|_(?:signals|plot|ages|reviewers|costs)\b)"
)
# What Django makes of a template: calls of gettext between masked text.
_CALL = re.compile(r"\b(n?)gettext\(|(?<![A-Za-z])_\(")


class TranslatableText(NamedTuple):
    """A text, and its plural where it has one."""

    singular: str
    plural: str | None = None


def project_texts(
    folder: Path, applications: Sequence[str], *, for_students: bool = False
) -> set[TranslatableText]:
    """Return every text of the templates and modules, or those alone that students see."""
    found: set[TranslatableText] = set()
    templates = folder / "templates"
    modules = chain.from_iterable((folder / one).rglob("*.py") for one in applications)
    for path in chain(templates.rglob("*.html"), templates.rglob("*.txt"), modules):
        place = path.relative_to(folder).as_posix()
        if "migrations" in path.parts or (for_students and is_for_staff(place)):
            continue
        texts = module_texts if path.suffix == ".py" else template_texts
        found.update(texts(path.read_text(encoding="utf-8")))
    return found


def is_for_staff(place: str) -> bool:
    """Whether a template or module, by its path in the project, is seen by staff, operators and curators alone."""
    return bool(_STAFF_ONLY.match(place))


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
        if name in _NAMES and texts and texts[0]:
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
