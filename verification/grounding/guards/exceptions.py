"""The exception for the very case that a sentence or its question names, where the sentence tells the rule alone. Pure.

"통산 6개 학기까지" is no answer to somebody who transferred where the rule goes on "다만, 편입생은 3개 학기", nor may it be told
of 편입생. The exception may stand behind the rule, in its items, or in another paragraph of the article that sets it aside; and
its figure may not be told of another group that the article names.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Protocol

from regulations.text.locators import CIRCLED, Locator
from regulations.text.spacing import compact
from verification.grounding.facts.quantities import Quantity, quantities
from verification.grounding.guards.asking import meant_by
from verification.grounding.guards.words import SENTENCE, words_in

_SENTENCE = re.compile(r"[^\n]+?(?:다\.(?=\s|$|<)|(?=\s(?:다만|단),))|[^\n]+")
_EXCEPTION = re.compile(r"^\s*(?:다만|단)[,\s]\s*")
_BRACKETS = re.compile(r"\((?P<inside>[^()\d]{0,80}\d[^()]{0,80})\)")
_SET_ASIDE = re.compile(r"제(\d+)항(?:제\d+호)?(?:\s?(?:본문|단서))?에도\s?불구하고\s?")
_PARAGRAPH = re.compile(rf"(?P<mark>[{CIRCLED}])\s*(?P<text>[^{CIRCLED}]+)")
_ITEM = re.compile(
    r"^[ \t]{0,8}\d{1,3}(?:의\d{1,3})?\.[ \t]{0,8}(?P<whom>[^:：\n]{2,40})[:：]\s*(?P<what>[^\n]+)$",
    re.MULTILINE,
)
# Cases taken out by where they stand: 다만, 제25조제1항제2호의 사유가 있는 경우에는 그러하지 아니하다.
_BY_NUMBER = re.compile(
    r"다만,\s[^.\n]{0,40}제\d+(?:항|호)[^.\n]{0,40}(?:경우|사유|사람|자|학생|때)[^.\n]{0,30}그러하지\s?아니하다"
)
_ANSWERS = re.compile(r"\s{0,8}(?:네|예|아니요|아니오|아뇨)[,.!\s]")
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
_TAKES_OUT = re.compile(r"그러하지\s?아니하|제외(?:한다|하고|하며)|제한하지\s?아니")
_TAKES_OUT_SAID = re.compile(r"그렇지|그러하지|예외|제외|적용(?:되|하)지|해당(?:되|하)지")
_DENIAL = re.compile(r"(?:없|않|아니|못|안\s?[되돼됩])[가-힣\s]{0,8}[.\s]*$")
# Who says so has said that there is more to it.
_ON_PRINCIPLE = re.compile(r"원칙")
# Who goes on so tells the exception himself.
_GOES_ON = re.compile(r"되,|지만,|다만,")
_BUT_FOR = re.compile(r"아니라면|아니면|아닌|제외|그러하지|예외")
# What begins a paragraph or an item, or tells a case by its number: 1등급은 하루 3,900원.
_NUMBERED = re.compile(rf"\s{{0,8}}[\d{CIRCLED}]")
_GROUP = re.compile(
    r"(?P<whom>[가-힣A-Z\d·ㆍ\s]{2,40}?(?:사람|학생|자|생))(?:이라면|라면|이면|은|는|의 경우(?:에는|는)?|도|에게는)\s"
)
# Who is named by a place is not named by these.
_BY_PLACE = frozenset({"다음", "해당", "호의", "항", "호"})
# Of whom an exception speaks, these say nothing.
_ANYBODY = frozenset(
    {"경우", "사람", "학생", "사이", "간", "때", "자", "이상", "이하", "초과", "미만", "이내"}
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
class _Exception:
    """Of whom something else is said, each of several; what that is; the rule; the words of all of it."""

    cases: tuple[frozenset[str], ...]
    what: str
    rule: str
    words: str


class _Told:
    """What a text says: its words, and its letters, since a name is cut into words in more than one way."""

    def __init__(self, *texts: str) -> None:
        self.words = frozenset().union(*map(words_in, texts))
        self._letters = compact("|".join(texts))

    def has(self, word: str) -> bool:
        """Whether the text has a word, or a longer one with it."""
        return word in self.words or (len(word) > 1 and word in self._letters)

    def has_all(self, words: Iterable[str]) -> bool:
        """Whether the text has each of the words."""
        return all(map(self.has, words))


def _asked(question: str) -> _Told:
    return _Told(question, " ".join(meant_by(question)))


def exception_meant(
    statement: str, units: Iterable[ArticlePart], question: str, *, before: str = ""
) -> str:
    """The words of the exception for the very case that is named or asked about; empty where there is none.

    One that the answer has told `before` is left out by nobody; of the case that it names itself a statement tells no rule.
    """
    if _ON_PRINCIPLE.search(statement):
        return ""
    for unit in units:
        # Whose case it is cannot be told, and the asker's may be it.
        numbered = _BY_NUMBER.search(unit.text) if _ANSWERS.match(statement) else None
        if numbered and not _BUT_FOR.search(statement):
            return numbered[0]
        if words := next(_left_out(statement, unit, question, before), ""):
            return words
    return ""


def _left_out(statement: str, unit: ArticlePart, question: str, before: str) -> Iterator[str]:
    """The words of each exception that a statement leaves out, and of each whose figure it tells of others."""
    said, asked, earlier = _Told(statement), _asked(question), _Told(before)
    for one in (*_behind_the_rule(unit.text), *_elsewhere(unit)):
        if _tells_its_figure(one, statement):
            is_meant = _is_told_of_another(one, statement, question, unit.source.text)
        else:
            is_meant = _is_named(one, statement, said) or (
                not _is_told_before(one, earlier, before) and _is_asked(one, statement, said, asked)
            )
        if is_meant:
            yield one.words
    for one in _beside_the_rule(unit.text):
        if not _has_a_figure(one, statement) and _is_named(one, statement, said):
            yield one.words


def _is_told_before(one: _Exception, earlier: _Told, before: str) -> bool:
    """Whether earlier sentences have most of the exception's words, and its figure where it has one of its own."""
    words = words_in(one.words)
    if not before or 3 * sum(map(earlier.has, words)) < 2 * len(words):
        return False
    if _TAKES_OUT.search(one.what) and not _takes_out(one, before):
        return False
    return not _own_figures(one.words, one.rule) or _tells_its_figure(one, before)


