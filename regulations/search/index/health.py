"""Whether everything that is published can be found."""

from __future__ import annotations

from django.db.models import Count, Q
from django.utils.timezone import localdate
from django.utils.translation import gettext as _

from portal.health import HealthPart, State
from portal.llm import next_embedding_model
from regulations.models import RegulationVersion
from regulations.reading.selectors import searched_from
from regulations.search.index.embedding_models import model_in_use, passages_without_vector

IndexState = RegulationVersion.IndexState


def search_index() -> HealthPart:
    """Published versions that are not indexed, and how far a change of the embedding model has come."""
    counts = RegulationVersion.objects.filter(searched_from(localdate())).aggregate(
        words=Count("pk", filter=Q(index_state=IndexState.PENDING)),
        vectors=Count("pk", filter=Q(index_state=IndexState.LEXICAL)),
        failed=Count("pk", filter=Q(index_state=IndexState.FAILED)),
    )
    said = [
        text % {"count": counts[name]}
        for name, text in (
            ("words", _("아직 찾을 수 없는 판: %(count)d")),
            ("vectors", _("낱말로만 찾을 수 있는 판: %(count)d")),
            ("failed", _("색인하지 못한 판: %(count)d")),
        )
        if counts[name]
    ]
    figures: dict[str, float | str] = {name: float(count) for name, count in counts.items()}
    coming = next_embedding_model()
    if coming is not None and coming != model_in_use():
        left = passages_without_vector(coming).count()
        figures |= {"coming_model": coming.name, "passages_to_embed": float(left)}
        said.append(
            _("%(model)s 모델로 다시 색인하는 중: 남은 조각 %(count)d")
            % {"model": coming.name, "count": left}
        )
    is_whole = not (counts["words"] or counts["failed"])
    return HealthPart(
        "index",
        _("색인"),
        State.OK if is_whole else State.DEGRADED,
        ". ".join(said) or _("게시된 모든 판을 찾을 수 있습니다."),
        figures,
    )
