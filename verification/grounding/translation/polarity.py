"""What a sentence in another language says about doing something: must, may, must not, need not."""

from __future__ import annotations

import re
from functools import lru_cache

from regulations.text.languages import CHINESE, ENGLISH, VIETNAMESE
from verification.grounding.language.polarity import Modality, modalities
from verification.grounding.translation.actions import does_what_is_denied

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
        (Modality.MAY, r"có thể|vẫn được|được phép|được quyền|có quyền|cho phép"),
        (Modality.NEGATED, r"\bkhông\b|\bchưa\b"),
    ),
    ENGLISH: (
        (Modality.NEED_NOT, r"\bneed(?:s)? not\b|\bneedn't\b|not (?:required|obliged|obligated|mandatory|necessary|have to|need)|n't (?:have|need) to|\bexempt"),
        (Modality.MUST_NOT, r"\b(?:may|must|shall|should|can) ?(?:not|never)\b|\bcannot\b|\b(?:can|must|shouldn|mustn)'t\b|not (?:be )?(?:allowed|permitted|possible|eligible|entitled)|\bprohibited\b|\bforbidden\b|\bno (?:student|person|one)\b[^.]*\b(?:may|can)\b"),
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
    r"|trừ|nếu không|(?<!đình )(?<!địa )\bchỉ\b|ngoại trừ|tuy nhiên|nhưng|mà không|khi chưa",
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
    r"除|排除|免|取消|失去|拒绝|停止|中止|\bex(?:clud|empt|cept)|\bcancel|\brevok|\bfree\b|\blos[et]|\breject|\bwaive|\bdenied|\black"
    r"|loại|trừ|miễn|hủy|mất|từ chối|đình chỉ",
    re.IGNORECASE,
)
_LIMITS_OF_THE_CLAIM = re.compile(
    r"\b(?:no|not) (?:be )?(?:more|less|fewer|longer|later|earlier|higher|lower|shorter) than\b"
    r"|\b(?:(?:may|must|can|shall|should|does|do|will) ?)?(?:not|never|cannot) (?:be )?exceed(?:ed)?\b"
    r"|不(?:得|能|可以?|应)?(?:超过|超出|多于|高于|大于|少于|低于|小于)"
    r"|không (?:được |thể )?(?:vượt quá|vượt|quá|(?:nhiều|lớn|cao|lâu|ít|thấp) hơn|dưới|trên)",
    re.IGNORECASE,
)
_BUT = re.compile(r"\b(?:but|however)\b|但是?|nhưng|tuy nhiên", re.IGNORECASE)
# May, but need not: no condition.
_BUT_NEED_NOT = re.compile(
    r"\b(?:but|and)\s+(?=(?:(?:they|you|students?|he|she|it) )?(?:is|are|do|does|need)(?:n't| not) )|[，,]?但(?=(?:并|也)?(?:不必|无需|不需要|不用|不是必))"
    r"|nhưng\s+(?=không (?:bắt buộc|cần|phải|nhất thiết))",
    re.IGNORECASE,
)
_FORBIDS = re.compile(r"수\s*(?:는|가|도)?\s*없")
_DENIED_CONDITION = re.compile(
    r"지\s*(?:아니|않|못)(?:한(?!다)|은|하는|는(?!다)|하면|으면|하고|고)|없는|아닌|없으면|아니면"
)
_NO_EXCEPTION = re.compile(
    r"without (?:any )?exceptions?|\bno exceptions?|(?:没有|无|并无|毫无|概无)(?:任何)?例外|không có (?:bất kỳ )?ngoại lệ|không (?:có )?trường hợp ngoại lệ",
    re.IGNORECASE,
)
_EXCEPTION = re.compile(r"다만|그러하지\s*아니|예외|제외하고는")
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


