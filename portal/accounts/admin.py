"""People and their roles in the admin."""

from __future__ import annotations

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.utils.translation import gettext_lazy as _

from portal.accounts.models import User


@admin.register(User)
class PersonAdmin(UserAdmin):  # type: ignore[type-arg]
    """Django's page for users with the role in it."""

    list_display = ("username", "email", "role", "is_staff", "is_active")
    list_filter = ("role", "is_staff", "is_active")
    fieldsets = (*(UserAdmin.fieldsets or ()), (_("역할"), {"fields": ("role",)}))
    add_fieldsets = (*UserAdmin.add_fieldsets, (_("역할"), {"fields": ("role",)}))
