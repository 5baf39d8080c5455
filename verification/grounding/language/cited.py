"""The provisions that a claim names: words of citation, not facts to look for in the text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from regulations.text.locators import normalize_name
from verification.grounding.results import GroundingProvision

_NAME = r"[「『｢《“\"](?P<name>[^」』｣》”\"]{2,60})[」』｣》”\"]\s*"
_CITATION = re.compile(
    rf"(?:{_NAME}|(?P<bare>[가-힣]*(?:학칙|규정|규칙|세칙|지침|정관|법|시행령|시행규칙|령))[\s*>›:]*)?"
    r"제\s*(?P<article>\d+)\s*조(?:\s*의\s*(?P<branch>\d+))?(?:\s*제\s*(?P<paragraph>\d+)\s*항)?"
    r"(?:\s*제\s*\d+(?:의\d+)?\s*호(?:\s*의\s*\d+)?)?(?:\s*[가-하]목)?(?:\([^)]{1,20}\))?(?:\s*(?:본문|단서|전단|후단))?"
)
# "학칙 26조", "26조에 따르면", "26조 2항" and "26조의2 제1항" are written without 제; "1조 원" and "3조가 발표한다" count.
_UNMARKED = re.compile(
    rf"(?:(?P<before>{_NAME}|(?P<bare>[가-힣]*(?:학칙|규정|규칙|세칙|지침|정관|법률|(?<![방용문])법|시행령))\s*)|(?<![\d.,가-힣]))"
    r"(?P<article>\d{1,3})\s?조(?:의\s?(?P<branch>\d{1,2}))?(?:\s?제?\s?(?P<paragraph>\d{1,2})\s?항)?(?:\s?제?\s?\d{1,2}\s?호)?"
    r"(?(before)(?!\s?(?:원|[0-9천백억만]))|(?:(?<=항)(?!목)|(?<=호)(?!실)|(?=\s?에\s?(?:따르|따라|따른|의하|의해|의거|근거|규정|명시)|\s?의\s?규정)))"
)
_MARKER = re.compile(r"\[(?:†\s*)?\d+(?:\s*,\s*(?:†\s*)?\d+)*\]|\[(?:참조|출처)\s*:[^\]]*\]")
_ENGLISH = re.compile(
    r"(?i)\bArt(?:icle|\.)?\s*(?P<article>\d+)(?:-(?P<branch>\d+))?(?:\s*\((?P<paragraph>\d+)\))?"
)
_NAMED_SOURCE = re.compile(
    r"[「『｢《][^」』｣》]{2,60}[」』｣》]\s*(?=에\s*따르면|에\s*의하면|에서는|에는|은\s|는\s)"
)
# 「학칙」 is the 가온대학교 학칙 of that university, but never its 대학원 학칙.
_UNIVERSITY = re.compile(r"^[가-힣]{1,12}?대학교(?=.)")
# So many characters after a citation have to agree for it to be part of what is said.
_REPEATED = 4


@dataclass(frozen=True, slots=True)
class CitedArticle:
    """A provision that a claim names."""

    name: str | None
    article: int
    branch: int | None
    paragraph: int | None
    start: int
    end: int
    compact: str

    def matches(self, provision: GroundingProvision) -> bool:
        """Whether the provision is the article that is named."""
        return (
            provision.article == self.article
            and (provision.branch or None) == self.branch
            and (self.name is None or _same_name(self.name, provision.regulation))
        )


def citations_of(claim: str) -> list[CitedArticle]:
    """Find the articles that a claim names, in order."""
    found: list[CitedArticle] = []
    for pattern in (_CITATION, _UNMARKED, _ENGLISH):
        for match in pattern.finditer(claim):
            groups = match.groupdict()
            is_known = any(match.start() < one.end and one.start < match.end() for one in found)
            if is_known or not groups["article"]:
                continue
            branch, paragraph = groups["branch"], groups["paragraph"]
            found.append(
                CitedArticle(
                    groups.get("name"),
                    int(groups["article"]),
                    int(branch) if branch else None,
                    int(paragraph) if paragraph else None,
                    match.start(),
                    match.end(),
                    re.sub(r"\s", "", match.group()),
                )
            )
    return sorted(found, key=lambda citation: citation.start)


def repeated_from(
    cited: CitedArticle, claim: str, provisions: Sequence[GroundingProvision]
) -> bool:
    """Whether a provision says the same of the article: then it is a fact, not a source."""
    following = re.sub(r"\s", "", claim[cited.end : cited.end + 12])[:_REPEATED]
    phrase = cited.compact + following
    return len(following) == _REPEATED and any(
        phrase in re.sub(r"\s", "", provision.text) for provision in provisions
    )


# The number of a list item and bold type are no part of what is said.
_LIST_MARK = re.compile(r"^\s*(?:[-*•▪◦·○●]\s+|\(?\d{1,3}[.)]\s+(?!\d))+|\*\*|__|`")


def without_citations(claim: str, cited: Sequence[CitedArticle]) -> str:
    """Blank the words of citation and the marks of layout out of a claim, keeping every offset."""
    for citation in cited:
        claim = (
            claim[: citation.start] + " " * (citation.end - citation.start) + claim[citation.end :]
        )
    for pattern in (_MARKER, _NAMED_SOURCE, _LIST_MARK):
        claim = pattern.sub(lambda match: " " * len(match.group()), claim)
    return claim


def named_in(cited: CitedArticle, provisions: Sequence[GroundingProvision]) -> bool:
    """Whether a provision's own text refers to the article, as in "제3조에도 불구하고"."""
    branch = f"의{cited.branch}" if cited.branch else ""
    wanted = re.compile(rf"제{cited.article}조{branch}(?!의?\d)")
    return any(wanted.search(re.sub(r"\s", "", provision.text)[6:]) for provision in provisions)


def _same_name(written: str, real: str) -> bool:
    one, other = (_UNIVERSITY.sub("", normalize_name(name)) for name in (written, real))
    return one == other
