"""`replay ANSWER`: makes the retrieval of a stored answer once more and says whether, and why, it differs."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError

from chat.models import Answer
from chat.reruns.replaying import NotRecordedError, Replay, answer_replay
from regulations.search.retrieval.record import RecordedPassage, SearchRecord


class Command(BaseCommand):
    """Compare a stored retrieval with one made now; status 1 where they differ."""

    help = "저장된 답변의 검색을 같은 조건으로 다시 해 보고, 달라졌으면 까닭을 알려 줍니다."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the arguments."""
        parser.add_argument("answer", type=UUID)
        parser.add_argument("--json", action="store_true")

    def handle(self, *args: Any, **options: Any) -> None:
        """Replay and report."""
        found = Answer.objects.select_related("message__in_reply_to")
        try:
            answer = found.get(pk=options["answer"])
            replay = answer_replay(answer=answer)
        except Answer.DoesNotExist as error:
            raise CommandError(f"그런 답변이 없습니다: {options['answer']}") from error
        except NotRecordedError as error:
            raise CommandError(str(error)) from error
        if options["json"]:
            self.stdout.write(json.dumps(_as_json(replay), ensure_ascii=False, indent=2))
        else:
            self._print(answer, replay)
        if not replay.is_same:
            raise CommandError("검색 결과가 다릅니다.", returncode=1)

    def _print(self, answer: Answer, replay: Replay) -> None:
        self.stdout.write(
            f"{answer.question}\n{answer.as_of:%Y. %-m. %-d.} 기준, {replay.before.mode}"
        )
        self._list("그때", replay.before)
        self._list("지금", replay.now)
        if replay.is_same:
            self.stdout.write("같은 조문을 같은 순서로 찾았습니다.")
        for cause in replay.causes:
            self.stdout.write(f"- {cause}")
        if not replay.is_same and not replay.causes:
            self.stdout.write(
                "- 저장된 조건은 모두 같습니다. 다른 규정이 들어오거나 빠지면 낱말의 드문 정도가 달라집니다."
            )

    def _list(self, name: str, record: SearchRecord) -> None:
        self.stdout.write(f"{name}: {record.outcome}".rstrip(": ") + ":")
        for row in record.results:
            self.stdout.write(f"  {row.rank}. [{row.relevance:.2f}] {_label(row)}")


def _label(row: RecordedPassage) -> str:
    return f"{row.regulation} {row.locator_key} (판 {row.version_id})"


def _as_json(replay: Replay) -> dict[str, Any]:
    return {
        "same": replay.is_same,
        "causes": list(replay.causes),
        "lost": [_label(row) for row in replay.lost],
        "gained": [_label(row) for row in replay.gained],
        "before": replay.before.as_json(),
        "now": replay.now.as_json(),
    }