def _takes_out(one: _Exception, before: str) -> bool:
    """Whether a sentence that names the case says the opposite of the rule, or that it does not hold: of 그러하지 아니하다 it has no other word."""
    is_denied = _denies(_ruled(one))
    return any(
        (_TAKES_OUT_SAID.search(sentence) or _denies(sentence) != is_denied)
        and any(_Told(sentence).has_all(case) for case in one.cases)
        for sentence in SENTENCE.findall(before)
    )


def _behind_the_rule(text: str) -> Iterator[_Exception]:
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
                yield _Exception(cases, item["what"], rule, words)


def _beside_the_rule(text: str) -> Iterator[_Exception]:
    """What the next sentence sets otherwise for some: 외박은 월 9박까지 할 수 있다. 승선생활관은 월 6박까지 할 수 있다."""
    for line in text.splitlines():
        if "|" in line:
            continue
        for rule, sentence in pairwise(_SENTENCE.findall(line)):
            if not (_EXCEPTION.match(sentence) or _NUMBERED.match(sentence)):
                clauses = _clauses(sentence, rule, sentence.strip())
                yield from filter(_sets_another_figure, clauses)


def _elsewhere(unit: ArticlePart) -> Iterator[_Exception]:
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


def _clauses(sentence: str, rule: str, words: str) -> Iterator[_Exception]:
    cases: tuple[frozenset[str], ...] = ()
    for clause in _CLAUSE_END.split(sentence):
        found = _OF_WHOM.match(clause.strip())
        # A clause without its own goes on about the same.
        cases = _cases(found["whom"]) if found else cases
        if cases:
            yield _Exception(cases, found["what"] if found else clause, rule, words)


def _cases(whom: str) -> tuple[frozenset[str], ...]:
    whom = _REFERENCE.sub("", whom)
    listed = [whom] if _TOGETHER.search(whom) else _LISTED.split(whom)
    return tuple(_longer(words_in(one) - _ANYBODY) for one in listed)


def _longer(words: frozenset[str]) -> frozenset[str]:
    """Without the single letters that a name leaves when it is cut, where there are words beside them."""
    return frozenset(one for one in words if len(one) > 1) or words


