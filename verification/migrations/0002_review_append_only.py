"""The database refuses to change or delete a decision, whoever asks."""

from __future__ import annotations

from django.db import migrations

FORBID = """
CREATE FUNCTION verification_review_is_append_only() RETURNS trigger AS $$
BEGIN
    RAISE EXCEPTION 'review decisions are only ever added';
END;
$$ LANGUAGE plpgsql;
CREATE TRIGGER verification_review_append_only
    BEFORE UPDATE OR DELETE ON verification_review
    FOR EACH ROW EXECUTE FUNCTION verification_review_is_append_only();
"""
ALLOW = """
DROP TRIGGER verification_review_append_only ON verification_review;
DROP FUNCTION verification_review_is_append_only();
"""


class Migration(migrations.Migration):
    dependencies = [("verification", "0001_initial")]

    operations = [migrations.RunSQL(FORBID, reverse_sql=ALLOW)]
