"""`evaluate citations [FILE]`: reading against a labelled file; without one, every article of the corpus cited right and wrong."""

from __future__ import annotations

from argparse import ArgumentParser
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from django.utils import timezone

from lab.evaluation.mutations import count_mutations
from lab.evaluation.registry import EvaluationKind, EvaluationReport, EvaluationTable, Row
from regulations.text.citations import CitationContext, ExtractedCitation, extract_citations
from regulations.text.locators import normalize_name

_RIGHT = ("right article", "right paragraph")
# What was made up must never be accepted; a deleted article or one of another version is real, but not in force.
_INVENTED = (
    "제999조",
    "invented branch",
    "paragraph too high",
    "wrong regulation",
    "unknown regulation",
)

# regulation, article, branch, paragraph, subparagraph, item, addenda, attachment
Key = tuple[str, int | None, int | None, int | None, str | None, str | None, bool, str]


def measure(rows: Sequence[Row], options: Mapping[str, Any]) -> EvaluationReport:
    """Measure reading where there are labelled rows, else existence over the whole corpus."""
    if rows:
        return measure_reading(rows)
    return measure_existence(as_of=options.get("as_of") or timezone.localdate())


def measure_reading(rows: Sequence[Row]) -> EvaluationReport:
    """Precision, recall and F1 of whole citations: every field must agree."""
    right = wrong = missed = exact = negatives = negatives_read = 0
    misses = []
    for row in rows:
        wanted = Counter(_labelled(citation) for citation in row["expect"])
        found = Counter(map(_extracted, extract_citations(row["text"], context=_context(row))))
        agreed = (wanted & found).total()
        right += agreed
        wrong += found.total() - agreed
        missed += wanted.total() - agreed
        exact += wanted == found
        if not wanted:
            negatives += 1
            negatives_read += bool(found)
        if wanted != found:
            misses.append(
                f"{row.get('id')} {row['text']}\n  {(wanted - found)} → {(found - wanted)}"
            )
    precision = right / (right + wrong) if right + wrong else 0.0
    recall = right / (right + missed) if right + missed else 0.0
    both = precision + recall
    return EvaluationReport(
        kind="citations",
        count=len(rows),
        figures={
            "precision": precision,
            "recall": recall,
            "F1": 2 * precision * recall / both if both else 0.0,
            "texts read exactly": exact / len(rows),
            "negatives read": float(negatives_read),
        },
        tables=(
            EvaluationTable(
                "citations",
                ("citations", "count"),
                (
                    ("labelled", right + missed),
                    ("read", right + wrong),
                    ("agreeing", right),
                    ("texts without citations", negatives),
                ),
            ),
        ),
        misses=tuple(misses),
    )


def measure_existence(*, as_of: date) -> EvaluationReport:
    """Which citations of the mutation benchmark are accepted as existing and in force."""
    counts, _states, misses = count_mutations(as_of=as_of)
    right = [counts[kind] for kind in _RIGHT if kind in counts]
    invented = [counts[kind] for kind in _INVENTED if kind in counts]
    cases = sum(count.cases for count in right)
    table = EvaluationTable(
        "citations by kind",
        ("kind", "citations", "accepted", "refused", "as they must"),
        tuple(
            (kind, count.cases, count.accepted, count.cases - count.accepted, count.share)
            for kind, count in counts.items()
        ),
    )
    return EvaluationReport(
        kind="citations",
        count=sum(count.cases for count in counts.values()),
        figures={
            "right accepted": sum(count.right for count in right) / cases if cases else 0.0,
            "invented accepted": float(sum(count.accepted for count in invented)),
        },
        tables=(table,),
        misses=tuple(misses),
    )


def _labelled(citation: Mapping[str, Any]) -> Key:
    """A labelled citation, under the field names of the labelled sets or those of the portal."""
    return (
        normalize_name(citation.get("regulation") or ""),
        citation.get("article"),
        citation.get("article_sub", citation.get("branch")),
        citation.get("paragraph"),
        # In the labelled sets `item` is the 호 and `subitem` the 목.
        citation.get("item") if "subparagraph" not in citation else citation["subparagraph"],
        citation.get("subitem") if "subparagraph" not in citation else citation.get("item"),
        bool(citation.get("supplement") or citation.get("addenda")),
        normalize_name(citation.get("annex") or citation.get("attachment") or ""),
    )


def _extracted(citation: ExtractedCitation) -> Key:
    return (
        normalize_name(citation.regulation or ""),
        citation.article,
        citation.branch,
        citation.paragraph,
        citation.subparagraph,
        citation.item,
        citation.addenda,
        normalize_name(citation.attachment or ""),
    )


def _context(row: Row) -> CitationContext:
    return CitationContext(
        regulation=row.get("context_regulation"),
        article=row.get("context_article"),
        branch=row.get("context_article_sub", row.get("context_branch")),
        paragraph=row.get("context_paragraph"),
        addenda=bool(row.get("context_supplement") or row.get("context_addenda")),
    )


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--as-of", type=date.fromisoformat, default=None)


KIND = EvaluationKind(
    "citations",
    "reading citations (with a file), or which of the corpus's citations are accepted (without)",
    measure,
    _arguments,
    needs_file=False,
)
