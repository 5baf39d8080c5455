"""What the tools answer: the values of page and API under the same names, short enough for a model to read."""

from __future__ import annotations

from typing import Any

from chat.mcp.caller import whole_url
from regulations.api.shapes import text_shape
from regulations.models import Regulation, RegulationVersion
from regulations.reading.comparison import ChangeKind, compare_versions
from regulations.reading.links import official_statute_url
from regulations.reading.short_addresses import AddressedProvision, short_url
from regulations.reading.versions import version_text
from regulations.search.retrieval import RankedPassage
from regulations.text.diffing import ComparedLine
from regulations.text.locators import Locator, eid_of, is_within, provision_key
from verification.checked_texts.reports import ReportedProvision, ReportedSentence, TextReport
from verification.citations.states import CitationStatus

Shape = dict[str, Any]
_LONGEST_TEXT = 1500
_MOST_ENTRIES = 40


def passage_shape(found: RankedPassage) -> Shape:
    """A provision that a search found."""
    version = found.passage.version
    key = provision_key(found.passage.locator_key)
    return {
        "regulation": version.regulation.title,
        "provision": Locator.parse(key).label,
        "title": found.passage.title,
        "text": _short(found.passage.text),
        "relevance": round(found.relevance, 3),
        "enforcement_date": version.enforcement_date,
        "url": whole_url(short_url(version.regulation.title, key, day=version.enforcement_date)),
    }


def provision_shape(found: AddressedProvision) -> Shape:
    """A provision as of a day with its words, else why there is none, by the states of citations."""
    shape: Shape = {"as_of": found.day, "regulation": found.name, "provision": found.place}
    if not found.is_found or found.version is None:
        return shape | _missing(found)
    version, key = found.version, found.locator_key
    within = Locator.parse(key).article_locator.key if key else ""
    text = version_text(version=version, cited_key=key, within=within)
    rows = text_shape(version, text)["provisions"]
    rows = [row for row in rows if not key or is_within(row["locator"], key)]
    is_deleted = bool(rows) and rows[0]["is_deleted"] and bool(key)
    whole = "\n".join(
        f"{row['provision']}{'(' + row['title'] + ')' if row['title'] else ''} {row['text']}".strip()
        for row in rows
    )
    return shape | {
        "status": "DELETED" if is_deleted else "FOUND",
        "regulation": version.regulation.title,
        "provision": Locator.parse(key).label if key else "",
        "locator": key,
        "eid": eid_of(key),
        "text": _short(whole, 4 * _LONGEST_TEXT),
        "version": version.number,
        "enforcement_date": version.enforcement_date,
        "url": whole_url(short_url(version.regulation.title, key, day=found.day)),
        "official_url": official_statute_url(version.regulation.title, key)
        if version.regulation.kind == Regulation.Kind.STATUTE
        else "",
    }


def comparison_shape(before: RegulationVersion, after: RegulationVersion) -> Shape:
    """What a version changed of another one, at most forty provisions."""
    entries = [
        {
            "change": pair.change.value,
            "before": _line(pair.before),
            "after": _line(pair.after),
        }
        for entry in compare_versions(before, after).entries
        if entry.change is not ChangeKind.UNCHANGED
        for row in entry.rows
        for pair in row.lines
        if pair.change is not ChangeKind.UNCHANGED
    ]
    return {
        "regulation": after.regulation.title,
        "before": {"version": before.number, "enforcement_date": before.enforcement_date},
        "after": {"version": after.number, "enforcement_date": after.enforcement_date},
        "changes": entries[:_MOST_ENTRIES],
        "left_out": max(0, len(entries) - _MOST_ENTRIES),
        "url": whole_url(short_url(after.regulation.title, day=after.enforcement_date)),
    }


def verification_shape(whole: Shape, report: TextReport) -> Shape:
    """A checked text: the summary and citations of `POST /verify`, the sentences of the page."""
    kept = ("text", "status", "status_label", "status_sentence", "verdict", "reason", "evidence")
    return {
        "summary": whole["summary"],
        "citations": [
            {name: citation[name] for name in kept}
            | {
                "provision": _cited(citation["provision"]),
                "proposal": _cited(citation["proposal"]),
            }
            for citation in whole["citations"]
        ],
        "sentences": [_sentence(sentence) for sentence in report.sentences],
        "generated_by": "none",
        "checked_by": ["rules"],
    }


def answer_shape(whole: Shape) -> Shape:
    """An answer of `POST /query/verified` without its log."""
    kept = (
        "id", "question", "status", "message", "verified", "reasons", "as_of", "composer",
        "generated_by", "model", "checked_by", "sentences", "counts", "related_questions", "contact",
        "asker", "transitional", "asks_course", "is_from_near", "left_open",
    )  # fmt: skip
    return {name: whole[name] for name in kept} | {
        "notes": [_linked(row) for row in whole["notes"]],
        "named": [_linked(row) for row in whole["named"]],
        "near": [{**row, "url": whole_url(row["url"])} for row in whole["near"]],
        "sources": [{**row, "url": whole_url(row["url"])} for row in whole["sources"]],
    }


def _linked(row: Shape) -> Shape:
    links = [{**link, "url": whole_url(link["url"])} for link in row["links"]]
    return {**row, "links": links}


def _missing(found: AddressedProvision) -> Shape:
    if found.candidates:
        titles = [f"{one.regulation.title} {one.regulation.code}" for one in found.candidates]
        return {"status": CitationStatus.AMBIGUOUS.value, "candidates": titles}
    if found.version is not None:
        return {"status": CitationStatus.NOT_FOUND.value}
    if found.regulation is not None:
        return {"status": CitationStatus.NOT_IN_FORCE.value}
    like = [version.regulation.title for version in found.like]
    return {"status": CitationStatus.UNKNOWN_REGULATION.value, "candidates": like}


def _sentence(sentence: ReportedSentence) -> Shape:
    return {
        "text": sentence.text,
        "head": sentence.head,
        "state": sentence.state,
        "state_label": sentence.state_label,
        "reasons": list(sentence.reasons),
        "quote": sentence.quote,
        "quoted": _reported(sentence.quoted),
        "proposal": _reported(sentence.proposal),
    }


def _reported(place: ReportedProvision | None) -> Shape | None:
    return {"label": place.label, "url": whole_url(place.url)} if place else None


def _cited(provision: Shape | None) -> Shape | None:
    return {"label": provision["label"], "url": whole_url(provision["url"])} if provision else None


def _line(line: ComparedLine | None) -> Shape | None:
    if line is None:
        return None
    text = "".join(segment.text for segment in line.segments)
    return {"locator": line.key, "text": _short(f"{line.number} {text}".strip())}


def _short(text: str, longest: int = _LONGEST_TEXT) -> str:
    return text if len(text) <= longest else f"{text[:longest]} …"
