"""Edits of a sentence around its citations: take one out, generalize it, complete it.

Pure. Every edit is given as a span of the original text, and all of a sentence's edits are applied at once from the end,
so that no edit moves another's span.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from regulations.text.citations.names import NameIndex, bare_name_start
from regulations.text.locators import normalize_name
from regulations.text.particles import PARTICLES_WITH_TWO_FORMS, fitting_particle
from verification.grounding.language.languages import written_in

GENERAL = "관련 규정"
NOTICE = "해당 규정의 구체적 조항 확인이 필요합니다."
UNCONFIRMED = "(확인 필요)"
# The same for sentences in other languages: general words, notice.
_ELSEWHERE = {
    "en": ("the relevant regulation", "The exact provision has to be looked up."),
    "zh": ("有关规定", "具体条款需要另行确认。"),
    "vi": ("quy định liên quan", "Cần kiểm tra điều khoản cụ thể."),
}
_GENERALS = "|".join((GENERAL, *(words for words, _notice in _ELSEWHERE.values())))

_BRACKETS = {"(": ")", "[": "]", "（": "）", "【": "】"}
_LEADING_WORDS = re.compile(r"^\s*(?:참조|출처|근거|관련 조문|관련 규정)?\s*[:：]?\s*$")
_ARTICLE_TITLE = re.compile(r"^\s?\([^()]{1,40}\)")
# 조 and 호 differ in their final sound from 규정, so the particle after the citation changes with the noun.
_PARTICLE = re.compile(
    rf"^({'|'.join(sorted(PARTICLES_WITH_TWO_FORMS, key=len, reverse=True))})(?=[\s,.]|$|서|써|부터|는|고)"
)
_POINTING = re.compile(
    r"^(?:\([^()]{1,40}\))?\s*(?:을|를|은|는|의|에|에서|에도)?\s*(?:내용을\s*)?"
    r"(?:참고|참조|확인(?=하|해|할|바랍))[가-힣\s]{0,20}[.!]?\s*(?:\[†\d+\]\.?)*$"
)
# It says what a provision is about, not what it says: 제13조에서 심사 자격을 다루고 있습니다.
_NAMES_A_TOPIC = re.compile(
    r"^[*”\"’'\s]*(?:\([^()]{1,40}\))?\s*(?:에서는|에서도|에서|에는|에도|에|은|는|이|가|을\s*통해|를\s*통해)\s*"
    r"(?!따르|따라|의하|의해|의거|근거)(?:[가-힣\s·*]{0,40}(?:을|를|에\s*(?:대해|대하여|관해|관하여)서?)\s*)?"
    r"(?:자세히|구체적으로|상세히|상세하게|명확히|명확하게|별도로)?\s*"
    r"(?:(?:다루|규정하|정하|명시하|설명하|안내하|서술하|정의하|제시하|언급하)고\s*있|다룹|다루어|다뤄"
    r"|(?:규정|명시|설명|안내|서술|정의|제시|언급)(?:합|됩|되어\s*있)|정해져\s*있|나와\s*있"
    r"|(?:확인할|찾을|찾아볼|알)\s*수\s*있)[가-힣\s]{0,12}[.!]?\s*(?:\[†\d+\]\.?)*$"
)
_FOLLOWS = re.compile(
    r"^(?:\([^()]{1,40}\))?(?:의\s?규정)?\s?(?:에|을|를)\s(?:따른다|따릅니다|따라요|의한다|의합니다)\s*[.!]?\s*$"
)
_CLAIMS_FIRST = re.compile(r"(?:고|며|지만|으나|는데|니다|어요|아요)[,.]")
# …한다고 제9조에서 정하고 있습니다 tells what the provision says.
_REPORTS_FIRST = re.compile(
    r"(?:[다라자냐]고|[다라]는\s*(?:점|것|내용|규정|뜻|사실)[은는이가을를도]?)\s*$"
)
# 에 따르면 and the like say where something stands; without the place they say nothing.
_ATTRIBUTION = re.compile(
    r"^\s?(?:\([^()]{1,40}\))?\s?에\s?(?:따르면|따라서?|의하면|의해|의하여|의거하여|의거|근거하여|근거해|근거하면)[,\s]*"
)
_STANDARD = re.compile(
    r"「[^」]+」\s?(?:부칙\s?)?(?:제\d+조(?:의\d+)?(?:\([^()]*\))?(?:\s?제\d+항)?(?:\s?제\d+호(?:의\d+)?)?(?:\s?[가-하]목)?"
    r"|제\d+항|별표(?:\s?\d+(?:의\d+)?)?|별지\s?(?:제\d+호(?:의\d+)?)?\s?서식)"
    r"(?:\s?(?:본문|단서|전단|후단|각 호[^」]*))?"
)
_GOES_ON = re.compile(
    r"\s*(?:[,·ㆍ~\-–]|및|또는|와|과|이나|나|부터|에서|내지|까지)\s*(?:및|또는)?\s*"
)
_DOUBLED = re.compile(
    rf"(?:{_GENERALS})(?:에 따르면|에 따라)?[,、\s]*(?:및|과|와|,|·|and|和|及|与|và)?\s*(?=(?:{_GENERALS}))",
    re.IGNORECASE,
)
# What became of the last of several: 제25조, 관련 규정에 따르면.
_LAST_GENERAL = re.compile(rf"(?<=\d[조항호]),\s*(?={GENERAL}(?!\s*(?:,|및|또는|과\s)))")
_SPACES = re.compile(r"[ \t]{2,}")
_SPACE_BEFORE_STOP = re.compile(r"\s+(?=[.,!?。]|$)")
_LIST_MARK = re.compile(r"^\s*(?:[-*•]|\(?\d{1,3}[.)])\s+")
_NUMBERED = re.compile(r"제\s*\d+\s*[조항호](?:의\s*\d+)?")
_REGULATION = re.compile(r"(?:학칙|규정|세칙|규칙|내규|지침|정관|요령|기준|법률|법|시행령)$")
# 수료 기준에 따르면 names no regulation.
_TOLD_AFTER = re.compile(r"(?:학칙|규정|세칙|규칙|내규|지침|정관|법)(?=(에\s?(?:따르면|의하면)))")
_NAME_ALONE = re.compile(
    r"[「『｢《]([^「」『』｢｣《》]{2,60})[」』｣》](?!\s*(?:제\s*\d|부칙|별표|별지|[(（\[]))"
)


class UnverifiedCitationPolicy(StrEnum):
    """What becomes of a citation that was not verified (the setting UNVERIFIED_CITATION_POLICY)."""

    GENERALIZE = "generalize"  # 관련 규정에 따르면
    REMOVE = "remove"  # nothing in its place
    NOTICE = "notice"  # general words, and a sentence that says what is to be looked up
    PROPOSE = "propose"  # the provision that does say it, where one was found


@dataclass(frozen=True, slots=True)
class TextEdit:
    """Replace the text between `start` and `end`."""

    start: int
    end: int
    replacement: str


def removal(text: str, start: int, end: int) -> TextEdit:
    """Return the edit that takes a citation out together with the brackets that hold nothing else."""
    before, after = text[:start], text[end:]
    opened = max((before.rfind(mark) for mark in _BRACKETS), default=-1)
    if opened >= 0 and _LEADING_WORDS.match(before[opened + 1 :]):
        closing = _BRACKETS[before[opened]]
        gap = len(after) - len(after.lstrip())
        if after[gap : gap + 1] == closing:
            return TextEdit(opened, end + gap + 1, "")
    return TextEdit(start, end, "")


def generalization(text: str, start: int, end: int) -> TextEdit:
    """Return the edit that puts the general words in a citation's place, with the particle that suits them."""
    taken_out = removal(text, start, end)
    if (taken_out.start, taken_out.end) != (start, end):
        return taken_out
    title = _ARTICLE_TITLE.match(text[end:])
    if title:
        end += title.end()
    elsewhere = _ELSEWHERE.get(written_in(text))
    if elsewhere:
        words = elsewhere[0]
        return TextEdit(start, end, words if text[:start].strip() else words[0].upper() + words[1:])
    particle = _PARTICLE.match(text[end:])
    if particle:
        end += particle.end()
        return TextEdit(start, end, GENERAL + fitting_particle(GENERAL, particle[1]))
    return TextEdit(start, end, GENERAL)


