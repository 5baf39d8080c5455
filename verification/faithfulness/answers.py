"""Is an answer, as it was shown, what its sources say? By a language model where there is one, else by rules.

Which of the two spoke is part of the result. Evidence that a model gives is looked up in the source; what is not there
word for word does not count, and the sentence is then not supported.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from statistics import fmean
from typing import Protocol

from django.conf import settings

from portal import llm
from verification.checking.engine import check, facts_in_words, translated_otherwise
from verification.checking.evidence import nearest_units, quoted_units, units_of
from verification.checking.judge import (
    ALL_SENTENCES,
    OpenSentence,
    SentenceVerdict,
    ask_model,
    by_number,
    unanimous,
)
from verification.checking.pairs import confidence_threshold
from verification.checking.statements import outcome_without_claim, repeats_provision
from verification.checking.values import Quote, Source
from verification.citations.correction import without_general_words
from verification.citations.states import ConfirmedBy, Verdict
from verification.faithfulness.recording import ClaimVerdict, FaithfulnessResult
from verification.models import Verification

_SCORES = {Verdict.SUPPORTED: 0.98, Verdict.CONTRADICTED: 0.02}
_COPIED = "규정 원문과 글자 그대로 같습니다."
_LEFT_OUT = "모델이 이 문장을 판정하지 않았습니다."
_NO_EVIDENCE = "판정에 적힌 근거 문장이 근거에 없습니다."
_NO_MAJORITY = "여러 번 판정한 결과가 서로 달라 정하지 못했습니다."


class StoredSource(Protocol):
    """A source as it was stored with an answer."""

    rank: int
    version_id: int | None
    regulation_title: str
    locator_key: str
    title: str
    text: str


def stored_sources(rows: Iterable[StoredSource]) -> tuple[Source, ...]:
    """The sources as they were handed to the composer: the snapshots, not what the corpus holds now."""
    return tuple(
        Source.text_only(
            number=row.rank,
            regulation_title=row.regulation_title,
            locator_key=row.locator_key,
            title=row.title,
            text=row.text,
            version_id=row.version_id or 0,
        )
        for row in rows
    )


def judge(
    *,
    question: str,
    sentences: Sequence[str],
    sources: Sequence[Source],
    threshold: float | None = None,
) -> FaithfulnessResult:
    """Return the verdicts on an answer's sentences; raises llm.LLMError where a model is used and fails.

    A model's verdict counts from the confidence `threshold` on; None: CITATION_CONFIDENCE_THRESHOLD.
    """
    if llm.available():
        return read_by_model(
            question=question, sentences=sentences, sources=sources, threshold=threshold
        )
    return read_by_rules(question=question, sentences=sentences, sources=sources)


def read_by_rules(
    *, question: str, sentences: Sequence[str], sources: Sequence[Source]
) -> FaithfulnessResult:
    """Hold every sentence against the sources as it was held before it was shown: what is not proved is not checked.

    Only the nearest source speaks against a sentence; which one the composer meant is not known here.
    """
    claims = []
    for sentence in sentences:
        if outcome_without_claim(sentence, sentence) is not None:
            continue
        stated = without_general_words(sentence)
        near = nearest_units(stated, sources)
        own = [unit for unit in near if unit.source is near[0].source]
        found = check(stated, own, others=near, question=question)
        verdict = Verdict.NOT_CHECKED if found.is_open else found.verdict
        unit = next(iter(found.units), None)
        said = (_COPIED,) if found.method is ConfirmedBy.COPY else found.reasons
        claims.append(
            ClaimVerdict(
                claim=sentence,
                verdict=verdict,
                reason="; ".join(said),
                evidence=unit.text if unit else "",
                evidence_locator=unit.source.label if unit else "",
                score=_SCORES.get(verdict),
            )
        )
    return FaithfulnessResult(claims=claims, method=Verification.Method.RULES)


def read_by_model(
    *,
    question: str,
    sentences: Sequence[str],
    sources: Sequence[Source],
    threshold: float | None = None,
) -> FaithfulnessResult:
    """Ask the model for a verdict on each numbered sentence, and check the evidence that it gives.

    Where it is asked several times (JUDGE_RUNS), the majority counts. Of a rule's own words nobody is asked.
    """
    copies = {text: found for text in sentences if (found := _copied(text, sources))}
    if len(copies) == len(set(sentences)):
        return read_by_rules(question=question, sentences=sentences, sources=sources)
    numbered = [
        OpenSentence(number, text, ())
        for number, text in enumerate(sentences, start=1)
        if text not in copies
    ]
    least = confidence_threshold(threshold)
    runs: list[dict[int, list[SentenceVerdict]]] = []
    prompt_hash = ""
    for run in range(settings.JUDGE_RUNS):
        # The same question at the same temperature would get the same answer.
        temperature = settings.LLM_TEMPERATURE if run else 0.0
        verdicts, prompt_hash = ask_model(
            question, numbered, sources, heading=ALL_SENTENCES, temperature=temperature
        )
        if not verdicts:
            raise llm.Malformed("the judge found no sentence in an answer that has some")
        runs.append(by_number(verdicts))
    judged = {
        one.number: _agreed([_verdict(one, run, sources, least) for run in runs], len(runs))
        for one in numbered
    }
    return FaithfulnessResult(
        claims=[
            judged.get(number) or copies[text] for number, text in enumerate(sentences, start=1)
        ],
        method=Verification.Method.MODEL,
        model=settings.LLM_MODEL,
        prompt_hash=prompt_hash,
    )


def _copied(sentence: str, sources: Sequence[Source]) -> ClaimVerdict | None:
    """The verdict on a provision's own words."""
    for source in sources:
        if any(repeats_provision(sentence, unit.text) for unit in units_of(source)):
            return ClaimVerdict(
                claim=sentence,
                verdict=Verdict.SUPPORTED,
                reason=_COPIED,
                evidence=sentence,
                evidence_locator=source.label,
                score=_SCORES[Verdict.SUPPORTED],
            )
    return None


