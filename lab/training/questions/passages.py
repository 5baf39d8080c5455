"""Questions and the provisions that answer them: what the retriever learns from and is measured on.

Questions come from labelled files (`asked_english.tsv` has them in English, `asked_of_statutes.tsv` more), from claims (a claim is asked about
like a question) and from `asked.txt`, invented provisions with questions in Korean, English and Chinese. A tenth of the regulations is kept apart, and a
whole university. Passages have the form that the product gives them.
"""

from __future__ import annotations

import hashlib
import json
import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from lab.training.material import rows_of
from lab.training.written.claims import KEPT_APART, UNIVERSITIES, written_blocks
from regulations.search.index.passages import article_passages
from regulations.text.languages import language_of
from regulations.text.morphemes import lemmas

OWN = Path(__file__).parents[1] / "texts" / "asked.txt"
TRANSLATED = Path(__file__).parents[1] / "texts" / "asked_english.tsv"
FURTHER = Path(__file__).parents[1] / "texts" / "asked_of_statutes.tsv"
_TITLE = re.compile(r"^제목: *'?(.*?)'?$", re.MULTILINE)
_ARTICLE = re.compile(r"^#+ 제(\d+)조(?:의(\d+))? ?(?:\((.*?)\))?\s*$", re.MULTILINE)
_HEADING = re.compile(r"^#.*$", re.MULTILINE)
_AMENDED = re.compile(r"\s*[<\[](?:개정|신설|전문개정|본조신설|제목개정|시행일)[^>\]]*[>\]]")
_LANGUAGE = re.compile(r"^(ko|en|zh): (.+)$")
_SATURATION, _LENGTH_SHARE = 1.2, 0.75

Key = tuple[str, int, int]
# Where everything is from that is of no invented university.
PUBLIC = ""


@dataclass(frozen=True, slots=True)
class ArticlePassage:
    """A passage as it is embedded, the article that it belongs to, and the university whose article that is."""

    article: Key
    text: str
    home: str = PUBLIC


@dataclass(frozen=True, slots=True)
class TrainingQuestion:
    """A question with the articles that answer it; ``style`` is claim for a claim, own for the invented.

    ``home`` is the university that it is asked about: another one has its own rule on the same matter, which answers nothing here.
    """

    question: str
    gold: frozenset[Key]
    lang: str
    style: str
    apart: bool
    home: str = PUBLIC


@dataclass(frozen=True, slots=True)
class PassageLibrary:
    """All passages, and which of them belong to an article."""

    texts: Sequence[ArticlePassage]
    of_article: Mapping[Key, Sequence[int]]

    @staticmethod
    def of(texts: Sequence[ArticlePassage]) -> PassageLibrary:
        """Passages with their places by article."""
        places: dict[Key, list[int]] = defaultdict(list)
        for place, text in enumerate(texts):
            places[text.article].append(place)
        return PassageLibrary(texts, places)

    def answers(self, asked: TrainingQuestion) -> list[int]:
        """The passages of the articles that answer a question."""
        return [place for key in sorted(asked.gold) for place in self.of_article.get(key, ())]


def is_held_out(regulation: str) -> bool:
    """One in ten regulations, by the hash of its name: the same as the verifier's."""
    return int(hashlib.md5(regulation.encode(), usedforsecurity=False).hexdigest(), 16) % 10 == 0


def statute_texts(folder: Path) -> Iterator[ArticlePassage]:
    """The passages of statutes in Markdown, without the notes of amendment."""
    for path in sorted(folder.glob("*/*.md")):
        content = path.read_text(encoding="utf-8")
        title = _TITLE.search(content)
        starts = list(_ARTICLE.finditer(content))
        for match, following in zip(starts, [*starts[1:], None], strict=False):
            body = content[match.end() : following.start() if following else len(content)]
            heading = _HEADING.search(body)
            body = _plain(body[: heading.start()] if heading else body)
            key = (title[1] if title else path.parent.name, int(match[1]), int(match[2] or 0))
            yield from _texts(key, match[3] or "", body)


def own_material(path: Path = OWN) -> tuple[list[ArticlePassage], list[TrainingQuestion]]:
    """The invented provisions and the questions about them."""
    texts: list[ArticlePassage] = []
    questions: list[TrainingQuestion] = []
    for number, block in enumerate(path.read_text(encoding="utf-8").strip().split("\n\n")):
        head, body, *lines = block.split("\n")
        regulation, name = head.split(" | ")
        key = (regulation, number + 1, 0)
        texts += _texts(key, name, body)
        for line in lines:
            match = _LANGUAGE.match(line)
            if match is None:
                raise ValueError(f"{path.name}: {line!r} is no question")
            apart = is_held_out(f"{regulation} {name}")
            questions.append(TrainingQuestion(match[2], frozenset({key}), match[1], "own", apart))
    return texts, questions


