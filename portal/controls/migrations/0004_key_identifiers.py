"""Rows of API keys get identifiers of their own, where the hash of the key stood, and the time of their last use.

Nothing refers to the old identifiers, and the release before finds keys by their prefix: it goes on working beside this one.
"""

from __future__ import annotations

from django.db import migrations, models

IDENTIFY = """
UPDATE controls_apikey SET id = gen_random_uuid()::text WHERE id = prefix || '.' || hashed_key OR position('$$' in id) > 0;
"""
AS_BEFORE = """
UPDATE controls_apikey SET id = prefix || '.' || hashed_key;
"""


class Migration(migrations.Migration):
    dependencies = [("controls", "0003_audit_append_only")]

    operations = [
        migrations.AddField(
            model_name="apikey",
            name="last_used_at",
            field=models.DateTimeField(
                blank=True, editable=False, null=True, verbose_name="마지막 사용"
            ),
        ),
        migrations.RunSQL(IDENTIFY, reverse_sql=AS_BEFORE),
    ]
