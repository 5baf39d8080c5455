from django.db import migrations, models

_NOW = {"SUPPORTED": "CONFIRMED", "UNSUPPORTED": "BESIDE_SOURCE"}


def rename(apps, schema_editor, names=_NOW):
    sentences = apps.get_model("chat", "AnswerSentence").objects.using(
        schema_editor.connection.alias
    )
    for before, after in names.items():
        sentences.filter(outcome=before).update(outcome=after)


def rename_back(apps, schema_editor):
    names = {after: before for before, after in _NOW.items()}
    rename(apps, schema_editor, names | {"DIFFERS": "UNSUPPORTED", "WITHDRAWN": "UNSUPPORTED"})


class Migration(migrations.Migration):

    dependencies = [
        ("chat", "0011_leased_work"),
    ]

    operations = [
        # The column keeps its name: the release before goes on writing it while it is being replaced.
        migrations.AlterField(
            model_name="answersentence",
            name="support",
            field=models.CharField(
                choices=[
                    ("SUPPORTED", "확인됨"),
                    ("UNSUPPORTED", "확인 필요"),
                    ("NOT_CHECKED", "확인 안 됨"),
                    ("REFUSAL", "없다는 답"),
                    ("NO_CLAIM", "주장 없음"),
                ],
                db_column="support",
                default="NOT_CHECKED",
                max_length=12,
                verbose_name="확인",
            ),
        ),
        migrations.RenameField(
            model_name="answersentence", old_name="support", new_name="outcome"
        ),
        migrations.AlterField(
            model_name="answersentence",
            name="outcome",
            field=models.CharField(
                choices=[
                    ("CONFIRMED", "확인됨"),
                    ("BESIDE_SOURCE", "원문과 함께"),
                    ("DIFFERS", "규정과 다름"),
                    ("NO_CLAIM", "주장 없음"),
                    ("REFUSAL", "없다는 답"),
                    ("WITHDRAWN", "거둠"),
                    ("NOT_CHECKED", "확인 안 됨"),
                ],
                db_column="support",
                default="NOT_CHECKED",
                max_length=16,
                verbose_name="확인",
            ),
        ),
        migrations.AddField(
            model_name="answersentence",
            name="method",
            field=models.CharField(
                choices=[
                    ("PROOF", "증명"),
                    ("COPY", "원문 그대로"),
                    ("JUDGE", "모델 판정"),
                    ("NONE", "없음"),
                ],
                db_default="NONE",
                default="NONE",
                max_length=8,
                verbose_name="확인한 방법",
            ),
        ),
        migrations.AddField(
            model_name="answersentence",
            name="quote",
            field=models.TextField(
                blank=True, db_default="", default="", verbose_name="조문의 글"
            ),
        ),
        migrations.AddField(
            model_name="answersentence",
            name="reason",
            field=models.TextField(blank=True, db_default="", default="", verbose_name="까닭"),
        ),
        migrations.AddField(
            model_name="answersentence",
            name="withdrawn_at",
            field=models.DateTimeField(blank=True, null=True, verbose_name="거둔 때"),
        ),
        migrations.RunPython(rename, rename_back),
    ]
