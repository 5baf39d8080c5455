"""What an answer offers beside itself: further questions that the regulations do answer, and whom to ask."""

from __future__ import annotations

import re
from collections.abc import Collection, Set
from datetime import date

from django.conf import settings

from chat.verified_answers.matching import text_key
from regulations.models import Department
from regulations.reading.corpus_cache import corpus_cache
from regulations.search.questions.selectors import place_of, questions_of
from regulations.search.retrieval import (
    Scope,
    SearchOutcome,
    SearchResult,
    search_passages,
)
from regulations.search.retrieval.query import analyze
from regulations.search.retrieval.wording import harm_said, speaks_of_dying
from regulations.search.thesaurus import thesaurus_current
from regulations.text.glossary import glossary
from regulations.text.languages import CHINESE, ENGLISH, KOREAN, VIETNAMESE
from regulations.text.morphemes import lemmas
from regulations.text.particles import fitting_particle

MOST_RELATED = 3
MOST_FOLLOW_UPS = 2
# The words of duties by which an office is known to who is in need of one.
_COUNSELLING = frozenset(("상담", "심리"))
_RIGHTS = frozenset(("인권", "성희롱", "성폭력", "고충"))
_ABOUT = {
    ENGLISH: "What do the rules say about {}?",
    CHINESE: "关于{}，规定是怎么说的？",
    VIETNAMESE: "Quy định nói gì về {}?",
}
# A title of one syllable (별, 등) asks nothing.
_TITLE_THAT_SAYS = 2
# Titles that say what kind of article it is, not what it settles: 목적은 어떻게 됩니까?
_TITLE_OF_FORM = re.compile(
    r"(?:.*(?:적용례|경과조치|부칙|시행세칙|운영세칙|시행규칙)|(?:다른|종전).*(?:개정|폐지|관계)(?:등)?|(?:.*의)?목적"
    r"|(?:용어의)?(?:정의|뜻)|적용범위|(?:규정의)?(?:위임|준용)(?:규정)?|시행(?:일자?|시기)?|명칭|기타(?:사항)?|세부사항|세칙|보칙)"
)


def related_questions(
    *, result: SearchResult, as_of: date, scope: Scope | None, asked: str, language: str = KOREAN
) -> list[str]:
    """Return up to three questions near the one asked, in a language; each was searched and finds that very article."""
    questions: list[str] = []
    belonging = questions_of((item.passage for item in result.passages), language=language)
    for item in result.passages:
        article = item.passage.article
        if article is None or not article.title:
            continue
        title = item.passage.version.regulation.title
        made = f"{title}에서 {_as_topic(article.title)} 어떻게 정하고 있습니까?"
        made = _made_in(language, article.title, korean=made)
        for question in (*belonging.get(place_of(item.passage), ())[:1], made):
            if _is_asked_already(question, (*questions, asked)):
                continue
            if _first_found(question, as_of=as_of, scope=scope, like=result) == article.pk:
                questions.append(question)
                break
        if len(questions) == MOST_RELATED:
            break
    return questions


def follow_up_questions(
    *,
    result: SearchResult,
    as_of: date,
    scope: Scope | None,
    asked: str,
    cited: Collection[int],
    language: str = KOREAN,
) -> list[str]:
    """Return up to two questions, in a language, about what was found beside the answer; each finds that very article."""
    questions: list[str] = []
    belonging = questions_of((item.passage for item in result.passages), language=language)
    for item in result.passages:
        article = item.passage.article
        if item.passage.pk in cited or article is None or len(article.title) < _TITLE_THAT_SAYS:
            continue
        made = f"{_as_topic(article.title)} 어떻게 됩니까?"
        made = _made_in(language, article.title, korean=made)
        for question in (*belonging.get(place_of(item.passage), ())[:1], made):
            if _is_asked_already(question, (*questions, asked)):
                continue
            if _first_found(question, as_of=as_of, scope=scope, like=result) == article.pk:
                questions.append(question)
                break
        if len(questions) == MOST_FOLLOW_UPS:
            break
    return questions


def _is_asked_already(question: str, questions: Collection[str]) -> bool:
    """Whether a question is one of others but for spaces, punctuation and case, or asks nothing."""
    return not question or text_key(question) in map(text_key, questions)


def department_for(*, question: str, result: SearchResult) -> Department | None:
    """Return the office to ask: the one whose duties the question names, else the owner of a regulation near enough.

    A duty that is named whole says more than a word that several offices share.
    """
    if speaks_of_dying(question) and (office := support_office(question)):
        return office
    terms = analyze(question, thesaurus=thesaurus_current()).terms
    words = {term.text for term in terms}
    said = {term.text for term in terms if term.said}
    if office := _office_for(said, words):
        return office
    for item in result.near:
        owner = item.passage.version.regulation.owner_department
        if owner is not None:
            return owner
    return None


def support_office(question: str) -> Department | None:
    """The office for who speaks of dying or of what was done to a person; None for other questions."""
    if speaks_of_dying(question):
        return _office_for(_COUNSELLING, _COUNSELLING)
    harm = harm_said(question)
    if not harm:
        return None
    said = set(lemmas(harm))
    return _office_for(said, said) or _office_for(_RIGHTS, _RIGHTS)


def _office_for(said: Set[str], words: Set[str]) -> Department | None:
    """The office of whose duties most is said; `words` with what the thesaurus makes of these."""
    best: tuple[float, Department] | None = None
    for department in Department.objects.exclude(handles="").order_by("name"):
        duties = [set(lemmas(duty)) for duty in department.handles.split(",")]
        shared = max(
            (_named(duty, said) or 0.9 * _named(duty, words) for duty in duties), default=0
        )
        if shared and (best is None or shared > best[0]):
            best = (shared, department)
    return best[1] if best else None


def _named(duty: set[str], words: Set[str]) -> float:
    """How much of a duty the words name: several words of one count more than a single one."""
    shared = len(duty & words)
    return shared * shared / len(duty) if duty else 0.0


def _first_found(
    question: str, *, as_of: date, scope: Scope | None, like: SearchResult
) -> int | None:
    """The article that a question finds first, 0 for what is no article; None where it is answered by nothing.

    The question is made of an article's title, so the same ones come up for whoever asks near it: the result is cached
    for the corpus and the way of searching, unless a scope narrows it.
    """

    def search() -> tuple[int | None]:
        found = search_passages(question, as_of=as_of, scope=scope, limit=1)
        if found.outcome is not SearchOutcome.ANSWER:
            return (None,)
        return (found.passages[0].passage.article_id or 0,)

    if scope is not None or like.notes:
        return search()[0]
    threshold = settings.CONTEXT_RELEVANCE_THRESHOLD
    return corpus_cache("first-found", as_of, like.setup, threshold, question, make=search)[0]


def titles_a_matter(title: str) -> bool:
    """Whether the title of an article names something to ask about: 휴학 does, 목적 and 휴학에 관한 적용례 do not."""
    return not _TITLE_OF_FORM.fullmatch("".join(title.split()))


def _made_in(language: str, title: str, *, korean: str) -> str:
    """The question that an article's title makes; empty where it names no matter, or the glossary has no word for it."""
    if not titles_a_matter(title):
        return ""
    if language == KOREAN:
        return korean
    term = glossary().get(title)
    return _ABOUT[language].format(term.names[language]) if term else ""


def _as_topic(title: str) -> str:
    return title + fitting_particle(title, "은")
