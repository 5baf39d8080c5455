"""Round trip over real statutes: what the parser keeps of every article is what the source says, white space aside."""

from __future__ import annotations

import re
import unicodedata
from pathlib import Path

import pytest

from regulations.parser import ParsedArticle, parse_regulation
from regulations.readers import read
from tests.shared_data import shared_file

_HEADING = re.compile(r"#{1,6} (.*)$")
_ARTICLE = re.compile(r"제(\d+)조(?:의(\d+))?")
_ONE_MARK = re.compile(r"\[(?:[^\[\]]|\[[^\]]*\])*\]|<[^<>]*>|\([^()]*\)")


def bare(text: str) -> str:
    return "".join(unicodedata.normalize("NFC", text).split())


def source_articles(path: Path) -> list[tuple[tuple[int, int | None], str]]:
    """Read the articles of the main text as plainly as possible: heading by heading."""
    body = path.read_text(encoding="utf-8").split("\n---\n", 1)[1].split("\n## 부칙", 1)[0]
    found: list[tuple[tuple[int, int | None], list[str]]] = []
    is_article = False
    for line in body.split("\n"):
        if heading := _HEADING.match(line):
            match = _ARTICLE.match(heading[1])
            is_article = match is not None
            if match:
                found.append(((int(match[1]), int(match[2]) if match[2] else None), []))
        elif is_article:
            found[-1][1].append(re.sub(r"\\(.)", r"\1", line).replace("**", ""))
    return [(number, bare("".join(lines))) for number, lines in found]


def difference(article: ParsedArticle, source: str) -> str | None:
    """Take the recorded marks out of the source; what is left must be the article, character by character."""
    recorded = [article.marks, *(unit.marks for unit in article.walk())]
    for mark in sorted(
        (bare(one) for part in recorded for one in _ONE_MARK.findall(part)), key=len, reverse=True
    ):
        if mark not in source:
            return f"invented mark {mark}"
        source = source.replace(mark, "", 1)
    kept = bare(article.full_text)
    return None if kept == source else f"{kept[:80]} != {source[:80]}"


@pytest.mark.slow
def test_every_article_of_every_statute_is_kept() -> None:
    files = sorted(shared_file("statutes").rglob("*.md"))
    count, differences = 0, []
    for path in files:
        source = source_articles(path)
        parsed = parse_regulation(read(path))
        assert [(one.locator.article, one.locator.branch) for one in parsed.articles] == [
            number for number, _ in source
        ]
        count += len(source)
        for article, (_, text) in zip(parsed.articles, source, strict=True):
            if said := difference(article, text):
                differences.append(f"{path.parent.name} {article.locator.label}: {said}")
    assert count > 3000
    assert differences == []
