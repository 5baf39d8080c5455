"""Addresses of the regulations. A provision's address is its version's page, with its locator key as the fragment."""

from __future__ import annotations

from django.urls import path

from regulations import views

app_name = "regulations"
urlpatterns = [
    path("regulations/", views.index, name="index"),
    path("regulations/<str:slug>/", views.detail, name="detail"),
    path("regulations/<str:slug>/<int:version>/", views.version, name="version"),
    path("regulations/<str:slug>/<int:version>/provision", views.provision, name="provision"),
    path("regulations/<str:slug>/<int:version>/card", views.card, name="card"),
    path("regulations/<str:slug>/<int:version>/citing", views.citing, name="citing"),
]
