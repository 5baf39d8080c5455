"""Permanent addresses, and what programs read: linked data, llms.txt."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override
from django.views.decorators.http import require_safe

from regulations.reading import catalog
from regulations.reading.linked_data import legislation
from regulations.reading.links import provision_url
from regulations.reading.short_addresses import provision_addressed, short_url

_MULTIPLE_CHOICES, _NOT_FOUND = 300, 404


@require_safe
def short_address(request: HttpRequest, address: str) -> HttpResponse:
    """Lead to the provision that an address names, or say what stands in the way."""
    found = provision_addressed(address, today=timezone.localdate())
    if found.is_found and found.version is not None:
        response: HttpResponse = redirect(
            provision_url(
                slug=found.version.regulation.slug,
                version_number=found.version.number,
                locator_key=found.locator_key,
            )
        )
        # Tomorrow it may lead to another version.
        response["Cache-Control"] = "no-cache"
        return response
    context = {"found": found, "is_day": found.day.year > 1}
    status = _MULTIPLE_CHOICES if found.candidates else _NOT_FOUND
    return render(request, "regulations/short_address.html", context, status=status)


@require_safe
def linked_data(request: HttpRequest, slug: str, version: int) -> JsonResponse:
    """A version as JSON-LD."""
    shown = catalog.version_for_reading(slug=slug, number=version)
    base_url = request.build_absolute_uri("/").rstrip("/")
    return JsonResponse(
        legislation(shown, today=timezone.localdate(), base_url=base_url),
        content_type="application/ld+json",
        json_dumps_params={"ensure_ascii": False},
    )


@require_safe
def llms(request: HttpRequest) -> HttpResponse:
    """What a language model should know of the portal before it speaks about the regulations (llmstxt.org)."""
    base = request.build_absolute_uri("/").rstrip("/")
    groups = catalog.regulation_groups(on=timezone.localdate())
    with override("ko"):
        lines = [
            "# 규정 길잡이",
            "",
            "> 우리 대학 규정의 원문과 판, 규정에 근거해 문장마다 대조한 답변을 제공합니다. 규정에 대해 쓴 글은 아래 주소로 확인하십시오.",
            "",
            "## 쓰는 방법",
            "",
            f"- [고정 주소]({base}/r/학칙/제1조): /r/규정 이름/제25조제2항, 날짜를 붙이면 그날 시행된 판(@2024-05-01)",
            f"- [글 확인]({base}/verify): POST로 글을 보내면 인용마다 상태를 답합니다. 사람은 {base}/check/",
            f"- [질문]({base}/query/verified): POST로 질문하면 문장마다 대조한 답을 받습니다",
            f"- [규정 목록]({base}{reverse('api-regulations')}): JSON",
            f"- [API]({base}{reverse('api-schema')}): OpenAPI",
            f"- [개정]({base}{reverse('regulations:feed')}): Atom, {base}{reverse('regulations:calendar')}: iCalendar",
            f"- [모든 판]({base}{reverse('regulations:sitemap')}): sitemap",
            "",
            "VERIFIED와 CONFIRMED만 확인된 것입니다. 다른 상태의 문장을 확인된 것처럼 옮기지 마십시오.",
        ]
    for group in groups:
        lines += ["", f"## {group.name or '그 밖의 규정'}", ""]
        lines += [
            f"- [{version.regulation.title}]({base}{short_url(version.regulation.title)})"
            for version in group.versions
        ]
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8")
