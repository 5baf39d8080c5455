"""Questions that come with a folder of regulations: one a line with the provision that answers it."""

from __future__ import annotations

from pathlib import Path

from pydantic import BaseModel

from regulations.models import Passage, PassageQuestion, RegulationVersion
from regulations.search.questions.services import question_add
from regulations.text.locators import Locator, normalize_name


class WrittenQuestion(BaseModel):
    """A line of passage_questions.jsonl."""

    regulation: str
    article: int
    branch: int | None = None
    question: str


def questions_load(*, path: Path) -> int:
    """Add the questions of a file to the provisions in the newest published version; returns how many are new."""
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    before = PassageQuestion.objects.count()
    for line in filter(str.strip, lines):
        row = WrittenQuestion.model_validate_json(line)
        key = Locator(article=row.article, branch=row.branch).key
        passages = Passage.objects.filter(
            version__regulation__normalized_title=normalize_name(row.regulation),
            version__state=RegulationVersion.State.PUBLISHED,
            locator_key__startswith=key,
        ).select_related("version")
        own = [one for one in passages.order_by("-version__number", "position") if _is_of(one, key)]
        if own:
            question_add(passage=own[0], text=row.question, origin=PassageQuestion.Origin.STAFF)
    return PassageQuestion.objects.count() - before


def _is_of(passage: Passage, key: str) -> bool:
    return passage.locator_key == key or passage.locator_key.startswith(f"{key}/")
