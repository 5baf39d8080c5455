"""Whether what a document names exists: a file, a module, a name of the code or of an application."""

from __future__ import annotations

import ast
import builtins
import importlib
import re
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from django.conf import settings

PROJECT = Path(__file__).resolve().parents[1]
CODE = ("portal", "regulations", "verification", "chat", "lab", "tests")
_QUOTED = re.compile(r"`([^`\n]+)`")
_FENCE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"\]\(([^)\s]+)\)")
_FILE = re.compile(
    r"[\w.*-]+(?:/[\w.*-]+)+/?|[\w.*-]+\.(?:py|md|sql|json|txt|html|toml|yml|j2|css|js)"
)
_NAME = re.compile(r"_*[A-Za-z]\w*(?:\._*[A-Za-z]\w*)*")
# A bare word is a name of the code where it could be none of plain English.
_CODE_WORD = re.compile(r"[a-z]+_|_[a-z]|[a-z][A-Z]|^[A-Z][A-Z]+_|^[A-Z][a-z]+[A-Z]")


@cache
def tracked_files() -> frozenset[str]:
    """The files of the repository, those that are not yet added too."""
    listed = subprocess.run(
        ["git", "-c", "core.quotePath=false", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=PROJECT, capture_output=True, check=True, text=True,
    ).stdout.splitlines()  # fmt: skip
    return frozenset(name for name in listed if (PROJECT / name).exists())


@cache
def _folders() -> frozenset[str]:
    return frozenset(str(above) for name in tracked_files() for above in Path(name).parents)


@cache
def _modules() -> frozenset[str]:
    """Dotted names of all modules and packages of the code."""
    found = set()
    for name in tracked_files():
        if name.startswith(CODE) and name.endswith(".py"):
            found.add(name.removesuffix(".py").removesuffix("/__init__").replace("/", "."))
    return frozenset(found)


@cache
def _definitions() -> tuple[dict[str, str], frozenset[str]]:
    """Modules of the top-level classes by their name, and everything that the code names or binds."""
    classes: dict[str, str] = {}
    names: set[str] = set()
    for module in _modules():
        path = PROJECT / module.replace(".", "/")
        file = path.with_suffix(".py") if path.with_suffix(".py").exists() else path / "__init__.py"
        tree = ast.parse(file.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                names.add(node.name)
            elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                names.add(node.id)
            elif isinstance(node, ast.arg | ast.keyword) and node.arg:
                names.add(node.arg)
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                # Tables, columns and lines of the log are called by strings.
                names.add(node.value)
        for top in tree.body:
            if isinstance(top, ast.ClassDef):
                classes.setdefault(top.name, module)
    return classes, frozenset(names)


def file_exists(name: str) -> bool:
    """Whether a file or folder of that path exists; a path may leave out folders at its beginning and hold `*`."""
    wanted = name.rstrip("/")
    if "*" in wanted:
        pattern = re.escape(wanted).replace(r"\*", "[^/]*")
        return any(re.search(rf"(?:^|/){pattern}$", one) for one in tracked_files())
    both = tracked_files() | _folders()
    return wanted in both or any(one.endswith(f"/{wanted}") for one in both)


def name_exists(name: str) -> bool:
    """Whether the code has that name: a module, what is in one, a member of a class, or a name bound anywhere."""
    parts = name.split(".")
    for length in range(len(parts), 0, -1):
        head = ".".join(parts[:length])
        for module in _modules():
            if (module == head or module.endswith(f".{head}")) and _has(module, parts[length:]):
                return True
    classes, names = _definitions()
    if parts[0] in classes and _has(classes[parts[0]], parts):
        return True
    if len(parts) == 1:
        return name in names or hasattr(settings, name) or hasattr(builtins, name)
    return False


def _has(module: str, parts: list[str]) -> bool:
    """Whether a module holds a name; fields of a dataclass or model count as members of their class."""
    if not parts:
        return True
    here: object = importlib.import_module(module)
    for number, part in enumerate(parts):
        if hasattr(here, part):
            here = getattr(here, part)
            continue
        fields = {
            one
            for kind in getattr(here, "__mro__", ())
            for one in vars(kind).get("__annotations__", {})
        }
        return part in fields and number == len(parts) - 1
    return True


def names_in(text: str, *, fences: bool = False) -> Iterator[str]:
    """The names of files and of code that stand in back quotes; ordinary words, commands and addresses are left out."""
    for quoted in _QUOTED.findall(text if fences else _FENCE.sub("", text)):
        word = quoted.rstrip("()").strip()
        if word.startswith(("/", "http", "--", "$")) or "://" in word:
            continue
        if _FILE.fullmatch(word) or (_NAME.fullmatch(word) and _is_of_the_code(word)):
            yield word


def _is_of_the_code(word: str) -> bool:
    return "." in word or bool(_CODE_WORD.search(word))


def exists(word: str) -> bool:
    """Whether a file or a name of the code is called so."""
    if "/" in word or (_FILE.fullmatch(word) and "." in word):
        return file_exists(word) or ("/" not in word and name_exists(word))
    return name_exists(word)


def links_in(text: str) -> Iterator[str]:
    """Links of a document to other files of the repository, with their anchors."""
    for target in _LINK.findall(_FENCE.sub("", text)):
        if not re.match(r"[a-z]+:", target):
            yield target


def anchors_in(text: str) -> set[str]:
    """The anchors of a document's headings, as they are made where Markdown is shown."""
    headings = re.findall(r"^#{1,6} (.+)$", _FENCE.sub("", text), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}
