"""The page about OWASP ASVS: each number once, files that exist, and the counts that the security page tells."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[1]
PAGE = (PROJECT / "docs" / "asvs.md").read_text()
SECURITY = (PROJECT / "docs" / "security.md").read_text()
STATES = ("covered", "partly", "not covered", "n/a")
# Of the standard, version 5.0.0.
ITEMS = {"1": 70, "2": 183}
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in PAGE.splitlines()
    if re.match(r"\| \d", line)
]


def counts(chapter: str) -> str:
    """The row of a chapter, or of all, as the security page has it."""
    states = Counter(row[3] for row in ROWS if chapter in ("all", row[0].partition(".")[0]))
    return " | ".join(str(states[state]) for state in STATES)


def test_every_item_of_the_levels_stands_there_once_with_a_state_and_a_reason() -> None:
    assert Counter(row[0] for row in ROWS).most_common(1)[0][1] == 1
    assert Counter(row[1] for row in ROWS) == ITEMS
    assert [row for row in ROWS if len(row) != 5 or row[3] not in STATES or not all(row)] == []


def test_what_covers_an_item_exists() -> None:
    named = set(re.findall(r"`([\w.-][\w./-]*\.\w+)`", f"{PAGE}{SECURITY}"))
    files = {name for name in named if "/" in name or name.endswith((".py", ".md"))}
    missing = [
        name
        for name in sorted(files)
        if not ((PROJECT / name).exists() or (PROJECT / "tests" / name).exists())
    ]

    assert len(files) > 80
    # Modules are named with dots, files with slashes.
    assert [name for name in missing if "/" in name] == []


def test_the_security_page_counts_the_same() -> None:
    for chapter in [str(number) for number in range(1, 18)]:
        assert re.search(
            rf"^\| V{chapter} [^|]+\| {re.escape(counts(chapter))} \|$", SECURITY, re.MULTILINE
        )
    assert f"| all | {counts('all')} |" in SECURITY
