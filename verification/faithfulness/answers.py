"""Is an answer, as it was shown, what its sources say? By a language model where there is one, else by rules.

Which of the two spoke is part of the result. Evidence that a model gives is looked up in the source; what is not there
word for word does not count, and the claim is then not supported.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from django.conf import settings
from pydantic import BaseModel, Field

from portal import llm
from regulations.text.locators import Locator
from regulations.text.morphemes import lemmas
from verification.checking.mentions import repeats_provision
from verification.checking.proof import facts_in_words, not_met
from verification.citations.correction import without_general_words
from verification.faithfulness.majority import majority
from verification.faithfulness.recording import ClaimVerdict, FaithfulnessResult
from verification.grounding import split_claims
from verification.grounding.proof import Outcome, prove
from verification.models import ClaimCheck, Verification

PROMPTS = Path(__file__).resolve().parents[1] / "prompts"
Verdict = ClaimCheck.Verdict

_FROM_OUTCOME = {
    Outcome.PROVED: Verdict.SUPPORTED,
    Outcome.REFUTED: Verdict.CONTRADICTED,
    Outcome.OPEN: Verdict.NOT_CHECKED,
}
_SCORES = {Verdict.SUPPORTED: 0.98, Verdict.CONTRADICTED: 0.02}
_NOISE = re.compile(r"[\s·ㆍ․‧・「」『』\"'“”‘’]+")


@dataclass(frozen=True)
class CheckedSource:
    """A source as it was handed to the composer: the snapshot, not what the corpus holds now."""

    number: int
    regulation_title: str
    locator_key: str
    title: str
    text: str

    @property
    def label(self) -> str:
        """The provision as it is cited."""
        return f"「{self.regulation_title}」 {Locator.parse(self.locator_key).label}"


class JudgedClaim(BaseModel):
    """One claim in a model's reply."""

    claim: str
    verdict: Literal["supported", "contradicted", "not_enough"]
    confidence: float = Field(ge=0, le=1)
    source: int | None = None
    evidence: str = ""
    reason: str = ""


class Judgement(BaseModel):
    """A model's reply about an answer."""

    claims: list[JudgedClaim]


def judge(
    *, question: str, sentences: Sequence[str], sources: Sequence[CheckedSource]
) -> FaithfulnessResult:
    """Return the verdicts on an answer's claims; raises llm.LLMError where a model is used and fails."""
    if llm.available():
        return judge_by_model(question=question, sentences=sentences, sources=sources)
    return judge_by_rules(question=question, sentences=sentences, sources=sources)


def judge_by_rules(
    *, question: str, sentences: Sequence[str], sources: Sequence[CheckedSource]
) -> FaithfulnessResult:
    """Hold every sentence against the sources as it was held before it was shown: what is not proved is not checked.

    Only the nearest source speaks against a sentence; which one the composer meant is not known here.
    """
    claims, paraphrased = _copied(sentences, sources)
    titles = " ".join(source.title for source in sources)
    for claim in (claim for sentence in paraphrased for claim in split_claims(sentence)):
        stated = without_general_words(claim.text)
        texts = [source.text for source in sources]
        proof = prove(stated, texts, question=question, title=titles)
        at = proof.evidence_index
        if proof.outcome is Outcome.REFUTED and at != _nearest(stated, texts):
            at = None
        verdict = _FROM_OUTCOME[proof.outcome] if at is not None else Verdict.NOT_CHECKED
        said = facts_in_words(proof.reasons) if verdict == Verdict.CONTRADICTED else ()
        claims.append(
            ClaimVerdict(
                claim=claim.text,
                verdict=verdict,
                reason="; ".join(said or not_met(proof.reasons))
                if verdict != Verdict.SUPPORTED
                else "",
                evidence=sources[at].text if at is not None else "",
                evidence_locator=sources[at].label if at is not None else "",
                score=_SCORES.get(verdict),
            )
        )
    return FaithfulnessResult(claims=claims, method=Verification.Method.RULES)


