"""The rows that a release leaves behind, as the statements with which it wrote them.

`tests/data/releases/NAME.sql` is what one release stored: its first line names its migrations, then come INSERTs with the columns
that it knew. When a release is made, `RECORD_RELEASE=NAME pytest tests/integration/portal/test_upgrade.py` writes the next
one; from then on every new migration has to carry these rows over and to let these INSERTs through.
"""

from __future__ import annotations

import json
import subprocess
from datetime import date
from pathlib import Path

from django.db import connection
from django.db.migrations.loader import MigrationLoader

from chat.api.views import answer_now
from chat.asking.services import feedback_record
from chat.models import AnswerShare
from portal.accounts.models import User
from portal.controls.models import ApiKey
from portal.controls.services import usage_record
from portal.embedded.postgres import programs_folder
from regulations.models import GoldenQuestion, GoldenSet
from tests.controls import controls_set
from tests.corpus import SCHOOL_REGULATIONS, TODAY, TUITION, given_regulation
from verification.models import Review

FOLDER = Path(__file__).parent / "data" / "releases"
APPLICATIONS = ("accounts", "controls", "regulations", "verification", "chat")
_NOISE = ("SET ", "SELECT pg_catalog.set_config", "--", "\\")


def rows_given() -> None:
    """A little of everything that a university stores."""
    student = User.objects.create_user("gaon", "gaon@example.com", "x")
    reviewer = User.objects.create_user("narae", role=User.Role.STAFF)
    later = SCHOOL_REGULATIONS.replace("3년(6학기)", "4년(8학기)")
    given_regulation("학칙", SCHOOL_REGULATIONS, department="학사지원팀", embed=True)
    given_regulation("학칙", later, enforcement_date=date(2027, 3, 1), embed=True)
    given_regulation("등록금에 관한 규정", TUITION, embed=True)
    answer = answer_now(question="휴학은 최대 몇 년까지 가능한가요?", as_of=TODAY)
    answer.message.conversation.user = student
    answer.message.conversation.save()
    feedback_record(answer=answer, helpful=False, comment="더 짧게 알려 주십시오.")
    AnswerShare.objects.create(answer=answer)
    Review.objects.create(answer=answer, reviewer=reviewer, decision="APPROVED")
    answer_now(question="오늘 점심은 무엇입니까?", as_of=TODAY)
    controls_set(banner="점검을 마쳤습니다.")
    usage_record(model="model", prompt_tokens=11, completion_tokens=7)
    ApiKey.objects.create_key(name="학과 누리집", may_ask=True)
    golden = GoldenSet.objects.create(name="학사")
    GoldenQuestion.objects.create(golden_set=golden, question="휴학은 몇 년까지입니까?")


def release_record(name: str) -> Path:
    """Write the rows of the present database as the next release's file."""
    loader = MigrationLoader(connection)
    leaves = dict(key for key in loader.graph.leaf_nodes() if key[0] in APPLICATIONS)
    place = connection.settings_dict
    dump = subprocess.run(
        [
            str(programs_folder() / "pg_dump"),
            *("--data-only", "--column-inserts", "--no-comments"),
            *(f"--table={application}_*" for application in APPLICATIONS),
            *("-h", str(place["HOST"]), "-U", str(place["USER"]), str(place["NAME"])),
        ],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    lines = [line for line in dump.splitlines() if line and not line.startswith(_NOISE)]
    file = FOLDER / f"{name}.sql"
    file.write_text("\n".join([f"-- {json.dumps(leaves)}", *lines, ""]))
    return file


def release_read(file: Path) -> tuple[list[tuple[str, str]], str]:
    """The migrations of a release, and its statements."""
    first, statements = file.read_text().split("\n", 1)
    return list(json.loads(first.removeprefix("-- ")).items()), statements


def tables() -> list[str]:
    """The tables of the portal's own applications that are there now."""
    with connection.cursor() as cursor:
        names = connection.introspection.table_names(cursor)
    return [name for name in names if name.startswith(tuple(f"{app}_" for app in APPLICATIONS))]


def counts() -> dict[str, int]:
    """How many rows every table has."""
    found = {}
    with connection.cursor() as cursor:
        for table in tables():
            cursor.execute(f'SELECT count(*) FROM "{table}"')
            found[table] = cursor.fetchone()[0]
    return found
