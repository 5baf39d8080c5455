"""Which regulation a name token means: written out, pointed at (이 규정, 같은 법 시행령), shortened (법, 영) or defined."""

from __future__ import annotations

import re
from dataclasses import dataclass

from regulations.text.citations.folding import FoldedText
from regulations.text.citations.lexicon import (
    CARRYING_ENDINGS,
    NAME_ENDINGS,
    SELF_SUFFICIENT,
    SHORT_LAW_WORDS,
)
from regulations.text.citations.model import CitationContext, RegulationSource
from regulations.text.citations.names import DEFINITION, NameIndex, bare_name_start
from regulations.text.citations.token_kinds import Token, TokenKind
from regulations.text.locators import normalize_name

_OWN = frozenset({"이", "본"})
_OLD_OR_NEW = frozenset({"개정", "변경", "종전", "종전의", "현행"})
_DECREE = re.compile(r"\s?(?:시행령|시행규칙)$")
_ENDED = re.compile(rf"(?:{'|'.join(NAME_ENDINGS)}|법|령)$")
_OPENERS = {'"': '"', "'": "'", ">": "<", "]": "[", ")": "(", "`": "`", "*": "**", "」": "「"}
_DECREES = frozenset({"시행령", "시행규칙"})
_LIST_NUMBER = re.compile(r"^\s?\d{1,2}[.)]\s")
_SENTENCE_WORD = re.compile(r"(?:은|는|니다|한다|하면|따라|따르면)(?:\s|$)|[.!?;|]")
_PARTICLE_AFTER = re.compile(r"(?:에|의|을|를|은|는|이|가|과|와|및|상|으로|도|만|중)|[^가-힣]|$")
_POINTING = re.compile(
    r"\s?(?P<pointer>동|같은|이|본|해당|위)\s?(?P<noun>법률|법|영|령|규칙|규정|학칙|세칙|시행령|시행규칙)"
    r"(?:\s?(?P<suffix>시행령|시행규칙|시행세칙))?\s?"
)
_MOST_PENDING = 20
# Which names a pointing noun can mean.
_MEANT_BY = {
    "법": ("법", "법률"),
    "법률": ("법", "법률"),
    "영": ("령", "규정"),
    "령": ("령",),
    "규칙": ("규칙",),
}

# Chinese characters, in which no regulation that is known here has its name.
_SIGNS = re.compile(r"[\u4e00-\u9fff]+")


@dataclass(frozen=True, slots=True)
class ResolvedName:
    """A regulation, how it was determined, and where the name begins in the text."""

    start: int
    regulation: str | None
    source: RegulationSource


