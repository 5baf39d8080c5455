"""The evidence of a sentence: its own quotes, else the provisions that it cites, else the source that is nearest.

A quote is looked up word for word, spacing and typography aside. One that is nearly there is replaced by the true words;
one that is not there is no evidence.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from difflib import SequenceMatcher
from functools import lru_cache

from regulations.reading.units import PassageUnit
from regulations.text.locators import Locator, are_nested, is_within
from regulations.text.morphemes import lemmas
from verification.checking.lines.items import is_under
from verification.checking.mentions import CitationMention, source_numbered
from verification.checking.statements import without_layout
from verification.checking.values import Quote, Source, SourceUnit

# What may differ between the words of a provision and a quote of them.
_TYPOGRAPHY = re.compile(r"[\s·ㆍ․‧・∙/「」『』｢｣\"'“”‘’|*_`]+")
_DASHES = str.maketrans({"～": "~", "∼": "~", "〜": "~", "–": "-", "—": "-", "−": "-"})
# What stands in front of a paragraph's words, its number and the heading of its article, a model that quotes them copies too.
_PARAGRAPH_MARK = re.compile(
    r"^\s*제\d+조(?:의\d+)?\s?\([^()]*\)\s*[①-⑳]?\s*|(?:^|\n|(?<=\.)\s)\s*[①-⑳]\s*"
)
# Regulations say 에 따라 and 에 따른.
_LEANS_ON = re.compile(r"\s?(?:\([^()]{1,40}\))?\s?에\s?(?:따르면|의하면)")
_FIGURES = re.compile(r"\d+(?:[.,]\d+)*")
_SHORTEST = 4
# So much of a misremembered quote has to stand in the provision, within words that are hardly longer.
_LEAST_ALIKE = 0.8
_LONGEST_ALIKE = 1.5
_LONG_UNIT = 600
_MOST_LINES = 4


def quoted_units(
    quotes: Sequence[Quote], sources: Sequence[Source], *, exact: bool = False
) -> list[SourceUnit]:
    """The units in which the quotes stand, each once, with the true words; `exact` takes no misremembered quote.

    A quote of several paragraphs, "① … ② …", stands in each of them; `exact` takes none of it where one is not there.
    """
    found: dict[tuple[int, str], SourceUnit] = {}
    for quote in quotes:
        units = [_looked_up(part, sources, exact=exact) for part in _paragraphs(quote)]
        if exact and None in units:
            continue
        for unit in filter(None, units):
            key = (unit.source.number, unit.locator_key)
            before = found.get(key)
            words = (*before.words, *unit.words) if before else unit.words
            found[key] = replace(unit, words=tuple(dict.fromkeys(words)))
    return [_at_its_words(unit) for unit in found.values()]


def _at_its_words(unit: SourceUnit) -> SourceUnit:
    """The unit at the deepest of its parts with which all that is quoted of it stands there, and without which it does not."""
    held = [
        part
        for part in unit.below
        if _stand_in(unit.words, unit.text_with(part))
        and not _stand_in(unit.words, unit.text_without(part))
    ]
    deepest = max(held, key=lambda part: part.locator_key.count("/"), default=None)
    return replace(unit, part_key=deepest.locator_key) if deepest else unit


def _stand_in(words: Sequence[str], text: str) -> bool:
    return all(exact_words(one, text) for one in words)


def _paragraphs(quote: Quote) -> list[Quote]:
    parts = [part for part in _PARAGRAPH_MARK.split(quote.text) if part.strip()]
    return [replace(quote, text=part) for part in parts]


def _looked_up(quote: Quote, sources: Sequence[Source], *, exact: bool) -> SourceUnit | None:
    named = source_numbered(quote.source_number, sources)
    others = [source for source in sources if source is not named]
    for source in ([named] if named else []) + others:
        for unit in units_of(source):
            if words := exact_words(quote.text, unit.text):
                return replace(unit, words=(words,))
    best: tuple[float, SourceUnit] | None = None
    for unit in units_of(named) if named and not exact else ():
        alike, words = _aligned(quote.text, unit.text)
        if alike >= _LEAST_ALIKE and (best is None or alike > best[0]):
            best = (alike, replace(unit, words=(words,)))
    return best[1] if best else None


def units_of(source: Source) -> list[SourceUnit]:
    """The units of a source that can be cited by themselves; the whole source where it has none."""
    if not source.units:
        return [SourceUnit(source, source.locator_key, source.text)]
    return [
        SourceUnit(source, unit.locator_key, unit.text, below=unit.below) for unit in source.units
    ]


def cited_units(mentions: Iterable[CitationMention]) -> list[SourceUnit]:
    """What the citable citations of a sentence name: a paragraph, or every unit of a whole article."""
    found: dict[tuple[int, str], SourceUnit] = {}
    for mention in mentions:
        source, provision = mention.source, mention.provision
        if source is None or provision is None or not mention.is_citable:
            continue
        units = units_of(source)
        below = [u for u in units if is_within(u.locator_key, provision.locator_key)]
        above = [u for u in units if is_within(provision.locator_key, u.locator_key)]
        own = below or above or [SourceUnit(source, provision.locator_key, provision.text)]
        for unit in own:
            found.setdefault((source.number, unit.locator_key), unit)
    return list(found.values())


def is_named_by(mention: CitationMention, unit: SourceUnit) -> bool:
    """Whether a citation that may be leaned on names the place of a unit, or what it stands in; another 호 is another place."""
    return (
        mention.is_citable
        and mention.source is not None
        and mention.provision is not None
        and mention.source.number == unit.source.number
        and are_nested(mention.provision.locator_key, unit.place)
    )


def with_references(
    mentions: Sequence[CitationMention], evidence: Iterable[tuple[Locator, str]], text: str = ""
) -> tuple[CitationMention, ...]:
    """Mark the citations that the evidence of a sentence makes itself: 제45조에 따르면, 제44조의 사유로 …

    They are the regulation's own words, not what the sentence leans on; one that the sentence, `text`, says it found there
    (「학칙」 제23조에 따르면) is never that. `evidence` are provisions with their texts.
    """
    units = list(evidence)
    return tuple(
        replace(mention, is_quoted=True)
        if any(_refers(*unit, mention) for unit in units) and not _is_leaned_on(text, mention)
        else mention
        for mention in mentions
    )


def _is_leaned_on(text: str, mention: CitationMention) -> bool:
    return mention.end is not None and _LEANS_ON.match(text, mention.end) is not None


def _refers(place: Locator, text: str, mention: CitationMention) -> bool:
    if mention.citation is None or mention.citation.article is None:
        return False
    if (place.article, place.branch) == (mention.citation.article, mention.citation.branch):
        return False
    branch = f"의{mention.citation.branch}" if mention.citation.branch else ""
    wanted = re.compile(rf"제{mention.citation.article}조{branch}(?!의?\d)")
    return wanted.search(without_layout(text)) is not None


def nearest_units(statement: str, sources: Sequence[Source]) -> list[SourceUnit]:
    """The units of all sources, those that share most with the statement first."""
    units = [unit for source in sources for unit in units_of(source)]
    words = _words(statement)
    return sorted(units, key=lambda unit: -_shared(words, unit))


def share_of_words(statement: str, unit: SourceUnit) -> float:
    """How much of a statement's words a unit has, with its title and its regulation's name."""
    words = _words(statement)
    source = unit.source
    # 죄 is no more than the end of a name: the title of what is called 사기죄 is 사기.
    known = _words(f"{source.regulation_title} {source.title} 죄 {unit.text}")
    return len(words & known) / len(words) if words else 0.0


def best_part(statement: str, unit: SourceUnit) -> PassageUnit | None:
    """The innermost 호 or 목 of a unit that shares most words with a statement."""
    words = _words(statement)
    keys = [part.locator_key for part in unit.below]
    innermost = [
        part
        for part in unit.below
        if not any(key != part.locator_key and is_within(key, part.locator_key) for key in keys)
    ]
    return max(innermost, key=lambda part: len(words & _words(part.text)), default=None)


def best_row(statement: str, unit: SourceUnit) -> str:
    """The row of a table of a unit that shares most words and figures with a statement; empty where there is no table."""
    words = _words(statement) | set(_FIGURES.findall(statement))
    return max(
        unit.rows(),
        key=lambda row: len(words & (_words(row) | set(_FIGURES.findall(row)))),
        default="",
    )


def best_unit(statement: str, units: Sequence[SourceUnit]) -> SourceUnit | None:
    """The unit whose words are opened beside a statement: a quoted one, else the one that shares most with it."""
    words = _words(statement)
    return max(units, key=lambda unit: (bool(unit.words), _shared(words, unit)), default=None)


def words_shown(unit: SourceUnit, statement: str) -> str:
    """The very words of a unit that a student reads: all of it, or of a long one the lead and the lines that are meant."""
    if len(unit.text) <= _LONG_UNIT:
        return unit.text.strip()
    lines = [line for line in unit.text.splitlines() if line.strip()]
    wanted = _words(f"{statement} {' '.join(unit.words)}")
    quoted = [any(exact_words(words, line) for words in unit.words) for line in lines]
    order = sorted(
        range(1, len(lines)),
        key=lambda at: (not quoted[at], -len(wanted & _words(lines[at])), at),
    )
    kept = sorted([0, *order[: _MOST_LINES - 1]])
    return "\n".join(lines[at] for at in kept).strip()


def exact_words(quote: str, text: str) -> str:
    """The words of a text that a quote repeats, spacing and typography aside; empty where it repeats none."""
    squeezed, places = _squeezed(text)
    wanted, _places = _squeezed(quote.strip(" .,;…"))
    at = squeezed.find(wanted) if len(wanted) >= _SHORTEST else -1
    return text[places[at] : places[at + len(wanted) - 1] + 1] if at >= 0 else ""


def _aligned(quote: str, text: str) -> tuple[float, str]:
    """How much of a quote stands in a text in its order, and the words of the text from its first to its last place."""
    squeezed, places = _squeezed(text)
    wanted, _places = _squeezed(quote.strip(" .,;…"))
    if len(wanted) < 2 * _SHORTEST:
        return 0.0, ""
    matcher = SequenceMatcher(None, squeezed, wanted, autojunk=False)
    blocks = [block for block in matcher.get_matching_blocks() if block.size > 1]
    if not blocks:
        return 0.0, ""
    first, last = blocks[0].a, blocks[-1].a + blocks[-1].size
    if last - first > _LONGEST_ALIKE * len(wanted):
        return 0.0, ""
    alike = sum(block.size for block in blocks) / len(wanted)
    return alike, text[places[first] : places[last - 1] + 1]


def _squeezed(text: str) -> tuple[str, list[int]]:
    """A text without what may differ, and where each of its characters stands in the text as it was."""
    folded = text.translate(_DASHES)
    kept = [at for at, character in enumerate(folded) if not _TYPOGRAPHY.match(character)]
    return "".join(folded[at] for at in kept), kept


@lru_cache(maxsize=2048)
def _words(text: str) -> frozenset[str]:
    """The words of a text; the units of an answer's sources are asked for with every sentence."""
    return frozenset(lemmas(text))


def _shared(words: frozenset[str], unit: SourceUnit) -> float:
    own = _words(unit.text)
    return len(words & own) / (len(own) ** 0.25 or 1.0) if own else 0.0


def carry_the_head(units: Sequence[SourceUnit], head: str) -> bool:
    """Whether what evidence says of an item it says of what the item's head names: by its caption or the lead of its list."""
    return is_under(
        head,
        [(one.source.caption, one.text_with(None) if one.below else "") for one in units],
    )
