"""Addresses of the account that are the portal's own; they stand before allauth's."""

from __future__ import annotations

from django.urls import path

from portal.accounts import views
from portal.accounts.lti import views as lti

urlpatterns = [
    path("sessions/", views.sessions, name="account_sessions"),
    path("sessions/end", views.end_others, name="account_sessions_end"),
    path("sessions/<int:session_id>/end", views.end, name="account_session_end"),
    path("lti/login", lti.login, name="lti_login"),
    path("lti/launch", lti.launch, name="lti_launch"),
]
