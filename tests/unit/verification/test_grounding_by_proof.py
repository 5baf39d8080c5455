"""What the proof decides of a claim, and what it keeps the rest from supporting, however much is alike."""

from __future__ import annotations

import pytest

from verification.grounding import (
    EntailmentScores,
    GroundingLabel,
    GroundingProvision,
    GroundingResult,
    ReasonKind,
    check_claim,
    signs,
)
from verification.grounding.checking import PROVED, REFUTED
from verification.grounding.language.cited import citations_of

SURE, DOUBTING = EntailmentScores(0.98, 0.01, 0.01), EntailmentScores(0.02, 0.96, 0.02)
TUITION = "등록금은 4회까지 나누어 낼 수 있다."
BY_INSTALMENTS = "등록금을 {}번에 나눠 낼 수 있나요?"


def beside(
    claim: str,
    provision: str,
    *,
    question: str | None = None,
    model: EntailmentScores | None = SURE,
) -> GroundingResult:
    provisions = [GroundingProvision("가람대학교 학칙", 26, None, None, provision)]
    return check_claim(claim, provisions, question=question, entailment=lambda *_: model)


@pytest.mark.parametrize("model", [None, SURE, DOUBTING])
@pytest.mark.parametrize(
    ("claim", "provision"),
    [
        ("허가를 받은 경우에만 할 수 있습니다.", "허가를 받지 아니하고는 할 수 없다."),
        ("허가를 받지 않고는 할 수 없습니다.", "허가를 받은 경우에만 할 수 있다."),
        ("벌은 경고, 근신, 정학, 퇴학 네 가지입니다.", "벌은 경고, 근신, 정학, 퇴학으로 한다."),
        ("14세는 참가할 수 있습니다.", "15세 미만은 참가할 수 있다."),
        ("등록금은 6개월 안에 납부해야 합니다.", "등록금은 반년 이내에 납부하여야 한다."),
        ("학칙 26조에 따르면 휴학은 3년을 초과할 수 없습니다.", "휴학은 3년을 초과할 수 없다."),
    ],
)
def test_what_is_proved_is_supported_whatever_rules_and_model_make_of_it(
    claim: str, provision: str, model: EntailmentScores | None
) -> None:
    found = beside(claim, provision, model=model)

    assert (found.label, found.score, found.reasons) == (GroundingLabel.SUPPORTED, PROVED, ())
    assert [span.text for span in found.evidence] == [provision]


@pytest.mark.parametrize(
    ("claim", "provision", "kind"),
    [
        (
            "성적증명서 또는 재학증명서를 제출해야 합니다.",
            "성적증명서 및 재학증명서를 제출하여야 한다.",
            ReasonKind.ENUMERATION,
        ),
        (
            "건축학과의 수업연한은 4년입니다.",
            "수업연한은 4년으로 한다. 다만, 건축학과의 수업연한은 5년으로 한다.",
            ReasonKind.NUMBER,
        ),
        (
            "총장이 추천하고 학과장이 임명합니다.",
            "학과장이 추천하고 총장이 임명한다.",
            ReasonKind.SUBJECT,
        ),
    ],
)
def test_what_a_fact_refutes_is_contradicted_and_the_fact_is_the_reason(
    claim: str, provision: str, kind: ReasonKind
) -> None:
    found = beside(claim, provision)

    assert (found.label, found.score) == (GroundingLabel.CONTRADICTED, REFUTED)
    assert kind in {reason.kind for reason in found.reasons}


@pytest.mark.parametrize(
    ("claim", "provision"),
    [
        ("학생이 지도교수를 평가합니다.", "지도교수가 학생을 평가한다."),
        ("학생을 지도교수가 평가합니다.", "학생이 지도교수를 평가한다."),
        (
            "대학원위원회가 학과의 안건을 심의하고 총장이 의결합니다.",
            "총장이 학과의 안건을 심의하고 대학원위원회가 의결한다.",
        ),
        (
            "성적이 우수하거나 품행이 단정한 학생에게 장학금을 지급합니다.",
            "성적이 우수하고 품행이 단정한 학생에게 장학금을 지급한다.",
        ),
        ("15세도 참가할 수 있습니다.", "15세 미만은 참가할 수 있다."),
    ],
)
def test_what_exchanges_words_is_not_supported_for_its_likeness(claim: str, provision: str) -> None:
    found = beside(claim, provision)

    assert not found.supported
    assert found.reasons


@pytest.mark.parametrize(
    ("claim", "provision"),
    [
        ("지도교수가 학생을 평가합니다.", "지도교수가 학생을 평가한다."),
        (
            "성적이 우수하며 품행이 단정한 학생에게 장학금을 지급합니다.",
            "성적이 우수하고 품행이 단정한 학생에게 장학금을 지급한다.",
        ),
        ("총장이나 처장의 승인을 받아야 합니다.", "총장 또는 처장의 승인을 받아야 한다."),
        ("15세도 참가할 수 있습니다.", "15세 이하는 참가할 수 있다."),
    ],
)
def test_the_same_said_otherwise_stays_supported(claim: str, provision: str) -> None:
    assert beside(claim, provision).supported


@pytest.mark.parametrize(("times", "supported"), [(4, True), (5, False)])
def test_a_yes_is_supported_only_where_what_was_asked_is_proved(
    times: int, *, supported: bool
) -> None:
    found = beside("네, 가능합니다.", TUITION, question=BY_INSTALMENTS.format(times))

    assert found.supported is supported


def test_what_is_proved_of_another_article_than_the_one_that_is_cited_is_not_supported() -> None:
    found = beside(
        "학칙 27조에 따르면 휴학은 3년을 초과할 수 없습니다.", "휴학은 3년을 초과할 수 없다."
    )

    assert not found.supported
    assert ReasonKind.OTHER_PROVISION in {reason.kind for reason in found.reasons}


@pytest.mark.parametrize(
    ("text", "cited"),
    [
        ("학칙 26조에 따르면", [(26, None, None)]),
        ("「학칙」 26조는", [(26, None, None)]),
        ("26조에 의하면", [(26, None, None)]),
        ("휴학규정 5조 2항에서", [(5, None, 2)]),
        ("26조의2 제1항에서", [(26, 2, 1)]),
        ("제26조 및 27조에 따라", [(26, None, None), (27, None, None)]),
        ("제 26조에 따르면", [(26, None, None)]),
        ("예산은 1조 원입니다", []),
        ("예산은 1.5조에 이릅니다", []),
        ("수업방법 3조를 나눕니다", []),
        ("3조가 발표합니다", []),
    ],
)
def test_an_article_is_cited_without_its_mark_and_a_sum_or_a_team_is_none(
    text: str, cited: list[tuple[int, int | None, int | None]]
) -> None:
    assert [(one.article, one.branch, one.paragraph) for one in citations_of(text)] == cited


def test_a_claim_is_proved_once(monkeypatch: pytest.MonkeyPatch) -> None:
    def again(*_: object) -> None:
        pytest.fail("the proof is known already")

    monkeypatch.setattr(signs, "proof_of", again)

    assert beside("쉬는 기간은 다 합쳐 3년까지예요.", "휴학은 3년을 초과할 수 없다.")
