"""Comparing two versions: which provision is which, what became of it, and which words differ."""

from __future__ import annotations

from time import process_time

import pytest

from regulations.reading.comparison import compare_parsed
from regulations.text.diffing import ChangeKind, Region, Segment, VersionComparison
from regulations.text.diffing.words import changed_words
from regulations.text.parser import parse_regulation

FORMER = """
제1조(목적) 이 규정은 실습실의 이용에 관한 사항을 정함을 목적으로 한다.
제2조(신청)
① 이용하려는 학생은 다음 각 호의 서류를 이용일 7일 전까지 관리자에게 제출하여야 한다.
1. 이용 신청서
2. 안전 교육 이수증
② 관리자는 신청을 받은 날부터 3일 안에 승인 여부를 알려야 한다.
제3조(이용 시간) 실습실은 오전 9시부터 오후 6시까지 이용할 수 있다.
제4조(변상) 기자재를 잃어버리거나 망가뜨린 사람은 같은 값의 물건으로 갚아야 한다.
제5조(준용) 이 규정에서 정하지 아니한 사항은 시설 관리 규정을 준용한다.
부칙
1. 이 규정은 2024년 3월 1일부터 시행한다.
"""


def compared(*changes: tuple[str, str], former: str = FORMER) -> VersionComparison:
    """The comparison of a text with itself after replacements, each of which must apply."""
    text = former
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    before, after = (parse_regulation(one, title="실습실 규정") for one in (former, text))
    return compare_parsed(before, after)


def states(
    comparison: VersionComparison, region: Region = Region.ARTICLES
) -> dict[str, ChangeKind]:
    """What differs, by the label that a reader knows it under."""
    return {
        (entry.after or entry.before).label: entry.change  # type: ignore[union-attr]
        for entry in comparison.entries
        if entry.region is region and entry.change is not ChangeKind.UNCHANGED
    }


def marked(segments: tuple[Segment, ...]) -> str:
    return "".join(f"[{one.text}]" if one.is_changed else one.text for one in segments)


@pytest.mark.parametrize(
    ("before", "after", "shown_before", "shown_after"),
    [
        pytest.param(
            "이용일 7일 전까지 낸다.",
            "이용일 10일 전까지 낸다.",
            "이용일 [7일] 전까지 낸다.",
            "이용일 [10일] 전까지 낸다.",
            id="a number with what it counts",
        ),
        pytest.param(
            "학생은 신청서를 낸다.",
            "학생은 신청서와 이수증을 낸다.",
            "학생은 [신청서를] 낸다.",
            "학생은 [신청서와 이수증을] 낸다.",
            id="neighbors are one run",
        ),
        pytest.param(
            "교육 과정의 편성·운영을 심의한다.",
            "교육과정의 편성ㆍ운영을 의결한다.",
            "교육 과정의 편성·운영을 [심의한다].",
            "교육과정의 편성ㆍ운영을 [의결한다].",
            id="spacing and kinds of dots are no difference",
        ),
        pytest.param(
            "처장 및 팀장을 위원으로 한다.",
            "학장 및 과장을 위원으로 한다.",
            "[처장 및 팀장을] 위원으로 한다.",
            "[학장 및 과장을] 위원으로 한다.",
            id="a syllable between two changes",
        ),
        pytest.param(
            "위원회는 분기마다 연다.",
            "다음에 해당하면 등록금의 반을 돌려준다.",
            "[위원회는 분기마다 연다.]",
            "[다음에 해당하면 등록금의 반을 돌려준다.]",
            id="another sentence is marked whole",
        ),
    ],
)
def test_words_that_differ(before: str, after: str, shown_before: str, shown_after: str) -> None:
    first, second = changed_words(before, after)

    assert (marked(first), marked(second)) == (shown_before, shown_after)


def test_the_same_text_differs_in_nothing() -> None:
    comparison = compared(("실습실의 이용에", "실습실의  이용에"))

    assert comparison.is_same
    assert comparison.counts.unchanged == 5
    assert comparison.changed_keys == frozenset()


def test_changed_paragraph_concerns_what_stands_above_and_below_it_only() -> None:
    comparison = compared(("7일 전까지", "10일 전까지"))

    assert states(comparison) == {"제2조": ChangeKind.CHANGED}
    assert comparison.changed_keys == {
        "art-2",
        "art-2/para-1",
        "art-2/para-1/subpara-1",
        "art-2/para-1/subpara-2",
    }


def test_added_subparagraph_concerns_its_paragraph_but_not_its_neighbors() -> None:
    comparison = compared(("2. 안전 교육 이수증", "2. 안전 교육 이수증\n3. 서약서"))

    assert comparison.changed_keys == {"art-2", "art-2/para-1"}


def test_article_after_an_inserted_one_is_the_same_article() -> None:
    comparison = compared(
        ("제4조(변상)", "제4조(출입) 출입할 때에는 학생증을 보여야 한다.\n제5조(변상)"),
        ("제5조(준용)", "제6조(준용)"),
    )

    assert states(comparison) == {
        "제4조": ChangeKind.ADDED,
        "제5조": ChangeKind.RENUMBERED,
        "제6조": ChangeKind.RENUMBERED,
    }
    assert comparison.changed_keys == frozenset()
    assert comparison.renumbered_keys == {"art-4": "art-5", "art-5": "art-6"}


