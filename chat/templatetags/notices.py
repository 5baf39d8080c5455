"""What is said before the first question: that a model may write the answer, and who is responsible."""

from __future__ import annotations

from django import template
from django.db import DatabaseError
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from portal import llm
from portal.controls.selectors import controls_get

register = template.Library()


@register.simple_tag
def ai_notice() -> str:
    """The university's own words, else the portal's."""
    try:
        controls = controls_get()
    except DatabaseError:
        return ""
    own = controls.ai_notice if get_language() == "ko" else controls.ai_notice_english
    if own:
        return own
    if llm.available():
        return _(
            "답변은 인공지능(언어 모델)이 쓸 수 있으며, 문장마다 규정 조문과 대조한 뒤에 보입니다. 안내의 책임은 대학에 있고, 최종 판단은 규정 원문과 소관부서의 확인에 따릅니다."
        )
    return _(
        "지금은 인공지능이 글을 쓰지 않고 규정 원문을 발췌해 답합니다. 안내의 책임은 대학에 있고, 최종 판단은 규정 원문과 소관부서의 확인에 따릅니다."
    )
