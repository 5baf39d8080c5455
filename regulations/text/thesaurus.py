"""From the words that people use to the words that regulations use: `학비` is `등록금`, `쫓겨나다` is `퇴사` or `제적`.

The entries that the portal starts with stand in `thesaurus.txt`; the rows that admins edit (`ThesaurusEntry`) are
what a search reads. One entry in one line, in the form in which an admin types it:

    학비, 수업료 = 등록금
    쉬다 | 학기, 학교 = 휴학
    drop out = 자퇴

Left of `=` what is said; after `|` the words one of which must be there too; right what is meant. A Korean phrase is
compared by its morphemes, so a verb (`쉬다`) stands for all of its endings, or by its letters without spaces; a phrase
in Latin letters by its words without endings, Vietnamese by its tones where the question has them.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from itertools import pairwise
from pathlib import Path

from regulations.text.glossary import glossary
from regulations.text.languages import CHINESE, VIETNAMESE
from regulations.text.latin import latin_words, says, tones_of, word_stem
from regulations.text.morphemes import USER_NOUNS, Morpheme, tag

BUILT_IN = Path(__file__).with_name("thesaurus.txt")

_HANGUL = re.compile(r"[가-힣]")
_LATIN = re.compile(r"[a-z]")
_SPACE = re.compile(r"\s+")
# Particles, endings and punctuation carry nothing by which a phrase would be recognized.
_SILENT_TAGS = ("J", "E", "SF", "SP", "SS", "SE", "SO", "SW", "VCP", "XSV", "XSA")


class InvalidEntryError(ValueError):
    """A line that is not an entry of the thesaurus; the message says what is missing."""


@dataclass(frozen=True, slots=True)
class SynonymEntry:
    """One line: any of `said` (beside any of `beside`, where there are some) means `meant`."""

    said: tuple[str, ...]
    meant: tuple[str, ...]
    beside: tuple[str, ...] = ()

    @property
    def line(self) -> str:
        """The entry in the form in which it is written."""
        beside = f" | {', '.join(self.beside)}" if self.beside else ""
        return f"{', '.join(self.said)}{beside} = {', '.join(self.meant)}"


@dataclass(frozen=True, slots=True)
class Expansion:
    """What one phrase of a question means; `said` is the phrase as the entry has it."""

    said: str
    meant: tuple[str, ...]


def parse_entry(line: str) -> SynonymEntry:
    """Read one line; raises InvalidEntryError."""
    left, equals, right = unicodedata.normalize("NFC", line).partition("=")
    said, _, beside = left.partition("|")
    entry = SynonymEntry(said=_listed(said), meant=_listed(right), beside=_listed(beside))
    if not equals or not entry.said or not entry.meant:
        raise InvalidEntryError(f"expected 'said, … [| beside, …] = meant, …', got {line!r}")
    return entry


def built_in_entries() -> Iterator[SynonymEntry]:
    """The entries that the portal starts with, and the terms of the glossary."""
    for line in BUILT_IN.read_text(encoding="utf-8").splitlines():
        if line.strip() and not line.startswith("#"):
            yield parse_entry(line)
    for term in glossary().values():
        if term.is_asked_about:
            said = tuple(term.names[language] for language in (CHINESE, VIETNAMESE))
            yield SynonymEntry(said=said, meant=(term.korean,))


@dataclass(frozen=True, slots=True)
class PreparedQuestion:
    """A question prepared for comparing: its speaking morphemes, its letters, its Latin words."""

    forms: tuple[str, ...]
    # The same with the verbs put together of which Kiwi makes now one and now two.
    joined: tuple[str, ...]
    letters: str
    starts: frozenset[int]
    # Where the word ends that begins at a letter, and whether it is said by nothing less than the whole of it.
    words_at: Mapping[int, tuple[int, bool]]
    words: tuple[str, ...]
    # Of each of these words; thì is no thi, but thi may be either.
    tones: tuple[str, ...]
    # Most entries are ruled out by their first word alone.
    occurring: frozenset[str]

    @classmethod
    def of(cls, text: str, morphemes: Sequence[Morpheme]) -> PreparedQuestion:
        """Prepare `text`; `morphemes` are those of its NFC form."""
        text = unicodedata.normalize("NFC", text).lower()
        starts = {m.start for m in morphemes}
        starts |= {m.end() for m in re.finditer(r"\s+|^", text)}
        kept = [index for index, letter in enumerate(text) if not letter.isspace()]
        at = {m.start: m for m in morphemes if not m.tag.startswith(_SILENT_TAGS)}
        forms, words = _content_morphemes(morphemes), _latin_words(text)
        joined = _joined_verbs(text, morphemes)
        return cls(
            forms=forms,
            joined=joined,
            letters="".join(text[index] for index in kept),
            starts=frozenset(place for place, index in enumerate(kept) if index in starts),
            words_at={
                place: (bisect_left(kept, one.end), _is_one_word(one))
                for place, index in enumerate(kept)
                if (one := at.get(index))
            },
            words=words,
            tones=tones_of(text),
            occurring=frozenset((*forms, *joined, *words)),
        )


@dataclass(frozen=True, slots=True)
class _Phrase:
    forms: tuple[str, ...] = ()
    joined: tuple[str, ...] = ()
    letters: str = ""
    words: tuple[str, ...] = ()
    tones: tuple[str, ...] = ()

    @classmethod
    def of(cls, text: str) -> _Phrase:
        text = text.lower()
        if _LATIN.search(text) and not _HANGUL.search(text):
            return cls(words=_latin_words(text), tones=tones_of(text))
        if not _HANGUL.search(text):
            return cls(letters=_SPACE.sub("", text))
        # A verb is known by its stem only: the letters of its dictionary form hardly ever stand in a question.
        if text.endswith("다"):
            morphemes = tag(text)
            return cls(forms=_content_morphemes(morphemes), joined=_joined_verbs(text, morphemes))
        # A phrase that stops at an ending (`졸업하려면`) means that very ending, not everything about 졸업.
        morphemes = tag(text)
        forms = () if morphemes[-1].tag.startswith(("E", "J")) else _content_morphemes(morphemes)
        return cls(forms=forms, letters=_SPACE.sub("", text))

    @property
    def beginnings(self) -> tuple[str, ...]:
        """Of which a text that says it holds at least one: its first word, morpheme or two letters."""
        letters = [self.letters[:2]] if self.letters else ()
        return (*self.words[:1], *self.forms[:1], *self.joined[:1], *letters)

    def is_in(self, wording: PreparedQuestion) -> bool:
        for phrase, whole in ((self.forms, wording.forms), (self.joined, wording.joined)):
            if phrase and phrase[0] in wording.occurring and _contains(whole, phrase):
                return True
        if self.words and self._words_in(wording):
            return True
        return bool(self.letters) and self._letters_in(wording)

    def is_part_of(self, other: _Phrase) -> bool:
        """Whether a longer phrase says it better: of a leave of absence nobody is absent. Foreign phrases only."""
        if self.words and other.words:
            return self.words != other.words and _contains(other.words, self.words)
        if self.forms or other.forms or not self.letters:
            return False
        return self.letters != other.letters and self.letters in other.letters

    def _words_in(self, wording: PreparedQuestion) -> bool:
        length = len(self.words)
        return self.words[0] in wording.occurring and any(
            wording.words[at : at + length] == self.words
            and says(wording.tones[at : at + length], self.tones)
            for at in range(len(wording.words) - length + 1)
        )

    def _letters_in(self, wording: PreparedQuestion) -> bool:
        place = wording.letters.find(self.letters)
        while place >= 0:
            if not _HANGUL.match(self.letters):
                return True
            if place in wording.starts and not self._begins_another_word(wording, place):
                return True
            place = wording.letters.find(self.letters, place + 1)
        return False

    def _begins_another_word(self, wording: PreparedQuestion, place: int) -> bool:
        """Whether a longer word stands there that is not said by its beginning: 학사 in 학사경고, 얼마 in 얼마나, 형 in 형편."""
        end, is_one_word = wording.words_at.get(place, (0, False))
        return end > place + len(self.letters) and (is_one_word or len(self.letters) == 1)


@dataclass(frozen=True)
class Thesaurus:
    """All entries, prepared once; `expand` is called for every question."""

    entries: tuple[SynonymEntry, ...]
    _phrases: tuple[tuple[tuple[_Phrase, ...], tuple[_Phrase, ...]], ...] = field(repr=False)

    @classmethod
    def of(cls, entries: Iterable[SynonymEntry]) -> Thesaurus:
        """Prepare the entries; phrases are cut into morphemes here."""
        entries = tuple(entries)
        return cls(
            entries=entries,
            _phrases=tuple(
                (tuple(map(_Phrase.of, e.said)), tuple(map(_Phrase.of, e.beside))) for e in entries
            ),
        )

    @cached_property
    def digest(self) -> str:
        """A name for these very entries: equal entries have one, whatever their order."""
        lines = sorted(entry.line for entry in self.entries)
        return f"{len(lines)} {sha256('|'.join(lines).encode()).hexdigest()[:16]}"

    def expand(self, wording: PreparedQuestion) -> list[Expansion]:
        """What the phrases of a question mean, in the order of the entries."""
        found: list[tuple[_Phrase, Expansion]] = []
        for number in self._beginning_in(wording):
            entry, (said, beside) = self.entries[number], self._phrases[number]
            hit = next((i for i, phrase in enumerate(said) if phrase.is_in(wording)), None)
            if hit is None or (beside and not any(phrase.is_in(wording) for phrase in beside)):
                continue
            found.append((said[hit], Expansion(said=entry.said[hit], meant=entry.meant)))
        phrases = [phrase for phrase, _ in found]
        return [
            expansion
            for phrase, expansion in found
            if not any(phrase.is_part_of(other) for other in phrases)
        ]

    @cached_property
    def _by_beginning(self) -> dict[str, set[int]]:
        numbers: dict[str, set[int]] = {}
        for number, (said, _beside) in enumerate(self._phrases):
            for beginning in {one for phrase in said for one in phrase.beginnings}:
                numbers.setdefault(beginning, set()).add(number)
        return numbers

    def _beginning_in(self, wording: PreparedQuestion) -> list[int]:
        """The entries that a text may say, in their order: of a thousand a question holds the beginnings of a few."""
        letters = wording.letters
        present = {*wording.occurring, *letters, *map("".join, pairwise(letters))}
        known = self._by_beginning
        return sorted({number for one in present & known.keys() for number in known[one]})


def _latin_words(text: str) -> tuple[str, ...]:
    return tuple(map(word_stem, latin_words(text)))


def _content_morphemes(morphemes: Sequence[Morpheme]) -> tuple[str, ...]:
    return tuple(m.form.lower() for m in morphemes if not m.tag.startswith(_SILENT_TAGS))


def _is_one_word(morpheme: Morpheme) -> bool:
    """Whether it is no compound of its beginning: an adverb, or a word that the dictionary was given, but for papers (자퇴원)."""
    if morpheme.tag.startswith("N"):
        return morpheme.form in USER_NOUNS and not morpheme.form.endswith("원")
    return True


def _joined_verbs(text: str, morphemes: Sequence[Morpheme]) -> tuple[str, ...]:
    """The speaking morphemes with 돌리+어+받 as 돌려받: whether Kiwi cuts such a verb hangs on the words around it."""
    found: list[str] = []
    verb: Morpheme | None = None
    linked: Morpheme | None = None
    for one in morphemes:
        if one.tag == "EC" and one.form in ("어", "아") and verb is not None:
            linked = verb
            continue
        is_verb = one.tag in ("VV", "VX")
        if linked is not None and is_verb:
            found[-1] = "".join(text[linked.start : one.start].split()) + one.form
        elif not one.tag.startswith(_SILENT_TAGS):
            found.append(one.form.lower())
        verb, linked = (one if is_verb else None), None
    return tuple(found)


def _contains(whole: tuple[str, ...], part: tuple[str, ...]) -> bool:
    length = len(part)
    return any(whole[i : i + length] == part for i in range(len(whole) - length + 1))


def _listed(text: str) -> tuple[str, ...]:
    return tuple(cleaned for piece in text.split(",") if (cleaned := " ".join(piece.split())))