def is_opposite(text: str, claim: str, language: str, words: str) -> bool:
    """Whether a sentence allows what the Korean words forbid, forbids what they allow, or denies what they say.

    `claim` is the text without its figures. Doubtful cases are none: conditions, provisos, words that deny by themselves.
    """
    text = _BUT_NEED_NOT.sub(" ", text)
    if _DENIES_BY_ITSELF.search(words) or _UNDER_CONDITION.search(_BUT.sub(" ", text)):
        return False
    claim = _BUT_NEED_NOT.sub(" ", _LIMITS_OF_THE_CLAIM.sub(" ", claim))
    plain = _SPEAKS_OF_LIMITS.sub(" ", words)
    if _allows_one_of_two(claim, language, plain):
        return True
    return not _UNDER_CONDITION.search(text) and _says_opposite(claim, language, plain)


def _says_opposite(claim: str, language: str, words: str) -> bool:
    claimed, given = modalities_of(claim, language), modalities(words)
    negative, denied = claimed & _NEGATIVE, given & _NEGATIVE
    if bool(negative) is bool(denied):
        return bool(negative) and _denies_other(claimed, words, given)
    if negative:
        # Who has not paid must pay, who cannot pay at once may: what is denied there is the case.
        is_case = bool(claimed & _POSITIVE) and negative == {Modality.NEGATED}
        is_case = is_case or (Modality.MAY in claimed and Modality.NEED_NOT not in negative)
        # What speaks of a limit only says nothing of whether.
        return bool(given & _POSITIVE) and not is_case and not _OF_THE_CLAIM.search(claim)
    if not claimed:
        return bool(_DENIED_AT_END.search(words.strip())) and not _OF_THE_CLAIM.search(claim)
    return _affirms_what_is_denied(claim, claimed, language, words, given)


def _affirms_what_is_denied(
    claim: str,
    claimed: frozenset[Modality],
    language: str,
    words: str,
    given: frozenset[Modality],
) -> bool:
    if Modality.MUST in claimed and Modality.NEED_NOT in given:
        return Modality.MUST not in given
    if given & _POSITIVE or _DENIED_CONDITION.search(words):
        # Who has not paid may not: whoever pays may.
        return False
    return Modality.MUST_NOT in given or does_what_is_denied(claim, language, words)


def _allows_one_of_two(claim: str, language: str, words: str) -> bool:
    """Whether words forbid two things, and the claim allows one of them: may live there, but cannot work."""
    forbidden = len(_FORBIDS.findall(words))
    return (
        forbidden > 1
        and not modalities(words) & _POSITIVE
        and Modality.MAY in modalities_of(claim, language)
        and 0 < _count(claim, language, Modality.MUST_NOT) < forbidden
    )


def _denies_other(claimed: frozenset[Modality], words: str, given: frozenset[Modality]) -> bool:
    """Whether both deny, and not the same: need not for must not, may where the condition alone is denied."""
    if given & _POSITIVE or Modality.MUST_NOT not in given:
        return False
    if _DENIED_CONDITION.search(words):
        return claimed == {Modality.NEGATED, Modality.MAY}
    return claimed == {Modality.NEED_NOT} and Modality.NEED_NOT not in given


def _count(text: str, language: str, wanted: Modality) -> int:
    for kind, pattern in _READERS[language]:
        text, hits = pattern.subn(" ", text)
        if kind is wanted:
            return hits
    return 0


@lru_cache(maxsize=64)
def denies(claim: str, language: str) -> bool:
    """Whether a sentence in another language denies something, by a negation or by a word that does."""
    return bool(modalities_of(claim, language) & _NEGATIVE or _OF_THE_CLAIM.search(claim))


def words_deny(words: str) -> bool:
    """Whether Korean words do so, limits that may not be passed left out."""
    plain = _SPEAKS_OF_LIMITS.sub(" ", words)
    return bool(modalities(plain) & _NEGATIVE or _DENIES_BY_ITSELF.search(plain))


def is_conditional(claim: str) -> bool:
    """Whether a sentence has a condition or a proviso."""
    return bool(_UNDER_CONDITION.search(claim))


def denies_exceptions(claim: str, provision: str) -> bool:
    """Whether a sentence says that there is no exception where the provision has one."""
    return bool(_NO_EXCEPTION.search(claim) and _EXCEPTION.search(provision))
