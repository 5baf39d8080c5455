"""Whether something is done or not, and whether it must, may or must not be done."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from verification.grounding.language.alignment import WordIndex
from verification.grounding.language.analysis import ContentWord


class Modality(StrEnum):
    """What a clause says about doing something."""

    MUST = "must"
    MAY = "may"
    MUST_NOT = "must_not"
    NEED_NOT = "need_not"
    EFFORT = "effort"
    STATEMENT = "statement"
    NEGATED = "negated"


# The last that applies at the end of a clause decides, so the order is from special to general.
_MODALITIES = (
    (Modality.NEED_NOT, r"(?:지\s*(?:않|아니하)(?:아|여)도\s*(?:된|되|됩|돼|좋|무방|괜찮)|지\s*(?:아니할|않을)\s*수\s*(?:도\s*)?있|(?:의무|필요)(?:는|가|도|까지는)?\s*(?:전혀\s*)?(?:없|아니|않|지지\s*않)|안\s*[가-힣]{1,4}도\s*(?:된|되|됩|돼)|없어도\s*(?:된|되|됩|돼)|재량|권장\s*사항|선택\s*사항)"),
    (Modality.EFFORT, r"(?:노력(?:하여야|해야)|힘써야|애써야|노력)\s*(?:만\s*)?(?:한다|합니다|하면|하며|할|하는|의무)?"),
    (Modality.MUST, r"(?:[야]만?\s*(?:한다|합니다|하며|하고|함|하는|하지만|하나|하되|할|됩니다|된다|돼요|해요|하므로|하여|하도록|하지|된|되며|되고)|않으면\s*안\s*(?:된|되|됩)|의무(?:입니다|이다|가\s*있|를\s*(?:지|진|집)|적으로|예|이며)|반드시|필수|도록\s*(?:한다|합니다|되어\s*있|하고\s*있|규정|정하))"),
    (Modality.MUST_NOT, r"(?:수\s*(?:는|가|도|조차)?\s*없|(?:서는|면)\s*(?:아니|안)\s*(?:된|되|됩|돼)|지\s*못|금지|불가|허용되지|못\s*(?:합|하|한|받|쓰|내|들)|허용하지)"),
    (Modality.MAY, r"(?:수\s*(?:도|가|는|만)?\s*있|도\s*(?:된|되|됩|돼|좋|무방)|가능|허용(?:됩|된|되|한|합))"),
    (Modality.NEGATED, r"(?:지\s*(?:는|도|를|가)?\s*(?:않|아니)|아니(?:한|하|다|ㅂ|며|고|라)|아닙|아닌|없(?:다|습|으|고|는|어)|안\s*(?:합|하|됩|되|된|한|받|내))"),
)  # fmt: skip
_MODALITY_PATTERNS = tuple((modality, re.compile(pattern)) for modality, pattern in _MODALITIES)
_TAIL_LENGTH = 24
# A more general pattern that ends only a little later is the same words read less exactly.
_OVERLAP = 2

# Pairs of words that exclude each other.
_ANTONYM_PAIRS = """
포함 제외|산입 제외|포함 빠지다|산입 빠지다|들어가다 제외|들어가다 빠지다|넣다 빼다|포함 빼다|산입 빼다|넣다 제외
공개 비공개|허가 금지|허용 금지|인정 부인|허가 불허|허용 제한|가능 불가|유상 무상|유료 무료|유료 무상|유상 무료
납부 면제|내다 면제|징수 면제|부담 면제|합격 불합격|늘리다 줄이다|연장 단축|증가 감소|인상 인하|올리다 내리다
가중 감경|유지 취소|유지 상실|계속 중단|시작 종료|개시 종료|시작 끝나다|이전 이후|사전 사후|찬성 반대|승인 거부
승인 반려|허가 거부|접수 거부|출석 결석|참석 불참|동일 다르다|같다 다르다|복학 휴학|채용 해임|임명 해임|설치 폐지
전부 일부|공동 단독|정규 비정규|상근 비상근|직접 간접|구두 서면|말 서면|국내 국외|교내 교외|적용 배제|보존 폐기
열다 닫다|남다 소멸|지속 소멸|유효 무효|존속 소멸|반환 귀속|허용 거부|수용 거부|높다 낮다|많다 적다|길다 짧다
성공 실패|동의 반대|공개 비밀|필요 불필요|미성년 성년|올림 버림|올리다 버리다|올림 버리다|일부 전액|일부 모두|연임 단임|허용 금하다|원칙 예외|당연직 위촉직|주간 야간|상임 비상임
"""
# Of these a thing is one or the other: whoever says the one where the provision has the other says it wrong. Two sides of
# one rule (유지, 취소; 복학, 휴학) are no such words.
_EXCLUSIVE_PAIRS = """
유효 무효|온라인 오프라인|대면 비대면|직접 간접|구두 서면|석사 박사|남학생 여학생|유급 무급|상반기 하반기|전반기 후반기|주간 야간|국내 국외|교내 교외|전임 비전임|상임 비상임|내국인 외국인|실명 익명
"""


def _opposites(pairs: str) -> dict[str, frozenset[str]]:
    table: dict[str, set[str]] = {}
    for pair in pairs.replace("\n", "|").split("|"):
        if pair.strip():
            one, other = pair.split()
            table.setdefault(one, set()).add(other)
            table.setdefault(other, set()).add(one)
    return {word: frozenset(others) for word, others in table.items()}


ANTONYMS: Mapping[str, frozenset[str]] = _opposites(_ANTONYM_PAIRS)
EXCLUSIVE: Mapping[str, frozenset[str]] = _opposites(_EXCLUSIVE_PAIRS)


@dataclass(frozen=True, slots=True)
class ModalityPlace:
    """What the predicate that closes a text says about doing something, and where it says it."""

    modality: Modality
    start: int
    end: int


def modality_at_end(text: str) -> Modality:
    """Read the modality of the predicate that closes a sentence or clause."""
    return modality_place(text).modality


def modality_place(text: str) -> ModalityPlace:
    """The modality at the end of a text with its words; a plain statement stands nowhere in particular."""
    whole = re.sub(r"\([^)]*\)\s*[.。]?\s*$", "", text.strip())
    tail = whole[-_TAIL_LENGTH:]
    before = len(text) - len(text.lstrip()) + len(whole) - len(tail)
    found, end, start = Modality.STATEMENT, -_OVERLAP, -1
    for modality, pattern in _MODALITY_PATTERNS:
        matches = list(pattern.finditer(tail))
        if matches and matches[-1].end() > end + _OVERLAP and matches[-1].start() > start:
            found, end, start = modality, matches[-1].end(), matches[-1].start()
    return ModalityPlace(found, before + max(start, 0), len(text.rstrip()))


def modalities(text: str) -> frozenset[Modality]:
    """Every modality that occurs in a text."""
    return frozenset(modality for modality, pattern in _MODALITY_PATTERNS if pattern.search(text))


def swapped_antonym(
    claimed: Iterable[ContentWord], given: Iterable[ContentWord], context: WordIndex
) -> tuple[str, str] | None:
    """A word of the claim that no provision has, and its opposite, which the closest one has; None where there is none."""
    ours = {term.lemma: term.negated for term in claimed}
    theirs = {term.lemma for term in given if not term.negated}
    for word, is_negated in ours.items():
        if is_negated or word in context.lemmas or word in context.compact:
            continue
        for opposite in sorted(EXCLUSIVE.get(word, frozenset()) & theirs - ours.keys()):
            return word, opposite
    return None


def polarity_agreement(
    claimed: Iterable[ContentWord],
    given: Iterable[ContentWord],
    paraphrases: Mapping[str, frozenset[str]],
) -> tuple[list[ContentWord], list[ContentWord]]:
    """Split the claim's words into those that are said alike and those that are denied.

    A word agrees when the provision has it, or a synonym, equally negated, or its opposite with
    the other sign. What the provision lacks is in neither list.
    """
    given_signs: dict[str, set[bool]] = {}
    for term in given:
        given_signs.setdefault(term.lemma, set()).add(term.negated)
    agreed: list[ContentWord] = []
    denied: list[ContentWord] = []
    for term in claimed:
        signs = set(given_signs.get(term.lemma, ()))
        if not signs:
            for other in paraphrases.get(term.lemma, ()):
                signs |= given_signs.get(other, set())
        for other in ANTONYMS.get(term.lemma, ()):
            signs |= {not sign for sign in given_signs.get(other, set())}
        if signs:
            (agreed if term.negated in signs else denied).append(term)
    return agreed, denied
