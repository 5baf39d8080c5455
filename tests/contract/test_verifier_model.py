"""The verifier that is shipped, and what happens where it is not sound."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path

import pytest
from django.conf import settings as django_settings
from pytest_django import Settings

from portal import llm
from portal.checks.deployment import check_limits
from verification.checking.entailment import entailment_scores
from verification.grounding import (
    EntailmentScores,
    GroundingLabel,
    GroundingProvision,
    GroundingResult,
    check_claim,
)

PREMISE = "② 휴학 기간은 통산하여 6학기를 초과할 수 없다."
CLAIM = "휴학은 모두 더해 여섯 학기까지 됩니다."
LEAVE = GroundingProvision("가람대학교 학칙", 31, None, None, PREMISE)


@pytest.fixture
def shipped(settings: Settings) -> Path:
    path = Path(django_settings.SHIPPED_VERIFIER_MODEL)
    assert path.exists(), "the file belongs to the repository"
    settings.VERIFIER_MODEL = str(path)
    return path


def test_probabilities_add_up_to_one_and_stay_the_same(shipped: Path) -> None:
    pairs = [(CLAIM, PREMISE), ("도서관은 주말에 문을 닫습니다.", PREMISE), ("", "")]
    opinions = llm.entail(pairs)
    assert llm.entail(pairs[::-1])[::-1] == opinions
    for opinion in opinions:
        assert opinion.supported + opinion.contradicted + opinion.absent == pytest.approx(
            1, abs=1e-5
        )
        assert min(opinion.supported, opinion.contradicted, opinion.absent) >= 0


def test_the_reading_is_the_same_on_every_processor(shipped: Path) -> None:
    """Where 8-bit sums overflow (x86 without VNNI) the first was .46 with as much against it."""
    same, other = llm.entail([(CLAIM, PREMISE), ("도서관은 주말에 문을 닫습니다.", PREMISE)])
    assert same.supported == pytest.approx(0.718, abs=0.02)
    assert same.contradicted == pytest.approx(0.270, abs=0.02)
    assert other.absent == pytest.approx(0.930, abs=0.01)


def test_a_very_long_pair_is_judged_by_its_beginning(shipped: Path) -> None:
    (opinion,) = llm.entail([(CLAIM * 50, PREMISE * 100)])
    assert 0 <= opinion.supported <= 1


def damaged(folder: Path, content: bytes, digest: str) -> Path:
    path = folder / "verifier.onnx"
    path.write_bytes(content)
    path.with_suffix(".sha256").write_text(f"{digest}  verifier.onnx\n")
    return path


@pytest.mark.parametrize("case", ["missing", "no checksum", "other checksum", "no model"])
def test_without_a_sound_file_the_rules_decide_alone_and_it_is_said(
    case: str, tmp_path: Path, settings: Settings
) -> None:
    path, content = tmp_path / "verifier.onnx", b"no model"
    if case == "other checksum":
        damaged(tmp_path, content, "0" * 64)
    if case == "no model":
        damaged(tmp_path, content, hashlib.sha256(content).hexdigest())
    if case == "no checksum":
        path.write_bytes(content)
    settings.VERIFIER_MODEL = str(path)
    with pytest.raises(llm.Unavailable):
        llm.entail([(CLAIM, PREMISE)])
    assert entailment_scores(CLAIM, [PREMISE]) is None
    assert check_claim(CLAIM, [LEAVE], entailment=entailment_scores) == check_claim(CLAIM, [LEAVE])
    if case != "no model":
        assert [message.id for message in check_limits(None)] == ["portal.W031"]


def test_a_plain_fact_outweighs_the_surest_model() -> None:
    def sure(_claim: str, _premises: Sequence[str]) -> EntailmentScores:
        return EntailmentScores(0.99, 0.005, 0.005)

    result = check_claim("휴학은 모두 더해 여덟 학기까지 됩니다.", [LEAVE], entailment=sure)
    assert result.label is not GroundingLabel.SUPPORTED


def test_no_opinion_on_another_language(shipped: Path) -> None:
    assert entailment_scores("A leave of absence lasts six semesters at most.", [PREMISE]) is None


# What may not be done, said so and turned round; the last words of a provision are easily passed over.
FORBIDDEN = (
    ("휴학생은 도서관을 이용할 수 {}습니다.", "휴학생은 도서관을 이용할 수 없다."),
    (
        "신입생은 첫 학기에 휴학할 수 {}습니다.",
        "신입생은 첫 학기에는 휴학을 하지 못한다. 다만, 입대하는 사람은 그러하지 아니하다.",
    ),
    (
        "징계로 제적된 사람은 재입학을 신청할 수 {}습니다.",
        "징계로 제적된 사람은 재입학을 신청할 수 없다.",
    ),
    (
        "도서관 자료는 다른 사람에게 빌려줄 수 {}습니다.",
        "이용자는 도서관의 자료를 다른 사람에게 빌려주어서는 아니 된다.",
    ),
)


def by_the_verifier(claim: str, provision: str) -> GroundingResult:
    provisions = [GroundingProvision("가람대학교 학칙", 31, None, None, provision)]
    return check_claim(claim, provisions, entailment=entailment_scores)


@pytest.mark.parametrize(("claim", "provision"), FORBIDDEN)
def test_a_prohibition_is_nearer_to_itself_than_to_its_opposite(
    claim: str, provision: str, shipped: Path
) -> None:
    told, turned = (by_the_verifier(claim.format(sign), provision) for sign in ("없", "있"))

    assert told.score > turned.score
    assert not turned.supported


@pytest.mark.parametrize(
    ("claim", "provision"),
    [
        (
            "휴학생은 도서관을 이용할 수 있습니다.",
            "휴학생은 도서관의 자료를 대출하여서는 아니 된다.",
        ),
        (
            "휴학생은 도서관을 이용할 수 없습니다.",
            "휴학생은 도서관의 자료를 대출하여서는 아니 된다.",
        ),
        ("위반하면 벌금을 내야 합니다.", "이를 위반한 사람에게는 과태료를 부과하지 아니한다."),
        ("위반하면 벌금을 내야 합니다.", "누구든지 이를 위반하여서는 아니 된다."),
        ("조정위원은 분쟁을 중재할 수 있습니다.", "조정위원은 분쟁을 주선하여서는 아니 된다."),
        ("직원은 거래를 중재할 수 없습니다.", "직원은 거래를 주선하여서는 아니 된다."),
    ],
)
def test_a_prohibition_supports_nothing_beside_what_it_forbids(
    claim: str, provision: str, shipped: Path
) -> None:
    assert not by_the_verifier(claim, provision).supported
