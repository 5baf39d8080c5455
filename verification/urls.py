"""Addresses of the staff's pages."""

from __future__ import annotations

from django.urls import path

from verification import views

app_name = "verification"
urlpatterns = [
    path("review/", views.queue, name="queue"),
    path("review/<uuid:answer_id>/", views.case, name="case"),
]
