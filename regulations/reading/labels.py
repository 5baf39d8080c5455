"""How a provision is named to a reader: 「학칙」 제25조의2제1항제3호, in English 학칙, Article 25-2(1)3.

In Chinese 第25条之2第1款第3项, in Vietnamese Điều 25-2, khoản 1, điểm 3.
"""

from __future__ import annotations

from dataclasses import replace

from django.utils.translation import get_language

from regulations.text.citations import citation_locator, extract_citations
from regulations.text.locators import Locator

_ENGLISH_ATTACHMENTS = {
    "table": "Attached Table",
    "form": "Attached Form",
    "figure": "Attached Figure",
}
_CHINESE_ATTACHMENTS = {"table": "附表", "form": "附录格式", "figure": "附图"}
_VIETNAMESE_ATTACHMENTS = {"table": "Bảng phụ lục", "form": "Biểu mẫu", "figure": "Hình"}
_ITEMS = "가나다라마바사아자차카타파하"


def locator_label(locator: Locator) -> str:
    """Return the place in the language of the page."""
    said = _LABELS.get(get_language() or "")
    return said(locator) if said else locator.label


def provision_label(regulation_title: str, locator: Locator) -> str:
    """Return the regulation and the place in the language of the page."""
    return f"「{regulation_title}」 {locator_label(locator)}"


def stored_label(label: str) -> str:
    """A label that was stored in Korean, 제25조 or 「학칙」 제25조(휴학), in the language of the page; what is none stays."""
    said = _LABELS.get(get_language() or "")
    cited = extract_citations(label) if said else []
    locator = citation_locator(cited[0]) if len(cited) == 1 and cited[0].start == 0 else None
    if said is None or locator is None:
        return label
    if cited[0].addenda:
        locator = replace(locator, addenda=1)
    regulation = f"「{cited[0].regulation}」 " if label.startswith("「") else ""
    title = f"({cited[0].title})" if cited[0].title else ""
    return f"{regulation}{said(locator)}{title}{label[cited[0].end :]}"


def english_label(locator: Locator) -> str:
    """Return the place as the Korea Legislation Research Institute writes it: Article 25-2(1)3(a)."""
    parts = []
    if locator.addenda is not None:
        parts.append("Addenda")
    if locator.attachment_kind is not None:
        number = f" {_branched(locator.attachment, locator.attachment_branch)}"
        parts.append(
            _ENGLISH_ATTACHMENTS[locator.attachment_kind] + (number if locator.attachment else "")
        )
    within = f"Article {_branched(locator.article, locator.branch)}" if locator.article else ""
    if locator.paragraph is not None:
        within += f"({locator.paragraph})" if within else f"Paragraph {locator.paragraph}"
    if locator.subparagraph is not None:
        number = _branched(locator.subparagraph, locator.subparagraph_branch)
        within += (
            number if locator.paragraph is not None or not within else f", subparagraph {number}"
        )
    if locator.item is not None:
        within += f"({_letter(locator.item)})"
    if locator.subitem is not None:
        within += f"({locator.subitem})"
    return ", ".join(filter(None, [*parts, within]))


def _branched(number: int | None, branch: int | None) -> str:
    return f"{number}-{branch}" if branch else str(number)


def _letter(number: int) -> str:
    """가 is a, 나 is b; what comes after z is counted."""
    return chr(ord("a") + number - 1) if number <= 26 else str(number)


def chinese_label(locator: Locator) -> str:
    """Return the place in Chinese; an item keeps its Korean letter, by which it is found."""
    parts = []
    if locator.addenda is not None:
        parts.append("附则")
    if locator.attachment_kind is not None:
        number = _branched(locator.attachment, locator.attachment_branch)
        kind = _CHINESE_ATTACHMENTS[locator.attachment_kind]
        parts.append(f"{kind} {number}" if locator.attachment else kind)
    within = ""
    if locator.article:
        within += f"第{locator.article}条" + (f"之{locator.branch}" if locator.branch else "")
    if locator.paragraph is not None:
        within += f"第{locator.paragraph}款"
    if locator.subparagraph is not None:
        branch = locator.subparagraph_branch
        within += f"第{locator.subparagraph}项" + (f"之{branch}" if branch else "")
    if locator.item is not None:
        within += f"{_item(locator.item)}目"
    if locator.subitem is not None:
        within += f"({locator.subitem})"
    return " ".join(filter(None, [*parts, within]))


def vietnamese_label(locator: Locator) -> str:
    """Return the place in Vietnamese; an item keeps its Korean letter, by which it is found."""
    parts = []
    if locator.addenda is not None:
        parts.append("Điều khoản bổ sung")
    if locator.attachment_kind is not None:
        number = _branched(locator.attachment, locator.attachment_branch)
        kind = _VIETNAMESE_ATTACHMENTS[locator.attachment_kind]
        parts.append(f"{kind} {number}" if locator.attachment else kind)
    if locator.article:
        parts.append(f"Điều {_branched(locator.article, locator.branch)}")
    if locator.paragraph is not None:
        parts.append(f"khoản {locator.paragraph}")
    if locator.subparagraph is not None:
        number = _branched(locator.subparagraph, locator.subparagraph_branch)
        parts.append(f"điểm {number}")
    if locator.item is not None:
        subitem = f"({locator.subitem})" if locator.subitem is not None else ""
        parts.append(f"tiết {_item(locator.item)}{subitem}")
    return ", ".join(parts)


def _item(number: int) -> str:
    return _ITEMS[number - 1] if number <= len(_ITEMS) else str(number)


_LABELS = {"en": english_label, "zh-hans": chinese_label, "vi": vietnamese_label}
