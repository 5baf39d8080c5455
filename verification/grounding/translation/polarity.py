"""What a sentence in another language says about doing something: must, may, must not, need not."""

from __future__ import annotations

import re

from regulations.text.languages import CHINESE, ENGLISH, VIETNAMESE
from verification.grounding.language.polarity import Modality, modalities

# The more special first: what one has read the next does not read again.
_PATTERNS: dict[str, tuple[tuple[Modality, str], ...]] = {
    CHINESE: (
        (Modality.NEED_NOT, r"不必|无需|无须|毋须|不需要?|不用|可以?不(?!得)|免于"),
        (Modality.MUST_NOT, r"不得(?!不)|不可以?|不能(?!不)|不允许|不准|不许|禁止|无法|严禁|不予(?:许可|批准|认可|承认)|没有资格|无权"),
        (Modality.MUST, r"必须|必需|应当|应该|务必|须(?!知)|(?<![对相反适响回效供])应(?=[在向由于提交经获取参完缴得办按将])|需要?(?=[^求])|有义务|不得不"),
        (Modality.MAY, r"可以|可(?=[申休复在向由获经提继参选缴延转退使])|能够?(?![力源])|允许|准许|有权"),
        (Modality.NEGATED, r"不(?!仅|但|同|论|管|动产|久|过|足|满|及格|合格|少于|超过)|未(?!满|来)|没有|无(?!论)"),
    ),
    VIETNAMESE: (
        (Modality.NEED_NOT, r"không (?:cần|bắt buộc|nhất thiết)|không phải(?= (?:nộp|đóng|làm|xin|thi|đăng|trả|học|tham|hoàn))|được miễn|miễn"),
        (Modality.MUST_NOT, r"không (?:được|thể|cho phép|có quyền|đủ điều kiện)|cấm|nghiêm cấm"),
        (Modality.MUST, r"(?<!không )\bphải\b|bắt buộc|\bcần\b|có nghĩa vụ|buộc phải"),
        (Modality.MAY, r"có thể|được phép|được quyền|có quyền|cho phép"),
        (Modality.NEGATED, r"\bkhông\b|\bchưa\b"),
    ),
    ENGLISH: (
        (Modality.NEED_NOT, r"\bneed(?:s)? not\b|\bneedn't\b|not (?:required|obliged|obligated|mandatory|necessary|have to|need)|n't (?:have|need) to|\bexempt"),
        (Modality.MUST_NOT, r"\b(?:may|must|shall|should|can) ?not\b|\bcannot\b|\b(?:can|must|shouldn|mustn)'t\b|not (?:be )?(?:allowed|permitted|possible|eligible|entitled)|\bprohibited\b|\bforbidden\b|\bno (?:student|person|one)\b[^.]*\b(?:may|can)\b"),
        (Modality.MUST, r"\b(?:must|shall|has to|have to|required|mandatory|obligatory|obliged)\b"),
        (Modality.MAY, r"\b(?:may|can|allowed|permitted|possible|eligible|entitled)\b"),
        (Modality.NEGATED, r"\bnot\b|n't\b|\bno\b|\bnever\b"),
    ),
}  # fmt: skip
_READERS = {
    language: tuple((kind, re.compile(pattern, re.IGNORECASE)) for kind, pattern in patterns)
    for language, patterns in _PATTERNS.items()
}
# A condition that is itself denied (without permission … not) says the same as one that is not.
_UNDER_CONDITION = re.compile(
    r"未经|非经|除非|只有|唯有|除了|除外|以外|但(?!是否)|\bwithout\b|\bunless\b|\bonly\b|\bexcept|\bhowever\b|\bbut\b"
    r"|trừ|nếu không|chỉ|ngoại trừ|tuy nhiên|nhưng|mà không|khi chưa",
    re.IGNORECASE,
)
_SPEAKS_OF_LIMITS = re.compile(
    r"(?:을|를)?\s*(?:초과|넘|상회)(?:할|하|을|지|어|여)?[^.]{0,6}(?:수\s*없|못|아니|않|안)[가-힣]*|미만(?:이어서는|으로)[^.]{0,8}(?:아니|안|없)[가-힣]*"
)
# Words that deny without a negation; a proviso that lifts what stands before it.
_DENIES_BY_ITSELF = re.compile(
    r"제외|배제|거부|불허|불가|취소|제한|중지|상실|면제|반려|박탈|정지|금지|그러하지\s*아니|다만|한하여|한정|만\s|외에는|이외"
)
_DENIED_AT_END = re.compile(r"(?:지\s*(?:아니한다|않는다|못한다|아니하며|않으며)|없다)[.\s]*$")
_OF_THE_CLAIM = re.compile(
    r"除|排除|免|取消|失去|拒绝|停止|中止|\bex(?:clud|empt|cept)|\bcancel|\brevok|\blos[et]|\breject|\bwaive|\bdenied|\black"
    r"|loại|trừ|miễn|hủy|mất|từ chối|đình chỉ",
    re.IGNORECASE,
)
_POSITIVE = frozenset({Modality.MAY, Modality.MUST})
_NEGATIVE = frozenset({Modality.MUST_NOT, Modality.NEED_NOT, Modality.NEGATED})


def modalities_of(text: str, language: str) -> frozenset[Modality]:
    """Every modality that a sentence in another language has, its limits left out: not more than three is no ban."""
    found: set[Modality] = set()
    for kind, pattern in _READERS[language]:
        text, hits = pattern.subn(" ", text)
        if hits:
            found.add(kind)
    return frozenset(found)


def is_opposite(claim: str, language: str, words: str) -> bool:
    """Whether a sentence allows what the Korean words forbid, forbids what they allow, or denies what they say.

    `claim` comes without its limits. Doubtful cases are none: conditions, provisos, words that deny by themselves.
    """
    if _UNDER_CONDITION.search(claim) or _DENIES_BY_ITSELF.search(words):
        return False
    claimed = modalities_of(claim, language)
    plain = _SPEAKS_OF_LIMITS.sub(" ", words)
    given = modalities(plain)
    denies, denied = claimed & _NEGATIVE, given & _NEGATIVE
    if bool(denies) is bool(denied):
        return False
    if denies or not claimed:
        # What speaks of a limit only says nothing of whether.
        said = given & _POSITIVE if denies else _DENIED_AT_END.search(plain.strip())
        return bool(said) and not _OF_THE_CLAIM.search(claim)
    if Modality.MUST in claimed and Modality.NEED_NOT in given:
        return Modality.MUST not in given
    return Modality.MUST_NOT in given and not given & _POSITIVE
