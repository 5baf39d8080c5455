"""What who leads the review does in the queue: hand out cases, take them out of hands."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from verification.review.access import leads_only, reviewers
from verification.review.leading import cases_assign, cases_unassign


@leads_only
@require_POST
def assign_cases(request: HttpRequest) -> HttpResponse:
    """Put the chosen cases into a reviewer's hands, or take them out of everybody's."""
    chosen = chosen_cases(request.POST.getlist("case"))
    to = reviewers().filter(username=request.POST.get("to", "")).first()
    if request.POST.get("action") == "free":
        count = cases_unassign(answer_ids=chosen)
        told = ngettext(
            "답변 %(n)s개를 내려놓게 했습니다.", "답변 %(n)s개를 내려놓게 했습니다.", count
        )
    elif to is not None:
        count = cases_assign(answer_ids=chosen, to=to, now=timezone.now())
        told = ngettext("답변 %(n)s개를 맡겼습니다.", "답변 %(n)s개를 맡겼습니다.", count)
    else:
        return redirect("verification:queue")
    messages.success(request, told % {"n": count})
    return redirect("verification:queue")


def chosen_cases(given: list[str]) -> list[UUID]:
    """The cases that were ticked; what is no identifier is left out."""
    found = []
    for text in given:
        try:
            found.append(UUID(text))
        except ValueError:
            continue
    return found
