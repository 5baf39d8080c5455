"""`retrieval_pools FILE`: the candidates of labelled questions as features, for lab.training.fit_reranking and fit_answering."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from regulations.search.golden.metrics import LabelledQuestion, asked, place
from regulations.search.retrieval.calibration import (
    GREATEST,
    LEAST,
    OF_FIRST,
    OF_QUESTION,
    TOP_PASSAGES,
    fitted_weights,
)
from regulations.search.retrieval.candidates import find_candidates
from regulations.search.retrieval.dense import query_vector
from regulations.search.retrieval.query import analyze
from regulations.search.retrieval.rerank import Candidate, features, one_an_article, rerank
from regulations.search.retrieval.rerankers.cross_encoder import cross_encoded
from regulations.search.retrieval.scope import Scope
from regulations.search.thesaurus import thesaurus_current
from regulations.text.locators import Locator

_LAYOUT = {
    "greatest": GREATEST,
    "least": LEAST,
    "of_first": OF_FIRST,
    "of_question": OF_QUESTION,
}


class Command(BaseCommand):
    """Write the features of every question's candidates."""

    help = "재순위화 가중치를 맞추기 위한 후보와 특징을 적습니다."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the arguments."""
        parser.add_argument(
            "file", type=Path, help="labelled questions, or lines of text that have no answer"
        )
        parser.add_argument(
            "--without-answers",
            action="store_true",
            help="as if the provisions that answer a question were not in the rulebook",
        )
        parser.add_argument(
            "--cross-encoder",
            action="store_true",
            help="with what the cross-encoder says of the best in the shipped order",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Print one JSON object."""
        questions = _questions(options["file"])
        leave_out, cross = options["without_answers"], options["cross_encoder"]
        names: list[str] = []
        pools = []
        for question in questions:
            if leave_out and not question.answerable:
                continue
            candidates, rows = _pool(question, leave_out=leave_out, cross=cross)
            names = names or [name for row in rows[:1] for name in row]
            pools.append(
                {
                    "answerable": question.answerable and not leave_out,
                    "features": [[round(row[name], 5) for name in names] for row in rows],
                    "right": [float(_place(one) in question.accepted) for one in candidates],
                    "places": [str(_place(one)) for one in candidates],
                }
            )
        value = {"names": names, "looked_at": TOP_PASSAGES, "layout": _LAYOUT, "pools": pools}
        self.stdout.write(json.dumps(value, ensure_ascii=False))


def _questions(path: Path) -> list[LabelledQuestion]:
    lines = path.read_text(encoding="utf-8").splitlines()
    if path.suffix == ".jsonl":
        return [asked(json.loads(line)) for line in lines if line.strip()]
    wordings = [line for line in lines if line.strip() and not line.startswith("#")]
    return [asked({"question": wording, "answerable": False}) for wording in wordings]


def _pool(
    question: LabelledQuestion, *, leave_out: bool, cross: bool
) -> tuple[Sequence[Candidate], Sequence[Mapping[str, float]]]:
    query = analyze(question.question, thesaurus=thesaurus_current(), history=question.history)
    pool = find_candidates(
        query,
        as_of=timezone.localdate(),
        scope=Scope(),
        vector=query_vector(query.embedded),
        plain_vector=query_vector(query.text),
    )
    candidates: Sequence[Candidate] = pool.candidates
    if leave_out:
        candidates = [one for one in candidates if _place(one) not in question.accepted]
    if not cross:
        return candidates, features(query, candidates, idf=pool.idf)
    weights = fitted_weights("hybrid").order
    chosen = one_an_article(rerank(query, candidates, idf=pool.idf, weights=weights))
    scored = cross_encoded(query.text, chosen, weights=weights)
    return [one.candidate for one in scored], [one.features for one in scored]


def _place(candidate: Candidate) -> tuple[str, int | None, int | None]:
    locator = Locator.of_passage(candidate.locator_key)
    if locator.addenda is not None or locator.attachment_kind is not None:
        return (f"{candidate.regulation} {candidate.locator_key}", None, None)
    return place(candidate.regulation, locator.article, locator.branch)