def _nearest(statement: str, texts: Sequence[str]) -> int | None:
    words = frozenset(lemmas(statement))
    return max(
        range(len(texts)), key=lambda at: len(words & frozenset(lemmas(texts[at]))), default=None
    )


def _copied(
    sentences: Sequence[str], sources: Sequence[CheckedSource]
) -> tuple[list[ClaimVerdict], list[str]]:
    """Tell the sentences that repeat a source word for word from the others."""
    copied, paraphrased = [], []
    for sentence in sentences:
        source = next((item for item in sources if repeats_provision(sentence, item.text)), None)
        if source is None:
            paraphrased.append(sentence)
            continue
        copied.append(
            ClaimVerdict(
                claim=sentence,
                verdict=Verdict.SUPPORTED,
                reason="규정 원문과 글자 그대로 같습니다.",
                evidence=sentence,
                evidence_locator=source.label,
                score=1.0,
            )
        )
    return copied, paraphrased


def judge_by_model(
    *, question: str, sentences: Sequence[str], sources: Sequence[CheckedSource]
) -> FaithfulnessResult:
    """Ask the model for claims and verdicts in structured replies, and check the evidence that it gives.

    Where it is asked several times (JUDGE_RUNS), the later runs judge the claims of the first, and the majority counts.
    """
    prompt = llm.render(PROMPTS, "judge_claims.md.j2", sources=sources)
    runs = [_asked(prompt, question, sentences, temperature=0.0)]
    claims = [claim.claim for claim in runs[0]]
    # The same question at the same temperature would get the same answer.
    runs += [
        _asked(prompt, question, claims, temperature=settings.LLM_TEMPERATURE)
        for _run in range(1, settings.JUDGE_RUNS)
    ]
    return FaithfulnessResult(
        claims=majority([[_verdict(claim, sources) for claim in run] for run in runs]),
        method=Verification.Method.MODEL,
        model=settings.LLM_MODEL,
        prompt_hash=prompt.hash,
    )


def _asked(
    prompt: llm.PromptText, question: str, sentences: Sequence[str], *, temperature: float
) -> list[JudgedClaim]:
    answer = "\n".join(sentences)
    completion = llm.complete(
        llm.Prompt(
            messages=(
                llm.PromptMessage(role="system", content=prompt.text),
                llm.PromptMessage(role="user", content=f"질문:\n{question}\n\n답변:\n{answer}"),
            ),
            hash=prompt.hash,
            step="judge",
        ),
        schema=Judgement,
        temperature=temperature,
    )
    if not completion.value.claims:
        raise llm.Malformed("the judge found no claim in an answer that makes claims")
    return completion.value.claims


def _verdict(claim: JudgedClaim, sources: Sequence[CheckedSource]) -> ClaimVerdict:
    source = next((item for item in sources if item.number == claim.source), None)
    is_real = source is not None and _is_in(claim.evidence, source.text)
    verdict = {
        "supported": Verdict.SUPPORTED,
        "contradicted": Verdict.CONTRADICTED,
        "not_enough": Verdict.NOT_IN_CONTEXT,
    }[claim.verdict]
    reason = claim.reason
    if verdict == Verdict.SUPPORTED and not is_real:
        verdict = Verdict.NOT_CHECKED
        reason = "판정에 적힌 근거 문장이 근거에 없습니다."
    elif (
        verdict != Verdict.NOT_IN_CONTEXT
        and claim.confidence < settings.CITATION_CONFIDENCE_THRESHOLD
    ):
        verdict = Verdict.NOT_CHECKED
        reason = f"판정의 확신이 낮습니다({claim.confidence:.2f}). {reason}".strip()
    return ClaimVerdict(
        claim=claim.claim,
        verdict=verdict,
        reason=reason,
        evidence=claim.evidence if is_real else "",
        evidence_locator=source.label if source and is_real else "",
        score=claim.confidence,
    )


def _is_in(evidence: str, text: str) -> bool:
    needle = _NOISE.sub("", evidence)
    return bool(needle) and needle in _NOISE.sub("", text)
