"""Two embedding models side by side: the same questions, the same parts of the search, other vectors."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from lab.evaluation.ablation import AblationVariant, ablated_places
from lab.evaluation.registry import EvaluationPlot, EvaluationTable, NotMeasurableError
from portal.llm import EmbeddingModel, current_embedding_model, next_embedding_model
from regulations.models import Passage
from regulations.search.golden.metrics import FoundPlaces, LabelledQuestion, figures
from regulations.search.index.embedding_models import passages_without_vector

VARIANTS = (
    AblationVariant("vectors alone", words=""),
    AblationVariant("BM25 and vectors fused by rank"),
    AblationVariant("fused, re-ranked", rerank=True),
    AblationVariant("fused, thesaurus, re-ranked", thesaurus=True, rerank=True),
)
_SHOWN = ("recall@1", "recall@5", "nDCG@10", "MRR")
_COMPARED = "recall@5"

Groups = dict[str, list[int]]


def models_of(names: str) -> tuple[EmbeddingModel, EmbeddingModel]:
    """The two models of OLD,NEW; raises NotMeasurableError unless every passage has a vector of both."""
    old, comma, new = (part.strip() for part in names.partition(","))
    if not comma or not old or not new:
        raise NotMeasurableError("name two models: --models OLD,NEW")
    return _complete(old), _complete(new)


def _complete(name: str) -> EmbeddingModel:
    known = [current_embedding_model(), next_embedding_model()]
    model = next((one for one in known if one and one.name == name), EmbeddingModel(name, 384))
    waiting = passages_without_vector(model).count()
    if waiting:
        count = Passage.objects.count()
        raise NotMeasurableError(
            f"{waiting} of {count} passages have no vector of {name}: "
            f'EMBEDDING_NEXT=\'{{"model": "{name}"}}\' manage.py reindex computes them beside the others'
        )
    return model


def compared(
    questions: Sequence[LabelledQuestion],
    *,
    as_of: date,
    models: tuple[EmbeddingModel, EmbeddingModel],
) -> tuple[list[EvaluationTable], list[EvaluationPlot]]:
    """A table of all variants, and by style and language; a plot of each variant's groups, above the line the new is better."""
    answerable = [question for question in questions if question.answerable]
    groups = _groups(answerable)
    rows: list[tuple[str | float, ...]] = []
    by_group: list[tuple[str | float, ...]] = []
    plots = []
    for variant in VARIANTS:
        found = [
            [
                FoundPlaces(
                    ablated_places(q, variant=variant, as_of=as_of, model=m), abstained=False
                )
                for q in answerable
            ]
            for m in models
        ]
        for model, one in zip(models, found, strict=True):
            values = figures(list(zip(answerable, one, strict=True)))
            rows.append((variant.name, model.name, *(values[name] for name in _SHOWN)))
        shares = {name: _shares(answerable, found, members) for name, members in groups.items()}
        by_group += [
            (name, len(groups[name]), variant.name, *pair) for name, pair in shares.items()
        ]
        points = tuple((old, new, len(groups[name])) for name, (old, new) in shares.items())
        plots.append(_plot(variant, models, points))
    by_group.sort(key=lambda row: str(row[0]))
    old, new = (model.name for model in models)
    return [
        EvaluationTable("embedding models", ("search", "model", *_SHOWN), tuple(rows)),
        EvaluationTable(
            f"{_COMPARED} by group", ("group", "questions", "search", old, new), tuple(by_group)
        ),
    ], plots


def _groups(questions: Sequence[LabelledQuestion]) -> Groups:
    groups: Groups = {}
    for place, question in enumerate(questions):
        for name in (f"style {question.style or '-'}", f"language {question.lang or '-'}"):
            groups.setdefault(name, []).append(place)
    return groups


def _shares(
    questions: Sequence[LabelledQuestion],
    found: Sequence[Sequence[FoundPlaces]],
    members: Sequence[int],
) -> tuple[float, float]:
    old, new = (
        figures([(questions[place], one[place]) for place in members])[_COMPARED] for one in found
    )
    return old, new


def _plot(
    variant: AblationVariant,
    models: Sequence[EmbeddingModel],
    points: tuple[tuple[float, float, int], ...],
) -> EvaluationPlot:
    return EvaluationPlot(
        title=f"{variant.name}: {_COMPARED} by style and language",
        across=models[0].name,
        upward=models[1].name,
        points=points,
    )
