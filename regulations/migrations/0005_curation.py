"""How a text becomes a version: uploaded files, edits by hand, who published; and who may.

The provisions of a published version are not changed, whoever asks: the database refuses it too. The two groups are made here
and not after every migration, so that an admin may change or delete them.
"""

from __future__ import annotations

import django.db.models.deletion
import regulations.models.curation
from django.conf import settings
from django.db import migrations, models


PROVISIONS = ("addenda", "article", "paragraph", "subparagraph", "item")
FORBID = """
CREATE FUNCTION regulations_published_text_stands() RETURNS trigger AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM regulations_regulationversion WHERE id = OLD.version_id AND state <> 'DRAFT') THEN
        RAISE EXCEPTION 'the text of a published version is not changed';
    END IF;
    RETURN NEW;
END;
$$ LANGUAGE plpgsql;
CREATE TRIGGER regulations_attachment_stands
    BEFORE UPDATE ON regulations_attachment
    FOR EACH ROW WHEN (
        (OLD.version_id, OLD.locator_key, OLD.label, OLD.title, OLD.text, OLD.rows, OLD.marks, OLD.is_deleted)
        IS DISTINCT FROM
        (NEW.version_id, NEW.locator_key, NEW.label, NEW.title, NEW.text, NEW.rows, NEW.marks, NEW.is_deleted)
    ) EXECUTE FUNCTION regulations_published_text_stands();
""" + "".join(
    f"""
CREATE TRIGGER regulations_{name}_stands
    BEFORE UPDATE ON regulations_{name}
    FOR EACH ROW WHEN (OLD IS DISTINCT FROM NEW) EXECUTE FUNCTION regulations_published_text_stands();
"""
    for name in PROVISIONS
)
ALLOW = (
    "".join(
        f"DROP TRIGGER regulations_{name}_stands ON regulations_{name};"
        for name in (*PROVISIONS, "attachment")
    )
    + "DROP FUNCTION regulations_published_text_stands();"
)

LOOK = {
    name: ("view",)
    for name in (
        "regulation", "regulationalias", "regulationversion", "department", "collection", "thesaurusentry",
        "importrun", "provisionedit",
    )
}
CURATE = {
    "regulation": ("view", "add", "change"),
    "regulationalias": ("view", "add", "change", "delete"),
    "regulationversion": ("view", "change", "delete"),
    "department": ("view", "add", "change"),
    "collection": ("view", "add", "change", "delete"),
    "thesaurusentry": ("view", "add", "change", "delete"),
    "importrun": ("view", "add"),
    "provisionedit": ("view",),
}
GROUPS = {
    "규정 편집": CURATE,
    "규정 게시": LOOK | {"regulationversion": ("view", "publish")},
}


def groups_create(apps, schema_editor):
    ContentType = apps.get_model("contenttypes", "ContentType")
    Permission = apps.get_model("auth", "Permission")
    Group = apps.get_model("auth", "Group")
    for group_name, models_ in GROUPS.items():
        group, _created = Group.objects.get_or_create(name=group_name)
        for model, actions in models_.items():
            content_type, _created = ContentType.objects.get_or_create(
                app_label="regulations", model=model
            )
            for action in actions:
                name = "Can publish and repeal regulations" if action == "publish" else f"Can {action} {model}"
                permission, _created = Permission.objects.get_or_create(
                    content_type=content_type, codename=f"{action}_{model}", defaults={"name": name}
                )
                group.permissions.add(permission)


def groups_delete(apps, schema_editor):
    apps.get_model("auth", "Group").objects.filter(name__in=GROUPS).delete()


