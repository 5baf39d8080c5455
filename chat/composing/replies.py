"""Read a model's reply while it grows: an object with sentences and the words they rest on, or prose with markers.

Which of the two it is shows at its first sign, whatever was asked for: endpoints differ in what they obey.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

import jiter
from pydantic import BaseModel, Field, ValidationError

from portal import llm
from verification.checking import DraftSentence, Quote
from verification.grounding import SentenceStream, split_sentences

_FENCE = re.compile(r"^\s*(?:```[a-zA-Z]*\s*)?(?=[\[{])")
# What may become the fence before an object.
_BEGUN = re.compile(r"\s*(?:`{1,2}|```[a-zA-Z]*\s*)?")
# A table's rule or a fence says nothing.
_EMPTY = re.compile(r"^[\s|:*_`=~-]*$")
_TABLE_RULE = re.compile(r"^\s*\|[\s|:-]*-[\s|:-]*$")
_SENTENCES = ("sentences", "answer", "answers", "items", "문장")


class Evidence(BaseModel):
    """The number of a source and the words of it that a sentence rests on."""

    source: int
    quote: str


class WrittenSentence(BaseModel):
    """One sentence of an answer with its evidence."""

    text: str
    evidence: list[Evidence] = Field(default_factory=list)


class WrittenAnswer(BaseModel):
    """An answer as a model is asked to give it."""

    sentences: list[WrittenSentence]


def drafts_of(pieces: Iterable[str], *, early: bool = False) -> Iterator[DraftSentence]:
    """Yield the sentences of a reply as they become whole; raises llm.Malformed for a reply that says nothing.

    `early` also yields each as soon as its text is there, before its evidence, not yet whole. The head of a table is no sentence.
    """
    row: DraftSentence | None = None
    for draft in _drafts(pieces, early=early):
        if _EMPTY.match(draft.text):
            # A row is known to be a head by the rule beneath it.
            row = None if _TABLE_RULE.match(draft.text) else row
            continue
        if row is not None:
            yield row
        row = draft if draft.text.startswith("|") else None
        if row is None:
            yield draft
    if row is not None:
        yield row


def _drafts(pieces: Iterable[str], *, early: bool) -> Iterator[DraftSentence]:
    buffer, given, begun = "", 0, 0
    is_said = is_prose = False
    prose = SentenceStream()
    for piece in pieces:
        is_said = is_said or bool(piece.strip())
        if is_prose:
            yield from _prose(prose.feed(piece))
            continue
        buffer += piece
        if _is_object(buffer):
            # Only an object that has just been closed can be a new sentence.
            if "}" in piece:
                whole = list(_sentences(buffer, partial=True))
                yield from whole[given:]
                given = max(given, len(whole))
            elif early and "[" in piece and begun <= given and (text := _text_begun(buffer)):
                begun = given + 1
                yield DraftSentence(text, is_whole=False)
        elif not _may_be_object(buffer):
            is_prose = True
            yield from _prose(prose.feed(buffer))
    if not is_said:
        raise llm.Malformed("the model sent no text")
    if _is_object(buffer):
        yield from list(_sentences(buffer, partial=False))[given:]
        return
    if not is_prose:
        yield from _prose(prose.feed(buffer))
    yield from _prose(prose.finish())


def _prose(texts: Iterable[str]) -> Iterator[DraftSentence]:
    return map(DraftSentence, texts)


def _is_object(buffer: str) -> bool:
    return _FENCE.match(buffer) is not None


def _may_be_object(buffer: str) -> bool:
    """Whether what has come so far may be the fence before an object."""
    return _BEGUN.fullmatch(buffer) is not None


def _sentences(buffer: str, *, partial: bool) -> Iterator[DraftSentence]:
    """The sentences of an object that are whole; the last one of a growing object counts once it is closed."""
    text = _FENCE.sub("", buffer)
    read = _read(text)
    listed = _listed(read)
    if partial and listed and not _last_is_closed(text):
        listed = listed[:-1]
    for one in listed:
        try:
            sentence = WrittenSentence.model_validate(one)
        except ValidationError:
            said = one if isinstance(one, str) else one.get("text") if isinstance(one, dict) else ""
            sentence = WrittenSentence(text=said if isinstance(said, str) else "")
        if sentence.text.strip():
            quotes = tuple(Quote(item.source, item.quote) for item in sentence.evidence)
            yield DraftSentence(sentence.text.strip(), evidence=quotes)


def _text_begun(buffer: str) -> str:
    """The text of the sentence that is being written, once its evidence has begun; empty before."""
    listed = _listed(_read(_FENCE.sub("", buffer)))
    last = listed[-1] if listed else None
    text = last.get("text") if isinstance(last, dict) and "evidence" in last else None
    return text.strip() if isinstance(text, str) else ""


def _read(text: str) -> Any:
    try:
        return jiter.from_json(text.encode(), partial_mode="trailing-strings")
    except ValueError:
        # Words after the object: it is read up to its last brace.
        try:
            return jiter.from_json(text[: text.rfind("}") + 1].encode(), partial_mode=True)
        except ValueError:
            return None


def _listed(read: Any) -> list[Any]:
    if isinstance(read, list):
        return read
    if not isinstance(read, dict):
        return []
    found = next((read[name] for name in _SENTENCES if isinstance(read.get(name), list)), None)
    if found is None:
        found = next((value for value in read.values() if isinstance(value, list)), None)
    if found is None:
        text = read.get("text") or read.get("answer")
        return (
            [{"text": span.text} for span in split_sentences(text)] if isinstance(text, str) else []
        )
    return list(found)


def _last_is_closed(text: str) -> bool:
    """Whether the brace that closes the last sentence has come: all but the list and the object around it are closed."""
    depth, in_string, escaped = 0, False, False
    for mark in text:
        if escaped:
            escaped = False
        elif mark == "\\":
            escaped = in_string
        elif mark == '"':
            in_string = not in_string
        elif not in_string and mark in "{[":
            depth += 1
        elif not in_string and mark in "}]":
            depth -= 1
    return not in_string and depth <= (1 if text.lstrip().startswith("[") else 2)
