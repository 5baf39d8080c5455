"""The exception for the very case that a sentence or its question names, where the sentence tells the rule alone. Pure.

"통산 6개 학기까지" is no answer to somebody who transferred where the rule goes on "다만, 편입생은 3개 학기", nor may it be told
of 편입생. The exception may stand behind the rule, in its items, or in another paragraph of the article that sets it aside; and
its figure may not be told of another group that the article names.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from regulations.text.spacing import compact
from verification.grounding.facts.quantities import quantities
from verification.grounding.guards.asking import meant_by
from verification.grounding.guards.excepted import (
    ANYBODY,
    ArticlePart,
    FoundException,
    behind_the_rule,
    beside_the_rule,
    elsewhere,
    longer,
    own_figures,
    sets_another_figure,
)
from verification.grounding.guards.words import SENTENCE, words_in

# Cases taken out by where they stand: 다만, 제25조제1항제2호의 사유가 있는 경우에는 그러하지 아니하다.
_BY_NUMBER = re.compile(
    r"다만,\s[^.\n]{0,40}제\d+(?:항|호)[^.\n]{0,40}(?:경우|사유|사람|자|학생|때)[^.\n]{0,30}그러하지\s?아니하다"
)
_ANSWERS = re.compile(r"\s{0,8}(?:네|예|아니요|아니오|아뇨)[,.!\s]")
_TAKES_OUT = re.compile(r"그러하지\s?아니하|제외(?:한다|하고|하며)|제한하지\s?아니")
_TAKES_OUT_SAID = re.compile(r"그렇지|그러하지|예외|제외|적용(?:되|하)지|해당(?:되|하)지")
_DENIAL = re.compile(r"(?:없|않|아니|못|안\s?[되돼됩])[가-힣\s]{0,8}[.\s]*$")
# Who says so has said that there is more to it.
_ON_PRINCIPLE = re.compile(r"원칙")
# Who goes on so tells the exception himself.
_GOES_ON = re.compile(r"되,|지만,|다만,")
_BUT_FOR = re.compile(r"아니라면|아니면|아닌|제외|그러하지|예외")
_GROUP = re.compile(
    r"(?P<whom>[가-힣A-Z\d·ㆍ\s]{2,40}?(?:사람|학생|자|생))(?:이라면|라면|이면|은|는|의 경우(?:에는|는)?|도|에게는)\s"
)
# Who is named by a place is not named by these.
_BY_PLACE = frozenset({"다음", "해당", "호의", "항", "호"})


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
    for one in (*behind_the_rule(unit.text), *elsewhere(unit)):
        if _tells_its_figure(one, statement):
            is_meant = _is_told_of_another(one, statement, question, unit.source.text)
        else:
            is_meant = _is_named(one, statement, said) or (
                not _is_told_before(one, earlier, before) and _is_asked(one, statement, said, asked)
            )
        if is_meant:
            yield one.words
    for one in beside_the_rule(unit.text):
        if not _has_a_figure(one, statement) and _is_named(one, statement, said):
            yield one.words


def _is_told_before(one: FoundException, earlier: _Told, before: str) -> bool:
    """Whether earlier sentences have most of the exception's words, and its figure where it has one of its own."""
    words = words_in(one.words)
    if not before or 3 * sum(map(earlier.has, words)) < 2 * len(words):
        return False
    if _TAKES_OUT.search(one.what) and not _takes_out(one, before):
        return False
    return not own_figures(one.words, one.rule) or _tells_its_figure(one, before)


def _takes_out(one: FoundException, before: str) -> bool:
    """Whether a sentence that names the case says the opposite of the rule, or that it does not hold: of 그러하지 아니하다 it has no other word."""
    is_denied = _denies(_ruled(one))
    return any(
        (_TAKES_OUT_SAID.search(sentence) or _denies(sentence) != is_denied)
        and any(_Told(sentence).has_all(case) for case in one.cases)
        for sentence in SENTENCE.findall(before)
    )


