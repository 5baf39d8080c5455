"""The exception for the very case that a sentence or its question names, where the sentence tells the rule alone. Pure.

"통산 6개 학기까지" is no answer to somebody who transferred where the rule goes on "다만, 편입생은 3개 학기", nor may it be told
of 편입생. The exception may stand behind the rule, in its items, or in another paragraph of the article that sets it aside.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from regulations.text.locators import CIRCLED, Locator
from verification.checking.guards.words import words_in
from verification.checking.values import SourceUnit
from verification.grounding.facts.quantities import quantities

_SENTENCE = re.compile(r"[^\n]+?(?:다\.(?=\s|$|<)|(?=\s(?:다만|단),))|[^\n]+")
_EXCEPTION = re.compile(r"^\s*(?:다만|단)[,\s]\s*")
_BRACKETS = re.compile(r"\((?P<inside>[^()\d]{0,80}\d[^()]{0,80})\)")
_SET_ASIDE = re.compile(r"제(\d+)항(?:\s?(?:본문|단서))?에도\s?불구하고\s?")
_PARAGRAPH = re.compile(rf"(?P<mark>[{CIRCLED}])\s*(?P<text>[^{CIRCLED}]+)")
_ITEM = re.compile(
    r"^[ \t]{0,8}\d{1,3}(?:의\d{1,3})?\.[ \t]{0,8}(?P<whom>[^:：\n]{2,40})[:：]\s*(?P<what>[^\n]+)$",
    re.MULTILINE,
)
_BY_ITEMS = re.compile(r"다음 각 호")
_CLAUSE_END = re.compile(r",\s|(?<=[하되이])[고며]\s")
_OF_WHOM = re.compile(
    r"(?P<whom>[^,]{2,40}?)(?:에게는|에 대하여는|에 대해서는|(?:의|인) 경우(?:에는|에|는)?|은|(?<![려하되있없받않르니아치])는)\s(?P<what>.+)"
)
_LISTED = re.compile(r"(?<=[가-힣])(?:과|와|이나|및)\s|\s(?:및|또는)\s|[ㆍ·]")
_TOGETHER = re.compile(r"사이|간의|함께|모두")
_TAKES_OUT = re.compile(r"그러하지\s?아니하|제외(?:한다|하고|하며)")
_DENIAL = re.compile(r"(?:없|않|아니|못|안\s?[되돼됩])[가-힣\s]{0,8}[.\s]*$")
_BUT_FOR = re.compile(r"아니라면|아니면|아닌|제외|그러하지|예외")
# Of whom an exception speaks, these say nothing.
_ANYBODY = frozenset({"경우", "사람", "학생", "사이", "간", "때", "자"})


@dataclass(frozen=True, slots=True)
class _Exception:
    """Of whom something else is said, each of several; what that is; the rule; what stands before; the words of all of it."""

    cases: tuple[frozenset[str], ...]
    what: str
    rule: str
    before: str
    words: str


def exception_meant(statement: str, units: Iterable[SourceUnit], question: str) -> str:
    """The words of the exception for the very case that is named or asked about; empty where there is none."""
    said, asked = words_in(statement), words_in(question)
    for unit in units:
        for one in (*_behind_the_rule(unit.text), *_elsewhere(unit)):
            if _is_asked(one, statement, said, asked) or _is_named(one, statement, said):
                return one.words
    return ""


def _behind_the_rule(text: str) -> Iterator[_Exception]:
    """What follows a sentence, or an item, with "다만", the items that it names, and figures of others in brackets."""
    lead, before = "", ""
    for sentence in _SENTENCE.findall(text):
        for brackets in _BRACKETS.finditer(sentence):
            rule = sentence[: brackets.start()]
            yield from _clauses(brackets["inside"], rule, rule, sentence.strip())
        if not _EXCEPTION.match(sentence):
            lead, before = (sentence, "") if sentence.endswith("다.") else (lead, sentence)
            continue
        rule, exception = f"{before} {lead}".strip(), _EXCEPTION.sub("", sentence)
        before_it = text[: text.index(sentence)]
        yield from _clauses(exception, rule, before_it, sentence.strip())
        if _BY_ITEMS.search(exception):
            below = text[text.index(sentence) + len(sentence) :]
            for item in _ITEM.finditer(below):
                cases, words = _cases(item["whom"]), item[0].strip()
                yield _Exception(cases, item["what"], rule, before_it, words)


def _elsewhere(unit: SourceUnit) -> Iterator[_Exception]:
    """What other paragraphs of the article say in spite of this one: 제2항에도 불구하고."""
    own = Locator.parse(unit.locator_key.partition("#")[0]).paragraph if unit.locator_key else None
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
                yield from _clauses(rest, rule, rule, sentence.strip())


def _clauses(sentence: str, rule: str, before: str, words: str) -> Iterator[_Exception]:
    cases: tuple[frozenset[str], ...] = ()
    for clause in _CLAUSE_END.split(sentence):
        found = _OF_WHOM.match(clause.strip())
        # A clause without its own goes on about the same.
        cases = _cases(found["whom"]) if found else cases
        if cases:
            yield _Exception(cases, found["what"] if found else clause, rule, before, words)


def _cases(whom: str) -> tuple[frozenset[str], ...]:
    listed = [whom] if _TOGETHER.search(whom) else _LISTED.split(whom)
    return tuple(words_in(one) - _ANYBODY for one in listed)


def _is_asked(one: _Exception, statement: str, said: frozenset[str], asked: frozenset[str]) -> bool:
    """Whether the question names the case, and the statement tells the rule of nobody in particular."""
    told = said | words_in(one.before)
    if not any(case and case <= asked and not case <= told for case in one.cases):
        return False
    if quantities(one.what):
        return _has_its_figure(one, statement)
    what = words_in(one.what)
    is_of_it = bool(_TAKES_OUT.search(one.what)) or 2 * len(what & said) >= len(what)
    return is_of_it and 2 * len(said & words_in(one.rule)) >= len(said)


def _is_named(one: _Exception, statement: str, said: frozenset[str]) -> bool:
    """Whether a statement names the case and tells the rule of it."""
    rule, what = words_in(one.rule), words_in(one.what)
    case = next((case for case in one.cases if case - rule and case <= said), None)
    if case is None or _BUT_FOR.search(statement):
        return False
    if quantities(one.what):
        return _has_its_figure(one, statement)
    rest = said - case - _ANYBODY
    if _denies(statement) != _denies(one.rule) or 3 * len(rest & rule) < 2 * len(rest):
        return False
    return bool(rest & rule) and (
        bool(_TAKES_OUT.search(one.what)) or not (what <= said or said & (what - rule - case))
    )


def _has_its_figure(one: _Exception, statement: str) -> bool:
    """Whether a statement gives a figure of the rule, and none of the exception that has another in its place."""
    ruled, told, excepted = (quantities(text) for text in (one.rule, statement, one.what))
    own = [one for one in excepted if not any(one.same_amount(other) for other in ruled)]
    measures = {figure.measure for figure in own}
    return any(
        figure.measure in measures and figure.same_amount(other)
        for figure in told
        for other in ruled
    ) and not any(figure.same_amount(other) for figure in told for other in own)


def _denies(sentence: str) -> bool:
    return _DENIAL.search(sentence.strip()) is not None
