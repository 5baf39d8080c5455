"""Health of the models from circuit breakers and files; no model is called, because calls cost money."""

from __future__ import annotations

from django.conf import settings
from django.utils.translation import gettext as _

from portal.health import HealthPart, State
from portal.llm import routing
from portal.llm.circuit_breaker import open_circuit
from portal.llm.embedding import current_model, next_model
from portal.llm.errors import Unavailable
from portal.llm.local_models import is_loaded, require_embedding_model


def language_model() -> HealthPart:
    """Whether answers are written by a model now, or are excerpts."""
    label = _("언어 모델")
    if not settings.LLM_BASE_URL:
        return HealthPart("model", label, State.OK, _("설정되지 않았습니다. 발췌로 답합니다."))
    if not routing.model_permitted():
        detail = _("꺼져 있거나 이번 달 한도를 다 썼습니다. 발췌로 답합니다.")
        return HealthPart("model", label, State.DEGRADED, detail)
    first, *fallback = (
        open_circuit(one.base_url, one.model) for one in routing.configured_endpoints()
    )
    if first is None:
        return HealthPart("model", label, State.OK, _("최근 오류가 없습니다."))
    if fallback and fallback[0] is None:
        detail = _("응답하지 않아 예비 모델이 답합니다.")
    else:
        detail = _("응답하지 않습니다. 발췌로 답합니다.")
    return HealthPart("model", label, State.DEGRADED, detail)


def embedding_model() -> HealthPart:
    """Whether questions can be compared by meaning; without it they are searched by words."""
    label = _("임베딩 모델")
    model = current_model()
    wanted = [model] if (following := next_model()) is None else [model, following]
    silent = [
        item.name for item in wanted if item.base_url and open_circuit(item.base_url, item.name)
    ]
    if silent:
        detail = _("응답하지 않음: %(names)s. 낱말로만 찾습니다.") % {"names": ", ".join(silent)}
        return HealthPart("embedding", label, State.DEGRADED, detail)
    if not model.base_url:
        try:
            require_embedding_model(model.name)
        except Unavailable:
            return HealthPart("embedding", label, State.DEGRADED, _("모델 파일이 없습니다."))
    figures: dict[str, float | str] = {"model": model.name, "loaded_here": float(is_loaded())}
    detail = _("최근 오류가 없습니다.") if model.base_url else _("작업자가 시작할 때 불러옵니다.")
    return HealthPart("embedding", label, State.OK, f"{model.name}. {detail}", figures)
