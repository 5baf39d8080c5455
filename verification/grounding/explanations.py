"""Say in a sentence what does not fit between a claim and its evidence."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from verification.grounding.facts.agents import agents
from verification.grounding.facts.amounts import AmountFinding, Limit, Standing
from verification.grounding.facts.boundless import says_boundless
from verification.grounding.facts.limits import Bound
from verification.grounding.facts.polarity import Modality, exchanged, modality_at_end
from verification.grounding.facts.roles import other_holder
from verification.grounding.language.reading import Reading
from verification.grounding.results import Label, Reason, ReasonKind

_BOUND_NAMES = {
    Bound.AT_LEAST: "이상",
    Bound.MORE: "초과",
    Bound.AT_MOST: "이하",
    Bound.LESS: "미만",
    Bound.NONE: "",
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
_MOST_REASONS = 4
# How far behind a number the word of its limit stands.
_LIMIT_REACH = 6


def vetoes(reading: Reading, features: Mapping[str, float]) -> tuple[Reason, ...]:
    """Facts that no agreement in words outweighs."""
    return tuple(_vetoes(reading, features))


def _vetoes(reading: Reading, features: Mapping[str, float]) -> Iterator[Reason]:
    if features.get("contact number absent"):
        yield Reason(ReasonKind.CONTACT, "조문에 없는 연락처입니다.")
    if features.get("cites absent article"):
        yield Reason(ReasonKind.OTHER_PROVISION, "인용한 조문이 제공된 조문 가운데 없습니다.")
    for finding in reading.amounts:
        if _unmistakable(finding):
            yield _amount_reason(finding)
        elif finding.standing is Standing.SAME and finding.other_side:
            yield _side_reason(finding)
        elif finding.standing is Standing.SAME and _other_limit(finding, reading.claim.text):
            yield _limit_reason(finding)
    if says_boundless(reading.claim.text) and not _given_boundless(reading):
        yield Reason(ReasonKind.COMPARATOR, "제한이 없다는 말이 조문에 없습니다.")
    if features.get("predicate plainly denied of the same"):
        yield Reason(ReasonKind.POLARITY, "같은 내용을 조문과 반대로(긍정·부정) 말합니다.")
    if features.get("anchor same day claimed") and features.get("anchor next day given"):
        yield Reason(ReasonKind.DATE, "기간을 세기 시작하는 날이 조문과 다릅니다.")
    yield from _post_reasons(reading)
    yield from _exchange_reasons(reading)


def _exchange_reasons(reading: Reading) -> Iterator[Reason]:
    if modality_at_end(reading.claim.text) in (Modality.MUST_NOT, Modality.NEGATED):
        return  # 유효하다고 볼 수 없습니다
    closest = reading.chosen[0].analysis.terms if reading.chosen else ()
    pair = exchanged(reading.claim.terms, closest, reading.context)
    if pair is not None:
        claimed, given = pair
        text = f"조문과 반대되는 말입니다: 답변 “{claimed}”, 조문 “{given}”"
        yield Reason(ReasonKind.POLARITY, text)


def _post_reasons(reading: Reading) -> Iterator[Reason]:
    held = other_holder(reading.claim.text, _of_the_same_regulations(reading))
    if held is not None:
        post, claimed, given = held
        text = f"“{post}”이(가) 조문과 다릅니다: 답변 “{claimed}”, 조문 “{given}”"
        yield Reason(ReasonKind.SUBJECT, text)


def _of_the_same_regulations(reading: Reading) -> Iterator[str]:
    """The provisions beside those that were compared: the committee and its chair often stand in two articles."""
    compared = {reading.provisions[unit.provision].regulation for unit in reading.chosen}
    return (one.text for one in reading.provisions if one.regulation in compared)


def _given_boundless(reading: Reading) -> bool:
    """Whether the provisions that were compared say themselves that there is no limit."""
    compared = {unit.provision for unit in reading.chosen}
    return any(says_boundless(reading.provisions[number].text) for number in compared)


def _unmistakable(finding: AmountFinding) -> bool:
    """Whether a number that the evidence lacks is no mere "한 번" or sum of its numbers."""
    if finding.claimed.value == 1 and not finding.claimed.text[:1].isdigit():
        return False
    return finding.standing in (Standing.OTHER_UNIT, Standing.OTHER_NUMBER, Standing.UNFOUNDED)


def _other_limit(finding: AmountFinding, claim: str) -> bool:
    """Whether two limits exclude each other; "3년 넘게" is often said of "3년 이상", "3년 초과" is not."""
    if finding.limit is Limit.STRICTNESS and finding.given:
        if (finding.claimed.bound, finding.given.bound) != (Bound.MORE, Bound.AT_LEAST):
            return True
        return "초과" in claim[finding.claimed.end : finding.claimed.end + _LIMIT_REACH]
    return finding.limit is Limit.OPPOSITE


def reasons_for(
    reading: Reading, features: Mapping[str, float], label: Label
) -> tuple[Reason, ...]:
    """What speaks against a claim, the plainest first, each once."""
    found: dict[str, Reason] = {}
    for reason in (*_vetoes(reading, features), *_candidates(reading, features, label)):
        found.setdefault(reason.text, reason)
    if not found:
        found[""] = _last_resort(reading, label)
    return tuple(found.values())[:_MOST_REASONS]


def _candidates(reading: Reading, features: Mapping[str, float], label: Label) -> Iterator[Reason]:
    for finding in reading.amounts:
        if finding.standing not in (Standing.SAME, Standing.DERIVED):
            if finding.claimed.value != 1 or finding.claimed.text[:1].isdigit():
                yield _amount_reason(finding)
        elif finding.other_side:
            yield _side_reason(finding)
        elif (
            finding.limit in (Limit.STRICTNESS, Limit.OPPOSITE, Limit.COMPLEMENT) and finding.given
        ):
            yield _limit_reason(finding)
    yield from _denial_reasons(reading)
    yield from _modality_reasons(reading)
    yield from _agent_reasons(reading)
    if features.get("cited gap", 0.0) > 0.25 or features.get("cited paragraph missing"):
        yield Reason(
            ReasonKind.OTHER_PROVISION, "인용한 조문이 아니라 다른 조문에 있는 내용입니다."
        )
    yield from _scope_reasons(features)
    if features.get("amount swapped clearly"):
        yield Reason(ReasonKind.NUMBER, "수치가 조문에서는 다른 대상에 붙어 있습니다.")
    if features.get("contact words absent"):
        yield Reason(ReasonKind.CONTACT, "조문에 없는 연락 방법이나 창구가 들어 있습니다.")
    missing = sorted(
        (t for t in reading.missing if t.noun and reading.lexicon.weight(t) > 0.5),
        key=lambda term: -reading.lexicon.weight(term),
    )
    if missing and label is Label.NOT_IN_CONTEXT:
        words = ", ".join(f"“{term.lemma}”" for term in missing[:3])
        yield Reason(ReasonKind.ADDED_FACT, f"조문에서 찾을 수 없는 내용입니다: {words}")


def _amount_reason(finding: AmountFinding) -> Reason:
    claimed, given = finding.claimed.text.strip(), finding.given
    if finding.standing is Standing.OTHER_UNIT and given:
        return Reason(
            ReasonKind.UNIT, f"단위가 다릅니다: 답변 “{claimed}”, 조문 “{given.text.strip()}”"
        )
    kind = ReasonKind.DATE if isinstance(finding.claimed.value, str) else ReasonKind.NUMBER
    if given:
        return Reason(kind, f"수치가 다릅니다: 답변 “{claimed}”, 조문 “{given.text.strip()}”")
    return Reason(kind, f"조문에 없는 수치입니다: “{claimed}”")


def _side_reason(finding: AmountFinding) -> Reason:
    claimed = finding.claimed.text.strip()
    return Reason(ReasonKind.DATE, f"“{claimed}”의 앞뒤(전·후)가 조문과 다릅니다.")


def _limit_reason(finding: AmountFinding) -> Reason:
    given = finding.given.bound if finding.given else Bound.NONE
    return Reason(
        ReasonKind.COMPARATOR,
        f"“{finding.claimed.text.strip()}”의 한계가 다릅니다: 답변은 {_BOUND_NAMES[finding.claimed.bound]},"
        f" 조문은 {_BOUND_NAMES[given]}",
    )


def _denial_reasons(reading: Reading) -> Iterator[Reason]:
    for term in reading.denied[:2]:
        said = "부정" if term.negated else "긍정"
        there = "긍정" if term.negated else "부정"
        yield Reason(
            ReasonKind.POLARITY, f"“{term.lemma}”에 대해 답변은 {said}하고 조문은 {there}합니다."
        )


def _modality_reasons(reading: Reading) -> Iterator[Reason]:
    if not reading.chosen:
        return
    claimed = modality_at_end(reading.claim.text)
    given = modality_at_end(reading.chosen[0].text)
    if claimed != given and Modality.STATEMENT not in (claimed, given):
        yield Reason(
            ReasonKind.MODALITY,
            f"답변은 “{_MODALITY_NAMES[claimed]}”, 조문은 “{_MODALITY_NAMES[given]}”로 끝납니다.",
        )


def _agent_reasons(reading: Reading) -> Iterator[Reason]:
    evidence = reading.evidence.compact
    for agent in agents(reading.claim):
        if agent.name not in evidence:
            yield Reason(ReasonKind.SUBJECT, f"해당 조문에 “{agent.name}”이(가) 없습니다.")


def _scope_reasons(features: Mapping[str, float]) -> Iterator[Reason]:
    if features.get("cue general claimed"):
        yield Reason(ReasonKind.GENERALITY, "답변은 예외 없이 말하지만 조문은 그렇지 않습니다.")
    if features.get("closed list incomplete") or features.get("closed inline unmet", 0.0) > 0.3:
        yield Reason(ReasonKind.ENUMERATION, "답변이 전부라고 한 것 밖에 조문에 더 있습니다.")
    if features.get("open claim condition unmet", 0.0) > 0.5 or features.get("cue without claimed"):
        yield Reason(ReasonKind.CONDITION, "조문이 정한 조건이 답변에 빠졌거나 없다고 합니다.")
    if features.get("proviso follows") and features.get("proviso touched", 0.0) > 0.2:
        yield Reason(ReasonKind.EXCEPTION, "조문의 단서(다만 …)와 맞지 않을 수 있습니다.")


def _last_resort(reading: Reading, label: Label) -> Reason:
    if label is Label.CONTRADICTED:
        return Reason(ReasonKind.POLARITY, "조문이 정한 것과 맞지 않는 것으로 보입니다.")
    if reading.chosen:
        return Reason(ReasonKind.ADDED_FACT, "조문에서 뒷받침하는 문장을 찾지 못했습니다.")
    return Reason(ReasonKind.NO_CONTEXT, "대조할 조문이 없습니다.")
