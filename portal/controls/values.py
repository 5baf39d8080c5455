"""The thresholds and limits of answers as an operator reads them: value, where it comes from, what it does."""

from __future__ import annotations

from dataclasses import dataclass

from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from portal.settings.environment import env

# Those that change answers or the review; secrets and addresses are no business of this page.
_EFFECTS: dict[str, Promise] = {
    "LLM_MODEL": gettext_lazy("답변을 작성하는 언어 모델. 비어 있으면 규정 원문을 발췌합니다."),
    "LLM_TEMPERATURE": gettext_lazy("첫 작성의 온도. 다시 쓸 때마다 0.2씩 높습니다."),
    "LLM_TIMEOUT": gettext_lazy("모델의 답 하나를 기다리는 시간(초)."),
    "MAX_SOURCES": gettext_lazy("답변 하나에 주는 근거의 수."),
    "MIN_RELEVANCE": gettext_lazy("이 관련도부터 근거로 씁니다."),
    "CONTEXT_RELEVANCE_THRESHOLD": gettext_lazy(
        "가장 높은 관련도가 이보다 낮으면 답하지 않습니다."
    ),
    "CITATION_CONFIDENCE_THRESHOLD": gettext_lazy(
        "문장과 조문이 맞는다고 보는 확신. 높이면 확인되는 문장이 줍니다."
    ),
    "FAITHFULNESS_THRESHOLD": gettext_lazy("근거가 뒷받침해야 하는 주장의 비율."),
    "ANSWER_CONFIDENCE_THRESHOLD": gettext_lazy("답변 검증 API가 확인됨이라고 하는 확신."),
    "UNVERIFIED_CITATION_POLICY": gettext_lazy("확인되지 않은 인용을 어떻게 하는지."),
    "MAX_REGENERATIONS": gettext_lazy("확인에 실패한 문장을 다시 쓰는 횟수."),
    "JUDGE_RUNS": gettext_lazy("두 번째 확인에서 모델에게 묻는 횟수. 많은 쪽을 따릅니다."),
    "JUDGE_CALLS_PER_HOUR": gettext_lazy("한 시간의 두 번째 확인 수. 0이면 한도가 없습니다."),
    "MAX_QUESTION_LENGTH": gettext_lazy("질문의 글자 수."),
    "REVIEW_SAMPLE_RATE": gettext_lazy("의심스럽지 않아도 담당자가 보는 답변의 비율."),
    "REVIEW_FOUR_EYES": gettext_lazy("답변의 결정을 두 사람이 하는지."),
    "REVIEW_SECOND_BY_LEAD": gettext_lazy("2차 검토를 책임자만 결정하는지."),
    "REVIEW_TARGET_HOURS": gettext_lazy("검토의 목표 시간."),
    "RETENTION_DAYS": gettext_lazy("아무도 잇지 않는 대화를 지우는 날수. 0이면 남깁니다."),
}

# What UNVERIFIED_CITATION_POLICY may be.
_POLICIES: dict[str, Promise] = {
    "generalize": gettext_lazy("‘관련 규정에 따르면’으로 바꿈"),
    "remove": gettext_lazy("인용을 뺌"),
    "notice": gettext_lazy("확인되지 않았다고 알림"),
    "propose": gettext_lazy("맞는 인용을 제안함"),
}


@dataclass(frozen=True)
class SettingRow:
    """A setting with its value in words."""

    name: str
    value: str
    source: str
    effect: str


def setting_rows() -> list[SettingRow]:
    """Every setting of the answers and of the review."""
    return [
        SettingRow(name, _said(getattr(settings, name)), _source(name), str(effect))
        for name, effect in _EFFECTS.items()
    ]


def _source(name: str) -> str:
    return _("환경 변수") if name in env.ENVIRON else _("기본값")


def _said(value: object) -> str:
    if isinstance(value, bool):
        return _("예") if value else _("아니요")
    if isinstance(value, float):
        return f"{value:g}"
    if value in ("", None):
        return "–"
    return str(_POLICIES.get(str(value), value))
