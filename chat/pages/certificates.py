"""Certificates: issued and taken back by who asked, checked by anybody who has the number, without an account."""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from chat.conversations.certificates.issuing import (
    NotCertifiableError,
    certificate_issue,
    certificates_end,
)
from chat.conversations.certificates.keys import published_keys
from chat.conversations.certificates.reading import (
    CheckedCertificate,
    certificate_check,
    code_read,
    provenance_line,
)
from chat.models import Certificate
from chat.pages.context import asked_answer
from portal.http.pages import see_other, unlisted
from portal.privacy.sealing import SealBroken
from portal.processes.deferring import DeferredModule

if TYPE_CHECKING:
    from chat.conversations.certificates import document as drawing
else:
    drawing = DeferredModule("chat.conversations.certificates.document")


@require_POST
def issue(request: HttpRequest, answer_id: UUID) -> HttpResponse:
    """Issue a certificate of one's own answer; the question stands in it where its asker ticks that."""
    answer = asked_answer(request, answer_id)
    try:
        issued = certificate_issue(
            answer_id=answer.pk,
            with_question=request.POST.get("with_question") == "yes",
            now=timezone.now(),
        )
    except NotCertifiableError as error:
        messages.warning(request, str(error))
    except SealBroken:
        messages.warning(
            request, _("지금은 확인서를 발급할 수 없습니다. 운영 담당자에게 알려 주십시오.")
        )
    else:
        return redirect("chat:certificate", code=issued.code)
    return see_other("chat:conversation", conversation_id=answer.message.conversation_id)


@require_POST
def take_back(request: HttpRequest, answer_id: UUID) -> HttpResponse:
    """End the certificates of one's own answer; what they said is deleted."""
    answer = asked_answer(request, answer_id)
    certificates_end(
        certificates=Certificate.objects.filter(answer=answer),
        why=Certificate.Ended.TAKEN_BACK,
        now=timezone.now(),
    )
    messages.success(request, _("확인서를 거두었습니다."))
    return redirect("chat:conversation", conversation_id=answer.message.conversation_id)


@require_safe
def find(request: HttpRequest) -> HttpResponse:
    """The field for a number."""
    typed = request.GET.get("code", "")
    code = code_read(typed)
    if code:
        return redirect("chat:certificate", code=code)
    return render(request, "chat/certificates/find.html", {"typed": typed, "is_wrong": bool(typed)})


@never_cache
@require_safe
def certificate(request: HttpRequest, code: str) -> HttpResponse:
    """What a certificate said, whether it is genuine and holds, and what was amended since."""
    known = code_read(code)
    if known and known != code:
        return redirect("chat:certificate", code=known)
    try:
        checked = _checked(code)
    except Http404:
        context = {"typed": code, "is_unknown": True}
        return render(request, "chat/certificates/find.html", context, status=404)
    context = {
        "certificate": checked,
        "written_by": provenance_line(checked.said) if checked.said else "",
        "today": timezone.localdate(),
    }
    return unlisted(render(request, "chat/certificates/certificate.html", context))


@never_cache
@require_safe
def document(request: HttpRequest, code: str) -> HttpResponse:
    """The certificate as a PDF."""
    checked = _with_statement(code)
    content = drawing.certificate_pdf(
        checked, address=_address(request, checked.code), made_on=timezone.localdate()
    )
    response = HttpResponse(content, content_type="application/pdf")
    response["Content-Disposition"] = f'attachment; filename="certificate-{checked.code}.pdf"'
    return unlisted(response)


@never_cache
@require_safe
def signed(request: HttpRequest, code: str) -> HttpResponse:
    """The very text under the signature, the signature and the key, and whether it still holds, which no signature says."""
    checked = _checked(code_read(code))
    return unlisted(
        JsonResponse(
            {
                "statement": checked.statement,
                "signature": checked.signature,
                "alg": "EdDSA",
                "kid": checked.key,
                "keys": request.build_absolute_uri(reverse("chat:certificate-keys")),
                "holds": checked.holds,
                "ended_at": checked.ended_at,
                "ended_why": checked.ended_why,
                "ended_label": checked.ended_label,
            }
        )
    )


@require_safe
def keys(request: HttpRequest) -> HttpResponse:
    """The public keys, those of the past too."""
    return JsonResponse(published_keys())


def _checked(code: str) -> CheckedCertificate:
    try:
        return certificate_check(code=code, on=timezone.localdate())
    except Certificate.DoesNotExist as error:
        raise Http404("no such certificate") from error


def _with_statement(code: str) -> CheckedCertificate:
    checked = _checked(code_read(code))
    if not checked.said:
        raise Http404("taken back by who asked")
    return checked


def _address(request: HttpRequest, code: str) -> str:
    path = reverse("chat:certificate", kwargs={"code": code})
    return (
        f"{settings.PORTAL_URL}{path}" if settings.PORTAL_URL else request.build_absolute_uri(path)
    )
