"""What a question says and what it means, before anything is looked up. Pure: neither Django nor the database.

A question becomes weighted terms (its own morphemes, what the thesaurus makes of them, what an earlier question adds to
a follow-up), the exact provisions that it names (`학칙 25조`), the kinds of answer that it asks for (an amount, a
period, a number of credits …), the people it is about, and the text that is embedded.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from regulations.search.retrieval.follow_up_detection import (
    is_follow_up,
    subjects_of,
    without_connective,
)
from regulations.search.retrieval.wording import (
    ASKED_WORDS,
    CHINESE_EMPTY_WORDS,
    EMPTY_WORDS,
    ENGLISH_EMPTY_WORDS,
    VIETNAMESE_EMPTY_WORDS,
    AnswerType,
    Audience,
    Doubt,
    answer_types_of,
    audiences_of,
    doubts_of,
)
from regulations.text.citations import (
    ExtractedCitation,
    citation_locator,
    extract_citations,
)
from regulations.text.languages import (
    KOREAN,
    VIETNAMESE,
    asked_in,
    foreign_language,
    korean_of,
    language_of,
)
from regulations.text.latin import latin_words, word_stem
from regulations.text.locators import ATTACHMENT_LABELS, Locator, normalize_name
from regulations.text.morphemes import lemmas, tag
from regulations.text.thesaurus import Expansion, PreparedQuestion, Thesaurus

EXPANDED_WEIGHT = 0.9
HISTORY_WEIGHT = 0.6
ASKED_WEIGHT = 0.3

# 忘了申请복학会: what stands beside a Korean word in another language is no part of it.
_NEXT_TO_KOREAN = re.compile(r"(?<=[가-힣])(?=[^\W가-힣])|(?<=[^\W가-힣])(?=[가-힣])")
_HAN_WORD = re.compile(r"[\u4e00-\u9fff]{2}")
_ENGLISH_WORD = re.compile(r"[a-z][a-z'-]+")
_ACRONYM = re.compile(r"\b[A-Z][A-Z0-9]{2,}\b")
_NUMBER = re.compile(
    r"\d+(?:[.,]\d+)*\s*(?:만\s*)?(?:학점|학기|학년|개월|시간|년|월|일|주|회|번|명|인|원|점|%|세|권)"
)
_ARTICLE = (
    r"제?\s*(?P<article>\d{1,3})\s*조(?:\s*의\s*(?P<branch>\d{1,2}))?"
    r"(?:\s*제?\s*(?P<paragraph>\d{1,2})\s*항)?"
)
# [별표 1], 별표1의2, 별표 제2호, 별지 제3호 서식; a regulation's only one has no number.
_ATTACHMENT = (
    r"[\[<(]?\s*(?P<kind>별표|별지)(?:\s*제?\s*(?P<attachment>\d{1,2})(?!\d)\s*호?"
    r"(?:\s*의\s*(?P<attachment_branch>\d{1,2}))?)?"
)
_LOCATOR = re.compile(rf"(?P<name>[가-힣A-Za-z·ㆍ․\s()]{{0,40}}?)\s*(?:{_ARTICLE}|{_ATTACHMENT})")
_ATTACHMENT_KINDS = {word: kind for kind, word in ATTACHMENT_LABELS.items()}
_NAME_MARKS = re.compile(r"[「」『』]")
_PARAGRAPH = re.compile(r"제?\s*(\d{1,2})\s*항")


@dataclass(frozen=True, slots=True)
class QueryTerm:
    """One lemma that is looked for. `origin` is the phrase it comes from; said, expanded or from the history."""

    text: str
    weight: float
    said: bool
    origin: str


@dataclass(frozen=True, slots=True)
class Concept:
    """One thing that a question speaks of, and the words by which a passage may: those said, or any phrase of the thesaurus."""

    said: str
    phrases: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class NamedProvision:
    """A provision that the question names by number. `names` are what the regulation's name may be, normalized."""

    names: tuple[str, ...]
    locator: Locator


@dataclass(frozen=True, slots=True)
class AnalyzedQuery:
    """A question, ready to be looked up. `text` is self-contained, `embedded` is what the vector is made of.

    `unexplained` are its words that the thesaurus does not explain; where they are in no passage either, the question
    is about something else. `subjects` are what it is about by itself or by the question before.
    """

    text: str
    embedded: str
    language: str
    terms: tuple[QueryTerm, ...]
    named: tuple[NamedProvision, ...]
    numbers: tuple[str, ...]
    asks: frozenset[AnswerType]
    audiences: frozenset[Audience]
    doubts: frozenset[Doubt]
    unexplained: tuple[str, ...]
    concepts: tuple[Concept, ...]
    subjects: frozenset[str]
    follow_up: bool


