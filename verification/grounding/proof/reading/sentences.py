"""Read a sentence into words and clauses that can be laid beside those of another."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from regulations.text.morphemes import Morpheme
from verification.grounding.facts.limits import LimitBound
from verification.grounding.facts.quantities import Quantity
from verification.grounding.language.analysis import analyse
from verification.grounding.proof.reading import lexicon
from verification.grounding.proof.reading.limits import limit_of
from verification.grounding.proof.reading.predicates import read_ending
from verification.grounding.proof.reading.stances import ProofStance, permitted
from verification.grounding.proof.reading.stems import carried_stem, denied, settle
from verification.grounding.proof.reading.words import (
    ClauseSegment,
    Link,
    Mark,
    Sentence,
    Word,
    WordKind,
)

_NOUNS = frozenset(
    {"NNG", "NNP", "SL", "SH", "XR", "NR", "NP", "SN", "XSN", "NNB", "MM", "MAG", "XPN", "W_SERIAL"}
)
_STEMS = frozenset({"VV", "VA", "VX", "VCN"})
_MARKS = {
    "JKS": Mark.SUBJECT, "JKC": Mark.SUBJECT, "JKO": Mark.OBJECT, "JKG": Mark.OWNER,
}  # fmt: skip
_ADVERBIAL = {
    "에게": Mark.RECIPIENT, "께": Mark.RECIPIENT, "한테": Mark.RECIPIENT, "에": Mark.PLACE, "에서": Mark.PLACE,
    "으로": Mark.MEANS, "로": Mark.MEANS, "으로서": Mark.MEANS, "로서": Mark.MEANS, "부터": Mark.FROM, "으로부터": Mark.FROM, "로부터": Mark.FROM,
    "보다": Mark.THAN, "까지": Mark.UNTIL, "과": Mark.NONE, "와": Mark.NONE,
}  # fmt: skip
AND, OR, LISTED = "그리고", "또는", ","
_CONNECTORS = {
    "및": AND,
    "그리고": AND,
    "또는": OR,
    "혹은": OR,
    "이나": OR,
    "나": OR,
    "과": AND,
    "와": AND,
    "하고": AND,
    "이랑": AND,
    "랑": AND,
    "내지": OR,
    "든지": OR,
}
_UP, _DOWN = (LimitBound.AT_MOST, LimitBound.LESS), (LimitBound.AT_LEAST, LimitBound.MORE)
_AHEAD = {
    "최대": _UP,
    "최대한": _UP,
    "최장": _UP,
    "최고": _UP,
    "최소": _DOWN,
    "최소한": _DOWN,
    "적어도": _DOWN,
}
_BEHIND = frozenset({"을", "를", "이", "가", "은", "는", "의", "로", "으로", "에"})
# What is done with somebody or something, or is said of both sides.
_WITH = frozenset(
    {
        "협의",
        "상담",
        "협약",
        "계약",
        "관련",
        "관계",
        "중복",
        "동일",
        "협력",
        "연계",
        "교환",
        "교류",
        "합의",
        "동시",
        "무관",
        "함께",
        "별도",
    }
)
_ONLY = frozenset({"만", "뿐", "밖에"})
_TIMES_OF_ACTS = frozenset({"전", "후", "뒤", "이후", "직전", "직후", "시", "때", "날"})


@lru_cache(maxsize=4096)
def read_sentence(text: str) -> Sentence:
    """Read one sentence; the same text is read once."""
    return _Reader(text).read()


class _Reader:
    """Goes through the morphemes of a sentence once, from left to right."""

    def __init__(self, text: str) -> None:
        analysis = analyse(text)
        self.text = text
        self.morphemes: Sequence[Morpheme] = analysis.morphemes
        self.pending: list[Quantity] = list(analysis.quantities)
        self.found = Sentence(text)
        self.at = 0
        self.denying = ""

    def read(self) -> Sentence:
        while self.at < len(self.morphemes):
            self._next()
        if self.found.words and self.found.words[-1].segment == len(self.found.segments):
            self._close(ProofStance.STATE, Link.MAIN, None)
        return self.found

    def _next(self) -> None:
        morpheme = self.morphemes[self.at]
        while self.pending and self.pending[0].end <= morpheme.start:
            self.pending.pop(0)
        if self.pending and self.pending[0].start < morpheme.end:
            self._quantity(self.pending.pop(0))
        elif self._follows_quantity(morpheme) or self._stands_for_particle(morpheme):
            self._particle(morpheme)
        elif morpheme.tag in _STEMS or (morpheme.tag in ("XSV", "XSA", "VCP")):
            self._predicate(morpheme)
        elif morpheme.tag == "MAG" and morpheme.form in ("안", "못", "아니"):
            self.denying = morpheme.form
            self.at += 1
        elif self._connects(morpheme):
            self._connector(_CONNECTORS[morpheme.form], morpheme)
        elif morpheme.tag in _NOUNS:
            self._noun(morpheme)
        elif morpheme.tag.startswith("J"):
            self._particle(morpheme)
        elif morpheme.tag in ("SP", "SC") and morpheme.form in (
            ",",
            "·",
            "ㆍ",
            "・",
            "/",
            "‧",
            "•",
            "､",
        ):
            self._connector(LISTED, morpheme)
        else:
            self.at += 1

    def _connects(self, morpheme: Morpheme) -> bool:
        """Whether a word or particle joins what stands before and after it."""
        typed = morpheme.tag in ("MAG", "JC", "MAJ", "JX") and morpheme.form in _CONNECTORS
        return self._joins_nouns(morpheme) or (typed and not self._begins())

    def _joins_nouns(self, morpheme: Morpheme) -> bool:
        """Whether "과" that was taken for "with" stands between two nouns: "신입생과 재입학생은"."""
        following = self.morphemes[self.at + 1 : self.at + 2]
        return (
            morpheme.tag == "JKB"
            and morpheme.form in ("과", "와")
            and bool(following)
            and following[0].tag in ("NNG", "NNP", "XPN", "SL")
            and following[0].form not in _WITH
            and bool(self.found.words)
        )

    def _follows_quantity(self, morpheme: Morpheme) -> bool:
        """Whether a particle behind a sign ("45%를") was taken for a word."""
        last = self.found.words[-1] if self.found.words else None
        written = self.text[morpheme.start : morpheme.end]
        return (
            last is not None
            and last.quantity is not None
            and morpheme.start == last.end
            and written in _BEHIND
        )

    def _stands_for_particle(self, morpheme: Morpheme) -> bool:
        """Whether "이" without an ending behind it was taken for "to be"."""
        following = self.morphemes[self.at + 1 : self.at + 2]
        bare = bool(following) and not following[0].tag.startswith("E")
        return morpheme.tag == "VCP" and bare and self.text[morpheme.start : morpheme.end] == "이"

    def _begins(self) -> bool:
        """Whether the sentence begins here: what looks like a connector joins no words then."""
        return not self.found.words

    def _add(self, word: Word) -> None:
        word.segment = len(self.found.segments)
        self.found.words.append(word)

    def _connector(self, key: str, morpheme: Morpheme) -> None:
        last = self.found.words[-1] if self.found.words else None
        if last is not None and last.kind is WordKind.CONNECTOR:
            # The end of a name is read as a particle: 지원과 또는 운영부.
            if last.key == LISTED or key == OR:
                last.key = key
        elif last is not None:
            self._add(Word(key, WordKind.CONNECTOR, morpheme.start, morpheme.end))
        self.at += 1

    def _quantity(self, quantity: Quantity) -> None:
        bound, side, end = limit_of(self.text, quantity)
        words = self.found.words
        if (
            bound is not LimitBound.NONE
            and words
            and bound in _AHEAD.get(words[-1].key, ())
            and words[-1].segment == len(self.found.segments)
        ):
            words.pop()
        word = Word(
            f"{quantity.measure}:{quantity.value}", WordKind.QUANTITY, quantity.start, quantity.end,
            quantity=quantity, bound=bound, side=side,
        )  # fmt: skip
        self._add(word)
        closing = ""
        while self.at < len(self.morphemes) and self.morphemes[self.at].start < end:
            closing = self.morphemes[self.at].tag
            self.at += 1
        self._after_limit(closing)

    def _after_limit(self, closing: str) -> None:
        """A limit that was said by a predicate closes its clause."""
        if closing not in ("EC", "EF", "ETM"):
            return
        form = self.morphemes[self.at - 1].form
        if closing == "ETM":
            ending = read_ending(self.morphemes, self.at - 1)
            self.at = ending.after
            self._close(ending.stance, ending.link, None)
            return
        link = {"ETM": Link.ATTRIBUTE, "EF": Link.MAIN}.get(closing, Link.MANNER)
        if form in ("고", "며", "으며", "지만", "으나"):
            link = Link.AND
        elif form in ("면", "으면"):
            link = Link.CONDITION
        elif form in ("어도", "여도", "아도"):
            link = Link.CONCESSION
        self._close(ProofStance.STATE, link, None)

    def _noun(self, morpheme: Morpheme) -> None:
        form = morpheme.form
        self.at += 1
        if morpheme.tag == "XPN" and self.at < len(self.morphemes):
            following = self.morphemes[self.at]
            if form == "제":
                return
            if following.start == morpheme.end and following.tag in _NOUNS:
                form += following.form
                self.at += 1
                self._add(Word(form, WordKind.NOUN, morpheme.start, following.end))
                return
        if morpheme.tag in ("NNG", "NNP") and len(form) > 2 and form.endswith(("자", "생")):
            self._add(Word(form[:-1], WordKind.NOUN, morpheme.start, morpheme.end - 1))
            self._add(Word(lexicon.PERSON, WordKind.NOUN, morpheme.end - 1, morpheme.end))
            return
        key = lexicon.key_of(form.lower() if morpheme.tag == "SL" else form)
        if form == "이전" and self._is_moved():
            key = "이전하"
        kind = WordKind.ONLY if form in ("오직", "오로지", "유일") else WordKind.NOUN
        self._add(Word(key, kind, morpheme.start, morpheme.end))

    def _is_moved(self) -> bool:
        """Whether 이전 is a move, of which a time is named, and not the time before: "이전 후", "주소를 이전한"."""
        following = self.morphemes[self.at] if self.at < len(self.morphemes) else None
        return following is not None and (
            following.tag in ("XSV", "JKO", "JKS")
            or (following.tag == "JX" and following.form in ("은", "는"))
            or following.form in _TIMES_OF_ACTS
        )

    def _particle(self, morpheme: Morpheme) -> None:
        self.at += 1
        word = self.found.words[-1] if self.found.words else None
        if word is None or word.kind is WordKind.CONNECTOR:
            return
        form = morpheme.form
        if form in _ONLY:
            self._add(Word("만", WordKind.ONLY, morpheme.start, morpheme.end))
        elif form in ("은", "는", "이란", "란"):
            word.topical = True
            word.mark = word.mark or Mark.TOPIC
        elif form in ("도", "라도", "이라도"):
            word.also = True
        elif morpheme.tag in _MARKS or morpheme.tag == "VCP":
            word.mark = _MARKS.get(morpheme.tag, Mark.SUBJECT)
        elif form in _ADVERBIAL:
            word.mark = _ADVERBIAL[form]

    def _predicate(self, morpheme: Morpheme) -> None:
        """A stem with its endings closes a clause."""
        words = self.found.words
        last = words[-1] if words and words[-1].segment == len(self.found.segments) else None
        word = carried_stem(morpheme, last)
        if word is None:
            key = "있" if morpheme.form == "없" else morpheme.form
            word = Word(key, WordKind.PREDICATE, morpheme.start, morpheme.end)
            self._add(word)
        self.at += 1
        ending = read_ending(self.morphemes, self.at)
        self.at = max(ending.after, self.at)
        index = settle(words, word, self._signed(morpheme, ending.stance))
        self.found.in_principle |= ending.in_principle
        if ending.only:
            self._add(Word("만", WordKind.ONLY, morpheme.end, morpheme.end))
        link = Link.MANNER if word.key in ("불구", "불구하") else ending.link
        self._close(words[index].stance, link, index)

    def _signed(self, morpheme: Morpheme, stance: ProofStance) -> ProofStance:
        """The stance with a "not" that stands in the stem or before it."""
        if morpheme.tag == "VCN" or (morpheme.tag in ("VA", "VV") and morpheme.form == "없"):
            stance = denied(stance)
        if self.denying:
            impossible = self.denying == "못" or morpheme.form in ("되", "돼")
            stance = permitted(stance, possible=False) if impossible else denied(stance)
            self.denying = ""
        return stance

    def _close(self, stance: ProofStance, link: Link, predicate: int | None) -> None:
        self.found.segments.append(ClauseSegment(link, stance, predicate))
