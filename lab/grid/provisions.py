"""Single sentences of provisions for the grid of frames and faults, out of Markdown and plain text of regulations."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

_NOTE = re.compile(
    r"\s*[<〈\[［](?:[^<>〈〉\[\]［］]*(?:신설|개정|삭제|전문|제목|이동|시행)[^<>〈〉\[\]［］]*)[>〉\]］]"
)
_LABEL = re.compile(
    r"^\s*(?:#+\s*)?(?:제\s*\d+\s*조(?:의\s*\d+)?\s*(?:\([^)]*\))?\s*)?(?:[①-⑳]\s*)?"
)
_ITEM = re.compile(r"^\s*(?:\d{1,2}(?:의\d+)?[.)]|[가-하][.)]|[-*|])")
_SENTENCE = re.compile(r"(?<=다)\.(?:\s+|$)")
_RULE = re.compile(
    r"(?:한다|된다|있다|없다|아니한다|않는다|둔다|본다|이다|받는다|진다|따른다|낸다|갖는다|못한다)$"
)
# Sentences that only point elsewhere, define or change words state no rule that could be told in other words.
_NO_RULE = re.compile(
    r"다음|각 호|각호|이라 한다|라 한다|말한다|목적으로|준용|별표|별지|시행한다|아래|같다|「|“|\"|로 하며|부칙|이 법에 따른다|경과조치|규정에 의하|그러하지"
)


@dataclass(frozen=True, slots=True)
class GridProvision:
    """One sentence that states a rule, in the style of regulations, with the name of its source."""

    sentence: str
    source: str


def read_provisions(paths: Sequence[Path], *, longest: int = 140) -> list[GridProvision]:
    """The sentences of rule in some files, each once, in order."""
    found: dict[str, GridProvision] = {}
    for path in paths:
        for sentence in _sentences(path.read_text(encoding="utf-8", errors="replace")):
            if 18 <= len(sentence) <= longest:
                found.setdefault(sentence, GridProvision(sentence, path.stem))
    return list(found.values())


def _sentences(text: str) -> Iterator[str]:
    for line in text.splitlines():
        if _ITEM.match(line):
            continue
        body = _LABEL.sub("", _NOTE.sub("", line)).strip()
        parts = _SENTENCE.split(body)
        for part in parts:
            sentence = part.strip().rstrip(".")
            if (
                _RULE.search(sentence)
                and not _NO_RULE.search(sentence)
                and "(" not in sentence
                and re.match(r"[가-힣A-Z]", sentence)
                and not sentence.startswith(
                    ("다만", "단", "이 경우", "이때", "제", "년 ", "자", "이 법", "이 영")
                )
            ):
                yield f"{sentence}."


def sample_files(root: Path) -> list[Path]:
    """The regulations of the invented university, in their newest text."""
    folder = root / "samples" / "regulations"
    return [
        path
        for path in sorted(folder.iterdir())
        if path.suffix in (".md", ".txt") and not re.search(r"\.\d{4}-", path.stem)
    ]


def shared_files(shared: Path) -> list[Path]:
    """Real rulebooks and statutes, where they are at hand."""
    university = sorted((shared / "university").glob("*/md/**/*.md"))
    statutes = sorted((shared / "statutes").glob("*/*.md"))
    return [*university, *statutes]
