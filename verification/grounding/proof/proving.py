"""What may be called confirmed without a judge: a claim that is proved by the words of a provision.

A claim is near its evidence when every difference is explained by a rule of a closed list. One difference that is not
explained leaves the claim open; it is refuted only where all differences are facts on a matter that is the same.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from verification.grounding.facts.limits import LimitBound
from verification.grounding.facts.quantities import Quantity
from verification.grounding.proof.alignment import Alignment, align
from verification.grounding.proof.cells import Around, reads_off
from verification.grounding.proof.differences import Context, has_facts_only
from verification.grounding.proof.given import meanings_of, meant_by, propositions_of_evidence
from verification.grounding.proof.in_place import word_in_place
from verification.grounding.proof.reading.asking import words_meant
from verification.grounding.proof.reading.frames import unwrap
from verification.grounding.proof.reading.introductions import needs_all
from verification.grounding.proof.reading.lexicon import COMMON, meanings
from verification.grounding.proof.reading.propositions import Proposition, propositions_of
from verification.grounding.proof.reading.references import (
    compact,
    references_of,
    without_references,
)
from verification.grounding.proof.reading.sentences import read_sentence
from verification.grounding.proof.reading.stances import ProofStance
from verification.grounding.proof.reading.statements import Stated, statements_of
from verification.grounding.proof.reading.tables import ProvisionTable, tables_of
from verification.grounding.proof.reading.wordings import plain_wording
from verification.grounding.proof.reading.words import WordKind
from verification.grounding.proof.reading.yes_no import short_answer, stated
from verification.grounding.proof.restrictions import says_nothing
from verification.grounding.proof.results import Outcome, Proof, ProofKind, ProofReason
from verification.grounding.proof.time_limit import time_check

# So much of a claim has to be met, and so many words, for a fact to speak about the same matter.
_SAME_MATTER, _LEAST_WORDS = 0.75, 2
# Facts that stand in the place of a word, which then cannot be met.
_IN_PLACE = frozenset(
    {
        ProofKind.NUMBER,
        ProofKind.UNIT,
        ProofKind.DATE,
        ProofKind.SUBJECT,
        ProofKind.EXCLUSIVE_WORDS,
        ProofKind.THRESHOLD,
    }
)
_ONE_OF = re.compile(
    r"각\s*[호목].{0,6}(?:하나|1에)|각\s*[호목].{0,12}?(?:중|가운데)\s*(?:\d|한|두|세|네|둘|셋|일부)"
)
# What introduces any list of requirements, and what such a list is about though titles have it everywhere.
_LISTING = frozenset({"다음", "호", "호의", "모두", "요건", "조건", "자격", "갖추", "충족"})
_COMMON_MATTERS = frozenset({"졸업", "등록", "시험"})
# Evidence that has less of the words of a claim is not compared any further.
_LEAST_SHARE = 0.4
_DENYING = re.compile(r"없|않|아니|못|제외|금지|불가|불허")
_SENTENCE_END = re.compile(r"(?<=다)\.\s|\n")
_PIECES = re.compile(r"(?<!다만)(?<!(?<![가-힣])단)[.,()\n]\s*(?!$)")
_PROVISO = re.compile(r"\s*(?:다만|단)[\s,]")
_BACK = re.compile(r"(?:^|[\s,])(?:그|이를|이에|해당|동)\s")


@dataclass(frozen=True, slots=True)
class _Found:
    """One comparison with the statement that it was made with, and the proposition of it."""

    alignment: Alignment
    stated: Stated
    given: Proposition | None = None


def prove(
    claim: str,
    evidence: Sequence[str],
    *,
    question: str = "",
    title: str | Sequence[str] = "",
    before: str = "",
) -> Proof:
    """Say whether the evidence proves a claim, refutes it by a fact, or leaves it open.

    ``title`` is that of the provision, or one for each evidence text; ``before`` is what the answer said already.
    """
    titles = [title] * len(evidence) if isinstance(title, str) else list(title)
    statement = unwrap(claim, titles if any(titles) else None)
    text = statement.text
    answer = short_answer(text or statement.answers, question)
    if answer is not None:
        text = stated(question, answer) if question else ""
    if statement.located:
        return Proof(Outcome.OPEN, (ProofReason(ProofKind.LOCATION, claim.strip(), ""),))
    claimed = propositions_of(plain_wording(without_references(text)))
    meant = [at for at, part in enumerate(evidence) if _refers(references_of(text), part)]
    given = [one for index in meant for one in statements_of(evidence[index], index)]
    if not claimed:
        return Proof(Outcome.OPEN, (ProofReason(ProofKind.NO_STATEMENT, claim.strip(), ""),))
    known = f"{question}\n{before}"
    tables = [(index, table) for index in meant for table in tables_of(evidence[index])]
    # A row has the figures of all its columns: which of them a claim may say is for the cells of its table to prove.
    tabled = frozenset(index for index, _table in tables)
    found = [
        _read_off(proposition, tables, titles, known)
        or _best(proposition, given, titles, known, tabled=tabled)
        for proposition in claimed
    ]
    proof = _judged(claimed, found, evidence)
    if proof.outcome is Outcome.PROVED:
        changed = word_in_place(text, evidence[proof.evidence_index or 0], known=known)
        return Proof(Outcome.OPEN, (changed,)) if changed else proof
    return proof


def _read_off(
    claim: Proposition,
    tables: Iterable[tuple[int, ProvisionTable]],
    titles: Sequence[str],
    known: str,
) -> _Found | None:
    """The place of a table that a claim states."""
    told = _keys(claim.sentence.text)
    for index, table in tables:
        title = titles[index]
        around = Around(_keys(title), _asked(known, title), told, _figures(known), known)
        read = reads_off(claim, table, around)
        if read:
            reason = ProofReason(ProofKind.LIST_MEMBERSHIP, claim.sentence.text.strip(), read)
            words = len(claim.words)
            return _Found(Alignment((), (reason,), words, words, whole=True), Stated(read, index))
    return None


def _refers(references: Iterable[str], evidence: str) -> bool:
    """Whether the evidence has the references that the claim makes."""
    whole = compact(evidence)
    return all(
        re.search(rf"{re.escape(reference)}(?!의?\d)", whole) is not None
        for reference in references
    )


def _judged(
    claimed: Sequence[Proposition], found: Sequence[_Found | None], evidence: Sequence[str]
) -> Proof:
    """A sentence is proved where all it says is, and refuted by the first fact against any of it."""
    known = [one for one in found if one is not None]
    if len(known) == len(found) and all(one.alignment.proves for one in known):
        reasons = tuple(reason for one in known for reason in one.alignment.explained)
        return Proof(Outcome.PROVED, reasons, known[0].stated.evidence)
    for claim, one in zip(claimed, found, strict=True):
        if one is None or not _refutes(one.alignment):
            continue
        if not _has_own_case(claim, one, evidence[one.stated.evidence]) and not _stands_elsewhere(
            claim, one, evidence
        ):
            reasons = tuple(d.reason for d in one.alignment.differences)
            return Proof(Outcome.REFUTED, reasons, one.stated.evidence)
    for one in known:
        if not one.alignment.proves:
            reasons = tuple(d.reason for d in one.alignment.differences)
            return Proof(Outcome.OPEN, reasons or (ProofReason(ProofKind.NO_STATEMENT, "", ""),))
    return Proof(Outcome.OPEN, (ProofReason(ProofKind.NO_STATEMENT, "", ""),))


def _has_own_case(claim: Proposition, found: _Found, evidence: str) -> bool:
    """Whether the provision speaks of the claim's case elsewhere: a proviso for whom it names, its figure in another clause.

    Whom a sentence is of may stand in another of its clauses.
    """
    if found.given is None:
        return False
    here = meanings_of(found.given)
    written = claim.sentence.written
    names = [
        written(word)
        for word in claim.sentence.words
        if word.kind is WordKind.NOUN and not says_nothing(word) and here.isdisjoint(meant_by(word))
    ]
    figures = _figures_of_its_own(claim, found.given)
    pieces = _PIECES.split(evidence)
    return any(
        any(name in piece for name in names)
        and (_PROVISO.match(piece) or any(figure in compact(piece) for figure in figures))
        for piece in pieces
    ) or any(_PROVISO.match(one) and any(map(compact(one).__contains__, figures)) for one in pieces)


def _stands_elsewhere(claim: Proposition, found: _Found, evidence: Sequence[str]) -> bool:
    """Whether another provision, or a row of this one, has every noun of the claim and its figures: what has others speaks of something else."""
    figures = _figures_of_its_own(claim, found.given) if found.given is not None else []
    nouns = [
        compact(claim.sentence.written(word))
        for word in claim.words
        if word.kind is WordKind.NOUN and not says_nothing(word)
    ]
    others = [text for place, text in enumerate(evidence) if place != found.stated.evidence]
    rows = _rows_with_heads(evidence[found.stated.evidence], claim.sentence.text)
    sentences = [compact(one) for text in others for one in _SENTENCE_END.split(text)]
    sentences += map(compact, rows)
    wanted = [*figures, *nouns]
    return bool(figures) and any(all(one in sentence for one in wanted) for sentence in sentences)


def _rows_with_heads(evidence: str, claim: str) -> list[str]:
    """The rows of written tables that a claim names, each behind the heads that say of what its cells are; the others alone."""
    rows, head = [], ""
    for line in evidence.splitlines():
        head = (head or line) if line.startswith("|") else ""
        if head:
            is_named = compact(line.split("|")[1]) in compact(claim)
            rows.append(f"{head}{line}" if is_named else line)
    return rows


def _figures_of_its_own(claim: Proposition, given: Proposition) -> list[str]:
    """The figures of the claim that the evidence has not, as they are written."""
    there = compact(" ".join(map(given.sentence.written, given.words)))
    figures = [compact(claim.sentence.written(word)) for word in claim.words if word.quantity]
    return [figure for figure in figures if figure not in there]


def _refutes(alignment: Alignment) -> bool:
    """Whether all differences are facts, and enough else is the same for them to be about one matter."""
    if not has_facts_only(alignment.differences) or not alignment.content:
        return False
    rivals = sum(bool(one.claimed) and one.kind in _IN_PLACE for one in alignment.differences)
    rest = max(1, alignment.said - rivals)
    return alignment.content + rivals >= _LEAST_WORDS and alignment.content >= _SAME_MATTER * rest


def _best(
    claim: Proposition,
    given: Iterable[Stated],
    titles: Sequence[str],
    known: str,
    *,
    tabled: Collection[int],
) -> _Found | None:
    """The comparison that explains most; the rows of the evidence texts that are `tabled` prove nothing."""
    best: _Found | None = None
    said = [meant_by(word) for word in claim.words]
    for one in given:
        time_check()
        if not _introduced(one, titles[one.evidence], said, known):
            continue
        if one.row and _ONE_OF.search(one.lead) and claim.stance is ProofStance.MUST:
            # One of several that will do is no duty.
            continue
        for proposition, keys in propositions_of_evidence(one.text):
            if sum(not meant.isdisjoint(keys) for meant in said) < _LEAST_SHARE * len(said):
                continue
            context = _context(one, titles[one.evidence], known, proposition)
            found = _Found(align(claim, proposition, context), one, proposition)
            if found.alignment.proves and one.cells and one.evidence in tabled:
                continue
            if found.alignment.proves:
                return found
            if best is None or _rank(found) < _rank(best):
                best = found
    return best


def _introduced(one: Stated, title: str, said: Iterable[frozenset[str]], question: str) -> bool:
    """Whether the matter of a list's introduction is named by the claim or asked for, where an item stands alone."""
    if not one.row or not one.lead or one.text.startswith("|"):
        return True
    words = [word for word in _keys(one.lead) if word[0] != "#"]
    matter = [word for word in words if word not in COMMON]
    if matter and _LISTING.issuperset(matter) and not _ONE_OF.search(one.lead):
        matter += [word for word in words if word in _COMMON_MATTERS]
    known = _asked(question, title).union(*said)
    return not matter or any(not meanings(word).isdisjoint(known) for word in matter)


