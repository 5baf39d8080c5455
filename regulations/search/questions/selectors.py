"""The questions that belong to what was found, to be offered: they lead where they are from."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from regulations.models import Passage, PassageQuestion
from regulations.text.languages import KOREAN, language_of
from regulations.text.locators import article_key

Place = tuple[int, str]


def place_of(passage: Passage) -> Place:
    """The provision of a passage, whatever its version."""
    return passage.version.regulation_id, article_key(passage.locator_key)


def questions_of(passages: Iterable[Passage], *, language: str = KOREAN) -> dict[Place, list[str]]:
    """The questions in use of each passage's provision in a language, those of people before those of a model."""
    places = {place_of(passage) for passage in passages}
    rows = PassageQuestion.objects.filter(
        state=PassageQuestion.State.ACTIVE,
        regulation__in={regulation for regulation, _key in places},
        locator_key__in={key for _regulation, key in places},
    ).order_by("pk")
    found: dict[Place, list[str]] = defaultdict(list)
    for row in sorted(rows, key=lambda one: one.origin == PassageQuestion.Origin.MODEL):
        if language_of(row.text) == language:
            found[row.regulation_id, row.locator_key].append(row.text)
    return found


def questions_offered(*, limit: int, language: str = KOREAN) -> list[str]:
    """Questions of people to begin with, one a regulation in turn, so that a few show what there is."""
    rows = PassageQuestion.objects.filter(
        state=PassageQuestion.State.ACTIVE, origin=PassageQuestion.Origin.STAFF
    ).order_by("regulation", "pk")
    by_regulation: dict[int, list[str]] = defaultdict(list)
    for regulation, text in rows.values_list("regulation", "text"):
        if language_of(text) == language:
            by_regulation[regulation].append(text)
    turns = [
        (at, place, text)
        for place, one in enumerate(by_regulation.values())
        for at, text in enumerate(one)
    ]
    return [text for _at, _place, text in sorted(turns)[:limit]]