class Migration(migrations.Migration):

    dependencies = [
        ('regulations', '0004_rows_and_pictures'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
    ]

    operations = [
        migrations.AlterModelOptions(
            name='regulationversion',
            options={'permissions': (('publish_regulationversion', 'Can publish and repeal regulations'),), 'verbose_name': '규정의 판', 'verbose_name_plural': '규정의 판'},
        ),
        migrations.AddField(
            model_name='regulationversion',
            name='created_by',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='drafted_versions', to=settings.AUTH_USER_MODEL, verbose_name='올린 사람'),
        ),
        migrations.AddField(
            model_name='regulationversion',
            name='loss_reason',
            field=models.TextField(blank=True, db_default='', default='', verbose_name='빠진 내용이 있어도 게시한 이유'),
        ),
        migrations.AddField(
            model_name='regulationversion',
            name='published_by',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='published_versions', to=settings.AUTH_USER_MODEL, verbose_name='게시한 사람'),
        ),
        migrations.CreateModel(
            name='ImportRun',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('created_at', models.DateTimeField(auto_now_add=True, verbose_name='올린 때')),
                ('updated_at', models.DateTimeField(auto_now=True)),
                ('file_name', models.CharField(max_length=255, verbose_name='파일')),
                ('sha256', models.CharField(blank=True, max_length=64)),
                ('size', models.PositiveBigIntegerField(default=0, verbose_name='크기')),
                ('file', models.FileField(blank=True, max_length=200, upload_to=regulations.models.curation.stored_name, verbose_name='원본')),
                ('enforcement_date', models.DateField(blank=True, null=True, verbose_name='시행일')),
                ('state', models.CharField(choices=[('WAITING', '대기'), ('READING', '읽는 중'), ('STORING', '저장하는 중'), ('DONE', '마침'), ('FAILED', '중단됨'), ('REFUSED', '받지 않음')], default='WAITING', max_length=10, verbose_name='상태')),
                ('total', models.PositiveIntegerField(default=0)),
                ('done', models.PositiveIntegerField(default=0)),
                ('message', models.TextField(blank=True, verbose_name='알림')),
                ('claims', models.PositiveSmallIntegerField(default=0)),
                ('lease_until', models.DateTimeField(blank=True, null=True)),
                ('finished_at', models.DateTimeField(blank=True, null=True)),
                ('created_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='import_runs', to=settings.AUTH_USER_MODEL, verbose_name='올린 사람')),
            ],
            options={
                'verbose_name': '가져온 파일',
                'verbose_name_plural': '가져온 파일',
            },
        ),
        migrations.CreateModel(
            name='ImportEntry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('position', models.PositiveIntegerField()),
                ('title', models.CharField(max_length=300)),
                ('code', models.CharField(blank=True, max_length=60)),
                ('outcome', models.CharField(choices=[('draft', '초안'), ('unchanged', '바뀐 것 없음'), ('failed', '저장하지 못함')], max_length=10)),
                ('message', models.TextField(blank=True)),
                ('version', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='import_entries', to='regulations.regulationversion')),
                ('run', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='entries', to='regulations.importrun')),
            ],
            options={
                'verbose_name': '파일 속 규정',
                'verbose_name_plural': '파일 속 규정',
            },
        ),
        migrations.AddField(
            model_name='regulationversion',
            name='import_run',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='versions', to='regulations.importrun', verbose_name='원본 파일'),
        ),
        migrations.CreateModel(
            name='ProvisionEdit',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('locator_key', models.CharField(max_length=120, verbose_name='자리')),
                ('changed_at', models.DateTimeField(auto_now_add=True)),
                ('before', models.JSONField(default=dict)),
                ('after', models.JSONField(default=dict)),
                ('changed_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='provision_edits', to=settings.AUTH_USER_MODEL)),
                ('version', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='edits', to='regulations.regulationversion')),
            ],
            options={
                'verbose_name': '손으로 고친 곳',
                'verbose_name_plural': '손으로 고친 곳',
            },
        ),
        migrations.AddIndex(
            model_name='importrun',
            index=models.Index(fields=['state', 'lease_until'], name='import_run_open'),
        ),
        migrations.AddConstraint(
            model_name='importentry',
            constraint=models.UniqueConstraint(fields=('run', 'position'), name='import_entry_once'),
        ),
        migrations.AddIndex(
            model_name='provisionedit',
            index=models.Index(fields=['version', 'locator_key'], name='provision_edit_place'),
        ),
        migrations.RunSQL(FORBID, reverse_sql=ALLOW),
        migrations.RunPython(groups_create, groups_delete),
    ]
