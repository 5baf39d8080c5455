"""Settings of the models and of the answers: what is asked where, and when an answer is good enough."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.exceptions import ImproperlyConfigured

from portal.settings.environment import ANSWERS, MODELS, STAFF

# --- language model, embedding model ---------------------------------------------------------------------------------

LLM_BASE_URL = MODELS.text(
    "LLM_BASE_URL",
    "Endpoint of the language model, in OpenAI's protocol; without one, answers are excerpts.",
)
LLM_API_KEY = MODELS.secret("LLM_API_KEY", "Key for LLM_BASE_URL.")
LLM_MODEL = MODELS.text("LLM_MODEL", "Name of the model at LLM_BASE_URL.")
LLM_FALLBACK_BASE_URL = MODELS.text(
    "LLM_FALLBACK_BASE_URL",
    "A second endpoint of the same protocol, asked where the first fails.",
)
LLM_FALLBACK_API_KEY = MODELS.secret("LLM_FALLBACK_API_KEY", "Key for LLM_FALLBACK_BASE_URL.")
LLM_FALLBACK_MODEL = MODELS.text(
    "LLM_FALLBACK_MODEL", "Name of the model at LLM_FALLBACK_BASE_URL."
)
LLM_TIMEOUT = MODELS.number(
    "LLM_TIMEOUT",
    "Seconds for one reply of a model; the time limit of tasks follows it.",
    default=45.0,
)
# How long a model may say nothing while somebody waits; together less than ten seconds.
LLM_STEP_SECONDS = {
    "rewrite": 2.5,
    "reword": 1.0,
    "compose": MODELS.number(
        "LLM_SILENCE_SECONDS",
        "Seconds that a model may say nothing while somebody waits; then the answer is an excerpt.",
        default=7.0,
    ),
}
LLM_TEMPERATURE = MODELS.number(
    "LLM_TEMPERATURE",
    "Temperature of the first attempt; each further one is 0.2 higher.",
    default=0.3,
)
MODEL_PRICES: dict[str, list[float]] = MODELS.structure(
    "MODEL_PRICES",
    'What a million tokens cost in won, in and out, by model: `{"name": [150, 600], "*": [200, 800]}`; without a price no cost is shown.',
    default={},
)
# The books of a Korean university are kept in it.
MODEL_PRICE_CURRENCY = "원"
EMBEDDING_BASE_URL = MODELS.text(
    "EMBEDDING_BASE_URL",
    "Endpoint of an embedding model, in OpenAI's protocol; without one, the model in the process.",
)
EMBEDDING_API_KEY = MODELS.secret("EMBEDDING_API_KEY", "Key for EMBEDDING_BASE_URL.")
EMBEDDING_MODEL = MODELS.text(
    "EMBEDDING_MODEL",
    "Whose vectors are searched; without an endpoint portal-retriever-3 or multilingual-e5-small-q4. After a change: `manage.py reindex`.",
    default="portal-retriever-3",
)
EMBEDDING_DIMENSIONS = MODELS.whole("EMBEDDING_DIMENSIONS", "Length of its vectors.", default=384)
EMBEDDING_QUERY_PREFIX, EMBEDDING_PASSAGE_PREFIX = MODELS.structure(
    "EMBEDDING_PREFIXES",
    'What an endpoint wants before a question and before a passage: `["query: ", "passage: "]`.',
    default=["", ""],
)
# One variable, since all of it comes and goes together.
_next: dict[str, Any] = MODELS.structure(
    "EMBEDDING_NEXT",
    'An embedding model to follow, embedded beside the present one and used when complete: `{"model": "name", "dimensions": 1024, "base_url": "https://host/v1", "prefixes": ["", ""]}`.',
    default={},
)
if _unknown := set(_next) - {"model", "dimensions", "base_url", "prefixes"}:
    raise ImproperlyConfigured(f"EMBEDDING_NEXT knows no {', '.join(sorted(_unknown))}.")
EMBEDDING_NEXT_MODEL = str(_next.get("model", ""))
EMBEDDING_NEXT_DIMENSIONS = int(_next.get("dimensions", 384))
EMBEDDING_NEXT_BASE_URL = str(_next.get("base_url", ""))
EMBEDDING_NEXT_QUERY_PREFIX, EMBEDDING_NEXT_PASSAGE_PREFIX = _next.get("prefixes", ("", ""))
EMBEDDING_NEXT_API_KEY = MODELS.secret(
    "EMBEDDING_NEXT_API_KEY", "Key for the endpoint in EMBEDDING_NEXT."
)
RERANK_BASE_URL = MODELS.text(
    "RERANK_BASE_URL", "Endpoint of a further re-ranker; without one, the built-in alone."
)
RERANK_API_KEY = MODELS.secret("RERANK_API_KEY", "Key for RERANK_BASE_URL.")
RERANK_MODEL = MODELS.text("RERANK_MODEL", "Name of the model at RERANK_BASE_URL.")
RERANK_PROTOCOL = MODELS.text(
    "RERANK_PROTOCOL",
    "`rerank`, the endpoint that Cohere, Jina, vLLM and TEI have, or `chat`, a language model.",
    default="rerank",
)
# Somebody waits for the answer; the search goes on without the re-ranker then.
RERANK_TIMEOUT = 10.0
SHIPPED_VERIFIER_MODEL = str(Path(__file__).parents[1] / "llm" / "models" / "verifier.onnx")
VERIFIER_MODEL = MODELS.text(
    "VERIFIER_MODEL",
    "File of the small model that is heard beside the rules, and where no judge has read a sentence (models.md); empty: rules alone.",
    default=SHIPPED_VERIFIER_MODEL,
    shown="the shipped file",
)
# Reads what a search found beside the question.
SHIPPED_CROSS_ENCODER = str(Path(SHIPPED_VERIFIER_MODEL).with_name("cross_encoder.onnx"))
CROSS_ENCODER_MODEL = SHIPPED_CROSS_ENCODER

# --- answers: limits and thresholds; no two of them share a value by accident ----------------------------------------

# Far above the longest real question, far below what a model takes; longer texts are no questions.
MAX_QUESTION_LENGTH = 1000
MAX_SOURCES = ANSWERS.whole("MAX_SOURCES", "Most sources of an answer.", default=5)
MIN_RELEVANCE = ANSWERS.number(
    "MIN_RELEVANCE", "From which relevance on a passage is a source.", default=0.4
)
CONTEXT_RELEVANCE_THRESHOLD = ANSWERS.number(
    "CONTEXT_RELEVANCE_THRESHOLD",
    "With a best relevance below it nothing is claimed without a model: provisions that may hold the answer are shown, below 0.2 none.",
    default=0.5,
)
FAITHFULNESS_THRESHOLD = ANSWERS.number(
    "FAITHFULNESS_THRESHOLD",
    "Least share of an answer's claims that its sources must support; for both checks.",
    default=0.6,
)
CITATION_CONFIDENCE_THRESHOLD = ANSWERS.number(
    "CITATION_CONFIDENCE_THRESHOLD",
    "Least confidence with which a statement and its citation belong together.",
    default=0.7,
)
ANSWER_CONFIDENCE_THRESHOLD = ANSWERS.number(
    "ANSWER_CONFIDENCE_THRESHOLD",
    "Confidence from which on the three layers call an answer verified.",
    default=0.7,
)
MIN_EXCERPT_LENGTH = ANSWERS.whole(
    "MIN_EXCERPT_LENGTH", "Least length of a source's text, in characters.", default=20
)
# A statement of fewer characters says nothing that a model could judge.
MIN_STATEMENT_LENGTH = 5
MAX_REGENERATIONS = ANSWERS.whole(
    "MAX_REGENERATIONS", "Further attempts of the language model at an answer.", default=2
)
JUDGE_RUNS = ANSWERS.whole(
    "JUDGE_RUNS", "How often the model judges an answer; the majority counts.", default=1
)
JUDGE_CALLS_PER_HOUR = ANSWERS.whole(
    "JUDGE_CALLS_PER_HOUR",
    "Most calls of the judge in an hour, 0: any number; what is over it is checked later.",
    default=0,
)
# An answer of more characters without a citation is a sign of invention.
LONG_ANSWER_LENGTH = 500
UNVERIFIED_CITATION_POLICY = ANSWERS.text(
    "UNVERIFIED_CITATION_POLICY",
    "What becomes of a citation that was not verified: generalize, remove, notice or propose.",
    default="generalize",
)
ENABLE_CITATIONS = ANSWERS.flag(
    "ENABLE_CITATIONS",
    "Whether citations are shown; they are checked all the same.",
    default=True,
)

# --- retention, review by the staff ----------------------------------------------------------------------------------

RETENTION_DAYS = STAFF.whole(
    "RETENTION_DAYS",
    "Days after which a conversation that nobody goes on with is forgotten; 0 keeps it.",
    default=365,
)
# How alike the embedding model must find two questions of the same words before a confirmed answer is shown. With the shipped
# model 12 pairs that differ in politeness and particles are 0.97 alike or more (docs/search-models.md); a model that finds less alike
# shows fewer confirmed answers and no wrong one.
VERIFIED_MATCH_SIMILARITY = 0.95
# How alike it must find two questions for the staff to be shown one beside the other: with the shipped model 16 of 22 questions
# said otherwise are, and one in a hundred pairs about different things. Near topics are told apart by no threshold.
SIMILAR_QUESTION_NEARNESS = 0.85
REVIEW_SAMPLE_RATE = STAFF.number(
    "REVIEW_SAMPLE_RATE",
    "Share of the answers that a person looks at although nothing speaks against them.",
    default=0.02,
)
# How relevant a provision has to be for a refusal beside it to be looked at.
ABSTENTION_RELEVANCE = 0.7
REVIEW_FOUR_EYES = STAFF.flag(
    "REVIEW_FOUR_EYES",
    "Whether only another person than the one who asked for the second review decides.",
    shown="false; true in production",
)
REVIEW_SECOND_BY_LEAD = STAFF.flag(
    "REVIEW_SECOND_BY_LEAD",
    "Whether a case for which a second opinion was asked is decided by leads only.",
)
# For how long a case is in the hands of who opened it; each look begins it anew.
REVIEW_CLAIM_MINUTES = 30
REVIEW_TARGET_HOURS = STAFF.whole(
    "REVIEW_TARGET_HOURS", "Age from which on a case is late, in hours.", default=48
)
