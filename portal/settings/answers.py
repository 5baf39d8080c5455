"""Settings of the models and of the answers: what is asked where, and when an answer is good enough."""

from __future__ import annotations

from pathlib import Path

from portal.settings.environment import env

# --- language model, embedding model ---------------------------------------------------------------------------------

LLM_BASE_URL = env.str("LLM_BASE_URL", default="")
LLM_API_KEY = env.str("LLM_API_KEY", default="")
LLM_MODEL = env.str("LLM_MODEL", default="")
# Asked where the first endpoint fails or rests; it speaks the same protocol.
LLM_FALLBACK_BASE_URL = env.str("LLM_FALLBACK_BASE_URL", default="")
LLM_FALLBACK_API_KEY = env.str("LLM_FALLBACK_API_KEY", default="")
LLM_FALLBACK_MODEL = env.str("LLM_FALLBACK_MODEL", default="")
# The operator's switch and the count of what was used; the door to the models itself knows no table.
LLM_PERMISSION = "portal.controls.selectors.may_generate"
LLM_USAGE_COUNTER = "portal.controls.services.usage_record"
LLM_TIMEOUT = env.float("LLM_TIMEOUT", default=45.0)
# How long a model may say nothing while somebody waits; together less than ten seconds. Then the answer is an excerpt.
LLM_STEP_SECONDS = {
    "rewrite": 2.5,
    "compose": env.float("LLM_SILENCE_SECONDS", default=7.0),
}
LLM_TEMPERATURE = env.float("LLM_TEMPERATURE", default=0.3)
# What a million tokens cost, in and out, by model: {"name": [150, 600]}; "*" is any other. Without a price nothing is said of cost.
MODEL_PRICES: dict[str, list[float]] = env.json("MODEL_PRICES", default={})
MODEL_PRICE_CURRENCY = env.str("MODEL_PRICE_CURRENCY", default="원")
EMBEDDING_BASE_URL = env.str("EMBEDDING_BASE_URL", default="")
EMBEDDING_API_KEY = env.str("EMBEDDING_API_KEY", default="")
# Without an endpoint: multilingual-e5-small-q4, or portal-retriever-2, which was made of it (docs/models.md).
EMBEDDING_MODEL = env.str("EMBEDDING_MODEL", default="portal-retriever-2")
EMBEDDING_QUERY_PREFIX = env.str("EMBEDDING_QUERY_PREFIX", default="")
EMBEDDING_PASSAGE_PREFIX = env.str("EMBEDDING_PASSAGE_PREFIX", default="")
EMBEDDING_DIMENSIONS = env.int("EMBEDDING_DIMENSIONS", default=384)
# A model that is to follow: its vectors are computed beside, and used as soon as all of them are there.
EMBEDDING_NEXT_MODEL = env.str("EMBEDDING_NEXT_MODEL", default="")
EMBEDDING_NEXT_DIMENSIONS = env.int("EMBEDDING_NEXT_DIMENSIONS", default=384)
EMBEDDING_NEXT_BASE_URL = env.str("EMBEDDING_NEXT_BASE_URL", default="")
EMBEDDING_NEXT_API_KEY = env.str("EMBEDDING_NEXT_API_KEY", default="")
EMBEDDING_NEXT_QUERY_PREFIX = env.str("EMBEDDING_NEXT_QUERY_PREFIX", default="")
EMBEDDING_NEXT_PASSAGE_PREFIX = env.str("EMBEDDING_NEXT_PASSAGE_PREFIX", default="")
# A further re-ranker: `rerank` is the endpoint that Cohere, Jina, vLLM and TEI have, `chat` a language model.
RERANK_BASE_URL = env.str("RERANK_BASE_URL", default="")
RERANK_API_KEY = env.str("RERANK_API_KEY", default="")
RERANK_MODEL = env.str("RERANK_MODEL", default="")
RERANK_PROTOCOL = env.str("RERANK_PROTOCOL", default="rerank")
RERANK_TIMEOUT = env.float("RERANK_TIMEOUT", default=10.0)
REWRITE_FOLLOW_UPS = env.bool("REWRITE_FOLLOW_UPS", default=True)
# The small model that is heard beside the rules when a claim is checked (docs/models.md); empty: rules alone.
SHIPPED_VERIFIER_MODEL = str(Path(__file__).parents[1] / "llm" / "models" / "verifier.onnx")
VERIFIER_MODEL = env.str("VERIFIER_MODEL", default=SHIPPED_VERIFIER_MODEL)

