"""Addresses of the staff's pages."""

from __future__ import annotations

from django.urls import path

from verification import case_actions, views

app_name = "verification"
urlpatterns = [
    path("review/", views.queue, name="queue"),
    path("review/check", case_actions.check, name="check"),
    path("review/provisions", case_actions.provisions, name="provisions"),
    path("review/<uuid:answer_id>/", views.case, name="case"),
    path("review/<uuid:answer_id>/hands", case_actions.hands, name="hands"),
    path("review/<uuid:answer_id>/golden", case_actions.golden, name="golden"),
]