class NameResolver:
    """The names of one text, in the order in which they are read."""

    def __init__(
        self, text: FoldedText, *, context: CitationContext, known: NameIndex | None
    ) -> None:
        self._text = text
        self._context = context
        self._known = known
        self._named: list[str] = []
        self._english: set[str] = set()
        self._pending: list[Token] = []
        self._defined: dict[str, str] = {}
        self._floor = 0

    def mention(self, token: Token, alias: str | None) -> None:
        """Take note of a name without an article; it is looked at only when something refers to it."""
        self._pending.append(token)
        if alias and (name := self._mentioned(token)) is not None:
            # 학교규칙(이하 "학칙"이라 한다) is no name, and the alias none of what was named before.
            self._defined[normalize_name(alias)] = name

    def head(self, token: Token, reference: int, *, alias: str | None) -> ResolvedName:
        """Return the regulation that a reference names, which begins at `reference`."""
        name = self._read(token, reference)
        if name.regulation is not None:
            self._settle()
            self._named.append(name.regulation)
            if alias:
                self._defined[normalize_name(alias)] = name.regulation
        self._floor = reference
        return name

    def move_to(self, context: CitationContext) -> None:
        """Read on in another provision."""
        self._context = context

    def whole(self, token: Token) -> ResolvedName | None:
        """Return the regulation that a mention names without a provision; None for what points or is no name."""
        if token.kind is TokenKind.BRACKETED:
            name = self._name_at(token.start + 1, token.end - 1)
            if name in SHORT_LAW_WORDS or not _ENDED.search(name):
                return None
            return self._defined_or(ResolvedName(token.start, name, RegulationSource.WRITTEN))
        if token.kind is not TokenKind.ENDING or self._known is None:
            return None
        if not _PARTICLE_AFTER.match(self._text.folded, token.end):
            return None
        start = bare_name_start(self._text.folded, self._floor, token.end, self._known)
        if start is None:
            return None
        name = self._name_at(start, token.end)
        return self._defined_or(ResolvedName(start, name, RegulationSource.WRITTEN))

    def latest(self, *endings: str, in_english: bool = False) -> str | None:
        """Return the regulation named last, of those whose names end so; a name in English is meant in English only."""
        self._settle()
        for name in reversed(self._named[-_MOST_PENDING:]):
            if name.endswith(endings or "") and (in_english or name not in self._english):
                return name
        return None

    def _settle(self) -> None:
        pending, self._pending = self._pending[-_MOST_PENDING:], []
        for token in pending:
            name = self._mentioned(token)
            if name is not None:
                self._named.append(name)

    def _mentioned(self, token: Token) -> str | None:
        if token.kind is TokenKind.ENGLISH_NAME:
            self._english.add(token.text)
            return token.text
        if token.kind is TokenKind.BRACKETED:
            return _tidy(token.text) if _ENDED.search(token.text) else None
        if token.kind is not TokenKind.ENDING or token.text not in CARRYING_ENDINGS:
            return None
        if not _PARTICLE_AFTER.match(self._text.folded, token.end):
            return None
        name = self._written(token, token.end)
        return name.regulation if name is not None else None

    def _read(self, token: Token, reference: int) -> ResolvedName:
        if token.kind is TokenKind.POINTING:
            return self._pointed(token)
        if token.kind is TokenKind.SHORT_LAW:
            return self._short_law(token)
        pointing = _POINTING.fullmatch(token.text) if token.kind is TokenKind.BRACKETED else None
        if pointing is not None:
            # 「동법 시행령」 제30조
            text = f"{pointing['pointer']}|{pointing['noun']}"
            return self._pointed(token._replace(text=text, title=pointing["suffix"]))
        is_ending = token.kind is TokenKind.ENDING
        written = self._written(token, reference) if is_ending else self._spelled_out(token)
        return self._self_or_last(token.start) if written is None else self._defined_or(written)

    def _spelled_out(self, token: Token) -> ResolvedName | None:
        """The name of a token that holds all of it; None for 「규정」, which points."""
        name = token.text
        if token.kind is TokenKind.ENGLISH_NAME:
            self._english.add(name)
        if token.kind is TokenKind.BRACKETED:
            name = self._name_at(token.start + 1, token.end - 1)
        if name in SHORT_LAW_WORDS or name in {"규정", "세칙", "지침", "내규"}:
            return None
        return ResolvedName(token.start, name, RegulationSource.WRITTEN)

    def _defined_or(self, name: ResolvedName) -> ResolvedName:
        full = self._defined.get(normalize_name(name.regulation or ""))
        if full is None and name.regulation in _DECREES:
            law = self._law_before() or self._parent("법")
            full = law and f"{law} {name.regulation}"
        return name if full is None else ResolvedName(name.start, full, RegulationSource.CARRIED)

    def _written(self, token: Token, reference: int) -> ResolvedName | None:
        """The unbracketed or quoted name that ends with `token`."""
        folded = self._text.folded
        opened = self._quoted_start(token, reference)
        if opened is not None:
            return ResolvedName(*opened, RegulationSource.WRITTEN)
        start = bare_name_start(folded, self._floor, token.end, self._known)
        if start is None:
            return None
        return ResolvedName(start, self._name_at(start, token.end), RegulationSource.WRITTEN)

    def _quoted_start(self, token: Token, reference: int) -> tuple[int, str] | None:
        """Where a name in quotation marks begins, and the name."""
        folded = self._text.folded
        closing = folded[token.end : max(reference, token.end + 1)].lstrip(" ")[:1]
        opening = _OPENERS.get(closing)
        if opening is None:
            return None
        low = max(self._floor, token.end - 80)
        start = folded.rfind(opening, low, token.start)
        if start < 0 or "\n" in folded[start : token.end]:
            return None
        outside, start = start, start + len(opening)
        number = _LIST_NUMBER.match(folded[start : token.end])
        start += number.end() if number else 0
        content = folded[start : token.end]
        if len(content) > 60 or _SENTENCE_WORD.search(content) or not content.strip():
            return None
        if _tidy(content) in _MEANT_BY or _tidy(content) in {"규정", "세칙", "지침"}:
            return None
        return start if number else outside, self._name_at(start, token.end)

    def _name_at(self, start: int, end: int) -> str:
        """The name that stands there; 學則 and 学则 are 학칙."""
        written, folded = self._text.composed[start:end], self._text.folded[start:end]
        is_in_signs = _SIGNS.fullmatch(written) and not _SIGNS.search(folded)
        return _tidy(folded if is_in_signs else written)

    def _self_or_last(self, start: int) -> ResolvedName:
        if self._context.regulation:
            return ResolvedName(start, self._context.regulation, RegulationSource.CONTEXT)
        return self._last_or_unknown(start, self.latest())

    def _last_or_unknown(self, start: int, name: str | None) -> ResolvedName:
        source = RegulationSource.UNKNOWN if name is None else RegulationSource.CARRIED
        return ResolvedName(start, name, source)

    def _pointed(self, token: Token) -> ResolvedName:
        pointer, _, noun = token.text.partition("|")
        if token.title:
            law = self._law_before() if noun in _MEANT_BY else self.latest()
            return self._last_or_unknown(token.start, law and f"{law} {token.title}")
        own = self._context.regulation
        means_own = own is not None and _fits(own, noun)
        if means_own and (pointer in _OWN or pointer in _OLD_OR_NEW):
            return ResolvedName(token.start, own, RegulationSource.CONTEXT)
        if pointer in _OLD_OR_NEW and noun in SELF_SUFFICIENT:
            return ResolvedName(token.start + len(pointer), noun, RegulationSource.WRITTEN)
        last = self._last_meant_by(noun)
        if last is None and means_own:
            return ResolvedName(token.start, own, RegulationSource.CONTEXT)
        if last is None and noun in {"학칙", "정관"}:
            return ResolvedName(token.start, noun, RegulationSource.WRITTEN)
        return self._last_or_unknown(token.start, last or self.latest())

    def _last_meant_by(self, noun: str) -> str | None:
        if noun in ("법", "법률"):
            return self.latest("법", "법률") or self._law_before()
        if noun == "시행세칙":
            base = self.latest()
            return self.latest(noun) or (base and f"{base} {noun}")
        if noun in ("시행령", "시행규칙"):
            law = self._law_before()
            return self.latest(noun) or (law and f"{law} {noun}")
        if not noun:
            return self.latest()
        return self.latest(*_MEANT_BY.get(noun, (noun,)))

    def _law_before(self) -> str | None:
        """The law of what was named last: of a decree, the law it belongs to."""
        name = self.latest("법", "법률", "시행령", "시행규칙")
        if name is None:
            name = self.latest()
        return _DECREE.sub("", name) if name else None

    def _short_law(self, token: Token) -> ResolvedName:
        word, suffix = token.text, token.title
        found = self._defined.get(word)
        source = RegulationSource.CARRIED
        if found is None:
            found, source = self._parent(word), RegulationSource.CONTEXT
        if found is None:
            found, source = self._last_meant_by(word), RegulationSource.CARRIED
        if found is None:
            return ResolvedName(token.start, None, RegulationSource.UNKNOWN)
        return ResolvedName(token.start, f"{found} {suffix}" if suffix else found, source)

    def _parent(self, word: str) -> str | None:
        """법 in a decree is its law; 영 in the rules of a law is the decree."""
        own = self._context.regulation
        if not own:
            return None
        root = _DECREE.sub("", own)
        if word == "법":
            return root if root != own or own.endswith(("법", "법률")) else None
        if own.endswith("시행규칙"):
            return f"{root} 시행령" if root.endswith(("법", "법률")) else root
        return own if own.endswith("령") else None


def _fits(name: str, noun: str) -> bool:
    """Whether 이 학칙 can mean the regulation in hand; 규정 is also said of a 세칙, 학칙 only of a 학칙."""
    return name.endswith(noun) if noun in {"학칙", "정관"} else True


def _tidy(name: str) -> str:
    return " ".join(DEFINITION.sub(" ", name).split())
