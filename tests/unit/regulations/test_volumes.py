"""A volume: its kinds, the order of its numbers, what goes on under another name; conflicts of drafts; moved citations."""

from __future__ import annotations

from datetime import date

import pytest

from regulations.curation.finding_groups import findings_grouped
from regulations.curation.inspection import Finding
from regulations.publishing.conflicts import (
    ConflictKind,
    DraftDay,
    PublishedDay,
    conflict_of,
)
from regulations.text.diffing import TextLine, compare
from regulations.volumes.classification import (
    EntryFacts,
    VolumeCandidate,
    VolumeKind,
    code_order,
    continuations,
    covered_chapters,
    kind_of,
)
from regulations.worklist.moving import movement_of, redrafted

DAY, LATER = date(2026, 3, 1), date(2026, 9, 1)


def test_numbers_are_sorted_as_numbers_and_what_has_none_comes_last() -> None:
    codes = ["", "3-1-50", "3-1-5", "3-1-6", "가-2", "10-1-1", "3-1"]

    assert sorted(codes, key=code_order) == [
        "3-1", "3-1-5", "3-1-6", "3-1-50", "10-1-1", "가-2", "",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("facts", "kind"),
    [
        (EntryFacts(is_stored=False), VolumeKind.FAILED),
        (EntryFacts(is_repealed=True, has_former=True), VolumeKind.REPEALED),
        (EntryFacts(), VolumeKind.NEW),
        (EntryFacts(has_former=True), VolumeKind.AMENDED),
        (EntryFacts(has_former=True, has_same_words=True), VolumeKind.SAME),
        (EntryFacts(has_former=True, former_title="가 규정", title="나 규정"), VolumeKind.RENAMED),
        (
            EntryFacts(former_title="가 규정", title="가규정", former_code="1-1", code="1-2"),
            VolumeKind.RENUMBERED,
        ),
    ],
)
def test_the_kind_of_a_regulation(facts: EntryFacts, kind: VolumeKind) -> None:
    assert kind_of(facts) is kind


LINES = frozenset({"제1조 목적", "제2조 정의", "제3조 구성", "제4조 회의"})


@pytest.mark.parametrize(
    ("gone", "new", "kind"),
    [
        # The same number and a title of which a part stayed.
        (("사물함운영규정", "3-1-5", LINES), ("사물함규정", "3-1-5", frozenset()), "renamed"),
        # The same number and text under quite another title.
        (("사물함 규정", "3-1-5", LINES), ("보관시설 지침", "3-1-5", LINES), "renamed"),
        # Another number, the same title.
        (("사물함 규정", "3-1-5", LINES), ("사물함규정", "3-2-1", frozenset()), "renumbered"),
        # Both are others: the text alone speaks for it.
        (("사물함 규정", "3-1-5", LINES), ("보관시설 지침", "4-1-1", LINES), "renamed"),
        # A number that was given to another regulation.
        (("사물함 규정", "3-1-5", LINES), ("등록금 지침", "3-1-5", frozenset({"제1조"})), None),
        (("사물함 규정", "", LINES), ("등록금 지침", "", frozenset({"제1조"})), None),
    ],
)
def test_what_goes_on_under_another_title_or_number(
    gone: tuple[str, str, frozenset[str]], new: tuple[str, str, frozenset[str]], kind: str | None
) -> None:
    found = continuations([VolumeCandidate(2, *new)], [VolumeCandidate(1, *gone)])

    assert [one.kind.value for one in found] == ([kind] if kind else [])


def test_each_regulation_goes_on_once_and_the_likeliest_pair_wins() -> None:
    gone = [
        VolumeCandidate(1, "사물함 규정", "3-1-5", LINES),
        VolumeCandidate(2, "사물함 지침", "3-1-6", LINES),
    ]
    new = [VolumeCandidate(3, "사물함 규칙", "3-1-6", LINES)]

    assert [(one.gone, one.new) for one in continuations(new, gone)] == [(2, 3)]


