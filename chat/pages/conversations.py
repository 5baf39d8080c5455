"""Pages and forms for the conversations of who asks: find, name, delete, take along."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from chat.conversations.export import conversation_markdown
from chat.conversations.naming import conversation_rename
from chat.conversations.personal_data import conversations_forget
from chat.conversations.selectors import conversation_answers
from chat.models import Conversation
from chat.pages.context import asked_conversation, history
from portal.http.pages import see_other, wants_fragment


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def conversations(request: HttpRequest) -> HttpResponse:
    """All conversations of who asks, with a search; htmx gets the list alone. Words of a person are posted: no address holds them."""
    context = history(request, search=request.POST.get("find", "").strip())
    template = "_history_list" if wants_fragment(request) else "conversations"
    return render(request, f"chat/{template}.html", context)


@require_POST
def rename(request: HttpRequest, conversation_id: UUID) -> HttpResponse:
    """Give a conversation another name."""
    shown = asked_conversation(request, conversation_id)
    conversation_rename(conversation=shown, title=request.POST.get("title", ""))
    return see_other(_page(shown.pk))


@require_POST
def delete(request: HttpRequest, conversation_id: UUID) -> HttpResponse:
    """Delete a conversation."""
    shown = asked_conversation(request, conversation_id)
    conversations_forget(conversations=Conversation.objects.filter(pk=shown.pk), now=timezone.now())
    messages.success(request, _("대화를 지웠습니다."))
    return see_other(reverse("chat:ask"))


@never_cache
@require_safe
def export(request: HttpRequest, conversation_id: UUID) -> HttpResponse:
    """The conversation as Markdown, to be kept."""
    shown = asked_conversation(request, conversation_id)
    text = conversation_markdown(
        title=shown.title,
        answers=conversation_answers(conversation=shown, now=timezone.now()),
        base_url=request.build_absolute_uri("/").rstrip("/"),
    )
    response = HttpResponse(text, content_type="text/markdown; charset=utf-8")
    name = f"answers-{timezone.localdate(shown.created_at)}.md"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def _page(conversation_id: UUID) -> str:
    return reverse("chat:conversation", kwargs={"conversation_id": conversation_id})
