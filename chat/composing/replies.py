"""Read a model's reply while it grows: an object with sentences and the words they rest on, or prose with markers.

Which of the two it is shows at its first sign, whatever was asked for: endpoints differ in what they obey. Words may stand
before an object, and what comes after it is no answer, unless it is another one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

import jiter
from pydantic import BaseModel, Field, ValidationError

from chat.composing.contract import STARTED_OVER
from chat.composing.reply_lines import rows_under_heads, under_heads
from chat.composing.reply_pieces import AnswerPieces, UnopenedThoughtsError
from portal import llm
from portal.llm.thoughts import EndpointThoughts
from verification.checking import DraftSentence, Quote
from verification.checking.lines.standing import is_table_rule
from verification.grounding import SentenceStream, split_sentences

_SENTENCES = ("sentences", "answer", "answers", "items", "문장")
# An object begins a line, after a fence or not, or says what it is.
_OBJECT = re.compile(
    rf"\n[^\S\n]*(?:```[a-zA-Z]*\s*)?(?=\{{\s*[\"}}]|\[\s*[\{{\"])|(?=\{{\s*\"(?:{'|'.join(_SENTENCES)})\"\s*:)"
)
# What may become that.
_BEGUN = re.compile(
    r"\n[^\S\n]*(?:`{1,2}|```[a-zA-Z]*\s*)?(?:[\[{]\s*)?\Z|\{\s*(?:\"\w{0,9}\"?\s*)?\Z"
)
_LINE = "\n"
# A table's rule or a fence says nothing.
_EMPTY = re.compile(r"^(?:[\s|:*_`=~-]*|\s*```\w*\s*)$")


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


def drafts_of(
    pieces: Iterable[str], *, early: bool = False, thoughts: EndpointThoughts | None = None
) -> Iterator[DraftSentence]:
    """Yield the sentences of a reply as they become whole; raises llm.Malformed for a reply that says nothing.

    `early` also yields each as soon as its text is there, before its evidence, not yet whole. The head of a table is no sentence.
    Where thoughts end that nothing began, what was yielded belongs to them: STARTED_OVER says so, and the answer follows.
    """
    answer = AnswerPieces(pieces, thoughts or EndpointThoughts())
    while True:
        try:
            drafts = _drafts(answer, early=early)
            yield from rows_under_heads(_rows(under_heads(drafts)))
        except UnopenedThoughtsError:
            yield STARTED_OVER
        else:
            return


def _rows(drafts: Iterable[DraftSentence]) -> Iterator[DraftSentence]:
    row: DraftSentence | None = None
    for draft in drafts:
        if _EMPTY.match(draft.text):
            # A row is known to be a head by the rule beneath it.
            row = None if is_table_rule(draft.text) else row
            continue
        if row is not None:
            yield row
        row = draft if draft.text.startswith("|") else None
        if row is None:
            yield draft
    if row is not None:
        yield row


def _drafts(pieces: Iterable[str], *, early: bool) -> Iterator[tuple[DraftSentence, int]]:
    """The sentences of a reply, each with how far in it stood."""
    reply = _Reply(early)
    is_said = False
    for piece in pieces:
        is_said = is_said or bool(piece.strip())
        yield from reply.feed(piece)
    if not is_said:
        raise llm.Malformed("the model sent no text")
    yield from reply.finish()


class _Reply:
    """Where the reading of a reply stands: in prose, or in an object that grows."""

    def __init__(self, early: bool) -> None:
        self._early = early
        self._prose = SentenceStream(keeps_indent=True)
        self._waiting = _LINE
        self._object: _GrowingObject | None = None
        # What is said after an object, 도움이 되었길 바랍니다, is no part of the answer.
        self._is_answered = False

    def feed(self, piece: str) -> Iterator[tuple[DraftSentence, int]]:
        """Take a piece; what is whole now."""
        rest = piece
        while rest:
            if self._object is not None:
                for draft in self._object.feed(rest, early=self._early):
                    yield draft, 0
                rest = self._object.rest
                if self._object.is_closed:
                    self._is_answered = self._is_answered or self._object.given > 0
                    self._object, self._waiting = None, _LINE
                continue
            self._waiting += rest
            rest = ""
            if found := _OBJECT.search(self._waiting):
                yield from self._said(self._waiting[: found.start()])
                yield from self._ended()
                self._object, rest = _GrowingObject(), self._waiting[found.end() :]
            else:
                begun = _BEGUN.search(self._waiting)
                cut = begun.start() if begun else len(self._waiting)
                yield from self._said(self._waiting[:cut])
                self._waiting = self._waiting[cut:]

    def finish(self) -> Iterator[tuple[DraftSentence, int]]:
        """What is left when nothing more comes."""
        if self._object is not None:
            for draft in self._object.finish():
                yield draft, 0
            return
        yield from self._said(self._waiting)
        yield from self._ended()

    def _said(self, text: str) -> Iterator[tuple[DraftSentence, int]]:
        if not self._is_answered:
            yield from map(_line, self._prose.feed(text))

    def _ended(self) -> Iterator[tuple[DraftSentence, int]]:
        yield from map(_line, self._prose.finish())


def _line(text: str) -> tuple[DraftSentence, int]:
    return DraftSentence(text.lstrip()), len(text) - len(text.lstrip())


class _GrowingObject:
    """An object with sentences while it comes; `rest` is what came after its last brace."""

    def __init__(self) -> None:
        self.given = 0
        self.rest = ""
        self._text = ""
        self._begun = 0
        self._depth, self._in_string, self._escaped = 0, False, False

    @property
    def is_closed(self) -> bool:
        """Whether its last brace has come."""
        return bool(self._text) and not self._depth and not self._in_string

    def feed(self, piece: str, *, early: bool) -> Iterator[DraftSentence]:
        """Take a piece; the sentences that are whole now."""
        taken = self._take(piece)
        self._text += piece[:taken]
        self.rest = piece[taken:]
        new = piece[:taken]
        # Only an object that has just been closed can be a new sentence.
        if "}" in new or self.is_closed:
            yield from self._new(list(_sentences(self._text, is_whole=self._is_between)))
        elif early and "[" in new and self._begun <= self.given:
            text = _text_begun(self._text)
            if text:
                self._begun = self.given + 1
                yield DraftSentence(text, is_whole=False)

    def finish(self) -> Iterator[DraftSentence]:
        """What is left of one that was not closed."""
        yield from self._new(list(_sentences(self._text, is_whole=True)))

    def _new(self, whole: list[DraftSentence]) -> Iterator[DraftSentence]:
        yield from whole[self.given :]
        self.given = max(self.given, len(whole))

    @property
    def _is_between(self) -> bool:
        """Whether no sentence is open: all but the list and the object around it are closed."""
        return not self._in_string and self._depth <= (1 if self._text.startswith("[") else 2)

    def _take(self, piece: str) -> int:
        """How much of a piece belongs to it."""
        for at, mark in enumerate(piece):
            if self._escaped:
                self._escaped = False
            elif mark == "\\":
                self._escaped = self._in_string
            elif mark == '"':
                self._in_string = not self._in_string
            elif not self._in_string and mark in "{[":
                self._depth += 1
            elif not self._in_string and mark in "}]":
                self._depth -= 1
                if self._depth <= 0:
                    return at + 1
        return len(piece)


def _sentences(text: str, *, is_whole: bool) -> Iterator[DraftSentence]:
    """The sentences of an object; unless it `is_whole` so far, the last one is still growing."""
    listed = _listed(_read(text))
    if not is_whole and listed:
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


def _text_begun(text: str) -> str:
    """The text of the sentence that is being written, once its evidence has begun; empty before."""
    listed = _listed(_read(text))
    last = listed[-1] if listed else None
    said = last.get("text") if isinstance(last, dict) and "evidence" in last else None
    return said.strip() if isinstance(said, str) else ""


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