def analyze(question: str, *, thesaurus: Thesaurus, history: Sequence[str] = ()) -> AnalyzedQuery:
    """Analyze a question; `history` are the asker's earlier questions, the newest last."""
    question = " ".join(unicodedata.normalize("NFC", question).split())
    named = named_provisions(question)
    text = question
    question, regulations = _without_foreign_names(question)
    language = foreign_language(text) if regulations else asked_in(question)
    said = _said_terms(question, language) + _said_terms(" ".join(regulations), KOREAN)
    wording = question if language == KOREAN else _NEXT_TO_KOREAN.sub(" ", question)
    expansions = thesaurus.expand(PreparedQuestion.of(wording, tag(wording)))
    asks = answer_types_of(question)
    unexplained = _unexplained(question, language, said, expansions)
    foreign = () if language == "ko" else unexplained
    subjects = subjects_of([*(term.text for term in said), *foreign], expansions)
    follow_up = bool(history) and is_follow_up(question, subjects)
    concepts = _concepts(language, said, expansions, unexplained)
    terms = [*said, *_expanded_terms(expansions)]
    if follow_up:
        # The question before may be a follow-up itself; what it leans on counts less with every step.
        before = analyze(history[-1], thesaurus=thesaurus, history=history[:-1])
        asks = asks or before.asks
        named = _carried_on(question, named, before.named, is_about_them=not subjects)
        concepts += before.concepts
        subjects |= before.subjects
        terms += [
            QueryTerm(t.text, t.weight * HISTORY_WEIGHT, t.said, t.origin) for t in before.terms
        ]
        text = f"{before.text} {text}"
    terms += _asked_terms(asks)
    meant = dict.fromkeys(t.origin for t in terms if not t.said and t.origin)
    if language == VIETNAMESE and meant:
        # Of its own words, which say little to the model, those alone that are Korean.
        meant = dict.fromkeys((*korean_of(question).split(), *meant))
    return AnalyzedQuery(
        text=text,
        embedded=" ".join(meant if language == VIETNAMESE and meant else (text, *meant)),
        language=language,
        terms=_strongest(terms),
        named=named,
        numbers=tuple(re.sub(r"\s", "", n) for n in _NUMBER.findall(question)),
        asks=asks,
        audiences=audiences_of(text),
        doubts=doubts_of(question),
        unexplained=unexplained,
        concepts=concepts,
        subjects=subjects,
        follow_up=follow_up,
    )


def named_provisions(question: str) -> tuple[NamedProvision, ...]:
    """The provisions that a question names by number, `학칙 25조 2항`."""
    found: list[NamedProvision] = []
    for match in _LOCATOR.finditer(without_connective(_NAME_MARKS.sub(" ", question))):
        words = match["name"].split()[-6:]
        # How much of the words before a number is the name is not known here: 우리 학교 학칙 25조.
        names = [normalize_name("".join(words[start:])) for start in range(len(words))]
        numbers = {
            field: int(match[field]) if match[field] else None
            for field in ("article", "branch", "paragraph", "attachment", "attachment_branch")
        }
        locator = Locator(**numbers, attachment_kind=_ATTACHMENT_KINDS.get(match["kind"] or ""))
        own = tuple(n for n in names if len(n) >= 2)
        # 학칙 제25조와 제26조: a number alone goes on in the same regulation.
        found.append(NamedProvision(own or (found[-1].names if found else ()), locator))
    return tuple(found) or tuple(
        NamedProvision(
            tuple(n for n in map(normalize_name, _ends(cited.regulation or "")) if len(n) >= 2),
            # A passage holds whole paragraphs.
            replace(locator, subparagraph=None, subparagraph_branch=None, item=None),
        )
        for cited, locator in _cited_in_another_language(question)
    )


def _cited_in_another_language(question: str) -> Iterator[tuple[ExtractedCitation, Locator]]:
    """Article 25(2) of 학칙, 学则第25条第2款, khoản 2 Điều 25 của 학칙."""
    for cited in extract_citations(question):
        locator = None if cited.addenda else citation_locator(cited)
        if locator is not None and (locator.article or locator.attachment_kind):
            yield cited, locator


def _ends(name: str) -> list[str]:
    words = name.split()
    return [" ".join(words[start:]) for start in range(len(words))]


