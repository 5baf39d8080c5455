"""The examples of a run: questions, the passages that answer them, and those that only look right; in batches."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

import torch

from lab.training.questions.passages import (
    PUBLIC,
    PassageLibrary,
    TrainingQuestion,
    claims_asked,
    further_questions,
    own_material,
    similar_by_words,
    statute_texts,
    university_material,
    written_questions,
)
from lab.training.retriever import EncodedTexts, Retriever
from portal.llm.pieces import Vocabulary

EXAMPLES_A_BATCH = 40
LIKE_BY_MEANING, LIKE_BY_WORDS = 16, 8
# Statutes repeat each other: what is nearer than this to a right passage may be right too.
TOO_LIKE = 0.97
# Shares of the claims and of the Korean questions in each pass; those in other languages are few, and all take part in every one.
CLAIMS_A_PASS, KOREAN_A_PASS = 0.35, 0.5


@dataclass(frozen=True, slots=True)
class RetrievalExample:
    """A question with its best right passage, all right ones, and those that only look right."""

    question: int
    right: int
    all_right: frozenset[int]
    like: Sequence[int]


@dataclass(frozen=True, slots=True)
class RetrievalMaterial:
    """Everything that a run reads, cut into pieces."""

    library: PassageLibrary
    asked: Sequence[TrainingQuestion]
    passages: EncodedTexts
    questions: EncodedTexts
    general: EncodedTexts


def material_of(
    model: Retriever, vocabulary: Vocabulary, folder: Path, statutes: Path, cache: Path
) -> RetrievalMaterial:
    """Read texts and questions; what the model makes of them before it learns is kept for comparison."""
    own_texts, own_questions = own_material()
    university_texts, university_questions = university_material()
    library = PassageLibrary.of([*statute_texts(statutes), *own_texts, *university_texts])
    everything = [
        *written_questions(folder),
        *further_questions(),
        *own_questions,
        *university_questions,
        *claims_asked(folder),
    ]
    asked = [one for one in everything if library.answers(one)]
    rows = json.loads((folder / "klue-nli_dev.json").read_text(encoding="utf-8"))
    sentences = sorted({row["premise"] for row in rows})
    texts = [text.text for text in library.texts]
    asking = [one.question for one in asked]
    return RetrievalMaterial(
        library=library,
        asked=asked,
        passages=EncodedTexts.of(model, vocabulary, "passage", texts, cache),
        questions=EncodedTexts.of(model, vocabulary, "query", asking, cache),
        general=EncodedTexts.of(model, vocabulary, "query", sentences, cache),
    )


def examples_of(material: RetrievalMaterial, cache: Path) -> list[RetrievalExample]:
    """The questions that are learned, with passages of their home that are near them by meaning or by words."""
    texts = material.library.texts
    by_words = similar_by_words(texts, material.asked, LIKE_BY_WORDS, cache)
    elsewhere = {
        home: torch.tensor([text.home != home for text in texts])
        for home in {text.home for text in texts}
    }
    found = []
    for number, asked in enumerate(material.asked):
        if asked.apart:
            continue
        answers = material.library.answers(asked)
        near = material.passages.base @ material.questions.base[number]
        right = max(answers, key=near.__getitem__)
        at_home = near.masked_fill(elsewhere[asked.home], -1.0)
        by_meaning = at_home.topk(LIKE_BY_MEANING).indices.tolist()
        likeness = material.passages.base @ material.passages.base[right]
        like = [
            place
            for place in dict.fromkeys([*by_meaning, *by_words[number]])
            if place not in answers and float(likeness[place]) < TOO_LIKE
        ]
        found.append(RetrievalExample(number, right, frozenset(answers), like))
    return found


def plan_of(
    examples: Sequence[RetrievalExample], asked: Sequence[TrainingQuestion], steps: int, seed: int
) -> list[list[RetrievalExample]]:
    """The batches of a run, each of one home; every pass takes some of the claims and of the Korean questions, anew in order."""
    random = Random(seed)  # noqa: S311 - it only has to be the same each time
    claims = [one for one in examples if asked[one.question].style == "claim"]
    homes: dict[str, list[RetrievalExample]] = defaultdict(list)
    for one in examples:
        if asked[one.question].style != "claim":
            homes[asked[one.question].home].append(one)
    found: list[list[RetrievalExample]] = []
    while len(found) < steps:
        one_pass: list[list[RetrievalExample]] = []
        for home, questions in sorted(homes.items()):
            extra = random.sample(claims, round(len(claims) * CLAIMS_A_PASS) * (home == PUBLIC))
            korean = [one for one in questions if asked[one.question].lang == "ko"]
            others = [one for one in questions if asked[one.question].lang != "ko"]
            chosen = [*others, *random.sample(korean, round(len(korean) * KOREAN_A_PASS)), *extra]
            random.shuffle(chosen)
            full = len(chosen) // EXAMPLES_A_BATCH * EXAMPLES_A_BATCH
            one_pass += [
                chosen[at : at + EXAMPLES_A_BATCH] for at in range(0, full, EXAMPLES_A_BATCH)
            ]
        if not one_pass:
            raise ValueError(f"no home has {EXAMPLES_A_BATCH} questions")
        random.shuffle(one_pass)
        found += one_pass
    return found[:steps]
