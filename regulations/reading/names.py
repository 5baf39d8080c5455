"""Which regulations a written name can mean, from every title and alias of those that were ever published.

The index is kept per process and read again when the corpus has changed (`corpus_version_get`, renewed by every publish), so
that resolving the citations of an answer costs one query and not one more for the names.
"""

from __future__ import annotations

import re
import threading
from collections import Counter, defaultdict
from dataclasses import dataclass
from functools import cached_property

from regulations.models import Article, Regulation, RegulationAlias
from regulations.reading.corpus_version import corpus_version_get
from regulations.reading.selectors import regulations_known
from regulations.text.citations import NameIndex
from regulations.text.locators import normalize_name

_UNIVERSITY = re.compile(r"^[가-힣]{1,12}?대학교(?=.)")
_NAMED_UNIVERSITY = re.compile(r"(?<![가-힣])([가-힣]{2,12}?대학교)")
_SHORTEST_SUFFIX = 4
# A title cut here is no name: 관한 규정, 및 운영 규정.
_NO_BEGINNING = frozenset({"관한", "대한", "위한", "의한", "따른", "및", "또는", "등"})


@dataclass(frozen=True)
class RegulationNames:
    """Normalized names → the regulations that bear them."""

    corpus_version: str
    by_name: dict[str, frozenset[int]]
    titles: dict[int, str]
    # The university whose regulations these are; 서울대학교 학칙 is another text. Empty where the texts do not name it.
    university: str = ""

    @cached_property
    def _suffixes(self) -> dict[str, frozenset[int]]:
        """Ends of titles that begin at a word of the title: 심사 규정 of 졸업논문 심사 규정, never 민법 of 난민법."""
        found: dict[str, set[int]] = defaultdict(set)
        for pk, title in self.titles.items():
            words = title.split()
            for start in range(1, len(words)):
                suffix = normalize_name(" ".join(words[start:]))
                if len(suffix) >= _SHORTEST_SUFFIX and words[start] not in _NO_BEGINNING:
                    found[suffix].add(pk)
        return {name: frozenset(ids) for name, ids in found.items()}

    def candidates(self, name: str) -> frozenset[int]:
        """Return the regulations that the name can mean: none, one, or several.

        Tried in order, the first that finds something wins: the whole name or alias; the name without or with the
        university's name; the end of exactly one title.
        """
        found = self.bearers(name)
        if found:
            return found
        suffix = self._suffixes.get(normalize_name(name), frozenset())
        return suffix if len(suffix) == 1 else frozenset()

    def bearers(self, name: str) -> frozenset[int]:
        """Return the regulations that bear the whole name, with the university's name before it or without."""
        normalized = normalize_name(name)
        if not normalized:
            return frozenset()
        exact = self.by_name.get(normalized)
        if exact:
            return exact
        stripped = self._without_own_university(normalized)
        if stripped != normalized and (found := self.by_name.get(stripped)):
            return found
        return self._without_university.get(stripped, frozenset())

    @cached_property
    def extraction_index(self) -> NameIndex:
        """The same names for the extractor, which needs them to find the left edge of a bare name."""
        return NameIndex(frozenset(self.by_name))

    def _without_own_university(self, name: str) -> str:
        if not self.university:
            return _UNIVERSITY.sub("", name)
        for own in (self.university, self.university.removesuffix("학교")):
            if name.startswith(own) and len(name) > len(own):
                return name.removeprefix(own)
        return name

    @cached_property
    def _without_university(self) -> dict[str, frozenset[int]]:
        found: dict[str, set[int]] = defaultdict(set)
        for name, ids in self.by_name.items():
            stripped = _UNIVERSITY.sub("", name)
            if stripped != name:
                found[stripped] |= ids
        return {name: frozenset(ids) for name, ids in found.items()}


_lock = threading.Lock()
_current: RegulationNames | None = None


def regulation_names() -> RegulationNames:
    """Return the index of names as the corpus stands now."""
    global _current  # noqa: PLW0603 - one index a process, replaced whole
    corpus_version = corpus_version_get()
    with _lock:
        if _current is None or _current.corpus_version != corpus_version:
            _current = names_load(corpus_version=corpus_version)
        return _current


def names_load(*, corpus_version: str = "", with_drafts: bool = False) -> RegulationNames:
    """Read the names as this transaction sees them, those of regulations that it has made among them.

    What has drafts only is no name that anybody outside knows; `with_drafts` is for the texts of drafts, which are published
    together.
    """
    by_name: dict[str, set[int]] = defaultdict(set)
    titles: dict[int, str] = {}
    known = Regulation.objects.all() if with_drafts else regulations_known()
    for pk, title, normalized in known.values_list("pk", "title", "normalized_title"):
        titles[pk] = title
        by_name[normalized].add(pk)
    for pk, normalized in RegulationAlias.objects.values_list("regulation_id", "normalized_name"):
        if pk in titles:
            by_name[normalized].add(pk)
    return RegulationNames(
        corpus_version=corpus_version,
        by_name={name: frozenset(ids) for name, ids in by_name.items()},
        titles=titles,
        university=_own_university(),
    )


def _own_university() -> str:
    """The university that most first articles name: 이 학칙은 가온대학교의 학사에 관한 …."""
    first = Article.objects.filter(locator_key="art-1").values_list("full_text", flat=True)
    named = Counter(found[1] for text in first if (found := _NAMED_UNIVERSITY.search(text)))
    # Of two named as often, the one that comes first in the alphabet: the choice must not depend on the order of rows.
    return min(named, key=lambda name: (-named[name], name), default="")
