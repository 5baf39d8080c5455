from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("regulations", "0015_subscriptions"),
    ]

    operations = [
        migrations.AddField(
            model_name='regulationversion',
            name='references_due',
            field=models.BooleanField(db_default=False, default=False),
        ),
    ]