def _verdict(
    sentence: OpenSentence,
    run: Mapping[int, Sequence[SentenceVerdict]],
    sources: Sequence[Source],
    threshold: float,
) -> ClaimVerdict:
    """What one run says of a sentence; what it says twice and differently is no verdict."""
    replies = run.get(sentence.number, ())
    said = unanimous(replies)
    if said is None:
        return ClaimVerdict(
            sentence.text, Verdict.NOT_CHECKED, _NO_MAJORITY if replies else _LEFT_OUT
        )
    verdict, reason = said.found, said.reason
    units = quoted_units([Quote(said.source or 0, said.quote)], sources, exact=True)
    different = translated_otherwise(sentence.text, units)
    if verdict is Verdict.SUPPORTED and not units:
        verdict, reason = Verdict.NOT_CHECKED, _NO_EVIDENCE
    elif verdict is Verdict.SUPPORTED and different:
        verdict, reason = Verdict.CONTRADICTED, "; ".join(facts_in_words(different))
    elif verdict is not Verdict.NOT_IN_CONTEXT and said.confidence < threshold:
        verdict = Verdict.NOT_CHECKED
        reason = f"판정의 확신이 낮습니다({said.confidence:.2f}). {reason}".strip()
    return ClaimVerdict(
        claim=sentence.text,
        verdict=verdict,
        reason=reason,
        evidence=" … ".join(words for unit in units for words in unit.words),
        evidence_locator=units[0].source.label if units else "",
        score=said.confidence,
    )


def _agreed(opinions: Sequence[ClaimVerdict], runs: int) -> ClaimVerdict:
    """What more than half of all runs say. One that left the sentence out, or could not judge it, has no vote and counts."""
    if runs == 1:
        return opinions[0]
    counts = Counter(item.verdict for item in opinions if item.verdict != Verdict.NOT_CHECKED)
    verdict, votes = max(counts.items(), key=lambda pair: pair[1], default=(Verdict.NOT_CHECKED, 0))
    if 2 * votes <= runs:
        return replace(opinions[0], verdict=Verdict.NOT_CHECKED, reason=_NO_MAJORITY, score=None)
    agreeing = [item for item in opinions if item.verdict == verdict]
    best = max(agreeing, key=lambda item: (bool(item.evidence), item.score or 0.0))
    scores = [item.score for item in agreeing if item.score is not None]
    return replace(best, score=fmean(scores) if scores else None)
