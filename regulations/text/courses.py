"""Whom a regulation or an article is for by its own words: undergraduates, graduate students, or everybody. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Literal

Course = Literal["", "undergraduate", "graduate"]

_GRADUATE = re.compile(r"대학원|석사|박사|석·박사")
_UNDERGRADUATE = re.compile(
    r"학부\s*(?:생|과정|재학생|학생|교육과정)|학사\s*(?:학위)?\s*과정|^학부\s"
)
# 학부생의 대학원 과목 이수, 학·석사 연계과정, 대학원 진학: for who goes from one to the other.
_BETWEEN = re.compile(
    r"연계|진학|선이수|선수강|학[·ㆍ・]?\s*석사|대학\s*및\s*대학원|학부\s*및\s*대학원"
)
_GRADUATE_STUDENTS = re.compile(r"대학원\s*(?:생|학생|재학생|신입생|과정)|석사|박사")
_ABOUT_SCOPE = re.compile(r"목적|적용|다른\s*(?:규정|법령).*관계")
_OWN_RULE = re.compile(
    r"대학원(?:생|\s*학생|의\s*학사)?[가-힣\s]{0,12}?(?:은|는|관하여는|대하여는|관한\s*사항은)\s*"
    r"(?:[「『][^」』]{1,40}[」』]\s*(?:으로|로|에서|에)?\s*)?(?:따로\s*정|정하는\s*바에\s*따|적용하지\s*(?:아니|않))"
)
_OF_UNDERGRADUATES = re.compile(
    r"(?<![가-힣])학부(?!모|\s*(?:때|시절|에서|졸업생|성적|출신|학점))|학사\s*과정(?!\s*(?:때|에서))"
)
_FOR = re.compile(
    r"(?P<who>[가-힣·ㆍ,\s]{2,80}?)\s*(?:에게만|에\s*한하여|에\s*한정하여|에게|에\s*대하여|을\s*대상으로|를\s*대상으로)\s*적용(?P<no>하지\s*(?:아니|않))?"
)


def course_of_title(title: str) -> Course:
    """The course of study that a title names; a title that names both, or what leads from one to the other, is for all."""
    if _BETWEEN.search(title):
        return ""
    graduate, undergraduate = _GRADUATE.search(title), _UNDERGRADUATE.search(title)
    if bool(graduate) == bool(undergraduate):
        return ""
    return "graduate" if graduate else "undergraduate"


def course_of_article(heading: str, title: str) -> Course:
    """The course of study that an article of a common regulation is for; its chapter may say it too."""
    named = f"{heading} {title}"
    if _BETWEEN.search(named):
        return ""
    graduate, undergraduate = _GRADUATE_STUDENTS.search(named), _UNDERGRADUATE.search(named)
    if bool(graduate) == bool(undergraduate):
        return ""
    return "graduate" if graduate else "undergraduate"


def course_of_regulation(title: str, articles: Iterable[tuple[str, str]]) -> Course:
    """The course of study of a regulation by its title, else by the articles (title, text) on its purpose and scope."""
    if (named := course_of_title(title)) or _BETWEEN.search(title):
        return named
    for article_title, text in articles:
        if _ABOUT_SCOPE.search(article_title) and (found := _course_of_scope(text)):
            return found
    return ""


def names_course(question: str) -> bool:
    """Whether a question says itself whom it is about."""
    return bool(_GRADUATE.search(question) or re.search(r"학부(?!모)|학사\s*과정", question))


def is_for_undergraduates(question: str) -> bool:
    """Whether a question speaks of undergraduates alone; 컴퓨터공학부 is a school, and 학부 때 is what a graduate student says."""
    return bool(_OF_UNDERGRADUATES.search(question)) and not _GRADUATE.search(question)


def _course_of_scope(text: str) -> Course:
    if _OWN_RULE.search(text):
        return "undergraduate"
    for found in _FOR.finditer(text):
        graduate = bool(_GRADUATE.search(found["who"]))
        undergraduate = bool(re.search(r"학부|학사\s*(?:학위)?\s*과정", found["who"]))
        if graduate != undergraduate:
            is_graduate = graduate != bool(found["no"])
            return "graduate" if is_graduate else "undergraduate"
    return ""
