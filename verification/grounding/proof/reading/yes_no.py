"""Short answers: "네, 가능합니다" says what was asked, so the question is turned into the statement."""

from __future__ import annotations

import re
from enum import StrEnum


class ShortAnswer(StrEnum):
    """What a short answer says: yes or no to the question, or that something may or may not be."""

    YES = "yes"
    NO = "no"
    CAN = "can"
    CANNOT = "cannot"


_OPENING = re.compile(r"^(?:네|예|아니요|아니오|아뇨|맞습니다|그렇습니다|물론입니다)[\s,.!]+(?=\S)")
_SAID: tuple[tuple[ShortAnswer, re.Pattern[str]], ...] = (
    (ShortAnswer.CAN, re.compile(r"(?:가능합니다|가능해요|괜찮습니다|괜찮아요|됩니다|돼요|할 수 있습니다|할 수 있어요)[.!\s]*$")),
    (ShortAnswer.CANNOT, re.compile(r"(?:불가능합니다|불가합니다|불가능해요|안 ?됩니다|안 ?돼요|할 수 없습니다|할 수 없어요)[.!\s]*$")),
    (ShortAnswer.YES, re.compile(r"(?:네|예|맞습니다|그렇습니다|물론입니다)[.!\s]*$")),
    (ShortAnswer.NO, re.compile(r"(?:아니요|아니오|아뇨|그렇지 않습니다|그렇지 않아요)[.!\s]*$")),
)  # fmt: skip
_ASKING = (
    r"(?:나요|을까요|ㄹ까요|어요|습니까|는지요|는가요|는지|을까|음|나|냐|죠|지요)\s*[?？]?\s*$"
)
_WHETHER_CAN = re.compile(rf"(?P<stem>[가-힣]+)\s?수\s*(?:는|도|가)?\s*(?P<sign>있|없){_ASKING}")
_WHETHER_POSSIBLE = re.compile(
    r"(?P<body>.+?)(?:이|가|은|는|도)?\s*가능(?:한가요|할까요|해요|합니까|하나요|한지요|한지|한가|함)?\s*[?？]?\s*$"
)
_WHETHER_ALLOWED = re.compile(
    r"(?P<body>.+?[아어여해])도\s*(?:되나요|돼요|될까요|됩니까|괜찮나요|괜찮아요)\s*[?？]?\s*$"
)
_WHETHER_MUST = re.compile(
    r"(?P<body>.+?야)\s*(?:하나요|해요|할까요|합니까|되나요|돼요|하는가요)\s*[?？]?\s*$"
)
# Who asks for more than yes or no is not told by either.
_WHICH = re.compile(r"몇|언제|얼마|누가|누구|어디|어떤|어느|무엇|뭐|어떻게")
# What is done, before "할 수 없습니다" or "불가능합니다".
_ACTION = re.compile(
    r"(?P<action>[가-힣]{2,}?)(?:[은는이가을를도]\s?)?\s*(?=(?:할 수|가능|불가)[^,]*$)"
)
# "저 편입생인데 전과 가능한가요" asks it of them.
_WHO = re.compile(
    r"^(?:(?:저|전|저는|제가|나|난|나는|내가)\s+)?(?P<who>[가-힣]+(?:생|자))(?:인데요?|이라서?|이고|입니다만)[,.]?\s+"
)
_LAST = re.compile(r"(?:[^.!?？\n]*[.!?？\n])*\s*(?P<last>[^.!?？\n]+[?？]?)\s*$")


def short_answer(text: str, question: str = "") -> ShortAnswer | None:
    """What a sentence says that holds no more than yes or no, may or may not; None where it holds more.

    "전과할 수 없습니다" holds no more where the question is whether one can 전과.
    """
    bare = text.strip()
    said = _OPENING.sub("", bare) or bare
    acted = _ACTION.match(said)
    if acted and _acts_asked(question).endswith(acted["action"]):
        said = said[acted.end() :]
    return next((answer for answer, pattern in _SAID if pattern.match(said)), None)


def stated(question: str, answer: ShortAnswer) -> str:
    """The question as the statement that a short answer makes; empty where it cannot be turned."""
    asked = _asked(question)
    found = _WHETHER_CAN.search(asked)
    if found:
        can = _can(answer, asked_whether_not=found["sign"] == "없")
        return f"{asked[: found.start('stem')]}{found['stem']} 수 {'있' if can else '없'}다."
    found = _WHETHER_ALLOWED.match(asked)
    if found:
        allowed = _can(answer, asked_whether_not=False)
        return f"{found['body']}도 된다." if allowed else f"{found['body']}서는 안 된다."
    found = _WHETHER_POSSIBLE.match(asked)
    if found:
        return f"{found['body']}할 수 {'있' if _can(answer, asked_whether_not=False) else '없'}다."
    found = _WHETHER_MUST.match(asked)
    return f"{found['body']} 한다." if found and answer is ShortAnswer.YES else ""


def _acts_asked(question: str) -> str:
    """The question up to the action of which it asks whether it can be done; empty where it asks for something else."""
    asked = _asked(question)
    if _WHICH.search(asked):
        return ""
    found = _WHETHER_CAN.search(asked)
    if found:
        return asked[: found.end("stem")].removesuffix("할")
    possible = _WHETHER_POSSIBLE.match(asked)
    return possible["body"] if possible else ""


def _asked(question: str) -> str:
    last = _LAST.search(question.strip())
    return _WHO.sub(r"\g<who>은 ", (last["last"] if last else question).strip())


def _can(answer: ShortAnswer, *, asked_whether_not: bool) -> bool:
    """Whether the answer says that it may be: "네" to "할 수 없나요?" says that it may not."""
    if answer in (ShortAnswer.CAN, ShortAnswer.CANNOT):
        return answer is ShortAnswer.CAN
    return (answer is ShortAnswer.YES) is not asked_whether_not