def _is_asked(one: _Exception, statement: str, said: _Told, asked: _Told) -> bool:
    """Whether the question names the case, and the statement tells the rule of nobody in particular."""
    told = _Told(statement, one.rule)
    cases = [[word for word in case if not told.has(word)] for case in one.cases]
    if not any(case and asked.has_all(case) for case in cases):
        return False
    if _sets_another_figure(one):
        return _has_its_figure(one, statement)
    what, rule = words_in(one.what), words_in(one.rule)
    is_of_it = bool(_TAKES_OUT.search(one.what)) or 2 * sum(map(said.has, what)) >= len(what)
    return (
        is_of_it
        and not _tells_exception(one, statement, said)
        and 2 * len(said.words & rule) >= len(said.words)
    )


def _is_named(one: _Exception, statement: str, said: _Told) -> bool:
    """Whether a statement names the case and tells the rule of it."""
    rule = words_in(one.rule)
    case = next((case for case in one.cases if case - rule and said.has_all(case)), None)
    if case is None or _BUT_FOR.search(statement):
        return False
    if _sets_another_figure(one):
        return _has_its_figure(one, statement)
    rest = said.words - case - _ANYBODY
    if _denies(statement) != _denies(_ruled(one)) or 3 * len(rest & rule) < 2 * len(rest):
        return False
    return bool(rest & rule) and (
        bool(_TAKES_OUT.search(one.what)) or not _tells_exception(one, statement, said)
    )


def _tells_exception(one: _Exception, statement: str, said: _Told) -> bool:
    """Whether a statement says what the exception says: its figure, its own words, or nothing that the rule alone has."""
    what, rule, whole = words_in(one.what), words_in(one.rule), words_in(one.words)
    named = frozenset().union(*one.cases)
    rest = said.words - named
    if len(rest & whole) > len(rest & rule) or _GOES_ON.search(statement):
        return True
    own, told = _own_figures(one.what, one.rule), quantities(statement)
    if own and told:
        # With figures of other measures it speaks of something else.
        return not {one.measure for one in own} & {one.measure for one in told}
    if others := what - rule - named:
        return bool(said.words & others)
    if _denies(one.what) != _denies(_ruled(one)):
        return _denies(statement) == _denies(one.what)
    return said.has_all(what) and not said.words & (rule - what - named)


def _tells_its_figure(one: _Exception, statement: str) -> bool:
    """Whether a statement has a figure of the exception's sentence that is none of the rule."""
    own = _own_figures(one.words, one.rule)
    return any(figure.same_amount(told) for figure in own for told in quantities(statement))


def _has_a_figure(one: _Exception, statement: str) -> bool:
    """Whether a statement has any figure of the sentence, its rule's or not."""
    told = quantities(statement)
    return any(figure.same_amount(other) for figure in quantities(one.words) for other in told)


def _is_told_of_another(one: _Exception, statement: str, question: str, article: str) -> bool:
    """Whether a statement names a group of the article and tells of it a figure that the exception alone has, of others."""
    whom = _GROUP.search(statement)
    if whom is None or not _sets_another_figure(one):
        return False
    told, whole = quantities(statement), quantities(article)
    own = [
        figure for figure in _own_figures(one.what, one.rule) if any(map(figure.same_amount, told))
    ]
    if not own or any(sum(map(figure.same_amount, whole)) > 1 for figure in own):
        return False
    rule, known = words_in(one.rule), _Told(statement, question)
    cases = [case - rule for case in one.cases]
    if any(not case or case & _BY_PLACE or known.has_all(case) for case in cases):
        return False
    group = _longer(words_in(whom["whom"]) - _ANYBODY) - words_in(one.words) - rule
    elsewhere = article.replace(one.words, "")
    return bool(group) and all(word in elsewhere for word in group)


def _sets_another_figure(one: _Exception) -> bool:
    """Whether the exception has a figure of its own for one of the rule."""
    own, ruled = _own_figures(one.what, one.rule), quantities(one.rule)
    return any(figure.measure == other.measure for figure in own for other in ruled)


def _has_its_figure(one: _Exception, statement: str) -> bool:
    """Whether a statement gives a figure of the rule, for which the exception has another."""
    measures = {figure.measure for figure in _own_figures(one.what, one.rule)}
    ruled = [figure for figure in quantities(one.rule) if figure.measure in measures]
    return any(figure.same_amount(told) for figure in ruled for told in quantities(statement))


def _own_figures(words: str, rule: str) -> list[Quantity]:
    ruled = quantities(rule)
    return [one for one in quantities(words) if not any(map(one.same_amount, ruled))]


def _ruled(one: _Exception) -> str:
    """What a rule says, without the items that come after it."""
    return one.rule.strip().partition("\n")[0]


def _denies(sentence: str) -> bool:
    return _DENIAL.search(sentence.strip()) is not None