def test_article_that_moved_and_changed_keeps_its_words_side_by_side() -> None:
    comparison = compared(("제4조(변상)", "제3조의2(변상)"), ("같은 값의", "같은 종류의"))

    (entry,) = (one for one in comparison.entries if one.change is not ChangeKind.UNCHANGED)
    assert entry.change is ChangeKind.CHANGED
    assert [one.key for one in (entry.before, entry.after) if one] == ["art-4", "art-3-2"]
    (pair,) = entry.rows[0].lines
    assert pair.before is not None
    assert marked(pair.before.segments).count("[") == 1
    assert comparison.changed_keys == {"art-4"}


def test_paragraph_after_an_inserted_one_is_renumbered() -> None:
    comparison = compared(("② 관리자는", "② 서류는 전자 문서로 낼 수 있다.\n③ 관리자는"))

    (entry,) = (one for one in comparison.entries if one.change is not ChangeKind.UNCHANGED)
    assert [row.change for row in entry.rows] == [
        ChangeKind.UNCHANGED,
        ChangeKind.ADDED,
        ChangeKind.RENUMBERED,
    ]
    assert comparison.renumbered_keys == {"art-2/para-2": "art-2/para-3"}
    assert "art-2/para-2" not in comparison.changed_keys


def test_deleted_removed_and_revived_articles() -> None:
    deleted = compared(
        (
            "제3조(이용 시간) 실습실은 오전 9시부터 오후 6시까지 이용할 수 있다.",
            "제3조 삭제 <2025. 3. 1.>",
        )
    )
    removed = compared(
        ("제5조(준용) 이 규정에서 정하지 아니한 사항은 시설 관리 규정을 준용한다.\n", "")
    )

    assert states(deleted) == {"제3조": ChangeKind.DELETED}
    assert deleted.changed_keys == {"art-3"}
    assert states(removed) == {"제5조": ChangeKind.REMOVED}
    assert removed.changed_keys == {"art-5"}
    revived = compared(
        ("제3조 삭제", "제3조(휴관) 공휴일에는 쉰다."), former="제1조(목적) 정한다.\n제3조 삭제\n"
    )
    assert states(revived) == {"제3조": ChangeKind.ADDED}
    assert revived.changed_keys == frozenset()


def test_deleted_article_of_paragraphs_says_so_once() -> None:
    former = "제1조(목적) 정한다.\n제2조(위원회)\n① 위원회를 둔다.\n② 위원은 다섯 명이다.\n"
    comparison = compared((former.partition("\n")[2], "제2조 삭제\n"), former=former)

    (entry,) = (one for one in comparison.entries if one.change is not ChangeKind.UNCHANGED)
    assert entry.change is ChangeKind.DELETED
    changes = [row.change for row in entry.rows]
    assert sorted(changes) == [ChangeKind.DELETED, ChangeKind.REMOVED, ChangeKind.REMOVED]
    assert comparison.changed_keys == {"art-2", "art-2/para-1", "art-2/para-2"}


def test_article_rewritten_under_its_number_stands_beside_the_former_one() -> None:
    comparison = compared(
        (
            "제3조(이용 시간) 실습실은 오전 9시부터 오후 6시까지 이용할 수 있다.",
            "제3조(위원회) 운영위원회는 위원장을 포함하여 다섯 명으로 구성한다.",
        )
    )

    assert states(comparison) == {"제3조": ChangeKind.CHANGED}
    assert comparison.counts.added == comparison.counts.removed == 0


def test_gone_article_stands_where_it_stood() -> None:
    comparison = compared(
        ("제3조(이용 시간) 실습실은 오전 9시부터 오후 6시까지 이용할 수 있다.\n", "")
    )

    shown = [entry.before.label for entry in comparison.entries if entry.before]
    assert shown == ["제1조", "제2조", "제3조", "제4조", "제5조", "부칙"]


def test_addenda_and_attachments_are_counted_apart() -> None:
    former = FORMER + "[별표 1] 요금\n큰 방 | 2만 원\n작은 방 | 1만 원\n"
    comparison = compared(
        ("시행한다.\n[", "시행한다.\n2. 이 규정은 2025년 3월 1일부터 시행한다.\n["),
        ("작은 방 | 1만 원", "작은 방 | 1만 5천 원"),
        former=former,
    )

    assert comparison.counts.differing == 0
    assert comparison.counts_of(Region.ADDENDA).changed == 1
    assert comparison.counts_of(Region.ATTACHMENTS).changed == 1
    assert comparison.changed_keys == {"add-1", "table-1"}


def test_six_hundred_rewritten_articles_take_a_moment() -> None:
    def text(word: str) -> str:
        return "\n".join(
            f"제{number}조(제목 {number}) {word} {number}번째 조문은 {number * 7}일 안에 {word}에게 알린다."
            for number in range(1, 601)
        )

    before, after = (
        parse_regulation(text(word), title="긴 규정") for word in ("교무처장", "총무처장")
    )
    began = process_time()
    comparison = compare_parsed(before, after)

    assert comparison.counts.changed == 600
    assert process_time() - began < 3
