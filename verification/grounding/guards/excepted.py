"""The exceptions that a provision holds to its rules: of whom, what, and from which rule. Pure.

One may stand behind the rule (다만, …), in brackets, in its items, in the next sentence, or in another paragraph of the article that
sets it aside.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Protocol

from regulations.text.locators import CIRCLED, Locator
from verification.grounding.facts.quantities import Quantity, quantities
from verification.grounding.guards.words import words_in

_SENTENCE = re.compile(r"[^\n]+?(?:다\.(?=\s|$|<)|(?=\s(?:다만|단),))|[^\n]+")
_EXCEPTION = re.compile(r"^\s*(?:다만|단)[,\s]\s*")
_BRACKETS = re.compile(r"\((?P<inside>[^()\d]{0,80}\d[^()]{0,80})\)")
_SET_ASIDE = re.compile(r"제(\d+)항(?:제\d+호)?(?:\s?(?:본문|단서))?에도\s?불구하고\s?")
_PARAGRAPH = re.compile(rf"(?P<mark>[{CIRCLED}])\s*(?P<text>[^{CIRCLED}]+)")
_ITEM = re.compile(
    r"^[ \t]{0,8}\d{1,3}(?:의\d{1,3})?\.[ \t]{0,8}(?P<whom>[^:：\n]{2,40})[:：]\s*(?P<what>[^\n]+)$",
    re.MULTILINE,
)
_BY_ITEMS = re.compile(r"다음 각 호")
_CLAUSE_END = re.compile(r",\s|(?<=[하되이])[고며]\s")
_OF_WHOM = re.compile(
    r"(?P<whom>[^,]{2,40}?)(?:에게는|에 대하여는|에 대해서는|(?:의|인) 경우(?:에는|에|는)?|은|(?<![려하되있없받않르니아치또])는)\s(?P<what>.+)"
)
_LISTED = re.compile(
    r"(?<=[가-힣])(?:과|와|이나|및)\s(?!(?:재|휴|졸업)?학생)|\s(?:및|또는)\s|[ㆍ·]"
)
_TOGETHER = re.compile(r"사이(?!버)|(?<!기)간의|함께|모두")
# Where a case is defined says nothing of it: 제20조에 따른 담금휴학.
_REFERENCE = re.compile(
    r"제\d+조(?:의\d+)?(?:제\d+항)?(?:제\d+호)?(?:에\s?(?:따른|의한|해당하는)|의)\s"
)
_THAT = re.compile(r"(?<![가-힣])(?:해당|그)\s(?=[가-힣])")
# What begins a paragraph or an item, or tells a case by its number: 1등급은 하루 3,900원.
_NUMBERED = re.compile(rf"\s{{0,8}}[\d{CIRCLED}]")
# Of whom an exception speaks, these say nothing.
ANYBODY = frozenset(
    {
        "경우",
        "사람",
        "학생",
        "사이",
        "간",
        "때",
        "자",
        "이상",
        "이하",
        "초과",
        "미만",
        "이내",
        "이후",
        "이전",
    }
)


class WholeText(Protocol):
    """The whole of an article."""

    @property
    def text(self) -> str: ...


class ArticlePart(Protocol):
    """A paragraph, or a whole article, with what it stands in: another of its paragraphs may set it aside."""

    @property
    def text(self) -> str: ...
    @property
    def locator_key(self) -> str: ...
    @property
    def source(self) -> WholeText: ...


@dataclass(frozen=True, slots=True)
class FoundException:
    """Of whom something else is said, each of several; what that is; the rule; the words of all of it."""

    cases: tuple[frozenset[str], ...]
    what: str
    rule: str
    words: str


def behind_the_rule(text: str) -> Iterator[FoundException]:
    """What follows a sentence, or an item, with "다만", the items that it names, and figures of others in brackets."""
    lead, before = "", ""
    for sentence in _SENTENCE.findall(text):
        for brackets in _BRACKETS.finditer(sentence):
            rule = sentence[: brackets.start()]
            yield from _clauses(brackets["inside"], rule, sentence.strip())
        if not _EXCEPTION.match(sentence):
            lead, before = (sentence, "") if sentence.endswith("다.") else (lead, sentence)
            continue
        rule, exception = f"{before} {lead}".strip(), _EXCEPTION.sub("", sentence)
        yield from _clauses(exception, rule, sentence.strip())
        if _BY_ITEMS.search(exception):
            below = text[text.index(sentence) + len(sentence) :]
            for item in _ITEM.finditer(below):
                cases, words = _cases(item["whom"]), item[0].strip()
                yield FoundException(cases, item["what"], rule, words)


def beside_the_rule(text: str) -> Iterator[FoundException]:
    """What the next sentence sets otherwise for some: 외박은 월 9박까지 할 수 있다. 승선생활관은 월 6박까지 할 수 있다."""
    for line in text.splitlines():
        if "|" in line:
            continue
        for rule, sentence in pairwise(_SENTENCE.findall(line)):
            if not (_EXCEPTION.match(sentence) or _NUMBERED.match(sentence)):
                clauses = _clauses(sentence, rule, sentence.strip())
                yield from filter(sets_another_figure, clauses)


def elsewhere(unit: ArticlePart) -> Iterator[FoundException]:
    """What other paragraphs of the article say in spite of this one: 제2항에도 불구하고."""
    own = Locator.of_passage(unit.locator_key).paragraph if unit.locator_key else None
    paragraphs = {
        CIRCLED.index(found["mark"]) + 1: found["text"]
        for found in _PARAGRAPH.finditer(unit.source.text)
    }
    for text in paragraphs.values():
        sentence = next(iter(_SENTENCE.findall(text)), "")
        for number in map(int, _SET_ASIDE.findall(sentence)):
            rule = paragraphs.get(number)
            if rule and own in (None, number):
                rest = _SET_ASIDE.sub("", sentence)
                yield from _clauses(rest, rule, sentence.strip())


def _clauses(sentence: str, rule: str, words: str) -> Iterator[FoundException]:
    cases: tuple[frozenset[str], ...] = ()
    for clause in _CLAUSE_END.split(sentence):
        found = _OF_WHOM.match(clause.strip())
        # A clause without its own goes on about the same.
        cases = _cases(found["whom"]) if found else cases
        if cases:
            yield FoundException(cases, found["what"] if found else clause, rule, words)


def _cases(whom: str) -> tuple[frozenset[str], ...]:
    whom = _THAT.sub("", _REFERENCE.sub("", whom))
    listed = [whom] if _TOGETHER.search(whom) else _LISTED.split(whom)
    return tuple(longer(words_in(one) - ANYBODY) for one in listed)


def longer(words: frozenset[str]) -> frozenset[str]:
    """Without the single letters that a name leaves when it is cut, where there are words beside them."""
    return frozenset(one for one in words if len(one) > 1) or words


def sets_another_figure(one: FoundException) -> bool:
    """Whether the exception has a figure of its own for one of the rule."""
    own, ruled = own_figures(one.what, one.rule), quantities(one.rule)
    return any(figure.measure == other.measure for figure in own for other in ruled)


def own_figures(words: str, rule: str) -> list[Quantity]:
    ruled = quantities(rule)
    return [one for one in quantities(words) if not any(map(one.same_amount, ruled))]