def test_a_part_of_a_volume_covers_its_chapters_only() -> None:
    assert covered_chapters(["3-1-5", "3-1-50", "2-4-1", ""]) == {"3-1", "2-4"}


@pytest.mark.parametrize(
    ("draft", "published", "kind"),
    [
        (DraftDay(1, 1, None), [], ConflictKind.MISSING_DAY),
        (DraftDay(1, 1, None, is_repealed=True), [], None),
        (DraftDay(1, 1, DAY), [], None),
        (DraftDay(1, 1, DAY), [PublishedDay(1, DAY)], ConflictKind.SAME_DAY),
        (DraftDay(1, 1, DAY), [PublishedDay(1, LATER)], ConflictKind.OLDER_THAN_PUBLISHED),
        (DraftDay(1, 1, LATER, repealed=DAY), [], ConflictKind.REPEALED_BEFORE),
    ],
)
def test_conflicts_are_known_before_publishing(
    draft: DraftDay, published: list[PublishedDay], kind: ConflictKind | None
) -> None:
    found = conflict_of(draft, published=published, others=())

    assert (found.kind if found else None) == kind


def test_of_two_drafts_of_one_day_the_older_one_is_in_conflict() -> None:
    first, second = DraftDay(1, 7, DAY), DraftDay(2, 7, DAY)

    found = conflict_of(first, published=(), others=[second])
    assert found is not None
    assert found.kind is ConflictKind.SAME_DAY_DRAFTS
    assert conflict_of(second, published=(), others=[first]) is None


def _line(number: int, text: str) -> TextLine:
    return TextLine(f"art-{number}", f"제{number}조", text, "", False)


def test_an_inserted_article_moves_those_behind_it() -> None:
    before = [_line(11, "대여 기간은 2주로 한다."), _line(12, "연체하면 대여를 정지한다.")]
    after = [before[0], _line(12, "예약은 하루 전에 한다."), _line(13, "연체하면 대여를 정지한다.")]
    movement = movement_of(compare(before, after), {"art-11", "art-12", "art-13", "art-13/para-1"})

    assert movement.place_of("art-12") == "art-13"
    assert movement.place_of("art-12/para-1") == "art-13/para-1"
    assert movement.place_of("art-11") == "art-11"
    assert movement.place_of("art-40") == ""


@pytest.mark.parametrize(
    ("text", "said", "places", "expected"),
    [
        ("「도서 규정」 제12조에 따른다.", "「도서 규정」 제12조", ("art-12", "art-13"), "「도서 규정」 제13조에 따른다."),
        ("제12조제1항을 준용한다.", "제12조제1항", ("art-12/para-1", "art-13/para-1"), "제13조제1항을 준용한다."),
        ("제12조의2에 따른다.", "제12조의2", ("art-12-2", "art-12-3"), "제12조의3에 따른다."),
        ("제12조제1항에 따른다.", "제12조제1항", ("art-12/para-1", "art-12/para-2"), "제12조제2항에 따른다."),
        ("같은 조에 따른다.", "같은 조", ("art-12", "art-13"), ""),
        ("별표 1에 따른다.", "별표 1", ("table-1", "table-2"), ""),
    ],
)  # fmt: skip
def test_only_the_number_of_a_citation_is_redrafted(
    text: str, said: str, places: tuple[str, str], expected: str
) -> None:
    start = text.index(said)

    found = redrafted(text, start=start, end=start + len(said), before=places[0], after=places[1])

    assert found == expected


def test_findings_of_one_cause_are_one_line_and_what_changes_the_meaning_is_first() -> None:
    found = [
        *(Finding("repeat", f"부칙 제{number}항") for number in range(40, 60)),
        Finding("gap", "제5조 → 제7조"),
        Finding("lost", "제6조(벌칙) 지운 줄", line=12),
        Finding("lost", "제6조(벌칙) 지운 줄", line=13),
    ]

    groups = findings_grouped(found)

    assert [(one.first.kind, len(one.others)) for one in groups] == [
        ("lost", 0), ("lost", 0), ("gap", 0), ("repeat", 19),
    ]  # fmt: skip
