"""The database refuses to change or delete what the admin wrote down of its users' actions, whoever asks."""

from __future__ import annotations

from django.db import migrations

FORBID = """
CREATE FUNCTION admin_log_is_append_only() RETURNS trigger AS $$
BEGIN
    RAISE EXCEPTION 'the log of admin actions is only ever added to';
END;
$$ LANGUAGE plpgsql;
CREATE TRIGGER admin_log_append_only
    BEFORE UPDATE OR DELETE ON django_admin_log
    FOR EACH ROW EXECUTE FUNCTION admin_log_is_append_only();
"""
ALLOW = """
DROP TRIGGER admin_log_append_only ON django_admin_log;
DROP FUNCTION admin_log_is_append_only();
"""


class Migration(migrations.Migration):
    dependencies = [
        ("admin", "0003_logentry_add_action_flag_choices"),
        ("controls", "0002_api_keys"),
    ]

    operations = [migrations.RunSQL(FORBID, reverse_sql=ALLOW)]