def _without_foreign_names(question: str) -> tuple[str, list[str]]:
    """What a question asks beside the provisions that it names in another language, and the names of their regulations.

    Where that is nothing, or Korean, it is the question with them in Korean: 「학칙」 第25条第2款 asks what 학칙 제25조제2항 does.
    """
    if _LOCATOR.search(question):
        return question, []
    rest, spelled, regulations = question, question, []
    for cited, locator in reversed(list(_cited_in_another_language(question))):
        name = cited.regulation or ""
        regulations.append(name)
        rest = f"{rest[: cited.start]} {rest[cited.end :]}"
        spelled = f"{spelled[: cited.start]} {name} {locator.label} {spelled[cited.end :]}"
    is_korean = language_of(rest) == KOREAN or not any(map(str.isalpha, rest))
    return (spelled, []) if is_korean else (rest, regulations)


def _carried_on(
    question: str,
    named: tuple[NamedProvision, ...],
    before: tuple[NamedProvision, ...],
    *,
    is_about_them: bool,
) -> tuple[NamedProvision, ...]:
    """The provisions that a follow-up means: `26조는?` in the regulation named before, `2항은?` in the article named before."""
    if not before:
        return named
    if named:
        names = before[-1].names
        return tuple(one if one.names else replace(one, names=names) for one in named)
    paragraph = _PARAGRAPH.search(question)
    if paragraph is None:
        return before if is_about_them else ()
    return tuple(
        replace(one, locator=replace(one.locator, paragraph=int(paragraph[1]))) for one in before
    )


def _said_terms(question: str, language: str) -> list[QueryTerm]:
    if language != "ko":
        # Foreign words are not in the texts, except for names such as TOPIK and SSCI, and what is said in Korean.
        names = [
            QueryTerm(w.lower(), 1.0, True, w) for w in dict.fromkeys(_ACRONYM.findall(question))
        ]
        return names + _korean_terms(korean_of(question))
    return _korean_terms(question)


def _korean_terms(question: str) -> list[QueryTerm]:
    return [
        QueryTerm(lemma, 1.0, True, lemma)
        for lemma in dict.fromkeys(lemmas(question))
        if lemma not in EMPTY_WORDS
    ]


def _expanded_terms(expansions: Sequence[Expansion]) -> list[QueryTerm]:
    return [
        QueryTerm(lemma, EXPANDED_WEIGHT, False, meant)
        for expansion in expansions
        for meant in expansion.meant
        for lemma in lemmas(meant)
    ]


def _asked_terms(asks: frozenset[AnswerType]) -> list[QueryTerm]:
    # Without an origin: a word that every other question asks for would only blur the vector.
    return [
        QueryTerm(word, ASKED_WEIGHT, False, "")
        for kind, word in ASKED_WORDS.items()
        if kind in asks
    ]


def _unexplained(
    question: str, language: str, said: Sequence[QueryTerm], expansions: Sequence[Expansion]
) -> tuple[str, ...]:
    phrases = [expansion.said for expansion in expansions]
    if language == "ko":
        explained = {lemma for phrase in phrases for lemma in lemmas(phrase)}
        return tuple(t.text for t in said if t.text not in explained)
    if language == "zh":
        rest = question
        for phrase in phrases:
            rest = rest.replace(phrase, " ")
        return tuple(_HAN_WORD.findall(CHINESE_EMPTY_WORDS.sub(" ", rest)))
    if language == "vi":
        empty, words = VIETNAMESE_EMPTY_WORDS, latin_words(question)
    else:
        empty, words = ENGLISH_EMPTY_WORDS, _ENGLISH_WORD.findall(question.lower())
    explained = {word_stem(word) for phrase in phrases for word in latin_words(phrase)}
    return tuple(
        dict.fromkeys(w for w in words if w not in empty and word_stem(w) not in explained)
    )


def _concepts(
    language: str,
    said: Sequence[QueryTerm],
    expansions: Sequence[Expansion],
    unexplained: Sequence[str],
) -> tuple[Concept, ...]:
    """What is said, each with the phrases that the thesaurus has for it; a verb and a foreign word have those alone."""
    found: dict[str, list[tuple[str, ...]]] = {term.text: [(term.text,)] for term in said}
    for expansion in expansions:
        phrases = [tuple(words) for meant in expansion.meant if (words := lemmas(meant))]
        parts = lemmas(expansion.said) if language == "ko" else []
        for part in [part for part in parts if part in found] or [expansion.said]:
            found.setdefault(part, []).extend(phrases)
    if language != "ko":
        for word in unexplained:
            found.setdefault(word, [(word,)])
    return tuple(Concept(text, tuple(dict.fromkeys(phrases))) for text, phrases in found.items())


def _strongest(terms: Sequence[QueryTerm]) -> tuple[QueryTerm, ...]:
    best: dict[str, QueryTerm] = {}
    for term in terms:
        if term.text not in best or term.weight > best[term.text].weight:
            best[term.text] = term
    return tuple(best.values())
