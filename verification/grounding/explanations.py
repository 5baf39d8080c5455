"""Say in a sentence what does not fit between a claim and its evidence."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from verification.grounding.by_proof import in_words
from verification.grounding.facts.amounts import AmountAgreement, AmountFinding, LimitRelation
from verification.grounding.facts.limits import LimitBound
from verification.grounding.facts.roles import conflicting_office_holder
from verification.grounding.facts.unlimited import claims_no_limit
from verification.grounding.language.agents import agents
from verification.grounding.language.polarity import Modality, modality_at_end, swapped_antonym
from verification.grounding.language.reading import ClaimReading
from verification.grounding.proof import ProofKind, ProofReason
from verification.grounding.results import GroundingLabel, GroundingReason, ReasonKind

_BOUND_NAMES = {
    LimitBound.AT_LEAST: "이상",
    LimitBound.MORE: "초과",
    LimitBound.AT_MOST: "이하",
    LimitBound.LESS: "미만",
    LimitBound.NONE: "",
}
_MODALITY_NAMES = {
    Modality.MUST: "하여야 한다",
    Modality.MAY: "할 수 있다",
    Modality.MUST_NOT: "할 수 없다",
    Modality.NEED_NOT: "하지 않아도 된다",
    Modality.EFFORT: "노력하여야 한다",
    Modality.NEGATED: "하지 않는다",
    Modality.STATEMENT: "한다",
}
_DENYING = frozenset({Modality.MUST_NOT, Modality.NEGATED})
_MOST_REASONS = 4
# Behind a figure that is a case of its own.
_AS_A_CASE = re.compile(r"\s?(?:도|은|는|인|이면|이라면|이라도|이어도)(?![가-힣])")
_EXPLAINED = frozenset({AmountAgreement.SAME, AmountAgreement.ASKED, AmountAgreement.DERIVED})
# How far behind a number the word of its limit stands.
_LIMIT_REACH = 6


def vetoes(reading: ClaimReading, features: Mapping[str, float]) -> tuple[GroundingReason, ...]:
    """Facts that no agreement in words outweighs."""
    return tuple(_vetoes(reading, features))


def _vetoes(reading: ClaimReading, features: Mapping[str, float]) -> Iterator[GroundingReason]:
    if features.get("contact number absent"):
        yield GroundingReason(ReasonKind.CONTACT, "조문에 없는 연락처입니다.")
    if features.get("cites absent article"):
        yield GroundingReason(
            ReasonKind.OTHER_PROVISION, "인용한 조문이 제공된 조문 가운데 없습니다."
        )
    yield from _amount_vetoes(reading)
    if claims_no_limit(reading.claim.text) and not _given_boundless(reading):
        yield GroundingReason(ReasonKind.COMPARATOR, "제한이 없다는 말이 조문에 없습니다.")
    if features.get("predicate plainly denied of the same"):
        yield GroundingReason(ReasonKind.POLARITY, "같은 내용을 조문과 반대로(긍정·부정) 말합니다.")
    if features.get("anchor same day claimed") and features.get("anchor next day given"):
        yield GroundingReason(ReasonKind.DATE, "기간을 세기 시작하는 날이 조문과 다릅니다.")
    yield from _post_reasons(reading)
    yield from _exchange_reasons(reading)


def _amount_vetoes(reading: ClaimReading) -> Iterator[GroundingReason]:
    for finding in reading.amounts:
        if _unmistakable(finding, reading.claim.text):
            yield _amount_reason(finding)
        elif finding.agreement is AmountAgreement.SAME and finding.other_side:
            yield _side_reason(finding)
        elif finding.agreement is AmountAgreement.SAME and _other_limit(
            finding, reading.claim.text
        ):
            yield _limit_reason(finding)
        elif _left_outside(finding, reading):
            yield _outside_reason(finding)


def _exchange_reasons(reading: ClaimReading) -> Iterator[GroundingReason]:
    if modality_at_end(reading.claim.text) in _DENYING:
        return  # 유효하다고 볼 수 없습니다
    closest = reading.chosen[0].analysis.terms if reading.chosen else ()
    pair = swapped_antonym(reading.claim.terms, closest, reading.context)
    if pair is not None:
        claimed, given = pair
        text = f"조문과 반대되는 말입니다: 답변 “{claimed}”, 조문 “{given}”"
        yield GroundingReason(ReasonKind.POLARITY, text)


def _post_reasons(reading: ClaimReading) -> Iterator[GroundingReason]:
    held = conflicting_office_holder(reading.claim.text, _of_the_same_regulations(reading))
    if held is not None:
        post, claimed, given = held
        text = f"“{post}”이(가) 조문과 다릅니다: 답변 “{claimed}”, 조문 “{given}”"
        yield GroundingReason(ReasonKind.SUBJECT, text)


def _of_the_same_regulations(reading: ClaimReading) -> Iterator[str]:
    """The provisions beside those that were compared: the committee and its chair often stand in two articles."""
    compared = {reading.provisions[unit.provision].regulation for unit in reading.chosen}
    return (one.text for one in reading.provisions if one.regulation in compared)


def _given_boundless(reading: ClaimReading) -> bool:
    """Whether the provisions that were compared say themselves that there is no limit."""
    compared = {unit.provision for unit in reading.chosen}
    return any(claims_no_limit(reading.provisions[number].text) for number in compared)


def _unmistakable(finding: AmountFinding, claim: str) -> bool:
    """Whether a number that the evidence lacks is no mere "한 번", "일주일에", grade out of reach, or sum of its numbers."""
    claimed = finding.claimed
    if claimed.value == 1 and not claimed.text[:1].isdigit():
        return False
    if claimed.text.strip() == "일주일" and claim[claimed.end :].startswith("에"):
        return False
    if claimed.measure == "letter grade" and modality_at_end(claim) in _DENYING:
        return False
    return finding.agreement in (
        AmountAgreement.OTHER_UNIT,
        AmountAgreement.OTHER_NUMBER,
        AmountAgreement.UNFOUNDED,
    )


def _other_limit(finding: AmountFinding, claim: str) -> bool:
    """Whether two limits exclude each other; "3년 넘게" is often said of "3년 이상", "3년 초과" is not."""
    if finding.limit is LimitRelation.STRICTNESS and finding.given:
        if (finding.claimed.bound, finding.given.bound) != (LimitBound.MORE, LimitBound.AT_LEAST):
            return True
        return "초과" in claim[finding.claimed.end : finding.claimed.end + _LIMIT_REACH]
    return finding.limit is LimitRelation.OPPOSITE


def _left_outside(finding: AmountFinding, reading: ClaimReading) -> bool:
    """Whether a claim says of the border itself what its provision says of less or more: "15세도", and "15세 미만은"."""
    claimed, given = finding.claimed, finding.given
    if given is None or not claimed.same_amount(given) or claimed.bound is not LimitBound.NONE:
        return False
    if given.bound not in (LimitBound.LESS, LimitBound.MORE) or not reading.chosen:
        return False
    said, rule = (modality_at_end(one) for one in (reading.claim.text, reading.chosen[0].text))
    is_named = _AS_A_CASE.match(reading.claim.text, claimed.end)
    return bool(is_named) and said is rule is not Modality.STATEMENT


def _outside_reason(finding: AmountFinding) -> GroundingReason:
    claimed, bound = finding.claimed.text.strip(), finding.given and finding.given.bound
    border = f"{claimed} {_BOUND_NAMES[bound or LimitBound.NONE]}"
    text = in_words(ProofReason(ProofKind.THRESHOLD, claimed, border))
    return GroundingReason(ReasonKind.COMPARATOR, text)


def reasons_for(
    reading: ClaimReading, features: Mapping[str, float], label: GroundingLabel
) -> tuple[GroundingReason, ...]:
    """What speaks against a claim, the plainest first, each once."""
    found: dict[str, GroundingReason] = {}
    for reason in (*_vetoes(reading, features), *_candidates(reading, features, label)):
        found.setdefault(reason.text, reason)
    if not found:
        found[""] = _last_resort(reading, label)
    return tuple(found.values())[:_MOST_REASONS]


def _candidates(
    reading: ClaimReading, features: Mapping[str, float], label: GroundingLabel
) -> Iterator[GroundingReason]:
    for finding in reading.amounts:
        if finding.agreement not in _EXPLAINED:
            if finding.claimed.value != 1 or finding.claimed.text[:1].isdigit():
                yield _amount_reason(finding)
        elif finding.other_side:
            yield _side_reason(finding)
        elif (
            finding.limit
            in (LimitRelation.STRICTNESS, LimitRelation.OPPOSITE, LimitRelation.COMPLEMENT)
            and finding.given
        ):
            yield _limit_reason(finding)
    yield from _denial_reasons(reading)
    yield from _modality_reasons(reading)
    yield from _agent_reasons(reading)
    if features.get("cited gap", 0.0) > 0.25 or features.get("cited paragraph missing"):
        yield GroundingReason(
            ReasonKind.OTHER_PROVISION, "인용한 조문이 아니라 다른 조문에 있는 내용입니다."
        )
    yield from _scope_reasons(features)
    if features.get("amount swapped clearly"):
        yield GroundingReason(ReasonKind.NUMBER, "수치가 조문에서는 다른 대상에 붙어 있습니다.")
    if features.get("contact words absent"):
        yield GroundingReason(ReasonKind.CONTACT, "조문에 없는 연락 방법이나 창구가 들어 있습니다.")
    missing = sorted(
        (t for t in reading.missing if t.noun and reading.lexicon.weight(t) > 0.5),
        key=lambda term: -reading.lexicon.weight(term),
    )
    if missing and label is GroundingLabel.NOT_IN_CONTEXT:
        words = ", ".join(f"“{term.lemma}”" for term in missing[:3])
        yield GroundingReason(ReasonKind.ADDED_FACT, f"조문에서 찾을 수 없는 내용입니다: {words}")


def _amount_reason(finding: AmountFinding) -> GroundingReason:
    claimed, given = finding.claimed.text.strip(), finding.given
    if finding.agreement is AmountAgreement.OTHER_UNIT and given:
        return GroundingReason(
            ReasonKind.UNIT, f"단위가 다릅니다: 답변 “{claimed}”, 조문 “{given.text.strip()}”"
        )
    kind = ReasonKind.DATE if isinstance(finding.claimed.value, str) else ReasonKind.NUMBER
    if given:
        return GroundingReason(
            kind, f"수치가 다릅니다: 답변 “{claimed}”, 조문 “{given.text.strip()}”"
        )
    return GroundingReason(kind, f"조문에 없는 수치입니다: “{claimed}”")


def _side_reason(finding: AmountFinding) -> GroundingReason:
    claimed = finding.claimed.text.strip()
    return GroundingReason(ReasonKind.DATE, f"“{claimed}”의 앞뒤(전·후)가 조문과 다릅니다.")


def _limit_reason(finding: AmountFinding) -> GroundingReason:
    given = finding.given.bound if finding.given else LimitBound.NONE
    return GroundingReason(
        ReasonKind.COMPARATOR,
        f"“{finding.claimed.text.strip()}”의 한계가 다릅니다: 답변은 {_BOUND_NAMES[finding.claimed.bound]},"
        f" 조문은 {_BOUND_NAMES[given]}",
    )


def _denial_reasons(reading: ClaimReading) -> Iterator[GroundingReason]:
    for term in reading.denied[:2]:
        said = "부정" if term.negated else "긍정"
        there = "긍정" if term.negated else "부정"
        yield GroundingReason(
            ReasonKind.POLARITY, f"“{term.lemma}”에 대해 답변은 {said}하고 조문은 {there}합니다."
        )


def _modality_reasons(reading: ClaimReading) -> Iterator[GroundingReason]:
    if not reading.chosen:
        return
    claimed = modality_at_end(reading.claim.text)
    given = modality_at_end(reading.chosen[0].text)
    if claimed != given and Modality.STATEMENT not in (claimed, given):
        yield GroundingReason(
            ReasonKind.MODALITY,
            f"답변은 “{_MODALITY_NAMES[claimed]}”, 조문은 “{_MODALITY_NAMES[given]}”로 끝납니다.",
        )


def _agent_reasons(reading: ClaimReading) -> Iterator[GroundingReason]:
    evidence = reading.evidence.compact
    for agent in agents(reading.claim):
        if agent.name not in evidence:
            yield GroundingReason(ReasonKind.SUBJECT, f"해당 조문에 “{agent.name}”이(가) 없습니다.")


def _scope_reasons(features: Mapping[str, float]) -> Iterator[GroundingReason]:
    if features.get("cue general claimed"):
        yield GroundingReason(
            ReasonKind.GENERALITY, "답변은 예외 없이 말하지만 조문은 그렇지 않습니다."
        )
    if features.get("closed list incomplete") or features.get("closed inline unmet", 0.0) > 0.3:
        yield GroundingReason(
            ReasonKind.ENUMERATION, "답변이 전부라고 한 것 밖에 조문에 더 있습니다."
        )
    if features.get("open claim condition unmet", 0.0) > 0.5 or features.get("cue without claimed"):
        yield GroundingReason(
            ReasonKind.CONDITION, "조문이 정한 조건이 답변에 빠졌거나 없다고 합니다."
        )
    if features.get("proviso follows") and features.get("proviso touched", 0.0) > 0.2:
        yield GroundingReason(ReasonKind.EXCEPTION, "조문의 단서(다만 …)와 맞지 않을 수 있습니다.")


def _last_resort(reading: ClaimReading, label: GroundingLabel) -> GroundingReason:
    if label is GroundingLabel.CONTRADICTED:
        return GroundingReason(ReasonKind.POLARITY, "조문이 정한 것과 맞지 않는 것으로 보입니다.")
    if reading.chosen:
        return GroundingReason(ReasonKind.ADDED_FACT, "조문에서 뒷받침하는 문장을 찾지 못했습니다.")
    return GroundingReason(ReasonKind.NO_CONTEXT, "대조할 조문이 없습니다.")
