"""What in a regulation's text somebody should look at before it is published: personal data, and sentences that speak to a
program instead of to people. The files' own warnings (hidden text, tracked changes) come from their readers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from portal.privacy.masking import PersonalData, personal_data_mask
from regulations.text.locators import Locator
from regulations.text.parser import ParsedRegulation
from regulations.text.parser.report import TextWarning

# A regulation names offices, streets and people by right; these numbers it has no use for.
_LOOKED_FOR = frozenset(
    {
        PersonalData.RESIDENT_NUMBER,
        PersonalData.CARD_NUMBER,
        PersonalData.PASSPORT_NUMBER,
        PersonalData.DRIVER_LICENSE,
        PersonalData.PHONE,
    }
)
_LEFT_ALONE = frozenset(PersonalData) - _LOOKED_FOR
# Looking closely at every line of a volume takes a minute; nothing that is looked for has fewer digits together.
_MAY_HOLD = re.compile(r"\d{2,4}[-\s)./·]{0,3}\d{3,4}[-\s./·]{0,3}\d{3,4}|\d{6}|[A-Z]\d{7,8}")
_TO_PROGRAMS = re.compile(
    r"(?:이전|앞|위|지금까지|기존)의?\s{0,2}(?:모든\s{0,2})?(?:지시|명령|프롬프트|규칙|지침)\S{0,3}\s{0,2}(?:모두\s{0,2})?(?:무시|잊)"
    r"|(?:ignore|disregard|forget)\s+(?:all\s+|any\s+|the\s+)?(?:previous|prior|above|earlier)\s"
    r"|(?:system|시스템)\s{0,2}(?:prompt|프롬프트)"
    r"|(?:챗봇|어시스턴트|언어\s?모델|AI\s?모델|assistant|chatbot)\S{0,3}\s.{0,60}(?:답하|답변하|응답하|출력하|말하)\S{0,2}(?:라|시오|세요|십시오)"
    r"|\byou are (?:an?|the) (?:AI|assistant|chatbot|language model)",
    re.IGNORECASE,
)
_LONGEST_SAID = 200


def with_text_warnings(parsed: ParsedRegulation) -> ParsedRegulation:
    """Add what is found in the provisions to the report, each with its place; personal data is masked there."""
    found = tuple(_text_warnings(parsed))
    if not found:
        return parsed
    report = replace(parsed.report, warnings=(*parsed.report.warnings, *found))
    return replace(parsed, report=report)


def _text_warnings(parsed: ParsedRegulation) -> Iterator[TextWarning]:
    for locator, text in _texts(parsed):
        for line in text.split("\n"):
            if _MAY_HOLD.search(line):
                masked = personal_data_mask(line, but=_LEFT_ALONE)
                if masked.found:
                    names = ", ".join(str(kind.label) for kind in masked.found)
                    said = f"{names}: {masked.text}"[:_LONGEST_SAID]
                    grave = set(masked.found) - {PersonalData.PHONE}
                    yield TextWarning("personal" if grave else "phone", said, label=locator.label)
            if match := _TO_PROGRAMS.search(line):
                start = max(0, match.start() - _LONGEST_SAID // 4)
                said = line[start : start + _LONGEST_SAID]
                yield TextWarning("instruction", said, label=locator.label)


def _texts(parsed: ParsedRegulation) -> Iterator[tuple[Locator, str]]:
    for article in parsed.all_articles:
        yield article.locator, f"{article.title} {article.text}"
        yield from ((unit.locator, unit.text) for unit in article.walk())
    for addenda in parsed.addenda:
        yield addenda.locator, addenda.text
        yield from ((unit.locator, unit.text) for unit in addenda.walk())
    for attachment in parsed.attachments:
        yield attachment.locator, f"{attachment.title}\n{attachment.text}"
