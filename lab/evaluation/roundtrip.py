"""Round trip over statutes in Markdown: what the parser keeps of every article is what the source says, white space aside.

The source is read a second time here, as plainly as possible, so that each reading can be held against the other.
"""

from __future__ import annotations

import re
import unicodedata
from argparse import ArgumentParser
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from lab.evaluation.registry import EvaluationKind, EvaluationReport, Row
from regulations.text.parser import ParsedArticle, parse_regulation
from regulations.text.readers import read

Number = tuple[int | None, int | None]

_HEADING = re.compile(r"#{1,6} (.*)$")
_ARTICLE = re.compile(r"제(\d+)조(?:의(\d+))?")
_ONE_MARK = re.compile(r"\[(?:[^\[\]]|\[[^\]]*\])*\]|<[^<>]*>|\([^()]*\)")


def differences(path: Path) -> Iterator[tuple[str, str]]:
    """Yield each article of a statute's main text with what differs, which is nothing where it is kept as it stands."""
    articles = {
        (one.locator.article, one.locator.branch): one
        for one in parse_regulation(read(path)).articles
    }
    for (number, branch), text in _source_articles(path):
        label = f"{path.parent.name} 제{number}조" + (f"의{branch}" if branch else "")
        article = articles.pop((number, branch), None)
        yield label, "missing" if article is None else _difference(article, text)
    for article in articles.values():
        yield f"{path.parent.name} {article.locator.label}", "invented"


def _source_articles(path: Path) -> list[tuple[Number, str]]:
    body = path.read_text(encoding="utf-8").split("\n---\n", 1)[1].split("\n## 부칙", 1)[0]
    found: list[tuple[Number, list[str]]] = []
    is_article = False
    for line in body.split("\n"):
        if heading := _HEADING.match(line):
            match = _ARTICLE.match(heading[1])
            is_article = match is not None
            if match:
                found.append(((int(match[1]), int(match[2]) if match[2] else None), []))
        elif is_article:
            found[-1][1].append(re.sub(r"\\(.)", r"\1", line).replace("**", ""))
    return [(number, _bare("".join(lines))) for number, lines in found]


def _difference(article: ParsedArticle, source: str) -> str:
    """Take the recorded marks out of the source; what is left must be the article, character by character."""
    recorded = [article.marks, *(unit.marks for unit in article.walk())]
    for mark in sorted(
        (_bare(one) for part in recorded for one in _ONE_MARK.findall(part)), key=len, reverse=True
    ):
        if mark not in source:
            return f"invented mark {mark}"
        source = source.replace(mark, "", 1)
    kept = _bare(article.full_text)
    return "" if kept == source else f"{kept[:80]} != {source[:80]}"


def _bare(text: str) -> str:
    return "".join(unicodedata.normalize("NFC", text).split())


def _measure(_rows: Sequence[Row], options: Mapping[str, Any]) -> EvaluationReport:
    found = [one for path in sorted(options["folder"].rglob("*.md")) for one in differences(path)]
    misses = tuple(f"{label}: {said}" for label, said in found if said)
    share = 1 - len(misses) / len(found) if found else 0.0
    figures = {"articles": float(len(found)), "different": float(len(misses)), "equal_share": share}
    return EvaluationReport("roundtrip", len(found), figures, misses=misses)


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--folder", type=Path, required=True, help="statutes as Markdown files")


KIND = EvaluationKind(
    "roundtrip", "what is kept of the articles of statutes", _measure, _arguments, needs_file=False
)