def _rank(found: _Found) -> tuple[bool, int, int]:
    return (
        not _refutes(found.alignment),
        -found.alignment.content,
        len(found.alignment.differences),
    )


def _context(one: Stated, title: str, question: str, proposition: Proposition) -> Context:
    around = (one.text,) if _points_back(one.text, proposition) else ()
    words = frozenset(
        word for text in (title, one.lead, *one.brackets, *around) for word in _keys(text)
    )
    compact = re.sub(r"\s", "", f"{title} {one.lead}")
    return Context(
        words,
        _asked(question, title),
        compact,
        row=one.row and not _DENYING.search(one.lead),
        titled=_keys(title),
        introduced_as=_stance_of(one.lead) if one.row and one.lead.endswith("다") else None,
        head=max(0, one.text.find(", ")) if one.cells else 0,
        together=one.row and not one.cells and needs_all(one.lead),
    )


@lru_cache(maxsize=512)
def _stance_of(lead: str) -> ProofStance | None:
    """What the introduction of a list says of its items in the end."""
    found = propositions_of(lead)
    return found[-1].stance if found and found[-1].predicate is not None else None


@lru_cache(maxsize=2048)
def _asked(question: str, title: str) -> frozenset[str]:
    """What a question is about: its words, and those of a title that it asks for by a word of its own."""
    meant = words_meant(question)
    question = " ".join([question, *meant])
    # A name counts as a whole too, however it is cut.
    asked = _keys(question) | frozenset(meant)
    named = frozenset(word for word in _keys(title) if word not in COMMON and word[0] != "#")
    about = {word for word in named if not meanings(word).isdisjoint(asked) or word in question}
    return asked | _keys(title) if about else asked


@lru_cache(maxsize=512)
def _figures(text: str) -> tuple[Quantity, ...]:
    """The amounts that a question gives for its case."""
    words = read_sentence(plain_wording(text)).words if text.strip() else []
    return tuple(word.quantity for word in words if word.quantity and word.bound is LimitBound.NONE)


def _points_back(text: str, proposition: Proposition) -> bool:
    """Whether a clause leans on the words before it: "그 기간은", "이를"."""
    start, end = proposition.words[0].start, proposition.words[-1].end
    return bool(_BACK.search(text[max(0, start - 3) : end]))


@lru_cache(maxsize=2048)
def _keys(text: str) -> frozenset[str]:
    return (
        frozenset(
            meaning
            for word in read_sentence(plain_wording(text)).words
            for meaning in meanings(word.key)
        )
        if text
        else frozenset()
    )
