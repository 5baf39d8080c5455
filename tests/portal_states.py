"""The portal with a row for each state that a page can show, and the pages that show them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from datetime import date, timedelta
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

from django.apps import apps
from django.conf import settings
from django.contrib import admin
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.db import OperationalError
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils import timezone

from chat.api.views import answer_now
from chat.asking.services import conversation_start, feedback_record, question_ask
from chat.conversations.certificates.issuing import certificate_issue
from chat.conversations.sharing import answer_share
from chat.insights.dashboard.counting import days_count
from chat.insights.reports.stored import reports_write
from chat.models import (
    Answer,
    AnswerPassage,
    AnswerSentence,
    Citation,
    ExampleQuestion,
    Message,
)
from chat.pages import views
from chat.pages.widget import waiting_path
from chat.reruns.enqueueing import search_enqueue
from chat.reruns.running import rerun_execute
from portal.accounts.models import User
from portal.stores import StoreAwayError
from regulations.announcing.opening import advance_notice_open
from regulations.importing.files import regulation_import
from regulations.importing.runs import run_read
from regulations.importing.uploads import upload_create
from regulations.models import GoldenSet, RegulationVersion
from regulations.search.golden import golden_import, golden_run_execute, golden_run_start
from regulations.search.retrieval.results import TransitionalRule
from regulations.text.parser import parse_regulation
from tests.controls import controls_set
from tests.corpus import SCHOOL_REGULATIONS, given_corpus, given_regulation
from tests.rendered_pages import PageShelf
from tests.stored_answers import Written, given_answer, path_of
from verification.citations.states import CitationStatus, ConfirmedBy, SentenceOutcome
from verification.contradictions.finding import contradictions_find
from verification.models import CitationCheck, Flag, Verification
from verification.review.deciding import review_decide
from verification.review.flags import flag_raise

PERMIT = Written(
    "휴학하려면 **휴학원**을 제출하여 총장의 허가를 받아야 합니다.", ("art-25/para-1",)
)
YEARS = Written("휴학기간은 통산하여 3년(6학기)을 초과할 수 없습니다.", ("art-25/para-2",))
ENGLISH = Written("A leave of absence needs the permission of the president.", PERMIT.keys)
BESIDE = Written(
    "복학은 학과에 문의하여 정합니다.",
    ("art-26",),
    SentenceOutcome.BESIDE_SOURCE,
    ConfirmedBy.NONE,
)
DIFFERS = Written(
    "신입생은 첫 학기에 휴학할 수 있습니다.", ("art-25/para-3",), SentenceOutcome.DIFFERS
)
# Wider than the narrowest window, however its words break.
TABLE = """
| 신청학점 | 학사과정 | 석사과정 | 박사과정 | 시간제등록생 | 비고 |
|---|---|---|---|---|---|
| 3학점까지 | 수업료의 6분의 1 | 수업료의 4분의 1 | 수업료의 3분의 1 | 학점당 납부한다 | 실험실습비는 따로 낸다 |
"""
WITHDRAWN = Written(
    "휴학기간은 7년까지입니다.",
    ("art-25/para-2",),
    SentenceOutcome.WITHDRAWN,
    reason="수치가 조문과 다릅니다. (답변 ‘7년’, 조문 ‘3년’)",
)
Status = Answer.Status
# Written into rows as the pipeline does: what leads there is tested where it is decided.
STORED: dict[str, dict[str, Any]] = {
    "stopped": {"status": Status.STOPPED},
    "model away": {"composer": "EXTRACTIVE", "error": "Timeout: 10 s"},
    "error of the model": {"status": Status.ERROR_PROVIDER},
    "asks back": {"retrieval": {"courses_differ": True}},
}


def signed_in(user: User) -> Client:
    """The browser of somebody who has signed in."""
    client = Client()
    client.force_login(user)
    return client


def _asked(question: str, student: User, **more: Any) -> Answer:
    conversation = conversation_start(user=student)
    return answer_now(
        question=question, as_of=timezone.localdate(), conversation=conversation, **more
    )


def _searched(student: User, states: Any) -> dict[str, Answer]:
    """What the pipeline itself comes to: nothing, near, a provision that does not hold."""
    found = {
        "none": _asked("화성 탐사선의 발사 일정은 어떻게 됩니까?", student, mode="keyword"),
        "named": _asked("학칙 제27조는 무슨 내용인가요?", student, mode="keyword"),
    }
    states.CONTEXT_RELEVANCE_THRESHOLD = 1.01
    found["near"] = _asked("휴학은 최대 몇 년까지 가능한가요?", student, mode="keyword")
    assert found["near"].status == Status.NEAR
    handed = _asked("축제는 언제 합니까?", student, mode="keyword")
    flag_raise(answer_id=handed.pk, reason=Flag.Reason.HANDED_OVER)
    found["handed over"] = handed
    return found


def _transitional(answer: Answer) -> None:
    version = RegulationVersion.objects.select_related("regulation").get(regulation__title="학칙")
    rule = TransitionalRule(
        "FORMER", "학칙", version.regulation_id, version.regulation.slug, "art-25", "제25조",
        version.number, "add-1/art-1", "부칙 제1조", "종전의 규정에 따른다.", None, 2021, 2020,
    )  # fmt: skip
    Answer.objects.filter(pk=answer.pk).update(retrieval={"transitional": [asdict(rule)]})


def _taken_out(answer: Answer) -> None:
    for position, (text, status) in enumerate(
        (("학칙 제27조", CitationStatus.DELETED), ("학칙 제99조", CitationStatus.NOT_FOUND)),
        start=8,
    ):
        CitationCheck.objects.create(
            verification=answer.verification,
            position=position,
            statement="문장",
            citation_text=text,
            regulation_title="학칙",
            status=status,
            action=CitationCheck.Action.GENERALIZED,
        )


def _beside_tables(answers: Sequence[Answer]) -> None:
    """Let every provision that these answers quote be a table."""
    AnswerSentence.objects.filter(answer__in=answers).exclude(quote="").update(quote=TABLE)
    Citation.objects.filter(message__answer__in=answers).update(quote=TABLE)
    AnswerPassage.objects.filter(answer__in=answers).update(text=TABLE)
    AnswerPassage.objects.filter(answer__in=answers).exclude(excerpt="").update(excerpt=TABLE)


def given_answers(student: User, states: Any) -> dict[str, Answer]:
    """An answer to the student in each state."""
    waiting = question_ask(
        conversation=conversation_start(user=student),
        question="복학은 언제까지 합니까?",
        as_of=timezone.localdate(),
        in_background=False,
    )
    answers = {"being written": waiting}
    for name, values in STORED.items():
        answers[name] = given_answer(PERMIT, user=student)
        Answer.objects.filter(pk=answers[name].pk).update(**values)
    answers["every outcome"] = given_answer(PERMIT, BESIDE, DIFFERS, WITHDRAWN, user=student)
    Answer.objects.filter(pk=answers["every outcome"].pk).update(
        model="gaon-7b", related_questions=["자퇴는 어떻게 합니까?"]
    )
    _taken_out(answers["every outcome"])
    answers["by entry year"] = given_answer(PERMIT, user=student)
    _transitional(answers["by entry year"])
    answers["unofficial translation"] = given_answer(ENGLISH, user=student)
    answers["check failed"] = given_answer(YEARS, user=student)
    Verification.objects.filter(answer=answers["check failed"]).update(check_state="FAILED")
    answers |= _searched(student, states)
    reviewer = User.objects.create_user("reviewer", role=User.Role.STAFF)
    for decision in ("APPROVED", "CORRECTED", "WITHDRAWN", ""):
        answer = given_answer(YEARS, user=student)
        feedback_record(answer=answer, helpful=False)
        answers[f"decided {decision}"] = answer
        if decision:
            review_decide(
                answer_id=answer.pk,
                reviewer=reviewer,
                decision=decision,
                reason="확인했습니다.",
                cause="OPINION" if decision == "APPROVED" else "",
                corrected_text="휴학원을 냅니다(「학칙」 제25조제1항)."
                if decision == "CORRECTED"
                else "",
                accepts_unconfirmed=True,
            )
    _beside_tables([answers[name] for name in ("every outcome", "near", "decided ")])
    return answers


def add_student_pages(shelf: PageShelf, states: Any) -> dict[str, Answer]:
    """Who asks, from the empty page to every state of an answer."""
    shelf.add("nothing asked", Client(), "/")
    shelf.add("no conversations", Client(), "/conversations/")
    shelf.add("no notices", Client(), "/notices/")
    given_corpus()
    student = User.objects.create_user("student", role=User.Role.STUDENT)
    client = signed_in(student)
    ExampleQuestion.objects.create(question="휴학은?", category="학사", is_answered=True)
    answers = given_answers(student, states)
    reader = User.objects.create_user("reader", role=User.Role.STUDENT)
    single = given_answer(PERMIT, BESIDE, user=reader)
    shelf.add("one answer", signed_in(reader), path_of(single))
    # All of them in one conversation: one page shows every state.
    first = answers["being written"].message.conversation_id
    Message.objects.filter(conversation__user=student).update(conversation=first)
    for language in ("ko", "en", "zh-hans", "vi"):
        client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
        shelf.add(f"answers {language}", client, reverse("chat:conversation", args=[first]))
    shelf.add("asking in Vietnamese", client, "/")
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "ko"
    share = answer_share(answer=answers["every outcome"])
    assert share is not None
    shelf.add("shared", Client(), reverse("chat:shared", args=[share.token]))
    for state in ("every outcome", "near"):
        shelf.add(f"widget {state}", Client(), waiting_path(answers[state]))
    Verification.objects.filter(answer=answers["decided "]).update(check_state="DONE")
    row = certificate_issue(
        answer_id=answers["decided "].pk, with_question=True, now=timezone.now()
    )
    shelf.add("certificate", Client(), f"/certificate/{row.code}")
    shelf.add("certificate sought", Client(), "/certificate/?code=ZZZZ-ZZZZ")
    for path in ("/", "/conversations/", "/notices/", "/notices/settings/", "/my-data/"):
        shelf.add("with rows", client, path)
    shelf.add("how answers are made", client, reverse("chat:how"))
    return answers


def add_account_pages(shelf: PageShelf) -> None:
    """Signing in and what belongs to an account."""
    client, person = Client(), User.objects.create_user("person", "p@example.org", "words-of-mine")
    shelf.add("signing in", client, "/account/login/")
    shelf.add("refused", client, "/account/login/", login="person", password="x")
    shelf.add("no such page", client, "/nowhere/", status=404)
    client = signed_in(person)
    for path in (
        "/account/logout/",
        "/account/sessions/",
        "/account/2fa/",
        "/account/password/change/",
    ):
        shelf.add("account", client, path)
    shelf.add("not allowed", client, "/review/", status=403)
    shelf.add(
        "passwords differ",
        client,
        "/account/password/change/",
        oldpassword="x",
        password1="a",
        password2="b",
    )
    shelf.add("who one is", client, "/account/reauthenticate/")


def add_failing_pages(shelf: PageShelf) -> None:
    """What stands there where the server fails, and while the portal, or asking alone, is closed."""
    client = Client(raise_request_exception=False)
    for state, error, status in (
        ("a fault of ours", RuntimeError("fault"), 500),
        ("database away", OperationalError("away"), 503),
        ("files away", StoreAwayError("away"), 503),
    ):
        with patch.object(views, "conversation_start", side_effect=error):
            shelf.add(state, client, "/", status=status, question="휴학은 몇 년까지 되나요?")
    for state, closed, status in (
        ("asking closed", "takes_questions", 200),
        ("closed", "is_open", 503),
    ):
        controls_set(**{closed: False})
        cache.clear()
        shelf.add(state, client, "/", status=status)
        controls_set(**{closed: True})
        cache.clear()


def add_reading_pages(shelf: PageShelf) -> None:
    """Regulations, their history, what is announced, and texts that are checked."""
    client = Client()
    amended = SCHOOL_REGULATIONS.replace("3년(6학기)", "4년(8학기)").replace("2025년", "2026년")
    amended += f"[별표 1] 납부할 금액\n{TABLE}"
    given_regulation("학칙", amended, enforcement_date=date(2026, 3, 1))
    draft = regulation_import(
        parsed=parse_regulation(SCHOOL_REGULATIONS.replace("14일", "15일"), title="학칙"),
        source_name="학칙.txt",
        source_sha256="draft",
        enforcement_date=timezone.localdate() + timedelta(days=90),
    ).version
    notice = advance_notice_open(
        version=draft, explanation="기간을 늘린다.",
        remarks_until=timezone.localdate() + timedelta(days=30), by=None, today=timezone.localdate(),
    )  # fmt: skip
    english = Client()
    english.cookies[settings.LANGUAGE_COOKIE_NAME] = "en"
    shelf.add("terms on hover", english, "/regulations/학칙/2/")
    for path in (
        "/regulations/", "/regulations/학칙/2/?cite=art-25/para-2", "/regulations/학칙/1/", "/regulations/학칙/history",
        "/regulations/학칙/2/comparison", "/regulations/학칙/2/citing?cite=art-25", "/regulations/search/?q=휴학",
        "/regulations/search/?q=없는말", "/regulations/notices/", f"/regulations/notices/{notice.pk}/",
        "/subscriptions/", "/check/",
    ):  # fmt: skip
        shelf.add("reading", client, path)
    shelf.add(
        "refused remark",
        client,
        f"/regulations/notices/{notice.pk}/",
        said_by="",
        text="",
        status=422,
    )
    shelf.add("refused address", client, "/subscriptions/", email="nobody")
    text = f"{YEARS.text}\n{DIFFERS.text}\n학생식당의 점심 가격은 5천 원입니다."
    shelf.add("checked", client, "/check/", text=text, as_of="2026-03-02")
    shelf.add("nothing to check", client, "/check/", text="", as_of="2026-03-02", status=422)


def add_staff_pages(shelf: PageShelf, answers: dict[str, Answer]) -> None:
    """The queue, cases in each state, figures and reports."""
    lead = User.objects.create_user("lead", role=User.Role.LEAD)
    client = signed_in(lead)
    case = answers["every outcome"]
    shelf.add("queue", client, "/review/")
    shelf.add("queue without a hit", client, "/review/?office=없는 부서")
    flag_raise(answer_id=case.pk, reason=Flag.Reason.LOW_FAITHFULNESS, detail="기간이 다름")
    flag_raise(answer_id=answers["check failed"].pk, reason=Flag.Reason.CITATION_NOT_VERIFIED)
    rerun = search_enqueue(answer=case, day=timezone.localdate(), reviewer=lead, now=timezone.now())
    rerun_execute(rerun_id=rerun.pk)
    for state in ("every outcome", "handed over", "check failed", "decided CORRECTED"):
        path = reverse("verification:case", args=[answers[state].pk])
        shelf.add(f"case {state}", client, path)
    shelf.add(
        "refused decision",
        client,
        reverse("verification:case", args=[case.pk]),
        decision="CORRECTED",
        corrected_text="「학칙」 제88조에 따르면 된다.",
        status=422,
    )
    shelf.add("like cases", client, reverse("verification:alike", args=[case.pk]))
    days_count(first=timezone.localdate() - timedelta(days=2), last=timezone.localdate())
    reports_write(today=timezone.localdate())
    month = f"{timezone.localdate():%Y-%m}"
    for path in (
        "/review/dashboard/",
        "/review/reports/",
        f"/review/reports/{month}/",
        "/notices/",
    ):
        shelf.add("figures", client, path)


def given_rows_of_the_office() -> None:
    """One of each: what the lists of the admin show."""
    golden_import(
        name="base",
        lines=[
            json.dumps(
                {"id": "a", "question": "휴학은?", "gold": [{"regulation": "학칙", "article": 25}]}
            )
        ],
    )
    run = golden_run_start(golden_set=GoldenSet.objects.get(), mode="keyword")
    golden_run_execute(run=run, now=timezone.now())
    contradictions_find(day=timezone.localdate())
    upload = SimpleUploadedFile(
        "사물함.txt",
        "사물함 규정\n시행일: 2025. 3. 1.\n제1조(목적) 정한다.\n제3조(반납) 비운다.\n".encode(),
    )
    started = upload_create(upload=upload, by=None)
    run_read(run_id=started.pk, now=timezone.now(), seconds=60)
    with TemporaryDirectory() as folder:
        notice = Path(folder) / "휴학 안내.txt"
        notice.write_text("휴학기간은 통산하여 7년을 초과할 수 없습니다(「학칙」 제25조제2항).")
        call_command("check_notices", folder, stdout=StringIO())


def add_admin_pages(shelf: PageShelf) -> None:
    """Every list of the product in the admin, the first row of each, and the pages that are its own."""
    given_rows_of_the_office()
    root = User.objects.create_superuser("root", "root@example.org", "x")
    client = signed_in(root)
    shelf.add("admin", client, "/admin/")
    ours = {"regulations", "verification", "chat", "controls", "accounts", "mailing"}
    request = RequestFactory().get("/admin/")
    request.user = root
    for model, own in admin.site._registry.items():
        label = model._meta
        if label.app_label not in ours:
            continue
        shelf.add(
            f"list {label.model_name}",
            client,
            reverse(f"admin:{label.app_label}_{label.model_name}_changelist"),
        )
        row = model._default_manager.first()
        # Records are shown by one page of Django's; that of an answer stands for them.
        if row is not None and (own.has_change_permission(request, row) or model is Answer):
            shelf.add(
                f"row {label.model_name}",
                client,
                reverse(f"admin:{label.app_label}_{label.model_name}_change", args=[row.pk]),
            )
    draft = RegulationVersion.objects.filter(state="DRAFT").latest("pk").pk
    published = RegulationVersion.objects.filter(state="PUBLISHED").latest("pk").pk
    run = apps.get_model("regulations.ImportRun").objects.get().pk
    for name, *key in (
        ("regulations_import",), ("regulations_import_run", run), ("regulations_import_changes", run),
        ("regulations_version_report", draft), ("regulations_version_findings", draft),
        ("regulations_version_compare", draft), ("regulations_version_publish", draft),
        ("regulations_version_discard", draft), ("regulations_version_withdraw", published),
("regulations_golden_import",), ("regulations_thesaurus_try",),
        ("controls_status",), ("controls_values",), ("controls_sitecontrols_change", 1),
    ):  # fmt: skip
        shelf.add(name, client, reverse(f"admin:{name}", args=key))
    person = User.objects.get(username="student").pk
    shelf.add("somebody's account", client, reverse("admin:accounts_user_change", args=[person]))
    shelf.add(
        "refused form", client, reverse("admin:regulations_department_add"), name="", status=200
    )
