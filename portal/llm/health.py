"""How the models are, as far as that is known without asking them: a question to a model costs money."""

from __future__ import annotations

from django.conf import settings
from django.utils.translation import gettext as _

from portal.health import Part, State
from portal.llm import routing
from portal.llm.breaking import resting
from portal.llm.embedding import coming, present
from portal.llm.errors import Unavailable
from portal.llm.local_models import is_loaded, sound_file


def language_model() -> Part:
    """Whether answers are written by a model now, or are excerpts."""
    label = _("언어 모델")
    if not settings.LLM_BASE_URL:
        return Part("model", label, State.OK, _("설정되지 않았습니다. 발췌로 답합니다."))
    if not routing.permitted():
        detail = _("꺼져 있거나 이번 달 한도를 다 썼습니다. 발췌로 답합니다.")
        return Part("model", label, State.DEGRADED, detail)
    if resting(settings.LLM_BASE_URL) is None:
        return Part("model", label, State.OK, _("최근 오류가 없습니다."))
    if settings.LLM_FALLBACK_BASE_URL and resting(settings.LLM_FALLBACK_BASE_URL) is None:
        detail = _("응답하지 않아 예비 모델이 답합니다.")
    else:
        detail = _("응답하지 않습니다. 발췌로 답합니다.")
    return Part("model", label, State.DEGRADED, detail)


def embedding_model() -> Part:
    """Whether questions can be compared by meaning; without it they are searched by words."""
    label = _("임베딩 모델")
    model = present()
    wanted = [model] if (following := coming()) is None else [model, following]
    silent = [item.name for item in wanted if item.base_url and resting(item.base_url)]
    if silent:
        detail = _("응답하지 않음: %(names)s. 낱말로만 찾습니다.") % {"names": ", ".join(silent)}
        return Part("embedding", label, State.DEGRADED, detail)
    if not model.base_url:
        try:
            sound_file(model.name)
        except Unavailable:
            return Part("embedding", label, State.DEGRADED, _("모델 파일이 없습니다."))
    figures: dict[str, float | str] = {"model": model.name, "loaded_here": float(is_loaded())}
    detail = _("최근 오류가 없습니다.") if model.base_url else _("작업자가 시작할 때 불러옵니다.")
    return Part("embedding", label, State.OK, f"{model.name}. {detail}", figures)
