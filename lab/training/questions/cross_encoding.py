"""Questions with passages of which the first answers or none does: what the pair model learns to read.

Of the universities (`texts/universities`) each block has questions that its provision answers and one that it only seems
to answer; beside it stand the passages of the same university that share the most words with the question.
Statutes and invented provisions give further questions (`lab.training.questions.passages`), some in English and Chinese.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from lab.training.questions.passages import (
    LemmaIndex,
    PassageLibrary,
    further_questions,
    own_material,
    statute_texts,
    written_questions,
)
from lab.training.written.claims import (
    KEPT_APART,
    UNIVERSITIES,
    WrittenBlock,
    written_blocks,
)
from regulations.search.index.passages import article_passages
from regulations.search.index.windows import windows_of
from regulations.text.morphemes import lemmas

# As many passages that look right are kept for a question, and so many of them are drawn at a time.
LIKE_KEPT, LIKE_READ = 12, 3
# Beside a provision that only seems to answer.
LIKE_UNANSWERED = 1
QUESTIONS_A_BATCH = 6
OF_STATUTES = 3000
# Words of the right provision say which others look like it.
_WORDS_OF_RIGHT = 12


@dataclass(frozen=True, slots=True)
class QuestionPassages:
    """A question; where it is answered, the first passage does, and no other."""

    question: str
    passages: tuple[str, ...]
    answered: bool

    def drawn(self, random: Random) -> list[str]:
        """The passages that are read this time, the first always."""
        first, *like = self.passages
        if not self.answered:
            return [first, *like[:LIKE_UNANSWERED]]
        return [first, *random.sample(like, min(LIKE_READ, len(like)))]


def university_questions(*, apart: bool = False) -> Iterator[QuestionPassages]:
    """The questions about every university that is learned, or that is kept apart: the same as of the claims."""
    for path in sorted(UNIVERSITIES.glob("*.txt")):
        if (path.stem in KEPT_APART) == apart:
            yield from _questions_of(list(written_blocks(path)))


def windows_read(passage: str) -> list[str]:
    """The texts that are read of a passage, as the search reads them: each window under the head."""
    head, _, text = passage.partition("\n")
    return [f"{head}\n{window}" for window in windows_of(text)]


def _questions_of(blocks: Sequence[WrittenBlock]) -> Iterator[QuestionPassages]:
    texts = [(block.number, text) for block in blocks for text in _passages(block)]
    words = [lemmas(text) for _, text in texts]
    index = LemmaIndex(words)
    for block in blocks:
        own = [place for place, (number, _) in enumerate(texts) if number == block.number]
        asked = [(q, True) for q in block.answered] + [(q, False) for q in block.unanswered]
        for question, answered in asked:
            said = lemmas(question)
            right = LemmaIndex([words[place] for place in own]).best(said, 1)
            named = [*said, *lemmas(f"{block.regulation} {block.name}")]
            like = [p for p in index.best(named, LIKE_KEPT + len(own)) if p not in own]
            places = [own[right[0] if right else 0], *like[:LIKE_KEPT]]
            yield QuestionPassages(question, tuple(texts[place][1] for place in places), answered)


def _passages(block: WrittenBlock) -> Iterator[str]:
    found = article_passages(
        key=f"art-{block.number}", name=block.name, heading="", text=block.provision
    )
    return (passage.embedded(block.regulation) for passage in found)


def statute_questions(folder: Path, statutes: Path, random: Random) -> Iterator[QuestionPassages]:
    """Some of the questions about what the retriever learned from; nothing of what is kept apart there."""
    own_texts, own_questions = own_material()
    library = PassageLibrary.of([*statute_texts(statutes), *own_texts])
    asked = [*written_questions(folder), *further_questions(), *own_questions]
    learned = [one for one in asked if not one.apart and library.answers(one)]
    texts = [text.text for text in library.texts]
    words = [lemmas(text) for text in texts]
    index = LemmaIndex(words)
    for one in random.sample(learned, min(OF_STATUTES, len(learned))):
        answers = library.answers(one)
        said = lemmas(one.question)
        best = LemmaIndex([words[place] for place in answers]).best(said, 1)
        right = answers[best[0] if best else 0]
        near = index.best([*said, *words[right][:_WORDS_OF_RIGHT]], LIKE_KEPT + len(answers))
        places = [right, *(place for place in near if place not in answers)][: LIKE_KEPT + 1]
        yield QuestionPassages(one.question, tuple(texts[place] for place in places), answered=True)