# --- answers: limits and thresholds; no two of them share a value by accident ----------------------------------------

MAX_QUESTION_LENGTH = env.int("MAX_QUESTION_LENGTH", default=1000)
MAX_SOURCES = env.int("MAX_SOURCES", default=5)
MIN_RELEVANCE = env.float("MIN_RELEVANCE", default=0.4)
CONTEXT_RELEVANCE_THRESHOLD = env.float("CONTEXT_RELEVANCE_THRESHOLD", default=0.5)
FAITHFULNESS_THRESHOLD = env.float("FAITHFULNESS_THRESHOLD", default=0.6)
CITATION_CONFIDENCE_THRESHOLD = env.float("CITATION_CONFIDENCE_THRESHOLD", default=0.7)
ANSWER_CONFIDENCE_THRESHOLD = env.float("ANSWER_CONFIDENCE_THRESHOLD", default=0.7)
MIN_EXCERPT_LENGTH = env.int("MIN_EXCERPT_LENGTH", default=20)
MIN_STATEMENT_LENGTH = env.int("MIN_STATEMENT_LENGTH", default=5)
MAX_REGENERATIONS = env.int("MAX_REGENERATIONS", default=2)
# How often the model judges an answer (the majority counts), and how many calls of the judge an hour may cost; 0: any.
JUDGE_RUNS = env.int("JUDGE_RUNS", default=1)
JUDGE_CALLS_PER_HOUR = env.int("JUDGE_CALLS_PER_HOUR", default=0)
LONG_ANSWER_LENGTH = env.int("LONG_ANSWER_LENGTH", default=500)
# What becomes of a citation that was not verified: generalize, remove, notice or propose (verification.citations.correction).
UNVERIFIED_CITATION_POLICY = env.str("UNVERIFIED_CITATION_POLICY", default="generalize")
ENABLE_CITATIONS = env.bool("ENABLE_CITATIONS", default=True)

# Days after which a conversation that nobody goes on with is forgotten; 0 keeps it.
RETENTION_DAYS = env.int("RETENTION_DAYS", default=365)

# --- review by the staff ---------------------------------------------------------------------------------------------

# How alike the embedding model must find two questions of the same words before a confirmed answer is shown. With the shipped
# model 12 pairs that differ in politeness and particles are 0.97 alike or more (docs/models.md).
VERIFIED_MATCH_SIMILARITY = env.float("VERIFIED_MATCH_SIMILARITY", default=0.95)
# How alike it must find two questions for the staff to be shown one beside the other: with the shipped model 16 of 22 questions
# said otherwise are, and one in a hundred pairs about different things. Near topics are told apart by no threshold.
SIMILAR_QUESTION_NEARNESS = env.float("SIMILAR_QUESTION_NEARNESS", default=0.85)
# The share of answers that a person looks at although nothing speaks against them.
REVIEW_SAMPLE_RATE = env.float("REVIEW_SAMPLE_RATE", default=0.02)
# How relevant a provision has to be for a refusal beside it to be looked at.
ABSTENTION_RELEVANCE = env.float("ABSTENTION_RELEVANCE", default=0.7)
# With four eyes, only another person than the one who asked for the second review decides.
REVIEW_FOUR_EYES = env.bool("REVIEW_FOUR_EYES", default=False)
# Whether a case for which a second opinion was asked is decided by who leads the review only.
REVIEW_SECOND_BY_LEAD = env.bool("REVIEW_SECOND_BY_LEAD", default=False)
REVIEW_CLAIM_MINUTES = env.int("REVIEW_CLAIM_MINUTES", default=30)
# The age from which on a case is late.
REVIEW_TARGET_HOURS = env.int("REVIEW_TARGET_HOURS", default=48)