def unattributed(text: str, start: int, end: int) -> TextEdit:
    """Return the edit that takes a citation out with its 에 따르면; where the sentence needs a noun, general words."""
    attribution = _ATTRIBUTION.match(text[end:])
    if attribution:
        return TextEdit(start, end + attribution.end(), "")
    return generalization(text, start, end)


def without_general_words(text: str) -> str:
    """Return a sentence without "관련 규정에 따르면", which says nothing that could be held against a provision."""
    start = text.find(GENERAL)
    if start < 0:
        return text
    attribution = _ATTRIBUTION.match(text[start + len(GENERAL) :])
    if attribution is None:
        return text
    return text[:start] + text[start + len(GENERAL) + attribution.end() :]


def correction(text: str, start: int, end: int, policy: UnverifiedCitationPolicy) -> TextEdit:
    """Return the edit that takes away what a citation claims, as the policy wants it."""
    if policy is UnverifiedCitationPolicy.REMOVE:
        return unattributed(text, start, end)
    return generalization(text, start, end)


def with_notice(text: str) -> str:
    """Return a sentence followed by the notice that its provision is to be looked up; once, however often it is asked."""
    _words, notice = _ELSEWHERE.get(written_in(text), (GENERAL, NOTICE))
    return text if notice in text else f"{text} {notice}".strip()