def _is_asked(one: FoundException, statement: str, said: _Told, asked: _Told) -> bool:
    """Whether the question names the case, and the statement tells the rule of nobody in particular."""
    told = _Told(statement, one.rule)
    cases = [[word for word in case if not told.has(word)] for case in one.cases]
    if not any(case and asked.has_all(case) for case in cases):
        return False
    if sets_another_figure(one):
        return _has_its_figure(one, statement)
    what, rule = words_in(one.what), words_in(one.rule)
    is_of_it = bool(_TAKES_OUT.search(one.what)) or 2 * sum(map(said.has, what)) >= len(what)
    return (
        is_of_it
        and not _tells_exception(one, statement, said)
        and 2 * len(said.words & rule) >= len(said.words)
    )


def _is_named(one: FoundException, statement: str, said: _Told) -> bool:
    """Whether a statement names the case and tells the rule of it."""
    rule = words_in(one.rule)
    case = next((case for case in one.cases if case - rule and said.has_all(case)), None)
    if case is None or _BUT_FOR.search(statement):
        return False
    if sets_another_figure(one):
        return _has_its_figure(one, statement)
    rest = said.words - case - ANYBODY
    if _denies(statement) != _denies(_ruled(one)) or 3 * len(rest & rule) < 2 * len(rest):
        return False
    return bool(rest & rule) and (
        bool(_TAKES_OUT.search(one.what)) or not _tells_exception(one, statement, said)
    )


def _tells_exception(one: FoundException, statement: str, said: _Told) -> bool:
    """Whether a statement says what the exception says: its figure, its own words, or nothing that the rule alone has."""
    what, rule, whole = words_in(one.what), words_in(one.rule), words_in(one.words)
    named = frozenset().union(*one.cases)
    rest = said.words - named
    if len(rest & whole) > len(rest & rule) or _GOES_ON.search(statement):
        return True
    own, told = own_figures(one.what, one.rule), quantities(statement)
    if own and told:
        # With figures of other measures it speaks of something else.
        return not {one.measure for one in own} & {one.measure for one in told}
    if others := what - rule - named:
        return bool(said.words & others)
    if _denies(one.what) != _denies(_ruled(one)):
        return _denies(statement) == _denies(one.what)
    return said.has_all(what) and not said.words & (rule - what - named)


def _tells_its_figure(one: FoundException, statement: str) -> bool:
    """Whether a statement has a figure of the exception's sentence that is none of the rule."""
    own = own_figures(one.words, one.rule)
    return any(figure.same_amount(told) for figure in own for told in quantities(statement))


def _has_a_figure(one: FoundException, statement: str) -> bool:
    """Whether a statement has any figure of the sentence, its rule's or not."""
    told = quantities(statement)
    return any(figure.same_amount(other) for figure in quantities(one.words) for other in told)


def _is_told_of_another(one: FoundException, statement: str, question: str, article: str) -> bool:
    """Whether a statement names a group of the article and tells of it a figure that the exception alone has, of others."""
    whom = _GROUP.search(statement)
    if whom is None or not sets_another_figure(one):
        return False
    told, whole = quantities(statement), quantities(article)
    own = [
        figure for figure in own_figures(one.what, one.rule) if any(map(figure.same_amount, told))
    ]
    if not own or any(sum(map(figure.same_amount, whole)) > 1 for figure in own):
        return False
    rule, known = words_in(one.rule), _Told(statement, question)
    cases = [case - rule for case in one.cases]
    if any(not case or case & _BY_PLACE or known.has_all(case) for case in cases):
        return False
    group = longer(words_in(whom["whom"]) - ANYBODY) - words_in(one.words) - rule
    rest = article.replace(one.words, "")
    return bool(group) and all(word in rest for word in group)


def _has_its_figure(one: FoundException, statement: str) -> bool:
    """Whether a statement gives a figure of the rule, for which the exception has another."""
    measures = {figure.measure for figure in own_figures(one.what, one.rule)}
    ruled = [figure for figure in quantities(one.rule) if figure.measure in measures]
    return any(figure.same_amount(told) for figure in ruled for told in quantities(statement))


def _ruled(one: FoundException) -> str:
    """What a rule says, without the items that come after it."""
    return one.rule.strip().partition("\n")[0]


def _denies(sentence: str) -> bool:
    return _DENIAL.search(sentence.strip()) is not None
