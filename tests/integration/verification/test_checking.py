"""The gate: what becomes of a sentence and of each of its citations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from pytest_django import DjangoAssertNumQueries, Settings

from regulations.models import Passage
from regulations.reading.names import regulation_names
from regulations.reading.units import PassageUnit, passage_units
from tests.corpus import TODAY, given_corpus, given_regulation
from verification.checking import (
    CheckedCitation,
    CheckedSentence,
    DraftCitation,
    DraftSentence,
    Quote,
    SentenceChecker,
    SentenceOutcome,
    Source,
)
from verification.citations.correction import NOTICE

pytestmark = pytest.mark.django_db

WORDS = "휴학기간은 통산하여 3년(6학기)을 초과할 수 없다"
LEAVE = "휴학기간은 통산하여 3년(6학기)을 초과할 수 없습니다"


@pytest.fixture(autouse=True)
def _corpus(db: None) -> None:
    given_corpus()


def sources(*keys: str) -> list[Source]:
    """학칙 제25조 and 등록금에 관한 규정 제5조, as they would be retrieved: [†1], [†2] …"""
    found = []
    for number, key in enumerate(keys, start=1):
        title, locator_key = key.split(" ")
        passage = Passage.objects.select_related("version__regulation").get(
            version__regulation__title__startswith=title, locator_key=locator_key
        )
        found.append(
            Source(
                number=number,
                passage_id=passage.pk,
                version_id=passage.version_id,
                version_number=passage.version.number,
                regulation_id=passage.version.regulation_id,
                regulation_title=passage.version.regulation.title,
                slug=passage.version.regulation.slug,
                locator_key=passage.locator_key,
                title=passage.title,
                text=passage.text,
                units=passage_units([passage])[passage.pk],
                score=1.0,
                relevance=0.9,
                enforcement_date=passage.version.enforcement_date,
            )
        )
    return found


def checker(*keys: str, threshold: float = 0.7) -> SentenceChecker:
    keys = keys or ("학칙 art-25", "등록금에 art-4", "학칙 art-26")
    return SentenceChecker(sources(*keys), as_of=TODAY, threshold=threshold)


def checked(text: str, *keys: str) -> CheckedSentence:
    return checker(*keys).check(DraftSentence(text))


def by_text(citations: Sequence[CheckedCitation]) -> dict[str, CheckedCitation]:
    return {citation.written: citation for citation in citations}


def test_a_bad_pair_never_removes_a_good_use_of_the_same_number() -> None:
    gate = checker()

    bad = gate.check(DraftSentence("등록금은 매학기 개시일 전 14일까지 납부하여야 합니다[†1]."))
    good = gate.check(DraftSentence(f"{LEAVE}[†1]."))

    # No fact of the first source speaks against it; it only does not say it.
    assert by_text(bad.citations)["[†1]"].status == "NOT_CHECKED"
    assert by_text(bad.citations)["[†1]"].action == "REMOVED"
    assert not by_text(bad.citations)["[†1]"].shown
    # The sentence is true all the same, so it gets the source that says it.
    assert [item.source.number for item in bad.shown_citations if item.source] == [2]
    assert by_text(good.citations)["[†1]"].shown


@pytest.mark.parametrize(
    "text", [f"{LEAVE}[†1].", f"{LEAVE}.[†1]", f"{LEAVE}. [†1]", f"{LEAVE} 【† 1】."]
)
def test_a_marker_is_read_before_and_after_the_full_stop(text: str) -> None:
    sentence = checked(text)

    [citation] = sentence.shown_citations
    assert (citation.marker, citation.status) == (1, "VERIFIED")
    assert citation.provision is not None
    assert citation.provision.label == "「학칙」 제25조제2항"
    assert sentence.text == f"{LEAVE}."


def test_two_markers_are_judged_each_by_itself() -> None:
    sentence = checked(f"{LEAVE}[†1][†3].")

    citations = by_text(sentence.citations)
    assert citations["[†1]"].shown
    assert not citations["[†3]"].shown
    assert citations["[†3]"].action == "REMOVED"
    assert sentence.outcome is SentenceOutcome.CONFIRMED


def test_a_sentence_that_only_points_gets_the_core_of_the_provision() -> None:
    sentence = checked("자세한 내용은 「학칙」 제26조를 참고하세요.")

    assert sentence.text.startswith("「학칙」 제26조: “휴학생은 휴학기간이 끝나는 학기의")
    assert sentence.outcome is SentenceOutcome.CONFIRMED


def test_a_citation_with_a_title_that_is_not_its_own_is_never_confirmed() -> None:
    wrong = checked(f"「학칙」 제25조(등록)에 따르면 {LEAVE}.")

    assert (wrong.outcome, wrong.is_open) == (SentenceOutcome.BESIDE_SOURCE, False)
    assert wrong.reasons == ("제25조의 제목은 ‘휴학’입니다.",)


def test_a_paragraph_that_says_something_else_is_misattributed() -> None:
    sentence = checked(
        "「학칙」 제25조제1항에 따르면 휴학기간은 통산하여 3년(6학기)을 초과할 수 없습니다."
    )

    wrong = by_text(sentence.citations)["「학칙」 제25조제1항"]
    assert wrong.status == "MISATTRIBUTED"
    assert wrong.reason == "이 내용은 「학칙」 제25조제2항에 있습니다."
    assert "제25조제1항" not in sentence.text
    # It is true, but it said another place: not confirmed, with the words of the right one beneath it.
    assert sentence.outcome is SentenceOutcome.BESIDE_SOURCE
    assert sentence.shown_citations == ()
    assert sentence.quote_citation is not None
    assert sentence.quote_citation.provision is not None
    assert sentence.quote_citation.provision.label == "「학칙」 제25조제2항"
    assert sentence.quote_citation.status == "NOT_CHECKED"
    assert "3년(6학기)을 초과할 수 없다" in sentence.quote


def test_a_citation_within_a_quoted_provision_is_the_regulations_own() -> None:
    quoted = "제1항에 따라 허가를 받은 사람은 4주 이내에 등록하여야 한다."
    source = replace(sources("학칙 art-25")[0], text=quoted)

    sentence = SentenceChecker([source], as_of=TODAY).check(DraftSentence(quoted))

    own = by_text(sentence.citations)["제1항"]
    assert (own.action, own.shown) == ("KEPT", False)
    assert sentence.text == quoted


# Longer than one passage: the last paragraph stands in another passage than the first.
DORMITORY = "제1조(목적) 이 규정은 생활관에 관한 사항을 정한다.\n제7조(퇴사)\n" + "\n".join(
    [
        *(
            f"{mark} 관장은 {topic}에 관하여 사생의 의견을 듣고 필요한 조치를 마련하여 이를 학기마다 게시판에 알려야 한다. "
            + "이 경우 관장은 사생회의 의견서를 첨부하여 행정실에 보관하고 열람하게 하여야 한다. "
            * 6
            for mark, topic in zip("①②③", ("식당", "난방", "소음"), strict=True)
        ),
        "④ 제9조의2에 따라 퇴사한 사람은 「학칙」 제26조에도 불구하고 1년 동안 다시 입사할 수 없다.",
    ]
)


def _quotation(*, said: str = "", key: str = "art-7/para-4") -> CheckedSentence:
    given_regulation("생활관 규정", DORMITORY)
    first = Passage.objects.filter(
        version__regulation__title="생활관 규정", locator_key__startswith="art-7"
    ).earliest("pk")
    [source] = sources(f"생활관 {first.locator_key}")
    assert "제9조의2" not in source.text
    text = said or next(unit.text for unit in source.units if unit.locator_key == key)
    draft = DraftSentence(text, citations=(DraftCitation(1, key),), is_quotation=True)
    return SentenceChecker([source], as_of=TODAY).check(draft)


def test_a_quotation_stays_word_for_word_whatever_it_cites_itself() -> None:
    sentence = _quotation()

    assert sentence.outcome is SentenceOutcome.CONFIRMED
    assert sentence.text == sentence.draft
    assert "제9조의2에 따라" in sentence.text
    [chip] = sentence.shown_citations
    assert chip.provision is not None
    assert chip.provision.label == "「생활관 규정」 제7조제4항"
    own = by_text(sentence.citations)
    assert (own["제9조의2"].action, own["제9조의2"].status) == ("KEPT", "NOT_FOUND")
    assert (own["「학칙」 제26조"].action, own["「학칙」 제26조"].shown) == ("KEPT", False)


@pytest.mark.parametrize(("years", "key"), [(2, "art-7/para-4"), (1, "art-7/para-9")])
def test_a_composer_is_not_believed_that_it_quotes(years: int, key: str) -> None:
    said = f"제9조의2에 따라 퇴사한 사람은 「학칙」 제26조에도 불구하고 {years}년 동안 다시 입사할 수 없다."

    sentence = _quotation(said=said, key=key)

    assert sentence.outcome is SentenceOutcome.DIFFERS
    assert sentence.shown_citations == ()


def test_a_reference_that_the_cited_provision_makes_itself_stays() -> None:
    given_regulation(
        "생활관 규정",
        "제1조(목적) 이 규정은 생활관에 관한 사항을 정한다.\n"
        "제7조(퇴사) 제3조에 따른 관장은 벌점이 10점 이상인 학생을 퇴사하게 할 수 있다.\n"
        "제3조(관장) 생활관에 관장을 둔다.",
    )

    sentence = checked(
        "「생활관 규정」 제7조에 따르면 제3조에 따른 관장은 벌점이 10점 이상인 학생을 퇴사하게 할 수 있습니다.",
        "생활관 art-7",
    )

    assert [check.written for check in sentence.shown_citations] == ["「생활관 규정」 제7조"]
    assert "제3조에 따른 관장" in sentence.text


def test_what_was_not_retrieved_is_out_of_context() -> None:
    sentence = checked(
        "「등록금에 관한 규정」 제5조에 따라 등록금은 4회 이내로 나누어 납부할 수 있습니다."
    )

    citation = by_text(sentence.citations)["「등록금에 관한 규정」 제5조"]
    assert citation.status == "OUT_OF_CONTEXT"
    assert not citation.shown
    assert "관련 규정에 따라" in sentence.text


@pytest.mark.parametrize(
    ("keys", "expected"),
    [
        pytest.param(("학칙 art-25", "학칙 art-26"), "「학칙」 제25조에 따라", id="one-regulation"),
        pytest.param(("학칙 art-25", "등록금에 art-4"), "관련 규정에 따라", id="two-regulations"),
    ],
)
def test_an_incomplete_citation_is_completed_only_where_it_is_certain(
    keys: tuple[str, ...], expected: str
) -> None:
    sentence = checked(f"제25조에 따라 {LEAVE}.", *keys)

    assert expected in sentence.text


def test_a_bare_article_means_the_regulation_named_before() -> None:
    gate = checker()
    gate.check(DraftSentence(f"「학칙」 제25조에 따라 {LEAVE}."))

    sentence = gate.check(
        DraftSentence(
            "제26조에 따라 휴학생은 휴학기간이 끝나는 학기의 개시일 전까지 복학원을 제출하여야 합니다."
        )
    )

    assert sentence.text.startswith("「학칙」 제26조에 따라")


def test_a_part_of_a_sentence_is_no_quotation() -> None:
    # 신입생은 첫 학기에 휴학할 수 없다: without its condition it is false.
    sentence = checked("휴학할 수 없다[†1].")

    assert sentence.shown_citations == ()


def test_what_is_not_proved_stands_beside_its_source_and_is_never_verified() -> None:
    sentence = checked("휴학은 길어도 삼 년이면 끝내야 한다고 이해하시면 됩니다[†1].")

    [citation] = sentence.citations
    assert (citation.verdict, citation.status) == ("NOT_IN_CONTEXT", "NOT_CHECKED")
    assert not citation.shown
    assert sentence.outcome is SentenceOutcome.BESIDE_SOURCE
    assert sentence.is_open
    assert sentence.confidence is None


def test_a_fact_against_a_sentence_puts_the_provisions_words_in_its_place() -> None:
    sentence = checked("휴학기간은 통산하여 7년(14학기)을 초과할 수 없습니다[†1].")

    assert sentence.outcome is SentenceOutcome.DIFFERS
    assert "7년" not in sentence.text
    assert "휴학기간은 통산하여 3년(6학기)을 초과할 수 없다." in sentence.text
    assert sentence.quote_citation is not None
    assert sentence.quote_citation.status == "VERIFIED"
    assert any("7년" in reason for reason in sentence.reasons)


def test_only_its_own_evidence_speaks_against_a_sentence() -> None:
    """The term of payment of another source is no fact about this one."""
    sentence = checked("복학원은 휴학기간이 끝나는 학기의 개시일 전까지 제출합니다[†3].")

    assert sentence.outcome is not SentenceOutcome.DIFFERS


@pytest.mark.parametrize(
    "text",
    [
        "네, 알겠습니다.",
        "네[†1].",
        "## 휴학 안내",
        "**휴학 기간**",
        "더 궁금한 점이 있으면 말씀해 주세요!",
        "조건은 다음과 같습니다:",
    ],
)
def test_what_claims_nothing_is_left_out_and_never_cited(text: str) -> None:
    sentence = checked(text)

    assert sentence.outcome is SentenceOutcome.NO_CLAIM
    assert not sentence.is_shown
    assert sentence.shown_citations == ()
    assert sentence.quote_citation is None


@pytest.mark.parametrize(
    "answer", ["네, 가능합니다[†1].", "네, 할 수 있습니다[†1].", "가능합니다[†1]."]
)
def test_a_short_yes_is_held_against_its_evidence_as_the_question_in_full(answer: str) -> None:
    gate = replace(checker(), question="신입생도 첫 학기에 휴학할 수 있나요?")

    sentence = gate.check(DraftSentence(answer))

    assert sentence.outcome is not SentenceOutcome.CONFIRMED
    assert sentence.shown_citations == ()


def test_one_invented_member_of_an_enumeration_keeps_a_sentence_from_being_confirmed() -> None:
    sentence = checked(f"「학칙」 제25조, 제26조 및 제998조에 따르면 {LEAVE}[†1].")

    assert sentence.outcome is SentenceOutcome.BESIDE_SOURCE
    assert not sentence.is_open
    assert "998" not in sentence.text


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("일반적으로", "불확실한 표현"),
        ("보통", "불확실한 표현"),
        ("다른 대학에서는", "다른 학교에 관한 말"),
    ],
)
def test_a_hedge_is_not_shown_as_confirmed(words: str, reason: str) -> None:
    sentence = checked(f"{words} {LEAVE}[†1].")

    assert sentence.outcome is SentenceOutcome.BESIDE_SOURCE
    assert not sentence.is_open
    assert sentence.reasons == (f"{reason}: ‘{words}’",)


def test_an_invented_contact_is_not_shown_nor_an_unrelated_provision_for_it() -> None:
    cited = checked("휴학원은 학사민원팀(041-555-7777)에 제출하면 됩니다[†1].")
    alone = checked("궁금한 점은 학사민원팀(041-555-7777)에 물어보십시오.")

    assert cited.outcome is alone.outcome is SentenceOutcome.DIFFERS
    assert cited.reasons[0] == "문맥에 없는 전화번호: ‘041-555-7777’"
    assert (cited.is_shown, alone.is_shown, "041" in cited.text) == (True, False, False)


def test_the_words_that_a_composer_gives_decide_the_place() -> None:
    sentence = checker().check(DraftSentence(f"{LEAVE}.", evidence=(Quote(1, WORDS),)))

    [citation] = sentence.shown_citations
    assert citation.provision is not None
    assert citation.provision.label == "「학칙」 제25조제2항"
    assert (
        citation.evidence == f"{WORDS}. 다만, 병역 의무를 위한 휴학기간은 이에 포함하지 아니한다."
    )


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("A leave may not exceed three years in total.", SentenceOutcome.BESIDE_SOURCE),
        ("A leave may not exceed 3 years (6 semesters) in total.", SentenceOutcome.BESIDE_SOURCE),
        ("A leave may not exceed 5 years in total.", SentenceOutcome.DIFFERS),
    ],
)
def test_an_english_sentence_is_held_by_its_korean_words(
    text: str, outcome: SentenceOutcome
) -> None:
    quote = Quote(1, WORDS)

    sentence = checker().check(DraftSentence(text, evidence=(quote,)))

    assert sentence.outcome is outcome
    assert "3년(6학기)을 초과할 수 없다" in sentence.quote
    # Its language is no reason to refuse it: a judge may still confirm it.
    assert sentence.is_open is (outcome is SentenceOutcome.BESIDE_SOURCE)


def test_a_marker_may_name_the_paragraph() -> None:
    sentence = checked(f"{LEAVE}[†1-2].")

    [citation] = sentence.shown_citations
    assert citation.provision is not None
    assert citation.provision.label == "「학칙」 제25조제2항"
    assert sentence.text == f"{LEAVE}."


def test_references_in_the_provisions_own_words_are_not_rewritten() -> None:
    own = "제1항의 기간은 위조, 변조가 있으면 별표 1에도 불구하고 줄일 수 있다."
    source = replace(sources("학칙 art-25")[0], text=own, units=(PassageUnit("art-25", own),))
    gate = SentenceChecker([source], as_of=TODAY)

    for text in (
        "제1항의 기간은 위조, 변조가 있으면 별표 1에도 불구하고 줄일 수 있습니다[†1].",
        f"규정에는 “{own}”라고 되어 있습니다[†1].",
    ):
        sentence = gate.check(DraftSentence(text))
        assert "관련 규정" not in sentence.text
        assert "제1항의 기간은 위조, 변조가" in sentence.text
        assert "별표 1에도 불구하고" in sentence.text


@pytest.mark.parametrize(
    ("policy", "expected"),
    [
        ("generalize", f"관련 규정에 따르면 {LEAVE}."),
        ("remove", f"{LEAVE}."),
        ("notice", f"관련 규정에 따르면 {LEAVE}. {NOTICE}"),
        ("propose", f"「학칙」 제25조제2항에 따르면 {LEAVE}."),
    ],
)
def test_policy_for_citations_that_were_not_verified(
    settings: Settings, policy: str, expected: str
) -> None:
    settings.UNVERIFIED_CITATION_POLICY = policy

    assert checked(f"「학칙」 제999조에 따르면 {LEAVE}.").text == expected


def test_a_sentence_takes_one_query(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    gate = checker()
    regulation_names()

    with django_assert_num_queries(1):
        gate.check(
            DraftSentence(f"「학칙」 제25조, 제999조와 「없는 규정」 제3조에 따라 {LEAVE}[†1][†2].")
        )