def as_unconfirmed(text: str) -> str:
    """Return a sentence marked as one that no provision was found to support; once."""
    return text if UNCONFIRMED in text else f"{text} {UNCONFIRMED}".strip()


def is_standard(citation: str) -> bool:
    """Whether a citation is written in the standard form 「규정명」 제X조[의Y] [제Z항…]."""
    return _STANDARD.fullmatch(citation.strip()) is not None


def is_enumeration(between: str) -> bool:
    """Whether the words between two citations make them one enumeration or range, in which the name stands once."""
    return _GOES_ON.fullmatch(between) is not None


def completion(start: int, end: int, label: str) -> TextEdit:
    """Return the edit that writes a citation in the standard form 「규정명」 제X조제Y항."""
    return TextEdit(start, end, label)


def apply_edits(text: str, edits: Sequence[TextEdit]) -> str:
    """Apply edits that do not overlap (of two that do, the one that stands first wins) and tidy the spaces."""
    kept: list[TextEdit] = []
    for edit in sorted(edits, key=lambda edit: (edit.start, -edit.end)):
        if not kept or edit.start >= kept[-1].end:
            kept.append(edit)
    for edit in reversed(kept):
        text = text[: edit.start] + edit.replacement + text[edit.end :]
    if not kept:
        return text
    text = _LAST_GENERAL.sub(" 및 ", _DOUBLED.sub("", text))
    return _SPACE_BEFORE_STOP.sub("", _SPACES.sub(" ", text)).strip()


class NameAlone(NamedTuple):
    """Where a text names a regulation without saying which provision: `written` are the words by which it was read."""

    name: str
    start: int
    end: int
    written: str


def complete_names(
    text: str, labels: Mapping[str, str], *, kept: Sequence[tuple[int, int]] = ()
) -> str:
    """Write 「학칙」 alone as 「학칙」 제25조: `labels` are the provisions that carry the sentence, by normalized name.

    A name that is followed by what it names, that no provision of the sentence belongs to, or that stands in one of the
    spans that are `kept`, stays as it is.
    """
    for alone in reversed(names_alone(text, NameIndex(frozenset(labels)))):
        label = labels.get(normalize_name(alone.name))
        if label and not any(start <= alone.start < end for start, end in kept):
            after = _with_particle_of(label, text[alone.end :])
            text = text[: alone.start] + label + after
    return text


def _with_particle_of(label: str, after: str) -> str:
    """What stands behind a name, with the particle that suits what was written in its place: 학칙은, 제25조는."""
    particle = _PARTICLE.match(after)
    if particle is None:
        return after
    return fitting_particle(label, particle[1]) + after[particle.end() :]


def names_alone(text: str, known: NameIndex) -> list[NameAlone]:
    """Return where a text names a regulation without saying which provision: 「학칙」 in brackets, or 학칙에 따르면.

    Without brackets a name is read only where something is told after it: 학칙에 따라 휴학한 학생 says no source.
    """
    found = [
        NameAlone(match[1], *match.span(), match[0])
        for match in _NAME_ALONE.finditer(text)
        if _REGULATION.search(match[1])
    ]
    for match in _TOLD_AFTER.finditer(text):
        start = bare_name_start(text, 0, match.end(), known)
        if start is not None:
            name = text[start : match.end()]
            found.append(NameAlone(name, start, match.end(), f"{name}{match[1]}"))
    return sorted(found, key=lambda alone: alone.start)


def only_refers(text: str, end: int, *, start: int = 0) -> bool:
    """Whether the sentence does nothing with a citation but point to it: 「학칙」 제25조를 참고하세요.

    So does one that only names the topic, 휴학의 사유는 제25조에서 다루고 있습니다; where the rest of it is a number, it says
    something. A sentence that says something before it points is no such sentence.
    """
    before, after = text[:start], text[end:]
    if _CLAIMS_FIRST.search(before) or _REPORTS_FIRST.search(before):
        return False
    return bool(_POINTING.match(after) or (_NAMES_A_TOPIC.match(after) and _is_topic(before)))


def only_follows(text: str, end: int, *, start: int = 0) -> bool:
    """Whether the sentence says no more than that a matter follows a provision: 복수전공은 학칙 제26조에 따릅니다."""
    return bool(_FOLLOWS.match(text[end:])) and _is_topic(text[:start])


def _is_topic(text: str) -> bool:
    return not re.search(r"\d", _NUMBERED.sub("", _LIST_MARK.sub("", text)))