def university_material() -> tuple[list[ArticlePassage], list[TrainingQuestion]]:
    """The provisions of whole invented universities and the questions that each answers."""
    texts: list[ArticlePassage] = []
    questions: list[TrainingQuestion] = []
    for path in sorted(UNIVERSITIES.glob("*.txt")):
        home, apart = path.stem, path.stem in KEPT_APART
        for block in written_blocks(path):
            key = (f"{home} {block.regulation}", block.number, 0)
            found = _texts(key, block.name, block.provision, regulation=block.regulation)
            texts += [replace(one, home=home) for one in found]
            gold = frozenset({key})
            questions += [
                TrainingQuestion(asked, gold, language_of(asked), "university", apart, home)
                for asked in block.answered
            ]
    return texts, questions


def written_questions(folder: Path) -> Iterator[TrainingQuestion]:
    """The labelled questions, some of them in English too."""
    lines = TRANSLATED.read_text(encoding="utf-8").splitlines()
    translated = dict(line.split("\t") for line in lines)
    for row in rows_of(sorted(folder.glob("questions_*.jsonl"))):
        gold = frozenset(_key(entry) for entry in row["gold"])
        apart = any(is_held_out(key[0]) for key in gold)
        yield TrainingQuestion(row["question"], gold, row["lang"], row["style"], apart)
        if row["id"] in translated:
            yield TrainingQuestion(translated[row["id"]], gold, "en", "translated", apart)


def further_questions() -> Iterator[TrainingQuestion]:
    """Further questions, most of them in English, each with the article of a statute that answers it."""
    for line in FURTHER.read_text(encoding="utf-8").splitlines():
        regulation, article, branch, question = line.split("\t")
        key = (regulation, int(article), int(branch))
        language, apart = language_of(question), is_held_out(regulation)
        yield TrainingQuestion(question, frozenset({key}), language, "further", apart)


def claims_asked(folder: Path) -> Iterator[TrainingQuestion]:
    """What is true of a provision, and the provision: a question that differs from it only in form."""
    for row in rows_of(sorted(folder.glob("support_*.jsonl"))):
        if row["label"] == "supported" and not row.get("claim_is_refusal"):
            gold = frozenset(_key(entry) for entry in row["context"])
            apart = any(is_held_out(key[0]) for key in gold)
            yield TrainingQuestion(row["claim"], gold, "ko", "claim", apart)


def _key(entry: Mapping[str, object]) -> Key:
    return (
        str(entry["regulation"]),
        int(str(entry["article"])),
        int(str(entry["article_sub"] or 0)),
    )


def _texts(key: Key, name: str, body: str, regulation: str = "") -> Iterator[ArticlePassage]:
    for passage in article_passages(key=f"art-{key[1]}", name=name, heading="", text=body):
        yield ArticlePassage(key, passage.embedded(regulation or key[0]))


def _plain(body: str) -> str:
    lines = (line.strip().replace("**", "").replace("\\.", ".") for line in body.splitlines())
    return _AMENDED.sub("", "\n".join(line for line in lines if line))


class LemmaIndex:
    """BM25 over the lemmas of passages."""

    def __init__(self, terms: Sequence[Sequence[str]]) -> None:
        self._postings: dict[str, list[tuple[int, float]]] = defaultdict(list)
        self._size = len(terms)
        mean = sum(map(len, terms)) / max(1, len(terms))
        for place, one in enumerate(terms):
            norm = _SATURATION * (1 - _LENGTH_SHARE + _LENGTH_SHARE * len(one) / mean)
            for term, count in Counter(one).items():
                self._postings[term].append((place, count * (_SATURATION + 1) / (count + norm)))

    def best(self, terms: Iterable[str], count: int) -> list[int]:
        """The places of the best passages."""
        scores = np.zeros(self._size)
        for term in set(terms):
            found = self._postings.get(term, ())
            rarity = math.log(1 + (self._size - len(found) + 0.5) / (len(found) + 0.5))
            for place, weight in found:
                scores[place] += rarity * weight
        order = np.argsort(-scores, kind="stable")[:count]
        return [int(place) for place in order if scores[place] > 0]


def similar_by_words(
    texts: Sequence[ArticlePassage], asked: Sequence[TrainingQuestion], count: int, cache: Path
) -> list[list[int]]:
    """For every question the passages of its home that share its rare words; kept in a file, for cutting takes minutes."""
    said = [*(one.text for one in texts), "", *(one.question for one in asked), str(count)]
    digest = hashlib.sha256("\0".join(said).encode()).hexdigest()
    if cache.exists():
        kept = json.loads(cache.read_text(encoding="utf-8"))
        if kept["digest"] == digest:
            return [list(map(int, places)) for places in kept["places"]]
    own: dict[str, list[int]] = defaultdict(list)
    for place, text in enumerate(texts):
        own[text.home].append(place)
    indexes = {
        home: LemmaIndex([lemmas(texts[place].text) for place in places])
        for home, places in own.items()
    }
    places = [
        [own[one.home][at] for at in indexes[one.home].best(lemmas(one.question), count)]
        for one in asked
    ]
    cache.write_text(json.dumps({"digest": digest, "places": places}), encoding="utf-8")
    return places
