"""Pictures, and the numbered lines and rows of attached tables; those of tables that are stored already are found anew."""

import django.db.models.deletion
import regulations.models.pictures
from django.db import migrations, models

from regulations.text.locators import Locator
from regulations.text.parser.attached import attachment_units


def number_rows(apps, schema_editor):
    """Store the units of attachments that were imported before."""
    subparagraphs, items = (
        apps.get_model("regulations", name) for name in ("Subparagraph", "Item")
    )
    attachments = apps.get_model("regulations", "Attachment").objects.filter(
        kind="table", is_deleted=False
    )
    for attachment in attachments.iterator():
        units = attachment_units(Locator.parse(attachment.locator_key), attachment.text)
        rows = {}
        below = [unit for top in units for unit in top.walk()]
        for place, unit in enumerate(below, start=1):
            locator = unit.locator
            shared = {
                "version_id": attachment.version_id,
                "attachment_id": attachment.pk,
                "locator_key": locator.key,
                "position": attachment.position + place,
                "label": unit.label,
                "text": unit.text,
                "is_deleted": unit.is_deleted,
            }
            if locator.item is None and locator.subitem is None:
                row = subparagraphs.objects.create(
                    number=locator.subparagraph, branch=locator.subparagraph_branch, **shared
                )
            else:
                above = rows.get(locator.parent.key)
                row = items.objects.create(
                    number=locator.subitem or locator.item,
                    parent=above if isinstance(above, items) else None,
                    subparagraph=above if isinstance(above, subparagraphs) else getattr(above, "subparagraph", None),
                    **shared,
                )
            rows[locator.key] = row
    # The indexes of the new columns are made in the same transaction.
    schema_editor.execute("SET CONSTRAINTS ALL IMMEDIATE")


def forget_rows(apps, schema_editor):
    """Take the units of attachments away again: the constraint before knew none."""
    for name in ("Item", "Subparagraph"):
        apps.get_model("regulations", name).objects.filter(attachment__isnull=False).delete()
    # The tables are altered in the same transaction.
    schema_editor.execute("SET CONSTRAINTS ALL IMMEDIATE")


class Migration(migrations.Migration):

    dependencies = [
        ('regulations', '0003_cross_references'),
    ]

    operations = [
        migrations.CreateModel(
            name='Picture',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('locator_key', models.CharField(blank=True, max_length=120, verbose_name='자리')),
                ('number', models.PositiveIntegerField(verbose_name='번호')),
                ('media_type', models.CharField(choices=[('image/png', 'Png'), ('image/jpeg', 'Jpeg'), ('image/gif', 'Gif'), ('image/webp', 'Webp')], max_length=20, verbose_name='형식')),
                ('width', models.PositiveIntegerField(verbose_name='너비')),
                ('height', models.PositiveIntegerField(verbose_name='높이')),
                ('sha256', models.CharField(max_length=64)),
                ('content', models.FileField(max_length=200, upload_to=regulations.models.pictures.picture_file, verbose_name='파일')),
            ],
            options={
                'verbose_name': '그림',
                'verbose_name_plural': '그림',
                'default_related_name': 'pictures',
            },
        ),
        migrations.RemoveConstraint(
            model_name='subparagraph',
            name='subparagraph_has_a_parent',
        ),
        migrations.AddField(
            model_name='item',
            name='attachment',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, to='regulations.attachment'),
        ),
        migrations.AddField(
            model_name='subparagraph',
            name='attachment',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, to='regulations.attachment'),
        ),
        migrations.AddConstraint(
            model_name='subparagraph',
            constraint=models.CheckConstraint(condition=models.Q(('article__isnull', False), ('paragraph__isnull', False), ('attachment__isnull', False), _connector='OR'), name='subparagraph_has_a_parent'),
        ),
        migrations.AddField(
            model_name='picture',
            name='version',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, to='regulations.regulationversion'),
        ),
        migrations.AddConstraint(
            model_name='picture',
            constraint=models.UniqueConstraint(fields=('version', 'number'), name='picture_number_unique'),
        ),
        migrations.RunPython(number_rows, forget_rows),
    ]
