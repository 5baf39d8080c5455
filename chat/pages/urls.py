"""Addresses for asking and for the answers."""

from __future__ import annotations

from django.conf import settings
from django.urls import path
from prometheus_client import REGISTRY

from chat.insights.dashboard import views as dashboard
from chat.insights.metrics import PortalCollector
from chat.insights.reports import views as reports
from chat.pages import answer_actions, certificates, views, widget
from chat.pages import conversations as conversation_views
from chat.pages import personal_data as personal_views
from chat.reruns import views as casework
from chat.stream import views as stream

# Only processes that serve pages read their addresses, and only they are scraped.
if settings.METRICS_ENABLED:
    REGISTRY.register(PortalCollector())

app_name = "chat"
_CONVERSATION = "conversations/<uuid:conversation_id>"
_ANSWER = "answers/<uuid:answer_id>"
_CASE = "review/<uuid:answer_id>"
urlpatterns = [
    path("", views.ask, name="ask"),
    path("how-answers-are-made/", views.how, name="how"),
    path("certificate/", certificates.find, name="certificate-find"),
    path("certificate/keys.json", certificates.keys, name="certificate-keys"),
    path("certificate/<str:code>.pdf", certificates.document, name="certificate-document"),
    path("certificate/<str:code>.json", certificates.signed, name="certificate-signed"),
    path("certificate/<str:code>", certificates.certificate, name="certificate"),
    path(f"{_ANSWER}/certificate", certificates.issue, name="certify"),
    path(f"{_ANSWER}/certificate/take-back", certificates.take_back, name="certificate-take-back"),
    path("widget/", widget.widget, name="widget"),
    path("widget/answers/<str:token>/", widget.widget_answer, name="widget-answer"),
    path("widget/answers/<str:token>/open", widget.widget_open, name="widget-open"),
    path("my-data/", personal_views.data, name="personal-data"),
    path("my-data/export", personal_views.export, name="personal-export"),
    path("my-data/delete", personal_views.delete, name="personal-delete"),
    path("review/dashboard/", dashboard.dashboard, name="dashboard"),
    path("review/dashboard/figures.csv", dashboard.figures, name="dashboard-figures"),
    path("review/dashboard/figures.xlsx", dashboard.workbook, name="dashboard-workbook"),
    path("review/reports/", reports.reports, name="reports"),
    path("review/reports/<str:month>/", reports.report, name="report"),
    path("review/reports/<str:month>/report.pdf", reports.pdf, name="report-pdf"),
    path("review/reports/<str:month>/send", reports.send, name="report-send"),
    path(f"{_CASE}/again/", casework.casework, name="casework"),
    path(f"{_CASE}/again/search", casework.search, name="casework-search"),
    path(f"{_CASE}/again/compose", casework.compose, name="casework-compose"),
    path(f"{_CASE}/again/belongs", casework.belongs, name="casework-belongs"),
    path(f"{_CASE}/similar/", casework.similar, name="casework-similar"),
    path("conversations/", conversation_views.conversations, name="conversations"),
    path(f"{_CONVERSATION}/", views.conversation, name="conversation"),
    path(f"{_CONVERSATION}/rename", conversation_views.rename, name="rename"),
    path(f"{_CONVERSATION}/delete", conversation_views.delete, name="delete"),
    path(f"{_CONVERSATION}/export.md", conversation_views.export, name="export"),
    path(f"{_CONVERSATION}/changes", stream.changes, name="changes"),
    path(f"{_ANSWER}/stream", stream.stream, name="stream"),
    path(f"{_ANSWER}/fragment", views.fragment, name="fragment"),
    path(f"{_ANSWER}/faithfulness", views.faithfulness, name="faithfulness"),
    path(f"{_ANSWER}/stop", answer_actions.stop, name="stop"),
    path(f"{_ANSWER}/retry", answer_actions.retry, name="retry"),
    path(f"{_ANSWER}/recheck", answer_actions.recheck, name="recheck"),
    path(f"{_ANSWER}/hand-over", answer_actions.hand_over, name="hand-over"),
    path(f"{_ANSWER}/widen", answer_actions.search_all_regulations, name="widen"),
    path(f"{_ANSWER}/ask-as", answer_actions.ask_as, name="ask-as"),
    path(f"{_ANSWER}/share", answer_actions.share, name="share"),
    path(f"{_ANSWER}/unshare", answer_actions.unshare, name="unshare"),
    path(f"{_ANSWER}/feedback", answer_actions.feedback, name="feedback"),
    path(f"{_ANSWER}/near", answer_actions.near, name="near"),
    path(f"{_ANSWER}/seen", answer_actions.mark_review_seen, name="seen"),
    path("shared/<str:token>/", answer_actions.shared, name="shared"),
]
