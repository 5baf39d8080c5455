"""The three-layer verifier: is any answer, whoever wrote it, sound beside the context it was written from?

Three layers, the cheap ones first: its citations (`citations`), hallucination signals in its words
(`verification.checking.hallucinations`), and a language model that judges it (`model`). `verifier` puts them together,
`claims` scores an answer by its claims alone. Nothing here knows the stored regulations: the question, the answer and the
context are all there is.
"""

from __future__ import annotations

from verification.answer_verifier.claims import (
    AnswerKind,
    FaithfulnessValidationResult,
    ValidationStatus,
    validate_answer,
)
from verification.answer_verifier.verifier import (
    AnswerVerifier,
    SkippedLayer,
    VerificationLayer,
    VerificationResult,
    quick_verify,
)
from verification.checking.hallucinations.context import ContextRow

__all__ = [
    "AnswerKind",
    "AnswerVerifier",
    "ContextRow",
    "FaithfulnessValidationResult",
    "SkippedLayer",
    "ValidationStatus",
    "VerificationLayer",
    "VerificationResult",
    "quick_verify",
    "validate_answer",
]
