"""The words of a provision in a sentence: never rewritten, a copy whatever frame is put around, and named as they stand."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from django.conf import settings
from django.utils import timezone

from regulations.importing.folders import files_import
from regulations.models import Passage, RegulationAlias, RegulationVersion
from regulations.search.index.foreground import versions_index
from regulations.search.retrieval import RankedPassage
from tests.corpus import TODAY, given_regulation
from verification.checking import (
    CheckedSentence,
    ConfirmedBy,
    DraftSentence,
    SentenceChecker,
    SentenceOutcome,
    Source,
)
from verification.checking.evidence import units_of
from verification.checking.numbering import numbered_sources
from verification.grounding import split_sentences

pytestmark = pytest.mark.django_db

SAMPLES = settings.BASE_DIR / "samples" / "regulations"
_REFERENCE = re.compile(r"「|제\d+[조항호]|별표")
_MARK = re.compile(r"^\s*(?:[①-⑳]|\d+(?:의\d+)?\.|[가-하]\.)\s*")
RULES = """
제4조(위원회) 등록금에 관한 사항을 심의하기 위하여 등록금위원회(이하 “위원회”라 한다)를 둔다.
제5조(변상)
① 자료를 잃어버린 사람은 14일 이내에 같은 자료(판이 다른 경우에는 최신판)로 변상하여야 한다. 다만, 시가를 알 수 없으면 쪽당 100원으로 한다.
② 자료를 잃어버린 학생의 징계는 「학생 상벌 규정」 제5조제2항에 따른다.
③ 변상을 원하지 아니하는 사람에게는 제1항 단서를 준용한다. 이 경우 「학칙」에 따른 징계는 하지 아니한다.
제6조(금액) 등록금은 다음 표와 같다.
| 신청학점 | 납부할 금액 |
|---|---|
| 3학점까지 | 수업료의 6분의 1 |
| 6학점까지 | 수업료의 3분의 1 |
"""
COMPENSATION = (
    "자료를 잃어버린 사람은 14일 이내에 같은 자료(판이 다른 경우에는 최신판)로 변상하여야 한다"
)
PROVISO = "다만, 시가를 알 수 없으면 쪽당 100원으로 한다"
OTHERS = "자료를 잃어버린 학생의 징계는 「학생 상벌 규정」 제5조제2항에 따른다"
APPLIED = "변상을 원하지 아니하는 사람에게는 제1항 단서를 준용한다"

Checked = Callable[[str], CheckedSentence]


@pytest.fixture
def checked() -> Checked:
    """The check of a sentence beside the rules above, each article a source."""
    version = given_regulation("도서관 이용에 관한 규정", RULES)
    RegulationAlias.objects.create(
        regulation=version.regulation, name="도서관 규정", normalized_name="도서관규정"
    )
    given_regulation(
        "학생 상벌 규정", "제5조(징계) ① 징계는 위원회가 정한다.\n② 경고는 처장이 한다."
    )
    passages = version.passages.order_by("pk")
    sources = numbered_sources([_ranked(one) for one in passages if one.locator_key != ""])
    return lambda text: SentenceChecker(sources, as_of=TODAY).check(DraftSentence(text))


def _ranked(passage: Passage) -> RankedPassage:
    return RankedPassage(passage, 1, score=1.0, relevance=1.0, why=())


@pytest.mark.parametrize(
    "file",
    [
        "3-3-1_학생 상벌에 관한 규정.md",
        "3-2-1_등록금에 관한 규정.md",
        "1-1-1_학칙.md",
    ],
)
def test_every_sentence_with_a_reference_stands_as_it_is_written(file: str) -> None:
    checks = list(_of_sample(file))

    assert len(checks) > 20
    changed = [(said, sentence.text) for said, sentence in checks if said not in sentence.text]
    assert changed == []


def _of_sample(file: str) -> Iterator[tuple[str, CheckedSentence]]:
    """The sentences of a file that refer to something, as copies and in quotation marks."""
    [imported] = files_import(
        paths=[SAMPLES / file],
        now=timezone.now(),
        publish=True,
        report_progress=lambda _line: None,
    )
    assert imported.version is not None
    versions_index(versions=[imported.version], embed=False, report_progress=lambda _line: None)
    version = RegulationVersion.objects.get(pk=imported.version.pk)
    for passage in version.passages.select_related("version__regulation").order_by("pk"):
        sources = numbered_sources([_ranked(passage)])
        for said in dict.fromkeys(_referring(sources[0])):
            checker = SentenceChecker(sources, as_of=TODAY)
            for text in (f"{said}[†1].", f'"{said}."라고 정하고 있습니다[†1].'):
                yield said, checker.check(DraftSentence(text))


def _referring(source: Source) -> Iterator[str]:
    for unit in units_of(source):
        for span in split_sentences(unit.text):
            said = _MARK.sub("", span.text.strip()).rstrip(".")
            if said.endswith("다") and _REFERENCE.search(said):
                yield said


@pytest.mark.parametrize("said", [OTHERS, APPLIED])
@pytest.mark.parametrize("frame", ["{}[†2].", '"{}."라고 정하고 있습니다[†2].', "“{}”[†2]"])
def test_a_reference_in_the_words_of_its_source_is_not_rewritten(
    said: str, frame: str, checked: Checked
) -> None:
    sentence = checked(frame.format(said))

    assert sentence.outcome is SentenceOutcome.CONFIRMED
    assert said in sentence.text


def test_it_is_not_rewritten_either_where_only_the_ending_is_another(checked: Checked) -> None:
    assert "「학생 상벌 규정」 제5조제2항에" in checked(f"{OTHERS[:-2]}릅니다[†2].").text
    assert "제1항 단서를" in checked(f"{APPLIED[:-2]}합니다[†2].").text


@pytest.mark.parametrize(
    "place", ["「학생 상벌 규정」 제5조에 따르면", "「학생 상벌 규정」 제5조제2항에 의하면"]
)
def test_what_a_source_refers_to_is_not_where_a_sentence_of_its_own_stands(
    place: str, checked: Checked
) -> None:
    sentence = checked(f"{place} {APPLIED[:-2]}합니다[†2].")

    assert sentence.outcome is SentenceOutcome.BESIDE_SOURCE
    assert "「학생 상벌 규정」" not in sentence.text


@pytest.mark.parametrize("said", [COMPENSATION, PROVISO, OTHERS])
@pytest.mark.parametrize(
    "frame",
    [
        '"{}."라고 정하고 있습니다[†2].',
        "“{}”라고 규정하고 있습니다[†2].",
        '「도서관 이용에 관한 규정」 제5조에 따르면 "{}."라고 되어 있습니다.',
        "「도서관 이용에 관한 규정」 제5조(변상)는 “{}.”고 정합니다.",
        '「도서관 이용에 관한 규정」 제5조: "{}."',
    ],
)
def test_an_exact_quotation_in_a_frame_is_a_copy(said: str, frame: str, checked: Checked) -> None:
    sentence = checked(frame.format(said))

    assert (sentence.outcome, sentence.method) == (SentenceOutcome.CONFIRMED, ConfirmedBy.COPY)
    assert said in sentence.text


def test_a_quotation_with_marks_of_its_own_is_a_copy_too(checked: Checked) -> None:
    said = "등록금에 관한 사항을 심의하기 위하여 등록금위원회(이하 “위원회”라 한다)를 둔다"

    assert checked(f'"{said}."라고 정하고 있습니다[†1].').method is ConfirmedBy.COPY


@pytest.mark.parametrize(
    "text",
    [
        f'"{COMPENSATION[:-5]}하지 아니한다."라고 정하고 있습니다[†2].',
        f'"{COMPENSATION}."라고 정하고 있지 않습니다[†2].',
        f'"{PROVISO}."라고 정한 것은 아닙니다[†2].',
        f'교직원에게는 "{PROVISO}."라고 정하고 있습니다[†2].',
        f'연체료는 없으며, 제5조는 "{PROVISO}."라고 정하고 있습니다[†2].',
        f'"{PROVISO}."라고 정하고 있으며 연체료는 없습니다[†2].',
        '"같은 자료로 변상하여야 한다."라고 정하고 있습니다[†2].',
    ],
)
def test_a_frame_that_says_more_or_other_words_make_no_copy(text: str, checked: Checked) -> None:
    assert checked(text).method is not ConfirmedBy.COPY


@pytest.mark.parametrize(
    "head", ["신청학점 | 납부할 금액", "| 신청학점 | 납부할 금액 |", "신청학점 | 납부할 금액[†3]"]
)
def test_the_head_of_a_table_claims_nothing(head: str, checked: Checked) -> None:
    assert checked(head).outcome is SentenceOutcome.NO_CLAIM
    assert checked("3학점까지 | 수업료의 6분의 1").outcome is SentenceOutcome.CONFIRMED


@pytest.mark.parametrize(
    "name", ["도서관 이용에 관한 규정", "도서관 규정", "도서관규정", "이용에 관한 규정"]
)
def test_a_regulation_named_alone_by_any_name_gets_its_provision(
    name: str, checked: Checked
) -> None:
    sentence = checked(f"「{name}」에 따르면 {APPLIED[:-2]}합니다[†2].")

    assert sentence.outcome is SentenceOutcome.CONFIRMED
    assert sentence.text.startswith("「도서관 이용에 관한 규정」 제5조제3항에 따르면 ")


@pytest.mark.parametrize(
    "text",
    [
        "변상을 하기 전에 이미 낸 돈은 이 규정에서 제외됩니다[†2].",
        "변상하는 방법은 2가지입니다[†2].",
        "잃어버린 자료는 도서관장이 정하는 바에 따라 다르게 변상하기도 합니다[†2].",
        "자료를 잃어버리면 변상하여야 하고 대출도 제한됩니다[†2].",
        "징계는 받지 않는 것으로 되어 있습니다[†2].",
        "등록금위원회는 총장이 위촉하는 위원으로 꾸려집니다[†1].",
    ],
)
def test_words_that_are_named_stand_in_the_sentence_or_the_provision(
    text: str, checked: Checked
) -> None:
    sentence = checked(text)

    assert sentence.outcome is not SentenceOutcome.CONFIRMED
    for reason in sentence.reasons:
        said = "".join(text.split()) if "확인하지 못한" in reason else "".join(RULES.split())
        for span in re.findall(r"‘([^’]+)’", reason):
            assert "".join(span.split()) in said


@pytest.mark.parametrize(
    "place",
    [
        "충남 천안시 동남구 대학로 100",
        "천안시 동남구 안서동 29번지",
        "본관 2층 205호",
        "제2공학관 301호",
    ],
)
def test_an_address_or_a_room_that_no_source_has_is_not_shown(place: str, checked: Checked) -> None:
    sentence = checked(f"잃어버린 자료는 {place}에 변상하여야 합니다[†2].")

    assert sentence.outcome is SentenceOutcome.DIFFERS
    assert place not in sentence.text


@pytest.mark.parametrize(
    "hedged",
    [
        "변상을 원하지 아니하는 사람에게는 대체로 제1항 단서를 준용합니다[†2].",
        "변상을 원하지 아니하는 사람에게는 제1항 단서를 준용할 것으로 보입니다[†2].",
    ],
)
def test_a_guess_is_not_confirmed(hedged: str, checked: Checked) -> None:
    sentence = checked(hedged)

    assert sentence.outcome is SentenceOutcome.BESIDE_SOURCE
    assert sentence.reasons[0].startswith("불확실한 표현")


def test_a_table_that_the_provision_names_stays_named_in_a_polite_sentence() -> None:
    version = given_regulation("졸업 규정", "제3조(학점) 졸업에 필요한 학점은 별표 2와 같다.")
    sources = numbered_sources(
        [_ranked(one) for one in version.passages.filter(locator_key="art-3")]
    )

    sentence = SentenceChecker(sources, as_of=TODAY).check(
        DraftSentence("졸업에 필요한 학점은 별표 2와 같습니다[†1].")
    )

    assert sentence.outcome is SentenceOutcome.CONFIRMED
    assert "별표 2와 같습니다" in sentence.text
