"""Addresses of the staff's pages."""

from __future__ import annotations

from django.urls import path

from verification.pages import alike, case_actions, checks, views
from verification.pages import leading as lead_views
from verification.pages import notices as notice_views

app_name = "verification"
urlpatterns = [
    path("check/", checks.check_page, name="check-text"),
    path("check/shared/<slug:token>/", checks.shared, name="check-shared"),
    path("check/shared/<slug:ending>/end", checks.unshare, name="check-unshare"),
    path("check/<slug:token>/", checks.checked, name="check-report"),
    path("check/<slug:token>/share", checks.share, name="check-share"),
    path("check/<slug:token>/report.<str:suffix>", checks.export, name="check-export"),
    path("review/", views.queue, name="queue"),
    path("review/assign", lead_views.assign_cases, name="lead-assign"),
    path("review/recheck-failed", alike.recheck_failed, name="recheck-failed"),
    path("review/false-alarms.jsonl", alike.alarms, name="alarms"),
    path("review/<uuid:answer_id>/alike/", alike.alike, name="alike"),
    path("review/check", case_actions.check_correction_text, name="check"),
    path("review/check-reason", case_actions.check_reason, name="reason-check"),
    path("review/provisions", case_actions.provisions, name="provisions"),
    path("review/<uuid:answer_id>/", views.case, name="case"),
    path("review/<uuid:answer_id>/hands", case_actions.assign_case, name="hands"),
    path("review/<uuid:answer_id>/reopen", case_actions.reopen, name="reopen"),
    path("review/<uuid:answer_id>/recheck", case_actions.recheck, name="recheck"),
    path("review/<uuid:answer_id>/golden", case_actions.add_case_to_golden_set, name="golden"),
    path("notices/", notice_views.notices, name="notices"),
    path("notices/seen", notice_views.mark_all_notices_read, name="notices-seen"),
    path("notices/settings/", notice_views.notice_settings, name="notice-settings"),
    path("notices/<uuid:notice_id>/open", notice_views.notice_open, name="notice-open"),
    path("notices/unsubscribe/<str:token>/", notice_views.notice_unsubscribe, name="unsubscribe"),
]
